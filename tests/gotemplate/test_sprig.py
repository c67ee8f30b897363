"""What sprig's functions do that no recorded result can show: randomness, secrets, and not looking outside."""

import base64
import hashlib
import re
from collections.abc import Callable

import pytest

from meshinject.gotemplate.sprig import FUNCTIONS
from meshinject.gotemplate.sprig.bcrypt import hash_password
from meshinject.gotemplate.sprig.keys import EdKey, RSAKey, read_key

Render = Callable[..., str]


def test_every_name_leads_to_a_function() -> None:
    assert len(FUNCTIONS) == 211
    assert all(callable(FUNCTIONS[name].call) for name in FUNCTIONS)
    with pytest.raises(KeyError):
        FUNCTIONS["nope"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{{env "PATH"}}', "", id="env knows no variable"),
        pytest.param(
            '{{expandenv "a$PATH-${HOME}b $ 1"}}', "a-b $ 1", id="expandenv replaces all variables by nothing"
        ),
        pytest.param('{{getHostByName "localhost"}}', "", id="getHostByName finds no host"),
        pytest.param('{{date "2006-01-02 15:04 MST" 0}}', "1970-01-01 00:00 UTC", id="the local zone is UTC"),
        pytest.param('{{dateInZone "15:04 MST" 0 "No/Where"}}', "00:00 UTC", id="an unknown zone is UTC"),
        pytest.param('{{keys (dict "b" 1 "a" 2)}} {{values (dict "b" 1 "a" 2)}}', "[a b] [2 1]", id="maps are sorted"),
    ],
)
def test_nothing_depends_on_the_machine(
    text: str, expected: str, render: Render, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("PATH", "/bin")
    assert render(text) == expected


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        pytest.param("{{randAlpha 20}}", "[A-Za-z]{20}", id="letters"),
        pytest.param("{{randAlphaNum 20}}", "[A-Za-z0-9]{20}", id="letters and digits"),
        pytest.param("{{randNumeric 20}}", "[0-9]{20}", id="digits"),
        pytest.param("{{randAscii 20}}", "[ -~]{20}", id="printable characters"),
        pytest.param("{{randInt 5 7}}", "5|6", id="a number below the limit"),
        pytest.param("{{randBytes 16}}", "[A-Za-z0-9+/]{22}==", id="bytes in base64"),
        pytest.param("{{uuidv4}}", "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", id="a UUID"),
        pytest.param('{{shuffle "abc" | splitList "" | sortAlpha | join ""}}', "abc", id="the same characters"),
    ],
)
def test_random_functions_give_what_they_promise(text: str, pattern: str, render: Render) -> None:
    assert re.fullmatch(pattern, render(text))


def test_bcrypt_gives_the_known_hash() -> None:
    # A vector of the original implementation: "abc", cost 6.
    salt = bytes.fromhex("2a1f1dc70a3d147956a46febe3016017")
    assert hash_password(b"abc", salt, 6) == "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"


def test_a_line_for_htpasswd_is_refused_for_a_name_with_a_colon(render: Render) -> None:
    assert render('{{htpasswd "a:b" "x"}}') == "invalid username: a:b"


def test_what_aes_encrypts_it_decrypts(render: Render) -> None:
    assert render('{{encryptAES "key" .t | decryptAES "key"}}', {"t": "secret é" * 9}) == "secret é" * 9


def test_what_go_encrypted_is_decrypted(render: Render) -> None:
    assert render('{{decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ="}}') == "plaintext"


def test_ed25519_gives_the_signature_of_rfc_8032() -> None:
    key = EdKey(bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    assert key.point.hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    assert key.sign(b"\x72").hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )


def test_a_certificate_is_signed_by_its_authority(render: Render) -> None:
    text = render(
        '{{$ca := genCA "me" 1}}{{$ec := genPrivateKey "ecdsa"}}'
        '{{$c := genSignedCertWithKey "you" (list "10.0.0.1") (list "a.b") 1 $ca $ec}}'
        "{{$ca.Key}}|{{$c.Cert}}|{{eq $c.Key $ec}}"
    )
    key_text, certificate, same = text.split("|")
    key = read_key(key_text)
    assert isinstance(key, RSAKey)
    raw = base64.b64decode("".join(certificate.splitlines()[1:-1]))
    body_size = int.from_bytes(raw[6:8], "big") + 4
    signature = int.from_bytes(raw[-256:], "big")
    digest = hashlib.sha256(raw[4 : 4 + body_size]).digest()
    assert pow(signature, key.exponent, key.modulus).to_bytes(256, "big").endswith(digest)
    assert b"a.b" in raw
    assert bytes([0x87, 4, 10, 0, 0, 1]) in raw
    assert same == "true"


@pytest.mark.parametrize(
    ("kind", "head"),
    [
        pytest.param("ecdsa", "-----BEGIN EC PRIVATE KEY-----", id="an ECDSA key"),
        pytest.param("ed25519", "-----BEGIN PRIVATE KEY-----", id="an Ed25519 key"),
    ],
)
def test_a_new_key_reads_back(kind: str, head: str, render: Render) -> None:
    text = render("{{genPrivateKey .}}", kind)
    assert text.startswith(head)
    assert read_key(text).pem() == text
