"""Whether a workload is injected, and native or legacy: decisions with their rule as data."""
