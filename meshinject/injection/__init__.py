"""What becomes of one pod: one module a step, their order in pod.py."""
