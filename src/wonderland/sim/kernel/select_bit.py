"""The n-th set bit of a word, for processors that have no instruction for it.

Written for halves of 32 bits, the width of a GPU's registers.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types

_i32, _i64 = ir.IntType(32), ir.IntType(64)


def number(value: int) -> Any:
    return ir.Constant(_i32, value)


def halves(builder: Any, word: Any) -> list[Any]:
    high = builder.lshr(word, ir.Constant(_i64, 32))
    return [builder.trunc(word, _i32), builder.trunc(high, _i32)]


def joined(builder: Any, low: Any, high: Any) -> Any:
    upper = builder.shl(builder.zext(high, _i64), ir.Constant(_i64, 32))
    return builder.or_(upper, builder.zext(low, _i64))


def count(builder: Any, low: Any, high: Any) -> Any:
    """The population count of both halves."""
    return builder.add(builder.ctpop(low), builder.ctpop(high))


def select_bit(builder: Any, word: Any, rank: Any) -> Any:
    """The position of the set bit of ``word`` that has ``rank`` set bits below it; 63 if there is none.

    First the half, then the byte, then the bit. The prefix sums of the bytes' population counts stand in the
    bytes of one word, so that one subtraction compares all of them with ``rank``, and a population count of the
    signs is the byte's number; the same with a word of four bits for each bit of the byte. Multiplications and
    population counts stand where shifts and selections would do: a GPU has other units for them than for logic.
    """
    low, high = halves(builder, word)
    below = builder.ctpop(low)
    upper = builder.icmp_unsigned(">=", rank, below)
    half = builder.select(upper, high, low)
    rank = builder.sub(rank, builder.select(upper, below, number(0)))

    def not_above_rank(sums: Any, ones: int, signs: int) -> Any:
        """How many of the sums packed in a word are not above ``rank``."""
        spread = builder.add(builder.mul(rank, number(ones)), number(signs))
        return builder.ctpop(builder.and_(builder.sub(spread, sums), number(signs)))

    sums = builder.ctpop(builder.and_(half, number(0xFF)))
    for byte, mask in ((1, 0xFFFF), (2, 0xFFFFFF)):
        prefix = builder.ctpop(builder.and_(half, number(mask)))
        sums = builder.add(sums, builder.mul(prefix, number(1 << 8 * byte)))
    byte = builder.mul(not_above_rank(sums, 0x010101, 0x808080), number(8))
    before = builder.and_(builder.lshr(builder.mul(sums, number(256)), byte), number(0xFF))
    rank = builder.sub(rank, before)
    bits = builder.and_(builder.lshr(half, byte), number(0xFF))
    for spread, mask in ((0x1001, 0x000F000F), (0x41, 0x03030303), (0x9, 0x11111111)):
        bits = builder.and_(builder.mul(bits, number(spread)), number(mask))
    bit = not_above_rank(builder.mul(bits, number(0x11111111)), 0x11111111, 0x08888888)
    return builder.add(builder.add(byte, bit), builder.select(upper, number(32), number(0)))


def drop_last(builder: Any, word: Any, dropped: Any) -> Any:
    """The word without its ``dropped`` highest set bits; bit 63 is never set.

    Where nothing is dropped, :func:`select_bit` answers 63, and all bits below that stay.
    """
    left = builder.sub(count(builder, *halves(builder, word)), builder.trunc(dropped, _i32))
    left = builder.select(builder.icmp_signed(">", left, number(0)), left, number(0))
    position = builder.zext(select_bit(builder, word, left), _i64)
    return builder.and_(word, builder.not_(builder.shl(ir.Constant(_i64, -1), position)))
