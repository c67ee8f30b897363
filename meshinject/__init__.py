"""Offline, version-aware Istio sidecar injection that keeps every byte it need not change."""

__version__ = "0.1.0"
