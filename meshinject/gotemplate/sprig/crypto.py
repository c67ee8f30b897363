"""Sprig's passwords and encryption."""

import base64
import hashlib
import hmac
import secrets

from meshinject.gotemplate.sprig.encoding import b64dec
from meshinject.gotemplate.sprig.support import decode, encode
from meshinject.gotemplate.values import STRING, Function, GoError, Uint32
from meshinject.gotemplate.work import spend

_BLOCK = 16
_MAX_PASSWORD = 72
_WORK = 20_000_000
_PER_BYTE = 500  # of AES

# The templates and alphabets of the Master Password algorithm, version 3.
_TEMPLATES = {
    "maximum": "anoxxxxxxxxxxxxxxxxx axxxxxxxxxxxxxxxxxno",
    "long": (
        "CvcvnoCvcvCvcv CvcvCvcvnoCvcv CvcvCvcvCvcvno CvccnoCvcvCvcv CvccCvcvnoCvcv CvccCvcvCvcvno CvcvnoCvccCvcv "
        "CvcvCvccnoCvcv CvcvCvccCvcvno CvcvnoCvcvCvcc CvcvCvcvnoCvcc CvcvCvcvCvccno CvccnoCvccCvcv CvccCvccnoCvcv "
        "CvccCvccCvcvno CvcvnoCvccCvcc CvcvCvccnoCvcc CvcvCvccCvccno CvccnoCvcvCvcc CvccCvcvnoCvcc CvccCvcvCvccno"
    ),
    "medium": "CvcnoCvc CvcCvcno",
    "short": "Cvcn",
    "basic": "aaanaaan aannaaan aaannaaa",
    "pin": "nnnn",
}
_ALPHABETS = {
    "V": "AEIOU",
    "C": "BCDFGHJKLMNPQRSTVWXYZ",
    "v": "aeiou",
    "c": "bcdfghjklmnpqrstvwxyz",
    "A": "AEIOUBCDFGHJKLMNPQRSTVWXYZ",
    "a": "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
    "n": "0123456789",
    "o": "@&%?,=[]_:-+*$#!'^~;()/.",
    "x": "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
}
_SCOPE = b"com.lyndir.masterpassword"


def derive_password(counter: int, kind: str, password: str, user: str, site: str) -> str:
    """The password that the Master Password algorithm gives for a site."""
    if kind not in _TEMPLATES:
        return f"cannot find password template {kind}"
    spend(_WORK)
    salt = _SCOPE + _counted(user)
    key = hashlib.scrypt(encode(password), salt=salt, n=32_768, r=8, p=2, maxmem=1 << 27, dklen=64)
    seed = hmac.digest(key, _SCOPE + _counted(site) + int(counter).to_bytes(4, "big"), "sha256")
    templates = _TEMPLATES[kind].split()
    template = templates[seed[0] % len(templates)]
    alphabets = [_ALPHABETS[each] for each in template]
    return "".join([alphabet[byte % len(alphabet)] for alphabet, byte in zip(alphabets, seed[1:], strict=False)])


def _counted(text: str) -> bytes:
    raw = encode(text)
    return len(raw).to_bytes(4, "big") + raw


def bcrypt(password: str) -> str:
    """The bcrypt hash of a password, or the complaint that it is too long."""
    from meshinject.gotemplate.sprig.bcrypt import hash_password  # noqa: PLC0415 - rare

    raw = encode(password)
    if len(raw) > _MAX_PASSWORD:
        return "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes"
    return hash_password(raw)


def htpasswd(user: str, password: str) -> str:
    """A line for a htpasswd file."""
    return f"invalid username: {user}" if ":" in user else f"{user}:{bcrypt(password)}"


def encrypt_aes(password: str, text: str) -> str:
    """The text encrypted with AES-256 in CBC mode, in base64 behind its start vector."""
    from meshinject.gotemplate.sprig import aes  # noqa: PLC0415 - rare

    raw = encode(text)
    spend(_PER_BYTE * len(raw))
    missing = _BLOCK - len(raw) % _BLOCK
    start = secrets.token_bytes(_BLOCK)
    secret = aes.encrypt(_key(password), start, raw + bytes([missing]) * missing)
    return base64.b64encode(start + secret).decode("ascii")


def _key(password: str) -> bytes:
    return encode(password)[:32].ljust(32, b"\0")


def decrypt_aes(password: str, text: str) -> str:
    """What `encryptAES` was given.

    Raises:
        GoError: the text is no such thing.
    """
    from meshinject.gotemplate.sprig import aes  # noqa: PLC0415 - rare

    if not text:
        return ""
    decoded = b64dec(text)
    if decoded.startswith("illegal base64 data"):
        raise GoError(decoded)
    raw = encode(decoded)
    spend(_PER_BYTE * len(raw))
    if len(raw) < _BLOCK:
        raise GoError(f"runtime error: slice bounds out of range [:{_BLOCK}] with capacity {len(text) // 4 * 3}")
    if len(raw) % _BLOCK:
        raise GoError("crypto/cipher: input not full blocks")
    plain = aes.decrypt(_key(password), raw[:_BLOCK], raw[_BLOCK:])
    if not plain:
        raise GoError("runtime error: index out of range [-1]")
    end = len(plain) - plain[-1]
    if end < 0:
        raise GoError(f"runtime error: slice bounds out of range [:{end}]")
    return decode(plain[:end])


FUNCTIONS = {
    "bcrypt": Function(bcrypt, "string"),
    "decryptAES": Function(decrypt_aes, "string string"),
    "derivePassword": Function(derive_password, [Uint32.go_type, STRING, STRING, STRING, STRING]),
    "encryptAES": Function(encrypt_aes, "string string"),
    "htpasswd": Function(htpasswd, "string string"),
}
