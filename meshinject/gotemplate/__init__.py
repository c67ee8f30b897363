"""Go's text/template and sprig's text functions. Knows nothing of Istio."""
