"""Annotations that steer the traffic: what is refused, what is doubted, and what iptables get."""

from collections.abc import Callable

import pytest

from tests.reported.runs import WEB, Ran, deployment, inject

TRAFFIC = "traffic.sidecar.istio.io"


def argument(ran: Ran, flag: str) -> list[str]:
    args = ran.container("istio-init")["args"]
    return [args[index + 1] for index, each in enumerate(args) if each == flag]


class TestRefused:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            (f"{TRAFFIC}/excludeOutboundPorts", "10000:20000"),
            (f"{TRAFFIC}/excludeOutboundPorts", "*"),
            (f"{TRAFFIC}/excludeInboundPorts", "80,"),
            (f"{TRAFFIC}/excludeInboundPorts", "65536"),
            (f"{TRAFFIC}/includeInboundPorts", "*,80"),
            (f"{TRAFFIC}/includeInboundPorts", "-1"),
            (f"{TRAFFIC}/includeOutboundIPRanges", "10.0.0.1"),
            (f"{TRAFFIC}/includeOutboundIPRanges", "10.0.0.0/8, 172.16.0.0/12"),
            (f"{TRAFFIC}/excludeOutboundIPRanges", "*"),
            (f"{TRAFFIC}/excludeOutboundIPRanges", "10.0.0.0/33"),
            ("status.sidecar.istio.io/port", "http"),
            ("sidecar.istio.io/interceptionMode", "redirect"),
            ("prometheus.istio.io/merge-metrics", "yes"),
            ("readiness.status.sidecar.istio.io/periodSeconds", "-1"),
            ("sidecar.istio.io/proxyCPU", "a lot"),
        ],
    )
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_a_wrong_value_is_an_error_at_its_place(self, key: str, value: str, istio: str) -> None:
        ran = inject(deployment(annotations={key: f'"{value}"'}), istio=istio)
        assert (ran.code, ran.text) == (3, "")
        assert f"<stdin>:9:{11 + len(key)}: error[IST0125]: Deployment web: {key}: " in ran.said

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            (f"{TRAFFIC}/excludeOutboundPorts", " 80 , 443 "),
            (f"{TRAFFIC}/excludeOutboundPorts", ""),
            (f"{TRAFFIC}/excludeInboundPorts", "0,65535"),
            (f"{TRAFFIC}/includeInboundPorts", "*"),
            (f"{TRAFFIC}/includeOutboundIPRanges", "*"),
            (f"{TRAFFIC}/includeOutboundIPRanges", "10.1.2.3/8,fd00::/8"),
            (f"{TRAFFIC}/excludeInterfaces", "net1,eth0.1"),
        ],
    )
    def test_a_right_value_is_nothing_to_tell(self, key: str, value: str) -> None:
        assert inject(deployment(annotations={key: f'"{value}"'}), istio="1.31.0").codes == []

    def test_all_of_all_documents_are_told_at_once(self) -> None:
        bad = {f"{TRAFFIC}/excludeOutboundPorts": "a", f"{TRAFFIC}/excludeInboundPorts": "b"}
        ran = inject(deployment(annotations=bad) + "---\n" + deployment(annotations=bad, name="other"))
        assert (ran.code, ran.text) == (3, "")
        assert ran.codes == ["IST0125"] * 4
        assert [line.split(":")[1] for line in ran.said.splitlines() if line.startswith("<stdin>")] == [
            "9",
            "10",
            "22",
            "23",
        ]


class TestDoubted:
    @pytest.mark.parametrize("value", ["10000:20000", "a", "*"])
    def test_odd_outbound_ports_pass_with_a_warning(self, value: str) -> None:
        ran = inject(deployment(annotations={f"{TRAFFIC}/includeOutboundPorts": f'"{value}"'}))
        assert ran.codes == ["MI505"]
        assert argument(ran, "-q") == [value]
        assert "help: it takes port numbers separated by commas\n" in ran.said

    @pytest.mark.parametrize(("istio", "code"), [("1.29.2", "MI505"), ("1.30.3", "IST0125"), ("1.31.0", "IST0125")])
    def test_names_of_interfaces_are_checked_since_1_30(self, istio: str, code: str) -> None:
        ran = inject(deployment(annotations={f"{TRAFFIC}/excludeInterfaces": '"1net"'}), istio=istio)
        assert ran.codes == [code]

    def test_a_number_without_quotes_is_read_and_told(self) -> None:
        ran = inject(deployment(annotations={f"{TRAFFIC}/excludeOutboundPorts": "5432"}))
        assert argument(ran, "-o") == ["5432"]
        assert ran.codes == ["MI501"]
        assert ran.said.startswith(f"<stdin>:9:{11 + len(TRAFFIC) + 21}: warning[MI501]: ")
        assert f'help: quote it: {TRAFFIC}/excludeOutboundPorts: "5432"\n' in ran.said

    def test_a_right_one_is_not_doubted(self) -> None:
        assert inject(deployment(annotations={f"{TRAFFIC}/includeOutboundPorts": '"80,443"'})).codes == []


