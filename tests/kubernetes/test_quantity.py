from typing import Any

import pytest

from meshinject.kubernetes import quantity


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("100m", (1, 10), id="thousandths"),
        pytest.param("1.5Gi", (3 * 2**29, 1), id="a power of two"),
        pytest.param("1e3", (1000, 1), id="an exponent"),
        pytest.param("-2E", (-2 * 10**18, 1), id="negative exabytes"),
        pytest.param(".5", (1, 2), id="no digit before the dot"),
        pytest.param("1.", (1, 1), id="no digit after the dot"),
        pytest.param("", None, id="nothing"),
        pytest.param("1 Gi", None, id="a blank"),
        pytest.param("1Kib", None, id="an unknown suffix"),
        pytest.param("1.2.3", None, id="two dots"),
    ],
)
def test_a_quantity(text: Any, expected: Any) -> None:
    assert quantity.ratio(text) == expected
    assert quantity.is_valid(text) is (expected is not None)
