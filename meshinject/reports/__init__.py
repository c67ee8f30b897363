"""Findings as data, and one renderer a format."""
