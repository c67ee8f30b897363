"""Random workloads with what an injection touches: probes, hooks, metrics, a proxy of the user's, empty fields."""

from random import Random
from typing import Any

from tests.yamltext.manifests import Writer

_LABELS = {
    "app": "web",
    "version": "v1",
    "app.kubernetes.io/name": "shop",
    "app.kubernetes.io/version": "1.0",
    "service.istio.io/canonical-name": "front",
    "service.istio.io/canonical-revision": "7",
    "security.istio.io/tlsMode": "istio",
    "topology.istio.io/network": "net-1",
    "istio.io/rev": "canary",
    "sidecar.istio.io/inject": "true",
}
_ANNOTATIONS = {
    "note": "a: b # c",
    "kubectl.kubernetes.io/default-container": "app",
    "sidecar.istio.io/inject": "true",
    "sidecar.istio.io/rewriteAppHTTPProbers": "true",
    "sidecar.istio.io/proxyCPU": "50m",
    "sidecar.istio.io/proxyMemoryLimit": "1Gi",
    "sidecar.istio.io/interceptionMode": "TPROXY",
    "sidecar.istio.io/logLevel": "debug",
    "sidecar.istio.io/nativeSidecar": "false",
    "sidecar.istio.io/userVolume": '[{"name":"mine","emptyDir":{}}]',
    "sidecar.istio.io/userVolumeMount": '[{"name":"mine","mountPath":"/mine"}]',
    "status.sidecar.istio.io/port": "15099",
    "traffic.sidecar.istio.io/excludeInboundPorts": "9000",
    "proxy.istio.io/config": "holdApplicationUntilProxyStarts: true\nconcurrency: 3\n",
    "istio.io/rev": "old",
    "prometheus.istio.io/merge-metrics": "false",
    "prometheus.istio.io/scrape-targets": "9100, 9200:/other",
}
_METRICS = {"scrape": ["true", "true", "false"], "port": ["9102", "15020", "http"], "path": ["/metrics", "/own", ""]}
_SPELLINGS = ["prometheus.io/{}", "prometheus.io/{}", "prometheus.io.{}", "prometheus_io_{}", "prometheus-io-{}"]


def some(random: Random, of: dict[str, Any], most: int) -> dict[str, Any]:
    """A few entries, in any order."""
    return {key: of[key] for key in random.sample([*of], random.randint(0, min(most, len(of))))}


def empty(random: Random) -> Any:
    """What an empty map may be."""
    return random.choice([{}, None])


def handler(random: Random, *, hook: bool = False) -> dict[str, Any]:
    """An action of any kind."""
    port = random.choice([8080, "http", 9000, "grpc", "nope" if not hook else 8080])
    http: dict[str, Any] = {"path": random.choice(["/live", "/ready?a=<1>", "/"]), "port": port}
    http |= some(random, {"scheme": "HTTPS", "host": "web.local", "httpHeaders": [{"name": "X", "value": "1"}]}, 2)
    kinds: list[dict[str, Any]] = [
        {"httpGet": dict(random.sample([*http.items()], len(http)))},
        {"httpGet": http},
        {"tcpSocket": {"port": port}},
        {"exec": {"command": ["cat", "/x"]}},
    ]
    kinds.append({"sleep": {"seconds": 3}} if hook else {"grpc": {"port": 9000} | some(random, {"service": "s"}, 1)})
    return random.choice(kinds)


def probe(random: Random) -> dict[str, Any]:
    """A probe of any kind with timings around it."""
    timings = some(random, {"periodSeconds": 10, "timeoutSeconds": 3, "failureThreshold": 2}, 2)
    parts = [*handler(random).items(), *timings.items()]
    return dict(random.sample(parts, len(parts)))


def container(random: Random, name: str, **more: Any) -> dict[str, Any]:
    """A container with some of what matters to an injection."""
    parts: dict[str, Any] = {
        "ports": [{"name": "http", "containerPort": 8080}, {"name": "grpc", "containerPort": 9000}],
        "livenessProbe": probe(random),
        "readinessProbe": probe(random),
        "startupProbe": probe(random),
        "lifecycle": some(random, {"preStop": handler(random, hook=True), "postStart": handler(random, hook=True)}, 2),
        "env": [{"name": "A", "value": random.choice(["1", "yes", "l1\nl2\n"])}, {"name": "B"}],
        "args": ["--x", "on", "echo a\necho b\n"],
        "resources": random.choice([{}, {"limits": {"cpu": "2"}, "requests": {}}]),
        "securityContext": random.choice([{}, {"runAsUser": 1000}, {"capabilities": {"add": ["NET_ADMIN"]}}]),
        "volumeMounts": [{"name": "data", "mountPath": "/data"}],
    }
    chosen = {"image": f"example.com/{name}:1", **some(random, parts, 5), **more}
    if random.random() < 0.15:
        chosen = dict(random.sample([*chosen.items()], len(chosen)))
        return dict(random.sample([("name", name), *chosen.items()], len(chosen) + 1))
    return {"name": name, **chosen}


