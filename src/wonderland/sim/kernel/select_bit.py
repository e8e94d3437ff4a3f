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
    """How many bits are set in both halves."""
    return builder.add(builder.ctpop(low), builder.ctpop(high))


def find(builder: Any, word: Any, left: Any) -> Any:
    """The place of the bit of ``word`` that has ``left`` set bits below it; 63, if it has no more than that.

    First the half, then the byte, then the bit. How many bits are set up to the end of each byte stands in the
    bytes of one word, so that one subtraction compares all of them with ``left``, and a population count of the
    signs is the byte's number; the same with a word of four bits for each bit of the byte. Multiplications and
    population counts stand where shifts and selections would do: a GPU does them beside its logic.
    """
    low, high = halves(builder, word)
    below = builder.ctpop(low)
    upper = builder.icmp_unsigned(">=", left, below)
    half = builder.select(upper, high, low)
    left = builder.sub(left, builder.select(upper, below, number(0)))

    def passed(sums: Any, each: int, signs: int) -> Any:
        """How many of the sums in a word are not above ``left``."""
        many = builder.add(builder.mul(left, number(each)), number(signs))
        return builder.ctpop(builder.and_(builder.sub(many, sums), number(signs)))

    sums = builder.ctpop(builder.and_(half, number(0xFF)))
    for byte, mask in ((1, 0xFFFF), (2, 0xFFFFFF)):
        more = builder.ctpop(builder.and_(half, number(mask)))
        sums = builder.add(sums, builder.mul(more, number(1 << 8 * byte)))
    byte = builder.mul(passed(sums, 0x010101, 0x808080), number(8))
    before = builder.and_(builder.lshr(builder.mul(sums, number(256)), byte), number(0xFF))
    left = builder.sub(left, before)
    bits = builder.and_(builder.lshr(half, byte), number(0xFF))
    for spread, mask in ((0x1001, 0x000F000F), (0x41, 0x03030303), (0x9, 0x11111111)):
        bits = builder.and_(builder.mul(bits, number(spread)), number(mask))
    bit = passed(builder.mul(bits, number(0x11111111)), 0x11111111, 0x08888888)
    return builder.add(builder.add(byte, bit), builder.select(upper, number(32), number(0)))


def exposed(builder: Any, line: Any, value: Any) -> Any:
    """All but the last ``value`` cards of a line.

    Where nothing is safe, the search ends at slot 63: that card is kept at the end and never enters the line.
    """
    left = builder.sub(count(builder, *halves(builder, line)), builder.trunc(value, _i32))
    left = builder.select(builder.icmp_signed(">", left, number(0)), left, number(0))
    place = builder.zext(find(builder, line, left), _i64)
    return builder.and_(line, builder.not_(builder.shl(ir.Constant(_i64, -1), place)))
