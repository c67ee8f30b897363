"""Sprig's keys and certificates. Every call makes new ones: a template that uses them gives another text each time."""

import hashlib
import secrets
import time
from typing import Any

from meshinject.gotemplate.sprig import der
from meshinject.gotemplate.sprig.encoding import b64dec
from meshinject.gotemplate.sprig.gotime import DAY, SECOND, date_of
from meshinject.gotemplate.sprig.keys import ECKey, EdKey, Key, RSAKey, dsa_pem, read_key
from meshinject.gotemplate.values import INT, LIST_ANY, STRING, Field, Function, GoError, Struct, StructType

CERTIFICATE = StructType("sprig.certificate", [Field("Cert", STRING), Field("Key", STRING)])

_KEY_SIZE, _CA_KEY_SIZE = 4096, 2048
_DAY_SECONDS = DAY // SECOND
_LAST_SHORT_YEAR = 2049
_KEY_IDENTIFIER = "2.5.29.14"
_ALTERNATIVE_NAMES = "2.5.29.17"
_USES = ("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2")  # server and client


def gen_private_key(kind: str) -> str:
    """A new private key as PEM."""
    if kind in {"", "rsa"}:
        return RSAKey.make(_KEY_SIZE).pem()
    if kind == "dsa":
        return dsa_pem()
    if kind == "ecdsa":
        return ECKey.make().pem()
    if kind == "ed25519":
        return EdKey.make().pem()
    return f"Unknown type {kind}"


class _Issuer:
    """Who signs: the name, the key, and the identifier of the key if the certificate of the issuer has one."""

    def __init__(self, name: bytes, key: Key, identifier: bytes = b"") -> None:
        self.name = name
        self.key = key
        self.identifier = identifier


def _name(common: str) -> bytes:
    plain = all(char.isascii() and (char.isalnum() or char in " '()+,-./:=?") for char in common)
    value = der.wrap(der.PRINTABLE if plain else der.UTF8, common.encode("utf-8", "replace"))
    return der.wrap(der.SEQUENCE, der.wrap(der.SET, der.wrap(der.SEQUENCE, der.oid("2.5.4.3"), value)))


