"""The fields of Istio's mesh and proxy configuration, in the order in which the API declares them.

Order and types decide the text of PROXY_CONFIG, what a template sees as `.ProxyConfig` and `.MeshConfig`, and which
inputs are refused. A field is written `jsonName:type`; `|group` marks the members of a one-of, `@1.25` the release
that brought the field (an older one drops it silently), `=proto_name` a name in the .proto file that does not follow
from the JSON name. Types are scalars, the well-known `Duration` and wrappers (`BoolValue` ...), enumerations and
messages of this module, and `[]T` or `map[string]T` of these. Declarations are parsed when first asked for, since a
run needs few of them.
"""

ENUMS = {
    "AuthenticationPolicy": "NONE MUTUAL_TLS INHERIT=1000",
    "TracingServiceName": "APP_LABEL_AND_NAMESPACE CANONICAL_NAME_ONLY CANONICAL_NAME_AND_NAMESPACE",
    "InboundInterceptionMode": "REDIRECT TPROXY NONE",
    "ForwardClientCertDetails": "UNDEFINED SANITIZE FORWARD_ONLY APPEND_FORWARD SANITIZE_SET ALWAYS_FORWARD_ONLY",
    "MetadataExchangeMode": "UNDEFINED IN_MESH",
    "TraceContext": "UNSPECIFIED W3C_TRACE_CONTEXT GRPC_BIN CLOUD_TRACE_CONTEXT B3",
    "TLSmode": "DISABLE SIMPLE MUTUAL ISTIO_MUTUAL",
    "IngressControllerMode": "UNSPECIFIED OFF DEFAULT STRICT",
    "AccessLogEncoding": "TEXT JSON",
    "OutboundTrafficPolicyMode": "REGISTRY_ONLY ALLOW_ANY=1",
    "InboundTrafficPolicyMode": "PASSTHROUGH LOCALHOST",
    "Resource": "SERVICE_REGISTRY",
    "H2UpgradePolicy": "DO_NOT_UPGRADE UPGRADE",
    "TLSProtocol": "TLS_AUTO TLSV1_2 TLSV1_3",
    "NormalizationType": "DEFAULT NONE BASE MERGE_SLASHES DECODE_AND_MERGE_SLASHES",
    "ServiceAttributeEnrichment": "ISTIO_CANONICAL OTEL_SEMANTIC_CONVENTIONS",
    "Scope": "LOCAL GLOBAL",
}

