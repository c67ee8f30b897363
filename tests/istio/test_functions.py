"""Istio's template functions, called from templates."""

from typing import Any

import pytest
from packaging.version import Version

from meshinject.gotemplate import template
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.values import StringMap, Struct, StructType
from meshinject.istio import functions, protoview
from meshinject.istio.podview import View

DATA = {
    "map": StringMap({"b": "2", "a": "<1>"}),
    "nil": StringMap(nil=True),
    "none": None,
    "number": 15020.0,
    "fraction": 1.5,
    "nested": {"a": None, "b": {"c": None}, "d": {}, "e": [None, 1.0]},
    "meta": View("ObjectMeta", {"annotations": {"set": "x", "empty": ""}}),
    "spec": View(
        "PodSpec",
        {
            "containers": [
                {"name": "app", "ports": [{"containerPort": 80, "hostPort": 1, "name": "h"}, {"containerPort": 53}]},
                {"name": "dns", "ports": [{"containerPort": 5353, "protocol": "UDP"}]},
                {"name": "istio-proxy", "ports": [{"containerPort": 15090, "protocol": "TCP"}]},
            ]
        },
    ),
}


def run(text: str, version: str = "1.31.0", **more: Any) -> str:
    token = functions.environment.set({"SET": "yes", "BLANK": ""})
    try:
        return template.compile("inject", text, functions.table(Version(version))).execute({**DATA, **more})
    finally:
        functions.environment.reset(token)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{{ annotation .meta "set" "d" }}|{{ annotation .meta "empty" "d" }}|{{ annotation .meta "no" "d" }}', "x||d"),
        ('{{ annotation .meta "no" .number }}|{{ annotation .meta "no" .missing }}', "15020|<nil>"),
        ('{{ isset .map "a" }}{{ isset .map "z" }}{{ isset .nil "a" }}', "truefalsefalse"),
        (
            '{{ valueOrDefault "" 1 }}{{ valueOrDefault .none 2 }}{{ valueOrDefault 0 3 }}{{ valueOrDefault false 4 }}',
            "120false",
        ),
        ('{{ excludeInboundPort 15020 "" }}', "15020"),
        ('{{ excludeInboundPort "15020" "1, 2,, 3" }}', "1,2,3,15020"),
        ('{{ excludeInboundPort "15020" "1,15020" }}', "1,15020"),
        ('{{ excludeInboundPort "15020" "1, 15020" }}', "1,15020,15020"),
        ('{{ excludeInboundPort "0" "1, 2" }}|{{ excludeInboundPort "" "3" }}', "1, 2|3"),
        ("{{ includeInboundPorts .spec.Containers }}|{{ applicationPorts .spec.Containers }}", "80,53,15090|80,53"),
        ("{{ kubevirtInterfaces `a` }}{{ excludeInterfaces `b` }}", "ab"),
        ("{{ toJSON .map }}{{ toJSON .nil }}", '{"a":"\\u003c1\\u003e","b":"2"}{}'),
        ('{{ toJsonMap (strdict "a" "1") (strdict "a" "2" "b") }}{{ toJsonMap }}', '{"a":"2","b":""}null'),
        ('{{ mergeMaps (strdict "a" "1") (strdict "a" "2") }}', "map[a:2]"),
        ('{{ omit .map "a" }}', "map[b:2]"),
        ('{{ (fromJSON `{"a": [1, "x"]}`).a }}|{{ fromJSON `{` }}|{{ fromJSON `NaN` }}', "[1 x]|{}|{}"),
        (
            "{{ range .spec.Containers }}{{ range .Ports }}{{ structToJSON . }}{{ end }}{{ end }}",
            (
                '{"name":"h","hostPort":1,"containerPort":80}{"containerPort":53}'
                '{"containerPort":5353,"protocol":"UDP"}{"containerPort":15090,"protocol":"TCP"}'
            ),
        ),
        ("{{ structToJSON .missing }}{{ structToJSON .spec.SecurityContext }}", "{}null"),
        ("{{ structToJSON .spec.Volumes }}", "null"),
        ("{{ protoToJSON .missing }}", "{}"),
        ("{{ toYaml .map }}", 'a: <1>\nb: "2"\n'),
        ("{{ toYaml .none }}{{ toYaml (list) }}", "null\n[]\n"),
        (
            "{{ (index .spec.Containers 0).Ports | toYaml }}",
            "- containerPort: 80\n  hostPort: 1\n  name: h\n- containerPort: 53\n",
        ),
        ('{{ indent 2 "a\\nb\\n" }}|', "a\n  b\n  |"),
        ('{{ directory "/a/b/c" }}|{{ directory "c" }}', "/a/b/|"),
        ('{{ contains "b" "abc" }}{{ contains "abc" "b" }}{{ toLower "AbC" }}', "truefalseabc"),
        ('{{ env "SET" "d" }} {{ env "BLANK" "d" }} {{ env "NO" "d" }} {{ env "HOME" "d" }}', "yes d d d"),
        ("{{ toJson (omitNil .nested) }}{{ omitNil .none }}", '{"d":{},"e":[1]}<no value>'),
        ('{{ "x" | quote }}{{ hasPrefix "a" "ab" }}', '"x"true'),
    ],
)
def test_a_function_gives(text: str, expected: str) -> None:
    assert run(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{{ isset (dict "a" "b") "a" }}', id="a map of another type"),
        pytest.param('{{ annotation . "a" "b" }}', id="metadata that are none"),
        pytest.param("{{ range fromJSON `{` }}{{ end }}", id="broken JSON to range over"),
        pytest.param('{{ env "ONE" }}', id="too few arguments"),
    ],
)
def test_a_wrong_argument_fails_the_template(text: str) -> None:
    with pytest.raises(TemplateError):
        run(text)


