"""Private keys in plain Python: made, read, written, and used to sign. Making an RSA key takes seconds."""

import hashlib
import math
import secrets
from collections.abc import Callable

from meshinject.gotemplate.sprig import der
from meshinject.gotemplate.values import GoError
from meshinject.gotemplate.work import spend

_WORK_PER_BIT = 40_000
_WORK_CURVE = 4_000_000

_RSA = der.wrap(der.SEQUENCE, der.oid("1.2.840.113549.1.1.1"), der.wrap(der.NULL))
_RSA_SHA256 = der.wrap(der.SEQUENCE, der.oid("1.2.840.113549.1.1.11"), der.wrap(der.NULL))
_SHA256 = der.wrap(der.SEQUENCE, der.oid("2.16.840.1.101.3.4.2.1"), der.wrap(der.NULL))
_P256 = der.oid("1.2.840.10045.3.1.7")
_EC = der.wrap(der.SEQUENCE, der.oid("1.2.840.10045.2.1"), _P256)
_EC_SHA256 = der.wrap(der.SEQUENCE, der.oid("1.2.840.10045.4.3.2"))
_ED25519 = der.wrap(der.SEQUENCE, der.oid("1.3.101.112"))


# -- primes -----------------------------------------------------------------------------------------


def _small_primes(limit: int) -> list[int]:
    sieve = bytearray([1]) * limit
    for number in range(2, math.isqrt(limit) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return [number for number in range(3, limit) if sieve[number]]


def _is_prime(number: int, rounds: int = 8) -> bool:
    """Miller and Rabin's test."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(rounds):
        power = pow(secrets.randbelow(number - 3) + 2, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def _prime(size: int, make: Callable[[], int]) -> int:
    """The first prime of `size` bits among the numbers that `make` gives."""
    spend(_WORK_PER_BIT * size)
    product = math.prod(_small_primes(50_000))
    while True:
        number = make()
        if number.bit_length() == size and math.gcd(number, product) == 1 and _is_prime(number):
            return number


def _random_prime(size: int) -> int:
    top = 3 << (size - 2)  # both top bits, so that a product of two has its full length
    return _prime(size, lambda: secrets.randbits(size - 2) | top | 1)


# -- keys -------------------------------------------------------------------------------------------


class Key:
    """A private key: `algorithm` names its signatures, `public` is the SubjectPublicKeyInfo."""

    algorithm: bytes
    public: bytes

    def sign(self, content: bytes) -> bytes:
        """The signature of the content."""
        raise NotImplementedError

    def pem(self) -> str:
        """The key as sprig writes it."""
        raise NotImplementedError


class RSAKey(Key):
    """An RSA key; it signs with SHA-256 and PKCS #1 v1.5."""

    algorithm = _RSA_SHA256

    def __init__(self, modulus: int, exponent: int, private: int, primes: tuple[int, int]) -> None:
        self.modulus, self.exponent, self.private, self.primes = modulus, exponent, private, primes
        numbers = der.wrap(der.SEQUENCE, der.integer(modulus), der.integer(exponent))
        self.public = der.wrap(der.SEQUENCE, _RSA, der.bits(numbers))

    @classmethod
    def make(cls, size: int) -> "RSAKey":
        """A new key."""
        exponent = 65_537
        while True:
            first, second = _random_prime(size // 2), _random_prime(size // 2)
            order = (first - 1) * (second - 1)
            if first != second and math.gcd(exponent, order) == 1:
                return cls(first * second, exponent, pow(exponent, -1, order), (first, second))

    def sign(self, content: bytes) -> bytes:
        """The signature of the content."""
        digest = der.wrap(der.SEQUENCE, _SHA256, der.wrap(der.OCTETS, hashlib.sha256(content).digest()))
        size = (self.modulus.bit_length() + 7) // 8
        padded = b"\0\1" + b"\xff" * (size - len(digest) - 3) + b"\0" + digest
        return pow(int.from_bytes(padded, "big"), self.private, self.modulus).to_bytes(size, "big")

    def pem(self) -> str:
        """The key in PKCS #1."""
        first, second = self.primes
        numbers = (
            *(0, self.modulus, self.exponent, self.private, first, second),
            *(self.private % (first - 1), self.private % (second - 1), pow(second, -1, first)),
        )
        return der.to_pem("RSA PRIVATE KEY", der.wrap(der.SEQUENCE, *map(der.integer, numbers)))


Point = tuple[int, int] | None
_FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
_CURVE_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def _added(first: Point, other: Point) -> Point:
    if first is None or other is None:
        return first or other
    (x1, y1), (x2, y2) = first, other
    if x1 == x2:
        if (y1 + y2) % _FIELD == 0:
            return None
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, _FIELD) % _FIELD
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, _FIELD) % _FIELD
    x = (slope * slope - x1 - x2) % _FIELD
    return x, (slope * (x1 - x) - y1) % _FIELD


def _times(factor: int, point: Point) -> tuple[int, int]:
    total: Point = None
    while factor:
        if factor & 1:
            total = _added(total, point)
        point = _added(point, point)
        factor >>= 1
    return total or (0, 0)


