"""bcrypt in plain Python. It takes seconds, since being slow is its purpose."""

import secrets
from functools import cache

from meshinject.gotemplate.work import spend

_COST = 10  # what sprig uses
_WORK = 100_000_000
_ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_MAGIC = b"OrpheanBeholderScryDoubt"
_MASK = 0xFFFFFFFF


@cache
def _pi_words() -> tuple[int, ...]:
    """The first 1042 words of the fraction of pi, with which Blowfish begins."""
    bits = 32 * (18 + 4 * 256)
    one = 1 << (bits + 64)

    def arctangent(inverse: int) -> int:
        term = one // inverse
        total, divisor, sign = term, 1, 1
        while term:
            term //= inverse * inverse
            divisor += 2
            sign = -sign
            total += sign * (term // divisor)
        return total

    pi = 4 * (4 * arctangent(5) - arctangent(239))
    fraction = (pi - 3 * one) >> 64
    return tuple([fraction >> (bits - 32 * (number + 1)) & _MASK for number in range(18 + 4 * 256)])


class _Blowfish:
    """Blowfish's state: 18 round keys and four boxes."""

    def __init__(self) -> None:
        words = _pi_words()
        self.keys = list(words[:18])
        self.boxes = [list(words[18 + 256 * number : 274 + 256 * number]) for number in range(4)]

    def encrypt(self, left: int, right: int) -> tuple[int, int]:
        keys = self.keys
        box0, box1, box2, box3 = self.boxes
        for number in range(0, 16, 2):
            left ^= keys[number]
            right ^= (((box0[left >> 24] + box1[left >> 16 & 255]) ^ box2[left >> 8 & 255]) + box3[left & 255]) & _MASK
            right ^= keys[number + 1]
            left ^= (
                ((box0[right >> 24] + box1[right >> 16 & 255]) ^ box2[right >> 8 & 255]) + box3[right & 255]
            ) & _MASK
        return right ^ keys[17], left ^ keys[16]

    def expand(self, key: list[int], salt: list[int] | None) -> None:
        """Mix a key, and a salt if there is one, into the state."""
        keys = self.keys
        for number in range(18):
            keys[number] ^= key[number % len(key)]
        left = right = turn = 0
        for table in (keys, *self.boxes):
            for number in range(0, len(table), 2):
                if salt is not None:
                    left ^= salt[turn % 4]
                    right ^= salt[(turn + 1) % 4]
                    turn += 2
                left, right = self.encrypt(left, right)
                table[number], table[number + 1] = left, right


def _words(raw: bytes, count: int) -> list[int]:
    repeated = raw * (4 * count // len(raw) + 1)
    return [int.from_bytes(repeated[4 * at : 4 * at + 4], "big") for at in range(count)]


def _encoded(raw: bytes) -> str:
    number = int.from_bytes(raw, "big") << (-8 * len(raw) % 6)
    length = -(-8 * len(raw) // 6)
    return "".join([_ALPHABET[number >> (6 * (length - 1 - at)) & 63] for at in range(length)])


def hash_password(password: bytes, salt: bytes | None = None, cost: int = _COST) -> str:
    """The bcrypt hash of a password of at most 72 bytes."""
    spend(_WORK)
    salt = secrets.token_bytes(16) if salt is None else salt
    key, salted = _words(password + b"\0", 18), _words(salt, 4)
    state = _Blowfish()
    state.expand(key, salted)
    for _ in range(1 << cost):
        state.expand(key, None)
        state.expand(salted, None)
    text = _words(_MAGIC, 6)
    for at in range(0, 6, 2):
        for _ in range(64):
            text[at], text[at + 1] = state.encrypt(text[at], text[at + 1])
    hashed = b"".join([word.to_bytes(4, "big") for word in text])[:-1]
    return f"$2a${cost:02d}${_encoded(salt)}{_encoded(hashed)}"