def _time(seconds: int) -> bytes:
    year, month, day = date_of(seconds // _DAY_SECONDS)
    clock = f"{month:02d}{day:02d}{seconds // 3600 % 24:02d}{seconds // 60 % 60:02d}{seconds % 60:02d}Z"
    if year > _LAST_SHORT_YEAR:
        return der.wrap(der.LONG_TIME, f"{min(year, 9999):04d}{clock}".encode())
    return der.wrap(der.TIME, f"{year % 100:02d}{clock}".encode())


def _extension(identifier: str, content: bytes, *, critical: bool = False) -> bytes:
    mark = b"\x01\x01\xff" if critical else b""
    return der.wrap(der.SEQUENCE, der.oid(identifier), mark, der.wrap(der.OCTETS, content))


def _signed(
    common: str, names: list[bytes], days: int, key: Key, issuer: _Issuer | None = None, *, authority: bool = False
) -> Struct:
    """A certificate for a key; without an issuer it is signed with the key itself."""
    identifier = hashlib.sha256(der.inside(key.public)[1][1][1:]).digest()[:20]
    signer = issuer or _Issuer(_name(common), key)
    extensions = [
        _extension("2.5.29.15", der.bits(b"\xa4", 2) if authority else der.bits(b"\xa0", 5), critical=True),
        _extension("2.5.29.37", der.wrap(der.SEQUENCE, *map(der.oid, _USES))),
        _extension("2.5.29.19", der.wrap(der.SEQUENCE, b"\x01\x01\xff" if authority else b""), critical=True),
    ]
    if authority:
        extensions.append(_extension(_KEY_IDENTIFIER, der.wrap(der.OCTETS, identifier)))
    if signer.identifier:
        extensions.append(_extension("2.5.29.35", der.wrap(der.SEQUENCE, der.wrap(0x80, signer.identifier))))
    if names:
        extensions.append(_extension(_ALTERNATIVE_NAMES, der.wrap(der.SEQUENCE, *names)))
    now = int(time.time())
    body = der.wrap(
        der.SEQUENCE,
        der.wrap(0xA0, der.integer(2)),
        der.integer(secrets.randbits(127) + 1),
        signer.key.algorithm,
        signer.name,
        der.wrap(der.SEQUENCE, _time(now), _time(now + days * _DAY_SECONDS)),
        _name(common),
        key.public,
        der.wrap(0xA3, der.wrap(der.SEQUENCE, *extensions)),
    )
    raw = der.wrap(der.SEQUENCE, body, signer.key.algorithm, der.bits(signer.key.sign(body)))
    return Struct(CERTIFICATE, {"Cert": der.to_pem("CERTIFICATE", raw), "Key": key.pem()})


def _alternatives(ips: list[Any], hosts: list[Any]) -> list[bytes]:
    """The alternative names of a certificate.

    Raises:
        GoError: an item is no address or no text.
    """
    from ipaddress import ip_address  # noqa: PLC0415 - rare

    names = []
    for host in hosts:
        if not isinstance(host, str):
            raise GoError(f"error processing alternate dns name: {_shown(host)} is not a string")
        names.append(der.wrap(0x82, host.encode("utf-8", "replace")))
    for address in ips:
        if not isinstance(address, str):
            raise GoError(f"error parsing ip: {_shown(address)} is not a string")
        try:
            names.append(der.wrap(0x87, ip_address(address).packed))
        except ValueError:
            raise GoError(f"error parsing ip: {address}") from None
    return names


def _shown(value: Any) -> str:
    from meshinject.gotemplate.sprig.support import as_text  # noqa: PLC0415 - only an error needs it

    return as_text(value)


def _read_key(text: str) -> Key:
    try:
        return read_key(text)
    except GoError as error:
        raise GoError(f"parsing private key: {error}") from None


def _read_issuer(authority: Struct) -> _Issuer:
    """The issuer that a certificate and its key make.

    Raises:
        GoError: one of them is none.
    """
    block = der.from_pem(authority.get("Cert"))
    if block is None:
        raise GoError("unable to decode certificate")
    try:
        fields = der.children(der.inside(block[1])[0][1])
        subject = fields[5][2]
        identifier = b""
        for _, content, _ in der.inside(fields[-1][1]):
            parts = der.children(content)
            if parts[0][2] == der.oid(_KEY_IDENTIFIER):
                identifier = der.children(parts[-1][1])[0][1]
    except (IndexError, ValueError):
        raise GoError("error parsing certificate: x509: malformed certificate") from None
    try:
        key = read_key(authority.get("Key"))
    except GoError as error:
        raise GoError(f"error parsing private key: {error}") from None
    return _Issuer(subject, key, identifier)


def _new_key() -> Key:
    return RSAKey.make(_CA_KEY_SIZE)


def gen_ca(common: str, days: int) -> Struct:
    """A certificate that may sign others, with a new key."""
    return _signed(common, [], days, _new_key(), authority=True)


def gen_ca_with_key(common: str, days: int, key: str) -> Struct:
    """A certificate that may sign others, for a given key.

    Raises:
        GoError: the key is none.
    """
    return _signed(common, [], days, _read_key(key), authority=True)


def gen_self_signed(common: str, ips: list[Any], hosts: list[Any], days: int) -> Struct:
    """A certificate signed with its own new key.

    Raises:
        GoError: an alternative name is none.
    """
    names = _alternatives(ips, hosts)
    return _signed(common, names, days, _new_key())


def gen_self_signed_with_key(common: str, ips: list[Any], hosts: list[Any], days: int, key: str) -> Struct:
    """A certificate for a given key, signed with it.

    Raises:
        GoError: the key or an alternative name is none.
    """
    read = _read_key(key)
    return _signed(common, _alternatives(ips, hosts), days, read)


def gen_signed(common: str, ips: list[Any], hosts: list[Any], days: int, authority: Struct) -> Struct:
    """A certificate with a new key, signed by an authority.

    Raises:
        GoError: the authority or an alternative name is none.
    """
    names, issuer = _alternatives(ips, hosts), _read_issuer(authority)
    return _signed(common, names, days, _new_key(), issuer)


def gen_signed_with_key(*arguments: Any) -> Struct:
    """A certificate for a given key, which comes last, signed by an authority.

    Raises:
        GoError: the key, the authority or an alternative name is none.
    """
    common, ips, hosts, days, authority, key = arguments
    read = _read_key(key)
    return _signed(common, _alternatives(ips, hosts), days, read, _read_issuer(authority))


def build_custom(certificate: str, key: str) -> Struct:
    """A certificate and its key, both given as PEM in base64.

    Raises:
        GoError: one of them is not.
    """
    texts = []
    for name, text in (("certificate", certificate), ("private key", key)):
        decoded = b64dec(text)
        if decoded.startswith("illegal base64 data"):
            raise GoError(f"unable to decode base64 {name}")
        texts.append(decoded)
    block = der.from_pem(texts[0])
    if block is None or block[0] != "CERTIFICATE":
        raise GoError("unable to decode certificate")
    try:
        read_key(texts[1])
    except GoError as error:
        raise GoError(f"error parsing private key: {error}") from None
    return Struct(CERTIFICATE, {"Cert": texts[0], "Key": texts[1]})


_ISSUE = [STRING, LIST_ANY, LIST_ANY, INT]

FUNCTIONS = {
    "buildCustomCert": Function(build_custom, "string string"),
    "genCA": Function(gen_ca, "string int"),
    "genCAWithKey": Function(gen_ca_with_key, "string int string"),
    "genPrivateKey": Function(gen_private_key, "string"),
    "genSelfSignedCert": Function(gen_self_signed, _ISSUE),
    "genSelfSignedCertWithKey": Function(gen_self_signed_with_key, [*_ISSUE, STRING]),
    "genSignedCert": Function(gen_signed, [*_ISSUE, CERTIFICATE]),
    "genSignedCertWithKey": Function(gen_signed_with_key, [*_ISSUE, CERTIFICATE, STRING]),
}
