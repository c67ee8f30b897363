"""istio-proxy as an init container without `restartPolicy: Always`.

Such an init container has to end before the next one starts, and a proxy never does: the pod hangs while it is
initialised. A template of the user or an override that loses the restartPolicy makes one. Where it has a probe or a
hook as well the API server refuses the pod, which is an error.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """An istio-proxy that has to end."""
    proxy = parts.proxy(subject.done.pod)
    if proxy is not None and proxy[0] == "initContainers" and proxy[1].get("restartPolicy") != "Always":
        text = "istio-proxy is an init container without restartPolicy: Always, so the pod waits for it to end"
        yield Remark((), text, "add restartPolicy: Always where its container is written", Code.PROXY_NEVER_ENDS)
