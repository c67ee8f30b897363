"""Only UTF-8 is taken; the message names what the file really is."""

import pytest

from meshinject.files.decode import decode
from meshinject.reports.findings import Finding

TEXT = "kind: Pod  # für\n"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT.encode(), id="plain UTF-8"),
        pytest.param(TEXT.encode("utf-8-sig"), id="a byte order mark stays the first character"),
        pytest.param(b"", id="an empty file"),
        pytest.param(b"\r\n\r\n", id="line endings are left alone"),
    ],
)
def test_utf8_gives_its_text_back_byte_for_byte(data: bytes) -> None:
    text = decode(data, "a.yaml")
    assert isinstance(text, str)
    assert text.encode() == data


@pytest.mark.parametrize(
    ("data", "name"),
    [
        pytest.param(TEXT.encode("utf-16"), "UTF-16", id="UTF-16 with a mark, as PowerShell writes"),
        pytest.param(TEXT.encode("utf-16-be"), "UTF-16", id="UTF-16 big endian without a mark"),
        pytest.param(TEXT.encode("utf-16-le"), "UTF-16", id="UTF-16 little endian without a mark"),
        pytest.param(TEXT.encode("utf-32"), "UTF-32", id="UTF-32 with a mark"),
        pytest.param(TEXT.encode("utf-32-be"), "UTF-32", id="UTF-32 big endian without a mark"),
        pytest.param(TEXT.encode("utf-32-le"), "UTF-32", id="UTF-32 little endian without a mark"),
    ],
)
def test_another_encoding_is_named(data: bytes, name: str) -> None:
    finding = decode(data, "a.yaml")
    assert isinstance(finding, Finding)
    assert finding.text == f"the file is {name}, not UTF-8"
    assert "PowerShell" in finding.help


def test_a_latin_1_byte_is_located() -> None:
    finding = decode(b"kind: Pod\nname: f\xfcr\n", "a.yaml")
    assert isinstance(finding, Finding)
    assert finding.place == ("a.yaml", 2, 8)
    assert "0xfc" in finding.text
