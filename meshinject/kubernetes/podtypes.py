"""The fields of a pod as Kubernetes 0.36 declares them, in declaration order.

Istio's templates see a pod as Go structs (`.Spec.Containers`), and the JSON that its injector stores in a pod (the
overrides annotation, the port list) has its keys in the order of those structs. Both need names and order, which no
schema holds.

A field is written `json=Go:type`; `=Go` is left out where the Go name is the JSON name with a capital letter, and a
trailing `!` marks a field that Go prints even when it is empty. A field without a name is an embedded struct, whose
fields count as fields of the outer one. Types are parsed when first asked for, since a run needs few of them.
"""

from meshinject.frozen import Frozen


class Field(Frozen):
    """One field of a Go struct.

    Attributes:
        json: its key in a manifest; empty for an embedded struct.
        go: its name in a Go template.
        type: `string`, `bool`, `int32`, `int64`, `Quantity`, `IntOrString`, `Time`, `any`, a struct's name, and any of
            these behind `*`, `[]` or `map[string]`.
        always: whether Go's encoder prints it when it is empty.
    """

    json: str
    go: str
    type: str
    always: bool


_DECLARED = {
    "PodTemplateSpec": "metadata=ObjectMeta:ObjectMeta spec:PodSpec",
    "ObjectMeta": (
        "name:string generateName:string namespace:string selfLink:string uid=UID:string resourceVersion:string "
        "generation:int64 creationTimestamp:Time deletionTimestamp:*Time deletionGracePeriodSeconds:*int64 "
        "labels:map[string]string annotations:map[string]string ownerReferences:[]OwnerReference "
        "finalizers:[]string managedFields:[]ManagedFieldsEntry"
    ),
    "OwnerReference": (
        "apiVersion=APIVersion:string! kind:string! name:string! uid=UID:string! controller:*bool "
        "blockOwnerDeletion:*bool"
    ),
    "ManagedFieldsEntry": (
        "manager:string operation:string apiVersion=APIVersion:string time:*Time fieldsType:string fieldsV1:*any "
        "subresource:string"
    ),
    "PodSpec": (
        "volumes:[]Volume initContainers:[]Container containers:[]Container! "
        "ephemeralContainers:[]EphemeralContainer restartPolicy:string terminationGracePeriodSeconds:*int64 "
        "activeDeadlineSeconds:*int64 dnsPolicy=DNSPolicy:string nodeSelector:map[string]string "
        "serviceAccountName:string serviceAccount=DeprecatedServiceAccount:string "
        "automountServiceAccountToken:*bool nodeName:string hostNetwork:bool hostPID:bool hostIPC:bool "
        "shareProcessNamespace:*bool securityContext:*PodSecurityContext imagePullSecrets:[]LocalObjectReference "
        "hostname:string subdomain:string affinity:*Affinity schedulerName:string tolerations:[]Toleration "
        "hostAliases:[]HostAlias priorityClassName:string priority:*int32 dnsConfig=DNSConfig:*PodDNSConfig "
        "readinessGates:[]PodReadinessGate runtimeClassName:*string enableServiceLinks:*bool "
        "preemptionPolicy:*string overhead:map[string]Quantity "
        "topologySpreadConstraints:[]TopologySpreadConstraint setHostnameAsFQDN:*bool os=OS:*PodOS "
        "hostUsers:*bool schedulingGates:[]PodSchedulingGate resourceClaims:[]PodResourceClaim "
        "resources:*ResourceRequirements hostnameOverride:*string schedulingGroup:*PodSchedulingGroup"
    ),
    "Volume": "name:string! :VolumeSource",
    "VolumeSource": (
        "hostPath:*HostPathVolumeSource emptyDir:*EmptyDirVolumeSource "
        "gcePersistentDisk=GCEPersistentDisk:*GCEPersistentDiskVolumeSource "
        "awsElasticBlockStore=AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource gitRepo:*GitRepoVolumeSource "
        "secret:*SecretVolumeSource nfs=NFS:*NFSVolumeSource iscsi=ISCSI:*ISCSIVolumeSource "
        "glusterfs:*GlusterfsVolumeSource persistentVolumeClaim:*PersistentVolumeClaimVolumeSource "
        "rbd=RBD:*RBDVolumeSource flexVolume:*FlexVolumeSource cinder:*CinderVolumeSource "
        "cephfs=CephFS:*CephFSVolumeSource flocker:*FlockerVolumeSource downwardAPI:*DownwardAPIVolumeSource "
        "fc=FC:*FCVolumeSource azureFile:*AzureFileVolumeSource configMap:*ConfigMapVolumeSource "
        "vsphereVolume:*VsphereVirtualDiskVolumeSource quobyte:*QuobyteVolumeSource "
        "azureDisk:*AzureDiskVolumeSource photonPersistentDisk:*PhotonPersistentDiskVolumeSource "
        "projected:*ProjectedVolumeSource portworxVolume:*PortworxVolumeSource scaleIO:*ScaleIOVolumeSource "
        "storageos=StorageOS:*StorageOSVolumeSource csi=CSI:*CSIVolumeSource ephemeral:*EphemeralVolumeSource "
        "image:*ImageVolumeSource"
    ),
    "HostPathVolumeSource": "path:string! type:*string",
    "EmptyDirVolumeSource": "medium:string sizeLimit:*Quantity",
    "GCEPersistentDiskVolumeSource": "pdName=PDName:string! fsType=FSType:string partition:int32 readOnly:bool",
    "AWSElasticBlockStoreVolumeSource": "volumeID:string! fsType=FSType:string partition:int32 readOnly:bool",
    "GitRepoVolumeSource": "repository:string! revision:string directory:string",
    "SecretVolumeSource": "secretName:string items:[]KeyToPath defaultMode:*int32 optional:*bool",
    "KeyToPath": "key:string! path:string! mode:*int32",
    "NFSVolumeSource": "server:string! path:string! readOnly:bool",
    "ISCSIVolumeSource": (
        "targetPortal:string! iqn=IQN:string! lun:int32! iscsiInterface=ISCSIInterface:string "
        "fsType=FSType:string readOnly:bool portals:[]string chapAuthDiscovery=DiscoveryCHAPAuth:bool "
        "chapAuthSession=SessionCHAPAuth:bool secretRef:*LocalObjectReference initiatorName:*string"
    ),
    "LocalObjectReference": "name:string",
    "GlusterfsVolumeSource": "endpoints=EndpointsName:string! path:string! readOnly:bool",
    "PersistentVolumeClaimVolumeSource": "claimName:string! readOnly:bool",
    "RBDVolumeSource": (
        "monitors=CephMonitors:[]string! image=RBDImage:string! fsType=FSType:string pool=RBDPool:string "
        "user=RadosUser:string keyring:string secretRef:*LocalObjectReference readOnly:bool"
    ),
    "FlexVolumeSource": (
        "driver:string! fsType=FSType:string secretRef:*LocalObjectReference readOnly:bool options:map[string]string"
    ),
    "CinderVolumeSource": "volumeID:string! fsType=FSType:string readOnly:bool secretRef:*LocalObjectReference",
    "CephFSVolumeSource": (
        "monitors:[]string! path:string user:string secretFile:string secretRef:*LocalObjectReference readOnly:bool"
    ),
    "FlockerVolumeSource": "datasetName:string datasetUUID:string",
    "DownwardAPIVolumeSource": "items:[]DownwardAPIVolumeFile defaultMode:*int32",
    "DownwardAPIVolumeFile": (
        "path:string! fieldRef:*ObjectFieldSelector resourceFieldRef:*ResourceFieldSelector mode:*int32"
    ),
    "ObjectFieldSelector": "apiVersion=APIVersion:string fieldPath:string!",
    "ResourceFieldSelector": "containerName:string resource:string! divisor:Quantity",
    "FCVolumeSource": "targetWWNs:[]string lun:*int32 fsType=FSType:string readOnly:bool wwids=WWIDs:[]string",
    "AzureFileVolumeSource": "secretName:string! shareName:string! readOnly:bool",
    "ConfigMapVolumeSource": ":LocalObjectReference items:[]KeyToPath defaultMode:*int32 optional:*bool",
    "VsphereVirtualDiskVolumeSource": (
        "volumePath:string! fsType=FSType:string storagePolicyName:string storagePolicyID:string"
    ),
    "QuobyteVolumeSource": "registry:string! volume:string! readOnly:bool user:string group:string tenant:string",
    "AzureDiskVolumeSource": (
        "diskName:string! diskURI=DataDiskURI:string! cachingMode:*string fsType=FSType:*string readOnly:*bool "
        "kind:*string"
    ),
    "PhotonPersistentDiskVolumeSource": "pdID:string! fsType=FSType:string",
    "ProjectedVolumeSource": "sources:[]VolumeProjection! defaultMode:*int32",
    "VolumeProjection": (
        "secret:*SecretProjection downwardAPI:*DownwardAPIProjection configMap:*ConfigMapProjection "
        "serviceAccountToken:*ServiceAccountTokenProjection clusterTrustBundle:*ClusterTrustBundleProjection "
        "podCertificate:*PodCertificateProjection"
    ),
    "SecretProjection": ":LocalObjectReference items:[]KeyToPath optional:*bool",
    "DownwardAPIProjection": "items:[]DownwardAPIVolumeFile",
    "ConfigMapProjection": ":LocalObjectReference items:[]KeyToPath optional:*bool",
    "ServiceAccountTokenProjection": "audience:string expirationSeconds:*int64 path:string!",
    "ClusterTrustBundleProjection": (
        "name:*string signerName:*string labelSelector:*LabelSelector optional:*bool path:string!"
    ),
    "LabelSelector": "matchLabels:map[string]string matchExpressions:[]LabelSelectorRequirement",
    "LabelSelectorRequirement": "key:string! operator:string! values:[]string",
    "PodCertificateProjection": (
        "signerName:string keyType:string maxExpirationSeconds:*int32 credentialBundlePath:string keyPath:string "
        "certificateChainPath:string userAnnotations:map[string]string"
    ),
    "PortworxVolumeSource": "volumeID:string! fsType=FSType:string readOnly:bool",
    "ScaleIOVolumeSource": (
        "gateway:string! system:string! secretRef:*LocalObjectReference! sslEnabled=SSLEnabled:bool "
        "protectionDomain:string storagePool:string storageMode:string volumeName:string fsType=FSType:string "
        "readOnly:bool"
    ),
    "StorageOSVolumeSource": (
        "volumeName:string volumeNamespace:string fsType=FSType:string readOnly:bool secretRef:*LocalObjectReference"
    ),
    "CSIVolumeSource": (
        "driver:string! readOnly:*bool fsType=FSType:*string volumeAttributes:map[string]string "
        "nodePublishSecretRef:*LocalObjectReference"
    ),
    "EphemeralVolumeSource": "volumeClaimTemplate:*PersistentVolumeClaimTemplate",
    "PersistentVolumeClaimTemplate": "metadata=ObjectMeta:ObjectMeta spec:PersistentVolumeClaimSpec!",
    "PersistentVolumeClaimSpec": (
        "accessModes:[]string selector:*LabelSelector resources:VolumeResourceRequirements volumeName:string "
        "storageClassName:*string volumeMode:*string dataSource:*TypedLocalObjectReference "
        "dataSourceRef:*TypedObjectReference volumeAttributesClassName:*string"
    ),
    "VolumeResourceRequirements": "limits:map[string]Quantity requests:map[string]Quantity",
    "TypedLocalObjectReference": "apiGroup=APIGroup:*string! kind:string! name:string!",
    "TypedObjectReference": "apiGroup=APIGroup:*string! kind:string! name:string! namespace:*string",
    "ImageVolumeSource": "reference:string pullPolicy:string",
    "Container": (
        "name:string! image:string command:[]string args:[]string workingDir:string ports:[]ContainerPort "
        "envFrom:[]EnvFromSource env:[]EnvVar resources:ResourceRequirements resizePolicy:[]ContainerResizePolicy "
        "restartPolicy:*string restartPolicyRules:[]ContainerRestartRule volumeMounts:[]VolumeMount "
        "volumeDevices:[]VolumeDevice livenessProbe:*Probe readinessProbe:*Probe startupProbe:*Probe "
        "lifecycle:*Lifecycle terminationMessagePath:string terminationMessagePolicy:string "
        "imagePullPolicy:string securityContext:*SecurityContext stdin:bool stdinOnce:bool tty=TTY:bool"
    ),
    "ContainerPort": "name:string hostPort:int32 containerPort:int32! protocol:string hostIP:string",
    "EnvFromSource": "prefix:string configMapRef:*ConfigMapEnvSource secretRef:*SecretEnvSource",
    "ConfigMapEnvSource": ":LocalObjectReference optional:*bool",
    "SecretEnvSource": ":LocalObjectReference optional:*bool",
    "EnvVar": "name:string! value:string valueFrom:*EnvVarSource",
    "EnvVarSource": (
        "fieldRef:*ObjectFieldSelector resourceFieldRef:*ResourceFieldSelector "
        "configMapKeyRef:*ConfigMapKeySelector secretKeyRef:*SecretKeySelector fileKeyRef:*FileKeySelector"
    ),
    "ConfigMapKeySelector": ":LocalObjectReference key:string! optional:*bool",
    "SecretKeySelector": ":LocalObjectReference key:string! optional:*bool",
    "FileKeySelector": "volumeName:string! path:string! key:string! optional:*bool",
    "ResourceRequirements": "limits:map[string]Quantity requests:map[string]Quantity claims:[]ResourceClaim",
    "ResourceClaim": "name:string! request:string",
    "ContainerResizePolicy": "resourceName:string! restartPolicy:string!",
    "ContainerRestartRule": "action:string exitCodes:*ContainerRestartRuleOnExitCodes",
    "ContainerRestartRuleOnExitCodes": "operator:string values:[]int32",
    "VolumeMount": (
        "name:string! readOnly:bool recursiveReadOnly:*string mountPath:string! subPath:string "
        "mountPropagation:*string subPathExpr:string"
    ),
    "VolumeDevice": "name:string! devicePath:string!",
    "Probe": (
        ":ProbeHandler initialDelaySeconds:int32 timeoutSeconds:int32 periodSeconds:int32 successThreshold:int32 "
        "failureThreshold:int32 terminationGracePeriodSeconds:*int64"
    ),
    "ProbeHandler": (
        "exec:*ExecAction httpGet=HTTPGet:*HTTPGetAction tcpSocket=TCPSocket:*TCPSocketAction grpc=GRPC:*GRPCAction"
    ),
    "ExecAction": "command:[]string",
    "HTTPGetAction": "path:string port:IntOrString! host:string scheme:string httpHeaders=HTTPHeaders:[]HTTPHeader",
    "HTTPHeader": "name:string! value:string!",
    "TCPSocketAction": "port:IntOrString! host:string",
    "GRPCAction": "port:int32! service:*string!",
    "Lifecycle": "postStart:*LifecycleHandler preStop:*LifecycleHandler stopSignal:*string",
    "LifecycleHandler": (
        "exec:*ExecAction httpGet=HTTPGet:*HTTPGetAction tcpSocket=TCPSocket:*TCPSocketAction sleep:*SleepAction"
    ),
    "SleepAction": "seconds:int64!",
    "SecurityContext": (
        "capabilities:*Capabilities privileged:*bool seLinuxOptions=SELinuxOptions:*SELinuxOptions "
        "windowsOptions:*WindowsSecurityContextOptions runAsUser:*int64 runAsGroup:*int64 runAsNonRoot:*bool "
        "readOnlyRootFilesystem:*bool allowPrivilegeEscalation:*bool procMount:*string "
        "seccompProfile:*SeccompProfile appArmorProfile:*AppArmorProfile"
    ),
    "Capabilities": "add:[]string drop:[]string",
    "SELinuxOptions": "user:string role:string type:string level:string",
    "WindowsSecurityContextOptions": (
        "gmsaCredentialSpecName=GMSACredentialSpecName:*string gmsaCredentialSpec=GMSACredentialSpec:*string "
        "runAsUserName:*string hostProcess:*bool"
    ),
    "SeccompProfile": "type:string! localhostProfile:*string",
    "AppArmorProfile": "type:string! localhostProfile:*string",
    "EphemeralContainer": ":Container targetContainerName:string",
    "PodSecurityContext": (
        "seLinuxOptions=SELinuxOptions:*SELinuxOptions windowsOptions:*WindowsSecurityContextOptions "
        "runAsUser:*int64 runAsGroup:*int64 runAsNonRoot:*bool supplementalGroups:[]int64 "
        "supplementalGroupsPolicy:*string fsGroup=FSGroup:*int64 sysctls:[]Sysctl "
        "fsGroupChangePolicy=FSGroupChangePolicy:*string seccompProfile:*SeccompProfile "
        "appArmorProfile:*AppArmorProfile seLinuxChangePolicy=SELinuxChangePolicy:*string"
    ),
    "Sysctl": "name:string! value:string!",
    "Affinity": "nodeAffinity:*NodeAffinity podAffinity:*PodAffinity podAntiAffinity:*PodAntiAffinity",
    "NodeAffinity": (
        "requiredDuringSchedulingIgnoredDuringExecution:*NodeSelector "
        "preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm"
    ),
    "NodeSelector": "nodeSelectorTerms:[]NodeSelectorTerm!",
    "NodeSelectorTerm": "matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement",
    "NodeSelectorRequirement": "key:string! operator:string! values:[]string",
    "PreferredSchedulingTerm": "weight:int32! preference:NodeSelectorTerm!",
    "PodAffinity": (
        "requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm "
        "preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm"
    ),
    "PodAffinityTerm": (
        "labelSelector:*LabelSelector namespaces:[]string topologyKey:string! namespaceSelector:*LabelSelector "
        "matchLabelKeys:[]string mismatchLabelKeys:[]string"
    ),
    "WeightedPodAffinityTerm": "weight:int32! podAffinityTerm:PodAffinityTerm!",
    "PodAntiAffinity": (
        "requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm "
        "preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm"
    ),
    "Toleration": "key:string operator:string value:string effect:string tolerationSeconds:*int64",
    "HostAlias": "ip=IP:string! hostnames:[]string",
    "PodDNSConfig": "nameservers:[]string searches:[]string options:[]PodDNSConfigOption",
    "PodDNSConfigOption": "name:string value:*string",
    "PodReadinessGate": "conditionType:string!",
    "TopologySpreadConstraint": (
        "maxSkew:int32! topologyKey:string! whenUnsatisfiable:string! labelSelector:*LabelSelector "
        "minDomains:*int32 nodeAffinityPolicy:*string nodeTaintsPolicy:*string matchLabelKeys:[]string"
    ),
    "PodOS": "name:string!",
    "PodSchedulingGate": "name:string!",
    "PodResourceClaim": "name:string! resourceClaimName:*string resourceClaimTemplateName:*string",
    "PodSchedulingGroup": "podGroupName:*string",
    "TypeMeta": "kind:string apiVersion=APIVersion:string",
}


def _field(declared: str) -> Field:
    name, _, type_name = declared.partition(":")
    always = type_name.endswith("!")
    type_name = type_name.rstrip("!")
    if not name:
        return Field("", type_name, type_name, always=True)
    json, _, go = name.partition("=")
    return Field(json, go or json[:1].upper() + json[1:], type_name, always)


class _Types(dict[str, tuple[Field, ...]]):
    """Parses a declaration when it is first looked up."""

    def __missing__(self, name: str) -> tuple[Field, ...]:
        self[name] = fields = tuple(_field(declared) for declared in _DECLARED[name].split())
        return fields


TYPES: dict[str, tuple[Field, ...]] = _Types()
"""The fields of a struct by the struct's name; a name that is no struct raises KeyError."""


def is_struct(type_name: str) -> bool:
    """Whether `TYPES` declares a struct of this name (without `*`, `[]` or `map[string]` in front)."""
    return type_name in _DECLARED
