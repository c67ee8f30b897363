"""Istio's side: settings, proxy config, images, annotation grammar, template functions and data."""
