"""Istio's labels and annotations that an injection does not read: for telling a known key from a misspelt one.

They belong to agents, gateways, waypoints, services, namespaces and configuration objects. Common labels go to every
object of an application, so each of them may turn up in a pod.
"""

PREFIXES = (
    "inject.istio.io",
    "prometheus.istio.io",
    "proxy.istio.io",
    "readiness.status.sidecar.istio.io",
    "sidecar.istio.io",
    "status.sidecar.istio.io",
    "traffic.sidecar.istio.io",
)
"""Prefixes that are for pods alone: all their keys are known, so that any other one is a mistake."""

ANNOTATIONS = frozenset(
    (
        *(
            "alpha.istio.io/canonical-serviceaccounts",
            "alpha.istio.io/identity",
            "alpha.istio.io/kubernetes-serviceaccounts",
        ),
        *(
            "ambient.istio.io/bypass-inbound-capture",
            "ambient.istio.io/connect-strategy",
            "ambient.istio.io/dns-capture",
        ),
        *("ambient.istio.io/redirection", "ambient.istio.io/waypoint-inbound-binding"),
        "galley.istio.io/analyze-suppress",
        *("gateway.istio.io/controller-version", "gateway.istio.io/name-override", "gateway.istio.io/service-account"),
        *("install.operator.istio.io/chart-owner", "install.operator.istio.io/owner-generation"),
        "install.operator.istio.io/version",
        *("internal.istio.io/parents", "internal.istio.io/route-semantics", "internal.istio.io/service-account-name"),
        *("istio.io/autoRegistrationGroup", "istio.io/connectedAt", "istio.io/disconnectedAt", "istio.io/dry-run"),
        *("istio.io/rev", "istio.io/workloadController"),
        *("networking.istio.io/address-type", "networking.istio.io/exportTo", "networking.istio.io/service-type"),
        "networking.istio.io/traffic-distribution",
        *("policy.istio.io/check", "policy.istio.io/checkBaseRetryWaitTime", "policy.istio.io/checkMaxRetryWaitTime"),
        *("policy.istio.io/checkRetries", "policy.istio.io/lang"),
        "security.istio.io/autoMTLS",
        *("sidecar.istio.io/controlPlaneAuthPolicy", "sidecar.istio.io/discoveryAddress"),
        *("sidecar.istio.io/extraStatTags", "sidecar.istio.io/statsCompression"),
        *("sidecar.istio.io/statsEvictionInterval", "sidecar.istio.io/statsFlushInterval"),
        *("sidecar.istio.io/statsHistogramBuckets", "sidecar.istio.io/statsInclusionPrefixes"),
        *("sidecar.istio.io/statsInclusionRegexps", "sidecar.istio.io/statsInclusionSuffixes"),
        "topology.istio.io/controlPlaneClusters",
        "traffic.istio.io/nodeSelector",
    )
)

LABELS = frozenset(
    (
        *("gateway.istio.io/managed", "gateway.istio.io/service-account"),
        *("install.operator.istio.io/owner-generation", "install.operator.istio.io/owner-kind"),
        *("install.operator.istio.io/owner-name", "install.operator.istio.io/owning-resource"),
        "install.operator.istio.io/owning-resource-namespace",
        *("istio.io/config", "istio.io/dataplane-mode", "istio.io/gateway-name", "istio.io/global"),
        *("istio.io/ingress-use-waypoint", "istio.io/tag", "istio.io/use-waypoint"),
        *("istio.io/use-waypoint-namespace", "istio.io/waypoint-for"),
        *("networking.istio.io/enableAutoServiceExport", "networking.istio.io/gatewayPort"),
        *("operator.istio.io/component", "operator.istio.io/managed", "operator.istio.io/version"),
        *("topology.istio.io/cluster", "topology.istio.io/subzone"),
    )
)
