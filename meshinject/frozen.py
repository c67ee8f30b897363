"""The base of small frozen records, in place of `typing.NamedTuple`.

NamedTuple compiles a constructor for every class, which takes 80 microseconds. A run that handles one manifest loads
some seventy such classes and would spend a tenth of its own time on that. Here a class takes 9: the constructor is
shared, and each instance pays a fraction of a microsecond for that.
"""

from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True, eq_default=True)
class Frozen(tuple[Any, ...]):
    """A tuple whose items have the names, and maybe the defaults, that the annotations of a subclass give."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        """Put a property in the place of each annotation."""
        names = cls._fields = tuple(cls.__annotations__)
        cls._defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        for index, name in enumerate(names):
            setattr(cls, name, property(itemgetter(index)))

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """The record with these values, by position or by name.

        Raises:
            TypeError: a value is missing, unknown or given twice.
        """
        if named or len(given) != len(cls._fields):
            given += tuple(map((cls._defaults | named).__getitem__, cls._missing(given, named)))
        return tuple.__new__(cls, given)

    @classmethod
    def _missing(cls, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[str, ...]:
        """The fields that are not given by position."""
        rest = cls._fields[len(given) :]
        known = cls._defaults.keys() | named.keys()
        if len(given) > len(cls._fields) or not named.keys() <= {*rest} or not known >= {*rest}:
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}; got {len(given)} values and {[*named]}")
        return rest

    def _replace(self, **changed: Any) -> Self:
        """The record with other values in some fields."""
        return type(self)(**(dict(zip(self._fields, self, strict=True)) | changed))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({', '.join(shown)})"
