"""Bytes to text: UTF-8 with or without a byte order mark; everything else is refused by name.

Kubernetes reads UTF-8 only. UTF-16 comes from PowerShell 5, whose `>` and `Out-File` write it by default.
"""

from meshinject.reports.findings import Code, Finding, Place

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_POWERSHELL = "PowerShell's > writes UTF-16: save the file as UTF-8, for instance with `| Out-File -Encoding utf8 FILE`"


def decode(data: bytes, path: str) -> str | Finding:
    """The text of a file; a byte order mark stays its first character. A Finding when it is not UTF-8."""
    encoding = _other_encoding(data)
    if encoding:
        return Finding(Code.ENCODING, f"the file is {encoding}, not UTF-8", _POWERSHELL, Place(path, 1, 1))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        text = f"byte 0x{data[error.start]:02x} is not UTF-8 (Latin-1 or another old encoding?)"
        return Finding(Code.ENCODING, text, "save the file as UTF-8", Place(path, line, column))


def _other_encoding(data: bytes) -> str:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    # Without a mark, the NUL in the first ASCII character tells (YAML 1.2, section 5.2).
    if data[:1] == b"\x00" or data[1:2] == b"\x00":
        return "UTF-32" if data[:3] == b"\x00\x00\x00" or data[1:4] == b"\x00\x00\x00" else "UTF-16"
    return ""
