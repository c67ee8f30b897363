"""What meshinject has to say, as data: a code with its severity, a sentence, what to do, and the place.

Renderers (one file a format in this package) are pure functions of findings. Istio's own message codes are used where
Istio has one (IST0125 for a refused annotation); everything else is `MI` and three digits:

    MI0xx  files and usage          MI3xx  workloads that are left alone
    MI1xx  YAML and manifests       MI4xx  versions and settings
    MI2xx  what Istio refuses       MI5xx  what is injected but looks wrong
"""

from enum import Enum

from meshinject.frozen import Frozen


class Severity(Enum):
    """How bad a finding is; only errors keep the output back, and only --verbose shows INFO."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    INFO = "info"


class Code(Enum):
    """Every finding there is: its code, its severity, and what it means in general."""

    UNREADABLE = "MI001", Severity.ERROR, "A file cannot be read or written."
    USAGE = "MI002", Severity.ERROR, "The command line asks for something impossible."
    SETTINGS = "MI004", Severity.ERROR, "A settings file is wrong."
    NO_FILES = "MI003", Severity.WARNING, "A folder holds nothing to read."
    NO_WORKLOADS = "MI005", Severity.NOTE, "The input holds no workload to explain."
    YAML_SYNTAX = "MI101", Severity.ERROR, "The document does not parse as YAML."
    TAB_INDENT = "MI102", Severity.ERROR, "A tab is used as indentation, which YAML forbids."
    DUPLICATE_KEY = "MI103", Severity.ERROR, "A key of a workload is given twice; Kubernetes silently keeps the last."
    ENCODING = "MI104", Severity.ERROR, "The file is not UTF-8."
    HELM_TEMPLATE = "MI105", Severity.ERROR, "The file is a Helm template, not a manifest."
    WRONG_TYPE = "MI106", Severity.ERROR, "A field of a workload has a type that Kubernetes refuses."
    NO_POD_TEMPLATE = "MI107", Severity.ERROR, "A workload has no pod template."
    DIRECTIVE = "MI108", Severity.WARNING, "The document has a YAML directive, which kubectl refuses."
    BAD_ANNOTATION = "IST0125", Severity.ERROR, "Istio refuses the value of an annotation."
    BAD_PROXY_CONFIG = "MI202", Severity.ERROR, "The annotation proxy.istio.io/config is no ProxyConfig."
    UNKNOWN_TEMPLATE = "MI203", Severity.ERROR, "inject.istio.io/templates names a template that does not exist."
    TEMPLATE_FAILED = "MI204", Severity.ERROR, "An injection template fails."
    INVALID_POD = "MI205", Severity.ERROR, "The API server would refuse the injected pod."
    NATIVE_UNSUPPORTED = "MI206", Severity.ERROR, "A native sidecar is asked for where Kubernetes is too old."
    BAD_IMAGE = "MI207", Severity.ERROR, "An image reference cannot exist."
    REFUSED = "MI208", Severity.ERROR, "--validate: the API server would refuse the injected workload."
    INJECTED = "MI300", Severity.INFO, "The pod is injected."
    HOST_NETWORK = "MI301", Severity.NOTE, "A pod on the host's network is never injected."
    OPTED_OUT = "MI302", Severity.NOTE, "The pod opts out of injection."
    IGNORED_NAMESPACE = "MI303", Severity.NOTE, "Istio never injects this namespace."
    NO_CONTAINERS = "MI304", Severity.NOTE, "The pod template has no containers."
    POLICY = "MI305", Severity.NOTE, "The injection policy or a selector leaves the pod out."
    NAMESPACE_SILENT = "IST0102", Severity.NOTE, "The namespace does not ask for injection, so its pods are left alone."
    PATCH = "MI306", Severity.NOTE, "The document is a patch, not a workload."
    CHART_TEMPLATE = "MI309", Severity.NOTE, "The file belongs to a Helm chart and is no manifest."
    WOULD_CHANGE = "MI310", Severity.WARNING, "--check: the workload is not as an injection makes it."
    TAKEN_OUT = "MI311", Severity.INFO, "uninject: the injection is taken out of the pod."
    NOT_INJECTED = "MI312", Severity.INFO, "uninject: the pod carries no injection."
    UNINJECTED = "MI307", Severity.WARNING, "A workload that is left alone carries an injection, which is taken out."
    NOT_A_WORKLOAD = "MI308", Severity.INFO, "The kind is not one that meshinject knows."
    VERSION_ASSUMED = "MI401", Severity.NOTE, "No version was declared, or only in part."
    VERSION_UNPINNED = "MI409", Severity.WARNING, "What is written or checked would change with the next meshinject."
    VERSION_UNKNOWN = "MI402", Severity.WARNING, "The version is newer than the embedded templates."
    VERSION_PAIR = "MI403", Severity.WARNING, "This Istio release does not support this Kubernetes version."
    NATIVE_DISAGREES = "MI404", Severity.NOTE, "meshinject and an istiod on its own choose different kinds of sidecar."
    VERSION_MISMATCH = "MI405", Severity.WARNING, "The settings are those of another Istio version."
    REVISION_MISMATCH = "MI406", Severity.WARNING, "The settings are those of another revision."
    UNKNOWN_KEY = "MI407", Severity.WARNING, "A key of a settings file is unknown and resembles a known one."
    SCHEMA_VERSION = "MI410", Severity.NOTE, "--validate: there are no schemas of the declared Kubernetes version."
    VERSION_READ = "MI408", Severity.INFO, "The Istio version was read from the settings."
    UNQUOTED = "MI501", Severity.WARNING, "A label or annotation is not a string; the API server refuses it."
    INJECT_VALUE = "MI502", Severity.WARNING, "sidecar.istio.io/inject has a value other than true and false."
    NATIVE_VALUE = "MI503", Severity.WARNING, "The annotation for native sidecars is misspelt or has an odd value."
    PROBES_LEFT = "MI504", Severity.WARNING, "Probes are not rewritten."
    MISPLACED = "IST0107", Severity.WARNING, "An Istio label or annotation is where Istio does not read it."
    ODD_ANNOTATION = "MI505", Severity.WARNING, "An annotation does not fit its grammar, but Istio does not refuse it."
    UNKNOWN_PORT = "MI506", Severity.WARNING, "A probe names a port that its container lacks."
    USER_VOLUME = "MI507", Severity.WARNING, "sidecar.istio.io/userVolume or userVolumeMount has no effect."
    RESOURCES_LOST = "MI508", Severity.WARNING, "A resource annotation drops the other resources of istio-proxy."
    NAME_CUT = "MI509", Severity.WARNING, "The canonical name is cut to the length of a label."
    HANDLER_REPLACED = "MI510", Severity.WARNING, "A user's probe or hook replaces the injected one."
    JOB_NEVER_ENDS = "MI511", Severity.WARNING, "A job with a legacy sidecar never completes."
    DNS_POLICY = "MI512", Severity.WARNING, "With this dnsPolicy istio-proxy may not find the control plane."
    EARLY_INIT = "MI513", Severity.WARNING, "Init containers run before the proxy that the pod waits for."
    AMBIENT = "MI514", Severity.WARNING, "A pod for the ambient mesh gets a sidecar."
    OTHER_REVISION = "MI515", Severity.WARNING, "A pod asks for another revision than it is injected for."
    POD_SECURITY = "MI516", Severity.WARNING, "The namespace's pod security standard refuses the injected pod."
    KEY_NOT_READ = "MI517", Severity.WARNING, "This Istio release does not read a label or annotation."
    PORT_CLASH = "MI518", Severity.WARNING, "A container listens on a port of istio-proxy."
    VOLUME_CLASH = "MI519", Severity.NOTE, "A volume of the pod takes the place of one of Istio's."
    SERVER_FIELDS = "MI520", Severity.WARNING, "The manifest holds fields that only the API server writes."
    SECOND_MESH = "MI521", Severity.WARNING, "The pod belongs to another service mesh as well."
    PROXY_NEVER_ENDS = "MI522", Severity.WARNING, "istio-proxy is an init container that the pod waits for."
    INIT_NETWORK = "MI523", Severity.NOTE, "Init containers run after the traffic is redirected and before the proxy."
    UNKNOWN_FIELD = "MI524", Severity.WARNING, "proxy.istio.io/config has a field that Istio does not know."
    DUPLICATE_ELSEWHERE = "MI525", Severity.WARNING, "A key of another object is given twice."
    MISSPELT_KIND = "MI526", Severity.WARNING, "The kind of an object does not exist in its API group, but one like it."
    NO_PROXY = "IST0103", Severity.WARNING, "A pod is left alone although its namespace asks for injection."
    TWO_LABELS = "IST0123", Severity.WARNING, "A namespace has both labels for injection; istio-injection wins."
    NAMESPACE_VALUE = "MI530", Severity.WARNING, "A namespace's label for injection has a value that turns it off."
    NAMESPACE_UNKNOWN = "MI531", Severity.NOTE, "The policy goes by the labels of namespaces that no input holds."
    NAMESPACE_TWICE = "MI532", Severity.WARNING, "Documents of one namespace have different labels for injection."
    UNKNOWN_ANNOTATION = "IST0108", Severity.WARNING, "A label or annotation looks like Istio's, but no Istio reads it."
    DEPRECATED = "IST0135", Severity.NOTE, "An annotation is deprecated."
    ALPHA = "IST0136", Severity.INFO, "An annotation is alpha: a later Istio may change it."
    OTHER_IMAGE = "IST0105", Severity.NOTE, "A container of the pod replaces the image of one of Istio's."
    PROXY_UID = "IST0144", Severity.WARNING, "A container runs as the user of istio-proxy and so goes past it."
    IMAGE_AUTO = "IST0146", Severity.WARNING, "A container keeps the image auto, which only an injection replaces."
    INTERNAL = "MI999", Severity.ERROR, "meshinject is wrong; nothing was written."

    def __init__(self, code: str, severity: Severity, meaning: str) -> None:
        self.code = code
        self.severity = severity
        self.meaning = meaning


BUG = "this is a bug in meshinject; please report it with the input that caused it"


class Place(Frozen):
    """The path as the user named it, line and column from 1; line 0 is the whole file, an empty path the whole run."""

    path: str = ""
    line: int = 0
    column: int = 0


class Finding(Frozen):
    """One thing to tell: what is wrong, what to do about it, where, and about which workload."""

    code: Code
    text: str
    help: str = ""
    place: Place = Place()
    workload: str = ""

    @property
    def severity(self) -> Severity:
        """The severity of the code."""
        return self.code.severity