class TestArguments:
    @pytest.mark.parametrize(
        ("annotations", "excluded"),
        [
            ({}, "15090,15021,15020"),
            ({f"{TRAFFIC}/excludeInboundPorts": '"9090,80"'}, "15090,15021,9090,80,15020"),
            ({f"{TRAFFIC}/excludeInboundPorts": '"15020,80"'}, "15090,15021,15020,80"),
            ({"status.sidecar.istio.io/port": '"15999"'}, "15090,15021,15999"),
            ({"status.sidecar.istio.io/port": '"0"'}, "15090,15021"),
            ({f"{TRAFFIC}/excludeInboundPorts": '" 15020"'}, "15090,15021,15020,15020"),
        ],
    )
    def test_excluded_inbound_ports_end_with_the_status_port(self, annotations: dict[str, str], excluded: str) -> None:
        assert argument(inject(deployment(annotations=annotations)), "-d") == [excluded]

    def test_outbound_flags_only_where_something_sets_them(self, settings: Callable[[str], str]) -> None:
        plain = inject(deployment())
        assert (argument(plain, "-q"), argument(plain, "-o")) == ([], [])
        empty = inject(deployment(annotations={f"{TRAFFIC}/excludeOutboundPorts": '""'}))
        assert argument(empty, "-o") == [""]
        values = inject(deployment(), settings('global: {proxy: {excludeOutboundPorts: "53"}}'))
        assert argument(values, "-o") == ["53"]

    @pytest.mark.parametrize(
        ("istio", "interfaces"),
        [("1.26.5", ["net2"]), ("1.28.1", ["net2"]), ("1.31.0", ["net2"]), ("1.24.6", ["net1"])],
    )
    def test_the_newer_name_of_virtual_interfaces_wins(self, istio: str, interfaces: list[str]) -> None:
        annotations = {f"{TRAFFIC}/kubevirtInterfaces": "net1", "istio.io/reroute-virtual-interfaces": "net2"}
        assert argument(inject(deployment(annotations=annotations), istio=istio), "-k") == interfaces

    def test_excluded_interfaces(self) -> None:
        ran = inject(deployment(annotations={f"{TRAFFIC}/excludeInterfaces": "net1"}))
        assert argument(ran, "-c") == ["net1"]


class TestProxyConfig:
    @pytest.mark.parametrize(
        "value",
        [
            '\'{"terminationDrainDuration": "9s"}\'',
            "'terminationDrainDuration: 9s'",
            "|\n          # slowly\n          terminationDrainDuration: 9s",
        ],
    )
    def test_yaml_and_json_pass(self, value: str) -> None:
        ran = inject(deployment(annotations={"proxy.istio.io/config": value}))
        assert ran.env["PROXY_CONFIG"].strip() == '{"terminationDrainDuration":"9s"}'
        assert ran.codes == []

    def test_an_unknown_key_is_dropped_and_told(self) -> None:
        ran = inject(deployment(annotations={"proxy.istio.io/config": "'{drainDuratoin: 9s, tracing: {sampled: 1}}'"}))
        assert ran.env["PROXY_CONFIG"].strip() == '{"tracing":{}}'
        assert ran.codes == ["MI524", "MI524"]
        assert "proxy.istio.io/config: Istio 1.28.1 does not know drainDuratoin and drops it\n" in ran.said
        assert "help: did you mean drainDuration?\n" in ran.said
        assert "Istio 1.28.1 does not know tracing.sampled and drops it\n" in ran.said

    def test_the_result_is_in_the_order_of_the_type(self) -> None:
        config = "'{proxyMetadata: {B: b, A: a}, concurrency: 3, drainDuration: 7s, statusPort: 15999}'"
        ran = inject(deployment(annotations={"proxy.istio.io/config": config}))
        assert ran.env["PROXY_CONFIG"].strip() == (
            '{"drainDuration":"7s","concurrency":3,"proxyMetadata":{"A":"a","B":"b"},"statusPort":15999}'
        )
        assert (ran.env["A"], ran.env["B"]) == ("a", "b")

    def test_nothing_but_defaults_is_an_empty_object(self) -> None:
        assert inject(deployment(annotations={"proxy.istio.io/config": "'{}'"})).env["PROXY_CONFIG"].strip() == "{}"

    @pytest.mark.parametrize(
        "value", ["'['", "'concurrency: many'", "'drainDuration: soon'", "'- a'", "'statusPort: 0'", '"a: b: c"']
    )
    def test_what_is_no_proxy_config_is_refused_by_name(self, value: str) -> None:
        ran = inject(deployment(annotations={"proxy.istio.io/config": value}))
        assert (ran.code, ran.text) == (3, "")
        assert "error[MI202]: Deployment web: proxy.istio.io/config: " in ran.said
        assert ran.said.startswith("<stdin>:9:")

    @pytest.mark.parametrize("value", ["'['", "'concurrency: many'"])
    def test_even_in_a_pod_that_opts_out(self, value: str) -> None:
        annotations = {"proxy.istio.io/config": value, "sidecar.istio.io/inject": '"false"'}
        assert inject(deployment(annotations=annotations)).code == 3

    def test_the_interception_mode_is_one_of_its_fields(self) -> None:
        ran = inject(deployment(WEB, annotations={"proxy.istio.io/config": "'interceptionMode: TPROXY'"}))
        assert argument(ran, "-m") == ["TPROXY"]