@pytest.mark.parametrize(
    ("call", "first", "before"),
    [
        ("mergeMaps", "1.21.0", "1.20.8"),
        ("omitNil .none", "1.28.6", "1.28.5"),
        ("omitNil .none", "1.29.1", "1.29.0"),
        ("omitNil .none", "1.30.0", "1.27.9"),
        ("otelResourceAttributes .mesh .nil .nil `` .spec.Containers", "1.30.0", "1.29.6"),
    ],
)
def test_an_older_release_does_not_know_a_function(call: str, first: str, before: str) -> None:
    mesh = protoview.view({}, "MeshConfig", Version(first))
    run(f"{{{{ {call} }}}}", first, mesh=mesh)
    with pytest.raises(TemplateError, match="function"):
        run(f"{{{{ {call} }}}}", before, mesh=mesh)


@pytest.mark.parametrize(
    ("existing", "old", "new"),
    [
        pytest.param("", "default/istio-cni", "default/istio-cni", id="none"),
        pytest.param("a, b", "a, b, default/istio-cni", "a, b, default/istio-cni", id="a list"),
        pytest.param("default/istio-cni,b", "default/istio-cni,b", "default/istio-cni,b", id="there already"),
        pytest.param(
            '[{"name":"a"}]',
            '[{"name":"a"}, {"name": "default/istio-cni"}]',
            '[{"name":"a"}, {"name": "istio-cni", "namespace": "default"}]',
            id="JSON",
        ),
        pytest.param(
            '[{"name":"istio-cni","namespace":"default"}]',
            '[{"name":"istio-cni","namespace":"default"}, {"name": "default/istio-cni"}]',
            '[{"name":"istio-cni","namespace":"default"}]',
            id="JSON, there already",
        ),
        pytest.param(
            "[]",
            '[{"name": "default/istio-cni"}]',
            '[{"name": "istio-cni", "namespace": "default"}]',
            id="an empty JSON list",
        ),
        pytest.param("[1]", "[1]", "[1]", id="a list of something else"),
        pytest.param("[{]", "[{]", "[{]", id="broken JSON"),
    ],
)
def test_a_network_is_added_once(existing: str, old: str, new: str) -> None:
    call = "{{ appendMultusNetwork .existing `default/istio-cni` }}"
    assert run(call, "1.22.8", existing=existing) == old
    for version in ("1.23.6", "1.24.4", "1.25.1", "1.31.0"):
        assert run(call, version, existing=existing) == new


