"""Metrics: the agent is scraped and scrapes the application."""

import json

import pytest

from tests.reported.runs import deployment, inject, uninject

PORT = {"prometheus.io/port": '"9090"', "prometheus.io/path": "/mine", "prometheus.io/scrape": '"true"'}


class TestMerge:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_the_annotations_point_at_the_agent_which_knows_the_real_ones(self, istio: str) -> None:
        ran = inject(deployment(annotations=PORT), istio=istio)
        assert ran.annotations["prometheus.io/port"] == "15020"
        assert ran.annotations["prometheus.io/path"] == "/stats/prometheus"
        assert ran.annotations["prometheus.io/scrape"] == "true"
        assert json.loads(ran.env["ISTIO_PROMETHEUS_ANNOTATIONS"]) == {
            "scrape": "true",
            "path": "/mine",
            "port": "9090",
        }

    def test_a_pod_without_them_is_scraped_at_the_agent(self) -> None:
        ran = inject(deployment())
        assert ran.annotations["prometheus.io/port"] == "15020"
        assert "ISTIO_PROMETHEUS_ANNOTATIONS" not in ran.env

    @pytest.mark.parametrize("value", ["false", "False", "0", "f"])
    def test_a_pod_that_is_not_scraped_stays_so(self, value: str) -> None:
        ran = inject(deployment(annotations=PORT | {"prometheus.io/scrape": f'"{value}"'}))
        assert ran.annotations["prometheus.io/port"] == "9090"
        assert ran.annotations["prometheus.io/scrape"] == value
        assert "ISTIO_PROMETHEUS_ANNOTATIONS" not in ran.env

    def test_it_can_be_turned_off(self) -> None:
        ran = inject(deployment(annotations=PORT | {"prometheus.istio.io/merge-metrics": '"false"'}))
        assert ran.annotations["prometheus.io/port"] == "9090"

    def test_a_status_port_of_its_own(self) -> None:
        config = {"proxy.istio.io/config": "'statusPort: 15999'"}
        assert inject(deployment(annotations=PORT | config)).annotations["prometheus.io/port"] == "15999"


class TestLoop:
    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_a_second_run_does_not_scrape_the_agent_from_the_agent(self, istio: str) -> None:
        first = inject(deployment(annotations=PORT), istio=istio)
        second = inject(first.text, istio=istio)
        assert second.text == first.text
        assert json.loads(second.env["ISTIO_PROMETHEUS_ANNOTATIONS"])["port"] == "9090"

    @pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", "1.31.0"])
    def test_annotations_of_the_user_come_back(self, istio: str) -> None:
        text = deployment(annotations=PORT)
        assert uninject(inject(text, istio=istio).text).text == text


class TestPorts:
    @pytest.mark.parametrize(("istio", "code"), [("1.30.3", 0), ("1.31.0", 3)])
    @pytest.mark.parametrize("port", ["http", "0", "70000"])
    def test_a_port_that_is_none_is_refused_since_1_31(self, istio: str, code: int, port: str) -> None:
        assert inject(deployment(annotations=PORT | {"prometheus.io/port": f'"{port}"'}), istio=istio).code == code

    def test_a_number_without_quotes_is_read_and_told(self) -> None:
        ran = inject(deployment(annotations=PORT | {"prometheus.io/port": "9090"}))
        assert json.loads(ran.env["ISTIO_PROMETHEUS_ANNOTATIONS"])["port"] == "9090"
        assert ran.codes == ["MI501"]
