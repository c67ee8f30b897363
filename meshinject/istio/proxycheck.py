"""What Istio refuses in a proxy configuration or mesh config beyond wrong types.

The same rules hold for a pod's `proxy.istio.io/config` (merged onto the binary's defaults) and for the mesh's
`defaultConfig`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from packaging.version import Version

from meshinject import versions
from meshinject.istio.duration import MILLISECOND, SECOND
from meshinject.istio.grammar import is_ip
from meshinject.istio.proto import Message, Problem

_HOUR = 3600 * SECOND
_MAX_PORT = 65535
_MAX_DOMAIN, _MAX_LABEL = 255, 63
_HOST_IP = "$(HOST_IP)"


def problems(config: Message, version: Version) -> list[Problem]:
    """Everything that Istio `version` refuses in a ProxyConfig that is complete (the defaults are merged in)."""
    return [
        *_paths(config),
        *_drain_duration(config, version),
        *_discovery_address(config),
        *_tracing(config.get("tracing") or {}),
        *_addresses(config),
        *(
            Problem(name, f"{config.get(name, 0)} is not a port from 1 to {_MAX_PORT}")
            for name in ("proxyAdminPort", "statusPort")
            if not 1 <= (config.get(name) or 0) <= _MAX_PORT
        ),
        *_policy(config),
        *_private_key_provider(config),
    ]


def mesh_problems(mesh: Message, version: Version) -> list[Problem]:
    """Everything that Istio `version` refuses in a MeshConfig, its defaultConfig included."""
    found = [
        Problem(f"defaultConfig.{problem.field}", problem.reason)
        for problem in problems(mesh.get("defaultConfig") or {}, version)
    ]
    if not 1 <= (mesh.get("proxyListenPort") or 0) <= _MAX_PORT:
        found.append(Problem("proxyListenPort", f"{mesh.get('proxyListenPort')} is not a port from 1 to {_MAX_PORT}"))
    timeout = mesh.get("connectTimeout")
    if timeout is not None and not MILLISECOND <= timeout <= _HOUR:
        found.append(Problem("connectTimeout", "must be from 1ms to 1h"))
    if (mesh.get("protocolDetectionTimeout") or 0) % MILLISECOND:
        found.append(Problem("protocolDetectionTimeout", "must be whole milliseconds"))
    aliases = mesh.get("trustDomainAliases") or []
    for name, domain in (
        ("trustDomain", mesh.get("trustDomain", "")),
        *(("trustDomainAliases", alias) for alias in aliases),
    ):
        if not _is_domain(domain):
            found.append(Problem(name, f'"{domain}" is not a domain name'))
    return found


def _paths(config: Message) -> Iterator[Problem]:
    for name in ("configPath", "binaryPath"):
        if not config.get(name):
            yield Problem(name, "must be set")
    if not config.get("serviceCluster") and "tracingServiceName" not in config:
        yield Problem("serviceCluster", "must be set, or tracingServiceName")


def _drain_duration(config: Message, version: Version) -> Iterator[Problem]:
    drain = config.get("drainDuration") or 0
    if drain < MILLISECOND:
        yield Problem("drainDuration", "must be at least 1ms")
    elif drain % SECOND:
        yield Problem("drainDuration", "must be whole seconds")
    elif drain > _HOUR and not versions.since(version, "1.22"):
        yield Problem("drainDuration", "must be at most 1h")


def _discovery_address(config: Message) -> Iterator[Problem]:
    if reason := _address(config.get("discoveryAddress") or ""):
        yield Problem("discoveryAddress", reason)


def _tracing(tracing: Message) -> Iterator[Problem]:
    for name in ("zipkin", "datadog", "lightstep"):
        if (tracer := tracing.get(name)) is None:
            continue
        address = tracer.get("address", "")
        if name != "lightstep" and address.count(_HOST_IP) == 1:
            address = address.replace(_HOST_IP, "127.0.0.1")
        if reason := _address(address):
            yield Problem(f"tracing.{name}.address", reason)
        if name == "lightstep" and not tracer.get("accessToken"):
            yield Problem("tracing.lightstep.accessToken", "must be set")
    yield from _tls(tracing.get("tlsSettings"), "tracing.tlsSettings")
    for tag, value in (tracing.get("customTags") or {}).items():
        if value is None:
            yield Problem(f"tracing.customTags.{tag}", "must not be null")


def _addresses(config: Message) -> Iterator[Problem]:
    services = {name: config.get(name) or {} for name in ("envoyMetricsService", "envoyAccessLogService")}
    addresses = {name: config.get(name) for name in ("statsdUdpAddress", "envoyMetricsServiceAddress")}
    addresses |= {f"{name}.address": service.get("address") for name, service in services.items()}
    for name, address in addresses.items():
        if address and (reason := _address(address)):
            yield Problem(name, reason)
    for name, service in services.items():
        yield from _tls(service.get("tlsSettings"), f"{name}.tlsSettings")


def _policy(config: Message) -> Iterator[Problem]:
    policy = config.get("controlPlaneAuthPolicy", "NONE")
    if policy not in ("NONE", "MUTUAL_TLS"):
        yield Problem("controlPlaneAuthPolicy", f"{policy} is neither NONE nor MUTUAL_TLS")


def _private_key_provider(config: Message) -> Iterator[Problem]:
    provider: Mapping[str, Any] | None = config.get("privateKeyProvider")
    if provider is None:
        return
    if not provider:
        yield Problem("privateKeyProvider", "a provider must be set: cryptomb or qat")
    for name, settings in provider.items():
        if not (settings or {}).get("pollDelay"):
            yield Problem(f"privateKeyProvider.{name}.pollDelay", "must be set and not zero")


def _tls(settings: Message | None, path: str) -> Iterator[Problem]:
    if not settings or settings.get("mode", "DISABLE") not in ("SIMPLE", "MUTUAL"):
        return
    files = [name for name in ("clientCertificate", "privateKey", "caCertificates", "caCrl") if settings.get(name)]
    if settings.get("credentialName"):
        if files:
            yield Problem(f"{path}.{files[0]}", "must not be set together with credentialName")
    elif settings["mode"] == "MUTUAL":
        for name in ("clientCertificate", "privateKey"):
            if name not in files:
                yield Problem(f"{path}.{name}", "must be set for mode MUTUAL")


def _address(address: str) -> str | None:
    """What is wrong with `host:port`; the host is a domain name or an IP address, IPv6 in brackets."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return f'"{address}" is not of the form host:port'
    if not (port.isascii() and port.isdigit() and 1 <= int(port) <= _MAX_PORT):
        return f'"{address}" has no port from 1 to {_MAX_PORT}'
    if host.startswith("[") and host.endswith("]"):
        return None if is_ip(host[1:-1]) else f'"{host}" is not an IP address'
    if ":" in host or not (_is_domain(host) or is_ip(host)):
        return f'"{host}" is neither a host name nor an IP address'
    return None


def _is_domain(name: str) -> bool:
    """Labels of letters, digits and dashes; the last may be empty (a closing dot), and is no number."""
    labels = name.removesuffix(".").split(".")
    return 0 < len(name) <= _MAX_DOMAIN and all(map(_is_label, labels)) and not labels[-1].isdigit()


def _is_label(text: str) -> bool:
    letters = text.replace("-", "")
    return len(text) <= _MAX_LABEL and letters.isascii() and letters.isalnum() and text.strip("-") == text
