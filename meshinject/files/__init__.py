"""Bytes in, bytes out: finding and reading inputs, writing outputs all or nothing."""
