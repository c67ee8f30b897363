"""What an injection needs to know besides the pod."""

from meshinject.frozen import Frozen
from meshinject.istio.controlplane import ControlPlane
from meshinject.kubernetes.owners import Owner


class Job(Frozen):
    """One pod's injection.

    Attributes:
        control_plane: the Istio that injects.
        owner: the workload that the pod belongs to.
        native: whether istio-proxy becomes a native sidecar.
        marks: whether comments may keep what the pod itself cannot hold for a later `uninject`.
    """

    control_plane: ControlPlane
    owner: Owner
    native: bool
    marks: bool = True