class ECKey(Key):
    """A key on the curve P-256; it signs with ECDSA and SHA-256."""

    algorithm = _EC_SHA256

    def __init__(self, private: int) -> None:
        self.private = private
        spend(_WORK_CURVE)
        x, y = _times(private, _BASE)
        self.point = b"\4" + x.to_bytes(32, "big") + y.to_bytes(32, "big")
        self.public = der.wrap(der.SEQUENCE, _EC, der.bits(self.point))

    @classmethod
    def make(cls) -> "ECKey":
        """A new key."""
        return cls(secrets.randbelow(_ORDER - 1) + 1)

    def sign(self, content: bytes) -> bytes:
        """The signature of the content."""
        digest = int.from_bytes(hashlib.sha256(content).digest(), "big")
        while True:
            once = secrets.randbelow(_ORDER - 1) + 1
            first = _times(once, _BASE)[0] % _ORDER
            second = pow(once, -1, _ORDER) * (digest + first * self.private) % _ORDER
            if first and second:
                return der.wrap(der.SEQUENCE, der.integer(first), der.integer(second))

    def pem(self) -> str:
        """The key in the form of SEC 1."""
        content = der.wrap(
            der.SEQUENCE,
            der.integer(1),
            der.wrap(der.OCTETS, self.private.to_bytes(32, "big")),
            der.wrap(0xA0, _P256),
            der.wrap(0xA1, der.bits(self.point)),
        )
        return der.to_pem("EC PRIVATE KEY", content)


_ED_FIELD = 2**255 - 19
_ED_ORDER = 2**252 + 27_742_317_777_372_353_535_851_937_790_883_648_493
_ED_D = -121_665 * pow(121_666, -1, _ED_FIELD) % _ED_FIELD
_ED_BASE_Y = 4 * pow(5, -1, _ED_FIELD) % _ED_FIELD


def _ed_base() -> tuple[int, int]:
    """The base point: the even root belongs to its y."""
    square = (_ED_BASE_Y**2 - 1) * pow(_ED_D * _ED_BASE_Y**2 + 1, -1, _ED_FIELD)
    root = pow(square, (_ED_FIELD + 3) // 8, _ED_FIELD)
    if (root * root - square) % _ED_FIELD:
        root = root * pow(2, (_ED_FIELD - 1) // 4, _ED_FIELD) % _ED_FIELD
    return (root if root % 2 == 0 else _ED_FIELD - root), _ED_BASE_Y


def _ed_added(first: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = first, other
    product = _ED_D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, _ED_FIELD)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, _ED_FIELD)
    return x % _ED_FIELD, y % _ED_FIELD


def _ed_times(factor: int) -> bytes:
    """A multiple of the base point in its short form."""
    total, point = (0, 1), _ed_base()
    while factor:
        if factor & 1:
            total = _ed_added(total, point)
        point = _ed_added(point, point)
        factor >>= 1
    return (total[1] | (total[0] & 1) << 255).to_bytes(32, "little")


class EdKey(Key):
    """An Ed25519 key."""

    algorithm = _ED25519

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        spend(_WORK_CURVE)
        hashed = hashlib.sha512(seed).digest()
        self.scalar = int.from_bytes(hashed[:32], "little") & (1 << 254) - 8 | 1 << 254
        self.prefix = hashed[32:]
        self.point = _ed_times(self.scalar)
        self.public = der.wrap(der.SEQUENCE, _ED25519, der.bits(self.point))

    @classmethod
    def make(cls) -> "EdKey":
        """A new key."""
        return cls(secrets.token_bytes(32))

    def sign(self, content: bytes) -> bytes:
        """The signature of the content."""
        once = int.from_bytes(hashlib.sha512(self.prefix + content).digest(), "little") % _ED_ORDER
        first = _ed_times(once)
        challenge = int.from_bytes(hashlib.sha512(first + self.point + content).digest(), "little")
        return first + ((once + challenge * self.scalar) % _ED_ORDER).to_bytes(32, "little")

    def pem(self) -> str:
        """The key in PKCS #8."""
        inner = der.wrap(der.OCTETS, der.wrap(der.OCTETS, self.seed))
        return der.to_pem("PRIVATE KEY", der.wrap(der.SEQUENCE, der.integer(0), _ED25519, inner))


def dsa_pem() -> str:
    """A new DSA key of 2048 and 256 bits, parameters included, in the form that OpenSSL writes."""
    order = _random_prime(256)

    def candidate() -> int:
        number = secrets.randbits(2048) | 1 << 2047
        return number - number % (2 * order) + 1

    modulus = _prime(2048, candidate)
    generator, base = 1, 2
    while generator == 1:
        generator, base = pow(base, (modulus - 1) // order, modulus), base + 1
    private = secrets.randbelow(order - 1) + 1
    numbers = (0, modulus, order, generator, pow(generator, private, modulus), private)
    return der.to_pem("DSA PRIVATE KEY", der.wrap(der.SEQUENCE, *map(der.integer, numbers)))


def read_key(text: str) -> Key:
    """The private key in a PEM block.

    Raises:
        GoError: there is none, or none of a kind that is known.
    """
    block = der.from_pem(text)
    if block is None:
        raise GoError("no PEM data in input")
    kind, raw = block
    if kind not in {"PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"}:
        raise GoError(f"no private key data in PEM block of type {kind}")
    try:
        if kind == "PRIVATE KEY":
            values = der.inside(raw)
            algorithm, raw = values[1][2], values[2][1]
            if algorithm == _ED25519:
                return EdKey(der.children(raw)[0][1])
            kind = "RSA PRIVATE KEY" if algorithm == _RSA else "EC PRIVATE KEY"
        values = der.inside(raw)
        if kind == "EC PRIVATE KEY":
            return ECKey(int.from_bytes(values[1][1], "big"))
        numbers = [int.from_bytes(content, "big") for _, content, _ in values]
        return RSAKey(numbers[1], numbers[2], numbers[3], (numbers[4], numbers[5]))
    except (IndexError, ValueError) as error:
        raise GoError("failed to parse private key") from error
