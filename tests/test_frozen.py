"""The base of records behaves as typing.NamedTuple does."""

import pickle

import pytest

from meshinject.frozen import Frozen


class Place(Frozen):
    path: str
    line: int = 0
    column: int = 1


def test_values_are_given_by_position_or_by_name() -> None:
    assert Place("a", 2, 3) == Place("a", column=3, line=2) == Place(path="a", line=2, column=3)


def test_what_is_not_given_is_the_default() -> None:
    assert Place("a") == ("a", 0, 1)


def test_a_record_is_the_tuple_of_its_fields() -> None:
    path, line, column = Place("a", 2, 3)
    assert (path, line, column) == ("a", 2, 3)
    assert hash(Place("a")) == hash(("a", 0, 1))


def test_replacing_a_field_leaves_the_others() -> None:
    before = Place("a", 2, 3)
    assert (before._replace(line=9), before) == (Place("a", 9, 3), Place("a", 2, 3))


def test_fields_cannot_be_set() -> None:
    with pytest.raises(AttributeError):
        Place("a").line = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        pytest.param((), {}, id="a value is missing"),
        pytest.param(("a", 1, 2, 3), {}, id="there are too many"),
        pytest.param(("a",), {"size": 1}, id="a name is unknown"),
        pytest.param(("a",), {"path": "b"}, id="a value is given twice"),
    ],
)
def test_wrong_values_are_refused(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Place takes path, line, column"):
        Place(*given, **named)  # type: ignore[arg-type]


def test_a_record_shows_its_fields() -> None:
    assert repr(Place("a", 2)) == "Place(path='a', line=2, column=1)"


def test_a_record_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(Place("a", 2))) == Place("a", 2)  # noqa: S301  (our own bytes)
