"""Sprig's merge and mergeOverwrite: the rules of the library mergo for nested maps.

Maps are merged into each other; any other value of the source is taken when the target has none or an empty one, and always
when overwriting, unless it is empty itself.
"""

from typing import Any

from meshinject.gotemplate.measure import measure


def merge(target: dict[str, Any], *sources: dict[str, Any]) -> dict[str, Any]:
    """The target itself, completed from the sources."""
    return _merged(target, sources, overwrite=False)


def merge_overwrite(target: dict[str, Any], *sources: dict[str, Any]) -> dict[str, Any]:
    """The target itself, with the entries of the sources put over its own."""
    return _merged(target, sources, overwrite=True)


def _merged(target: dict[str, Any], sources: tuple[dict[str, Any], ...], *, overwrite: bool) -> dict[str, Any]:
    for source in sources:
        measure(target)
        measure(source)
        _into(target, source, overwrite=overwrite)
    return target


def _into(target: dict[str, Any], source: dict[str, Any], *, overwrite: bool) -> None:
    for key, value in source.items():
        if value is None:
            continue
        present = target.get(key)
        if isinstance(value, dict) and isinstance(present, dict) and present:
            _into(present, value, overwrite=overwrite)
        elif not present or overwrite:
            target[key] = value
