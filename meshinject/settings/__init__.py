"""What a user gives of a control plane, in any of the forms that it is kept in, made into values and configuration.

Nothing of this is imported by a run without such settings.

    --values-file         injector or Helm values, an IstioOperator, the injector's ConfigMap or its data; repeatable
    --set                 single values, as with helm and istioctl
    --mesh-config-file    a mesh config, the mesh's ConfigMap or its data
    --inject-config-file  the injector's ConfigMap or its data, its configuration, or a bare template
    --istio-manifests     all that `helm template` or `istioctl manifest generate` prints

Later ones win over earlier ones where both say something: manifests, the injector's ConfigMap, values files, `--set`.
"""
