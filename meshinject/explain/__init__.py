"""What becomes of each workload and why, for people who ask where istio-proxy is: facts as data, then as text.

    story        one workload: asks the modules below and puts together what they say
    rule         injected or not, and the line that decided
    sidecar      native or legacy, by which rule, and how to change it
    startorder   the containers in the order in which they start, each with its part
    ready        the READY column of `kubectl get pod`
    lifecycle    what Kubernetes does at start and at the end, in sentences
    jobs         whether a job finishes
    differences  what is otherwise between two pods
    effects      which annotations change something, and what
    provenance   where each setting came from

`text`, `terminal` and `json` render what `records` holds.
"""
