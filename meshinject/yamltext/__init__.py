"""Lossless YAML: locate, read as Kubernetes reads, edit in place, prove. Knows nothing of Kubernetes' objects."""