MESSAGES = {
    "ProxyConfig": (
        "configPath:string binaryPath:string serviceCluster:string|ClusterName "
        "tracingServiceName:TracingServiceName|ClusterName drainDuration:Duration discoveryAddress:string "
        "discoveryRefreshDelay:Duration zipkinAddress:string statsdUdpAddress:string "
        "envoyMetricsServiceAddress:string proxyAdminPort:int32 availabilityZone:string "
        "controlPlaneAuthPolicy:AuthenticationPolicy customConfigFile:string statNameLength:int32 "
        "concurrency:Int32Value proxyBootstrapTemplatePath:string interceptionMode:InboundInterceptionMode "
        "tracing:Tracing sds:SDS envoyAccessLogService:RemoteService envoyMetricsService:RemoteService "
        "proxyMetadata:map[string]string runtimeValues:map[string]string statusPort:int32 extraStatTags:[]string "
        "gatewayTopology:Topology terminationDrainDuration:Duration meshId:string readinessProbe:ReadinessProbe "
        "proxyStatsMatcher:ProxyStatsMatcher holdApplicationUntilProxyStarts:BoolValue caCertificatesPem:[]string "
        "image:ProxyImage privateKeyProvider:PrivateKeyProvider proxyHeaders:ProxyHeaders "
        "fileFlushInterval:Duration@1.29 fileFlushMinSizeKb:UInt32Value@1.29 statsCompression:BoolValue@1.29 "
        "connectionSettings:any@1.31"
    ),
    "Tracing": (
        "zipkin:Zipkin|Tracer lightstep:Lightstep|Tracer datadog:Datadog|Tracer stackdriver:Stackdriver|Tracer "
        "openCensusAgent:OpenCensusAgent|Tracer customTags:map[string]CustomTag maxPathTagLength:uint32 "
        "sampling:double tlsSettings:ClientTLSSettings enableIstioTags:BoolValue@1.25"
    ),
    "Zipkin": "address:string",
    "Lightstep": "address:string accessToken:string",
    "Datadog": "address:string",
    "Stackdriver": (
        "debug:bool maxNumberOfAttributes:Int64Value maxNumberOfAnnotations:Int64Value "
        "maxNumberOfMessageEvents:Int64Value"
    ),
    "OpenCensusAgent": "address:string context:[]TraceContext",
    "CustomTag": "literal:Literal|Type environment:Environment|Type header:RequestHeader|Type",
    "Literal": "value:string",
    "Environment": "name:string defaultValue:string",
    "RequestHeader": "name:string defaultValue:string",
    "SDS": "enabled:bool k8sSaJwtPath:string",
    "RemoteService": "address:string tlsSettings:ClientTLSSettings tcpKeepalive:TcpKeepalive",
    "ClientTLSSettings": (
        "mode:TLSmode clientCertificate:string privateKey:string caCertificates:string credentialName:string "
        "subjectAltNames:[]string sni:string insecureSkipVerify:BoolValue caCrl:string"
    ),
    "TcpKeepalive": "probes:uint32 time:Duration interval:Duration",
    "Topology": (
        "numTrustedProxies:uint32 forwardClientCertDetails:ForwardClientCertDetails proxyProtocol:ProxyProtocol"
    ),
    "ProxyProtocol": "",
    "ReadinessProbe": (
        "initialDelaySeconds:int32 timeoutSeconds:int32 periodSeconds:int32 successThreshold:int32 "
        "failureThreshold:int32 httpGet:HTTPHealthCheck|HealthCheckMethod "
        "tcpSocket:TCPHealthCheck|HealthCheckMethod exec:ExecHealthCheck|HealthCheckMethod "
        "grpc:GrpcHealthCheck|HealthCheckMethod@1.24"
    ),
    "HTTPHealthCheck": "path:string port:uint32 host:string scheme:string httpHeaders:[]HTTPHeader",
    "HTTPHeader": "name:string value:string",
    "TCPHealthCheck": "host:string port:uint32",
    "ExecHealthCheck": "command:[]string",
    "GrpcHealthCheck": "port:uint32 service:string",
    "ProxyStatsMatcher": "inclusionPrefixes:[]string inclusionSuffixes:[]string inclusionRegexps:[]string",
    "ProxyImage": "imageType:string",
    "PrivateKeyProvider": "cryptomb:CryptoMb|Provider qat:QAT|Provider",
    "CryptoMb": "pollDelay:Duration fallback:BoolValue@1.21",
    "QAT": "pollDelay:Duration fallback:BoolValue@1.21",
    "ProxyHeaders": (
        "forwardedClientCert:ForwardClientCertDetails setCurrentClientCertDetails:ClientCertDetails@1.24 "
        "requestId:DisabledHeader server:ServerHeader attemptCount:DisabledHeader envoyDebugHeaders:DisabledHeader "
        "metadataExchangeHeaders:MetadataExchangeHeaders preserveHttp1HeaderCase:BoolValue@1.25 "
        "xForwardedHost:EnabledHeader@1.28 xForwardedPort:EnabledHeader@1.28"
    ),
    "ClientCertDetails": "subject:BoolValue cert:BoolValue chain:BoolValue dns:BoolValue uri:BoolValue",
    "DisabledHeader": "disabled:BoolValue",
    "EnabledHeader": "enabled:BoolValue",
    "ServerHeader": "disabled:BoolValue value:string",
    "MetadataExchangeHeaders": "mode:MetadataExchangeMode",
    "MeshConfig": (
        "proxyListenPort:int32 proxyInboundListenPort:int32 proxyHttpPort:int32 connectTimeout:Duration "
        "protocolDetectionTimeout:Duration tcpKeepalive:TcpKeepalive ingressClass:string ingressService:string "
        "ingressControllerMode:IngressControllerMode ingressSelector:string enableTracing:bool accessLogFile:string "
        "accessLogFormat:string accessLogEncoding:AccessLogEncoding enableEnvoyAccessLogService:bool "
        "disableEnvoyListenerLog:bool defaultConfig:ProxyConfig outboundTrafficPolicy:OutboundTrafficPolicy "
        "inboundTrafficPolicy:InboundTrafficPolicy configSources:[]ConfigSource enableAutoMtls:BoolValue "
        "trustDomain:string trustDomainAliases:[]string caCertificates:[]CertificateData "
        "defaultServiceExportTo:[]string defaultVirtualServiceExportTo:[]string "
        "defaultDestinationRuleExportTo:[]string rootNamespace:string localityLbSetting:LocalityLoadBalancerSetting "
        "dnsRefreshRate:Duration h2UpgradePolicy:H2UpgradePolicy inboundClusterStatName:string "
        "outboundClusterStatName:string enablePrometheusMerge:BoolValue verifyCertificateAtClient:BoolValue "
        "extensionProviders:[]ExtensionProvider defaultProviders:DefaultProviders "
        "discoverySelectors:[]LabelSelector pathNormalization:ProxyPathNormalization "
        "defaultHttpRetryPolicy:HTTPRetry meshMTLS=mesh_mTLS:TLSConfig tlsDefaults:TLSConfig "
        "serviceSettings:[]ServiceSettings serviceScopeConfigs:[]ServiceScopeConfigs@1.27"
    ),
    "OutboundTrafficPolicy": "mode:OutboundTrafficPolicyMode",
    "InboundTrafficPolicy": "mode:InboundTrafficPolicyMode",
    "ConfigSource": "address:string tlsSettings:ClientTLSSettings subscribedResources:[]Resource",
    "CertificateData": (
        "pem:string|CertificateData spiffeBundleUrl:string|CertificateData certSigners:[]string trustDomains:[]string"
    ),
    "LocalityLoadBalancerSetting": (
        "distribute:[]LocalityDistribute failover:[]LocalityFailover failoverPriority:[]string enabled:BoolValue"
    ),
    "LocalityDistribute": "from:string to:map[string]uint32",
    "LocalityFailover": "from:string to:string",
    "DefaultProviders": "tracing:[]string metrics:[]string accessLogging:[]string",
    "LabelSelector": "matchLabels:map[string]string matchExpressions:[]LabelSelectorRequirement",
    "LabelSelectorRequirement": "key:string operator:string values:[]string",
    "ProxyPathNormalization": "normalization:NormalizationType",
    "HTTPRetry": (
        "attempts:int32 perTryTimeout:Duration retryOn:string retryRemoteLocalities:BoolValue "
        "retryIgnorePreviousHosts:BoolValue@1.24 backoff:Duration@1.25"
    ),
    "TLSConfig": "minProtocolVersion:TLSProtocol ecdhCurves:[]string cipherSuites:[]string",
    "ServiceSettings": "settings:ServiceSettingsSettings hosts:[]string",
    "ServiceSettingsSettings": "clusterLocal:bool",
    "ServiceScopeConfigs": "namespaceSelector:LabelSelector servicesSelector:LabelSelector scope:Scope",
    "ExtensionProvider": (
        "name:string envoyExtAuthzHttp:any|Provider envoyExtAuthzGrpc:any|Provider zipkin:any|Provider "
        "lightstep:any|Provider datadog:any|Provider stackdriver:any|Provider opencensus:any|Provider "
        "skywalking:any|Provider opentelemetry:OpenTelemetryTracingProvider|Provider prometheus:any|Provider "
        "envoyFileAccessLog:any|Provider envoyHttpAls:any|Provider envoyTcpAls:any|Provider "
        "envoyOtelAls:any|Provider sds:any|Provider"
    ),
    "OpenTelemetryTracingProvider": (
        "service:string port:uint32 maxTagLength:uint32 http:any resourceDetectors:any "
        "dynatraceSampler:any|Sampling grpc:any serviceAttributeEnrichment:ServiceAttributeEnrichment@1.30"
    ),
}
