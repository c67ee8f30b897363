"""Kubernetes' side: kinds, owners, merge keys, strategic merge, quantities, the types of a pod."""
