"""Renders one injection template for one pod: Istio's injector does the same before it merges the result over the pod.

    view = render.Input(control_plane, pod, owner, proxy_config, native=...)   # once a pod
    for name in names:
        overlay = render.render(name, view)                                    # once a template, plain dict or {}

`pod` is the *stripped* copy of the pod (what an earlier injection added is out, overrides are back in): templates see that
copy as `.Spec` and `.ObjectMeta`. `owner` is the workload as templates and envs name it (`.DeploymentMeta`, `.TypeMeta`).
`proxy_config` is the mesh's defaultConfig with the pod's `proxy.istio.io/config` merged in, see `istio.proxyconfig.effective`.
"""