def proxy(random: Random, name: str = "istio-proxy") -> dict[str, Any]:
    """A container of the user's own that an injection takes over."""
    parts: dict[str, Any] = {
        "image": "auto",
        "args": ["proxy", "sidecar"],
        "env": [{"name": "MINE", "value": "1"}, {"name": "PILOT_CERT_PROVIDER", "value": "custom"}],
        "resources": {"requests": {"cpu": "77m"}},
        "securityContext": {"readOnlyRootFilesystem": False},
        "lifecycle": {"preStop": handler(random, hook=True)},
        "readinessProbe": {"httpGet": {"path": "/mine", "port": 15021}},
        "volumeMounts": [{"name": "istio-data", "mountPath": "/elsewhere"}],
        "terminationMessagePath": "/dev/null",
    }
    return {"name": name, **some(random, parts, 5), "image": random.choice(["auto", "auto", "example.com/proxy:1"])}


def annotations(random: Random) -> dict[str, Any]:
    """Annotations, often for metrics."""
    found = some(random, _ANNOTATIONS, 4)
    if random.random() < 0.4:
        spelling = random.choice(_SPELLINGS)
        for key in some(random, _METRICS, 3):
            if random.random() < 0.1:
                spelling = random.choice(_SPELLINGS)
            found[spelling.format(key)] = random.choice(_METRICS[key])
    return found


def metadata(random: Random) -> Any:
    """A pod's metadata, empty fields included."""
    found: dict[str, Any] = {}
    if random.random() < 0.7:
        found["labels"] = some(random, _LABELS, 4) or empty(random)
    if random.random() < 0.6:
        found["annotations"] = annotations(random) or empty(random)
    return dict(random.sample([*found.items()], len(found)))


def spec(random: Random) -> dict[str, Any]:
    """A pod's spec."""
    containers = [container(random, name) for name in random.sample(["app", "cache", "log"], random.randint(1, 2))]
    inits = [container(random, "prepare")] if random.random() < 0.25 else []
    if random.random() < 0.15:
        inits.append(container(random, "helper", restartPolicy="Always"))
    if random.random() < 0.2:
        containers.insert(random.randint(0, len(containers)), proxy(random))
    elif random.random() < 0.1:
        inits.insert(random.randint(0, len(inits)), {**proxy(random), "restartPolicy": "Always"})
    if random.random() < 0.05:
        inits.append(proxy(random, "istio-init"))
    found: dict[str, Any] = {"containers": containers}
    if inits or random.random() < 0.1:
        found["initContainers"] = inits or (None if random.random() < 0.5 else [])
    data = {"name": "data", "emptyDir": {}}
    extra = {"name": "istio-envoy", "emptyDir": {"sizeLimit": "1Gi"}}
    volumes: list[Any] = [[], None, [data], [data, extra]]
    found |= some(
        random,
        {
            "volumes": random.choice(volumes),
            "securityContext": random.choice([{}, None, {"fsGroup": 7}, {"sysctls": [{"name": "a.b", "value": "1"}]}]),
            "imagePullSecrets": [{"name": "regcred"}],
            "serviceAccountName": "web",
            "terminationGracePeriodSeconds": 30,
            "nodeSelector": {"disk": "ssd"},
            "hostNetwork": random.random() < 0.2,
        },
        4,
    )
    return dict(random.sample([*found.items()], len(found))) if random.random() < 0.4 else found


def pod(random: Random) -> dict[str, Any]:
    """A pod template."""
    found: dict[str, Any] = {"spec": spec(random)}
    if random.random() < 0.85:
        meta = metadata(random) or empty(random)
        found = {"metadata": meta, **found} if random.random() < 0.9 else {**found, "metadata": meta}
    return found


def workload(random: Random) -> dict[str, Any]:
    """A workload of any kind around a pod template."""
    template = pod(random)
    labels = (template.get("metadata") or {}).get("labels") or {"app": "web"}
    kind = random.choice(["Deployment"] * 4 + ["StatefulSet", "DaemonSet", "Job", "CronJob", "Pod", "Rollout"])
    head: dict[str, Any] = {"kind": kind, "metadata": {"name": "web"} | some(random, {"labels": dict(labels)}, 1)}
    if kind == "Pod":
        meta = {**(template.get("metadata") or {}), "name": "web"}
        return {"apiVersion": "v1", **head, "metadata": meta, "spec": template["spec"]}
    if kind in ("Job", "CronJob"):
        template["spec"]["restartPolicy"] = "Never"
        body: dict[str, Any] = {"template": template}
        if kind == "CronJob":
            job = {"spec": body} if random.random() < 0.7 else {"metadata": {"labels": {"a": "b"}}, "spec": body}
            body = {"schedule": "* * * * *", "jobTemplate": job}
        return {"apiVersion": "batch/v1", **head, "spec": body}
    group = "argoproj.io/v1alpha1" if kind == "Rollout" else "apps/v1"
    body = {"selector": {"matchLabels": dict(labels)}, "template": template}
    body = body if random.random() < 0.7 else {"template": template, "selector": body["selector"]}
    return {"apiVersion": group, **head, "spec": body}


def document(random: Random) -> Any:
    """A workload, seldom several in a List."""
    if random.random() < 0.93:
        return workload(random)
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "1"}}
    items = [workload(random), random.choice([config, workload(random)])]
    return {"apiVersion": "v1", "kind": "List", "items": random.sample(items, 2)}


def stream(random: Random) -> str:
    """The text of one document or more in random styles."""
    text = Writer(random).document(document(random))
    while random.random() < 0.15:
        ending = "\r\n" if "\r\n" in text else "\n"
        text += ("" if text.endswith("\n") else ending) + "---" + ending
        more = Writer(random).document(document(random)).removeprefix("\ufeff").replace("\r", "")
        text += more.removeprefix("%YAML 1.1\n").replace("\n", ending)
    return text