OTEL = {
    "extensionProviders": [
        {"name": "o", "opentelemetry": {"serviceAttributeEnrichment": "OTEL_SEMANTIC_CONVENTIONS"}},
    ]
}


@pytest.mark.parametrize(
    ("mesh", "annotations", "labels", "containers", "expected"),
    [
        pytest.param({}, {}, {}, ["a:1"], "", id="no provider asks for it"),
        pytest.param(
            OTEL,
            {},
            {},
            ["r/a:1"],
            "service.namespace=ns,service.version=1,service.instance.id=ns.$(POD_NAME).c0",
            id="from namespace, image and container",
        ),
        pytest.param(
            OTEL,
            {},
            {"app.kubernetes.io/version": "v2"},
            ["a:1", "b:1"],
            "service.namespace=ns,service.version=v2,service.instance.id=ns.$(POD_NAME).c0",
            id="the version from a label",
        ),
        pytest.param(
            OTEL,
            {f"resource.opentelemetry.io/service.{name}": name for name in ("namespace", "version", "instance.id")},
            {"app.kubernetes.io/version": "v2"},
            ["a:1"],
            "service.namespace=namespace,service.version=version,service.instance.id=instance.id",
            id="annotations beat all",
        ),
        pytest.param(OTEL, {}, {}, [], "service.namespace=ns", id="no container"),
        pytest.param(
            OTEL,
            {},
            {},
            ["r:5000/a@sha256:ab"],
            "service.namespace=ns,service.version=sha256:ab,service.instance.id=ns.$(POD_NAME).c0",
            id="a digest, no tag",
        ),
        pytest.param(
            OTEL,
            {},
            {},
            ["r:5000/a:1@sha256:ab"],
            "service.namespace=ns,service.version=1@sha256:ab,service.instance.id=ns.$(POD_NAME).c0",
            id="a tag and a digest",
        ),
        pytest.param(
            OTEL, {}, {}, ["r:5000/a"], "service.namespace=ns,service.instance.id=ns.$(POD_NAME).c0", id="neither"
        ),
    ],
)
def test_opentelemetry_attributes(
    mesh: dict[str, Any], annotations: dict[str, str], labels: dict[str, str], containers: list[str], expected: str
) -> None:
    spec = View("PodSpec", {"containers": [{"name": f"c{i}", "image": image} for i, image in enumerate(containers)]})
    found = run(
        "{{ otelResourceAttributes .mesh .annotations .labels `ns` .pod.Containers }}",
        mesh=protoview.view(mesh, "MeshConfig", Version("1.31.0")),
        annotations=StringMap(annotations),
        labels=StringMap(labels),
        pod=spec,
    )
    assert found == expected


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        pytest.param("1.25.0", '{"serviceCluster":"x","drainDuration":"45s"}', id="proto names since 1.25"),
        pytest.param(
            "1.24.6",
            '{"ClusterName":{"ServiceCluster":"x"},"drain_duration":{"seconds":45}}',
            id="the fields of Go before",
        ),
    ],
)
def test_a_message_encodes_by_release(version: str, expected: str) -> None:
    view = protoview.view({"serviceCluster": "x", "drainDuration": 45 * 10**9}, "ProxyConfig", Version(version))
    assert run("{{ toJson .config }}", version, config=view) == expected


def test_a_duration_prints_as_go_does() -> None:
    view = protoview.view({"drainDuration": 90 * 10**9}, "ProxyConfig", Version("1.28.1"))
    text = "{{ formatDuration .config.DrainDuration }} {{ formatDuration .config.TerminationDrainDuration }}"
    assert run(text, config=view) == "1m30s 0s"


def test_a_struct_without_annotations_is_no_metadata() -> None:
    other = Struct(StructType("v1.TypeMeta"))
    with pytest.raises(TemplateError):
        run('{{ annotation .other "a" "b" }}', other=other)
