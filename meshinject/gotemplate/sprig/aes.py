"""AES with CBC in plain Python, for the one pair of functions that asks for it."""

_BLOCK = 16


def _double(byte: int) -> int:
    """The byte times x in AES's field."""
    return (byte << 1) ^ (0x11B if byte & 0x80 else 0)


def _boxes() -> tuple[bytes, bytes]:
    """The substitution box and its inverse."""
    box = bytearray(256)
    inverse = bytearray(256)
    power = root = 1
    while True:
        power ^= _double(power)  # powers of 3 on one side, of its inverse on the other
        for shift in (1, 2, 4):
            root ^= root << shift
        root &= 0xFF
        if root & 0x80:
            root ^= 0x09
        value = root
        for turn in range(1, 5):
            value ^= ((root << turn) | (root >> (8 - turn))) & 0xFF
        box[power] = value ^ 0x63
        if power == 1:
            break
    box[0] = 0x63
    for index, value in enumerate(box):
        inverse[value] = index
    return bytes(box), bytes(inverse)


_BOX, _INVERSE = _boxes()


def _times(byte: int, factor: int) -> int:
    result = 0
    while factor:
        if factor & 1:
            result ^= byte
        byte = _double(byte)
        factor >>= 1
    return result


_MULTIPLES = {factor: bytes([_times(byte, factor) for byte in range(256)]) for factor in (2, 3, 9, 11, 13, 14)}


def _round_keys(key: bytes) -> list[bytes]:
    """The keys of the rounds."""
    words = [key[at : at + 4] for at in range(0, len(key), 4)]
    count = len(words)
    constant = 1
    while len(words) < 4 * (count + 7):
        word = words[-1]
        if len(words) % count == 0:
            word = bytes([_BOX[byte] for byte in word[1:] + word[:1]])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = _double(constant)
        elif count > 6 and len(words) % count == 4:  # noqa: PLR2004 - the rule for long keys
            word = bytes([_BOX[byte] for byte in word])
        words.append(_xor(word, words[-count]))
    return [b"".join(words[at : at + 4]) for at in range(0, len(words), 4)]


def _xor(first: bytes, other: bytes) -> bytes:
    return bytes([one ^ two for one, two in zip(first, other, strict=True)])


_SHIFTED = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11]
_UNSHIFTED = [_SHIFTED.index(at) for at in range(_BLOCK)]


def _mixed(block: bytes, factors: tuple[int, int, int, int]) -> bytes:
    """Each column times the matrix that the factors begin."""
    tables = [_MULTIPLES.get(factor, bytes(range(256))) for factor in factors]
    result = bytearray()
    for at in range(0, _BLOCK, 4):
        for row in range(4):
            value = 0
            for place in range(4):
                value ^= tables[(place - row) % 4][block[at + place]]
            result.append(value)
    return bytes(result)


def _encrypted(block: bytes, keys: list[bytes]) -> bytes:
    block = _xor(block, keys[0])
    for number, key in enumerate(keys[1:], 1):
        block = bytes([_BOX[block[at]] for at in _SHIFTED])
        if number < len(keys) - 1:
            block = _mixed(block, (2, 3, 1, 1))
        block = _xor(block, key)
    return block


def _decrypted(block: bytes, keys: list[bytes]) -> bytes:
    for number in range(len(keys) - 1, 0, -1):
        block = _xor(block, keys[number])
        if number < len(keys) - 1:
            block = _mixed(block, (14, 11, 13, 9))
        block = bytes([_INVERSE[block[at]] for at in _UNSHIFTED])
    return _xor(block, keys[0])


def encrypt(key: bytes, start: bytes, plain: bytes) -> bytes:
    """Whole blocks, encrypted with CBC from the start vector."""
    keys = _round_keys(key)
    result = []
    for at in range(0, len(plain), _BLOCK):
        start = _encrypted(_xor(plain[at : at + _BLOCK], start), keys)
        result.append(start)
    return b"".join(result)


def decrypt(key: bytes, start: bytes, secret: bytes) -> bytes:
    """The blocks that `encrypt` was given."""
    keys = _round_keys(key)
    result = []
    for at in range(0, len(secret), _BLOCK):
        block = secret[at : at + _BLOCK]
        result.append(_xor(_decrypted(block, keys), start))
        start = block
    return b"".join(result)
