"""The word operations on a GPU: the slots as seven words, the *planes*, one for each bit of a card.

A table look-up that depends on the card would send each game of a warp to another address of its memory, and the
games would wait for each other. So where a CPU keeps a word for each colour and each value and looks it up, the GPU
keeps planes, and finds what it needs by logic alone. The words of the six colours are kept besides them. Its
registers are 32 bits wide, so everything here is written for the two halves of a word.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types

from wonderland.sim.kernel.layout import AT_MOST_MASKS, COLOUR_MASKS, COLOURS, VALUE_BIT_MASKS
from wonderland.sim.kernel.select_bit import count, halves, joined, number

_i1, _i32, _i64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
#: Where in ``masks`` the planes stand, by the bits of a card from the lowest: four of the value, three of the colour.
VALUE_PLANES = tuple(VALUE_BIT_MASKS + bit for bit in range(4))
COLOUR_PLANES = tuple(AT_MOST_MASKS + bit for bit in range(3))
PLANES = (*VALUE_PLANES, *COLOUR_PLANES)


class GpuWords:
    """The masks of a game on a GPU. What is kept by colour is a list of six: sets as halves, numbers and flags."""

    def __init__(self, builder: Any, masks: Any) -> None:
        self._builder = builder
        self._masks = masks

    def _address(self, place: int) -> Any:
        return self._builder.gep(self._masks, [ir.Constant(_i64, place)])

    def load(self, place: int) -> list[Any]:
        """One word of the masks, as halves."""
        return halves(self._builder, self._builder.load(self._address(place)))

    def word(self, value: Any) -> list[Any]:
        return halves(self._builder, value)

    # ---- removal ----------------------------------------------------------------------------------------

    def worth_at_most(self, card: Any) -> Any:
        """The slots with cards worth no more than a card."""
        builder, bits = self._builder, self._bits(card, 0, 4)
        planes = [self.load(place) for place in VALUE_PLANES]
        found = []
        for side in range(2):
            at_most = number(-1)
            for bit, plane in zip(bits, planes, strict=True):
                # From the lowest bit up: where the bits are equal the lower ones decide. It is the majority of three.
                lacks = builder.not_(plane[side])
                both, either = builder.and_(lacks, bit), builder.or_(lacks, bit)
                at_most = builder.or_(both, builder.and_(either, at_most))
            found.append(at_most)
        return joined(builder, *found)

    def same_colour(self, card: Any) -> Any:
        """The slots with cards of a card's colour."""
        builder, bits = self._builder, self._bits(card, 4, 7)
        planes = [self.load(place) for place in COLOUR_PLANES]
        found = []
        for side in range(2):
            same = number(-1)
            for bit, plane in zip(bits, planes, strict=True):
                same = builder.and_(same, builder.not_(builder.xor(plane[side], bit)))
            found.append(same)
        return joined(builder, *found)

    def _bits(self, card: Any, start: int, stop: int) -> list[Any]:
        """Some bits of a card, each spread over a whole half."""
        code = self._builder.trunc(card, _i32)
        return [self._builder.ashr(self._builder.shl(code, number(31 - bit)), number(31)) for bit in range(start, stop)]

    # ---- by colour --------------------------------------------------------------------------------------

    def by_colour(self, word: list[Any]) -> list[list[Any]]:
        """A set of slots, split by colour."""
        colours = [self.load(COLOUR_MASKS + colour) for colour in range(COLOURS)]
        return [[self._builder.and_(word[side], colour[side]) for side in range(2)] for colour in colours]

    def count(self, sets: list[list[Any]]) -> list[Any]:
        return [count(self._builder, *own) for own in sets]

    def constant(self, value: int) -> list[Any]:
        return [number(value)] * COLOURS

    def add(self, one: list[Any], other: list[Any]) -> list[Any]:
        return [self._builder.add(*pair) for pair in zip(one, other, strict=True)]

    def subtract(self, one: list[Any], other: list[Any]) -> list[Any]:
        return [self._builder.sub(*pair) for pair in zip(one, other, strict=True)]

    def compare(self, sign: str, one: list[Any], other: list[Any]) -> list[Any]:
        return [self._builder.icmp_unsigned(sign, *pair) for pair in zip(one, other, strict=True)]

    def where(self, flags: list[Any], yes: list[Any], no: list[Any]) -> list[Any]:
        return [self._builder.select(*three) for three in zip(flags, yes, no, strict=True)]

    def nonempty(self, sets: list[list[Any]]) -> list[Any]:
        builder = self._builder
        return [builder.icmp_unsigned("!=", builder.or_(low, high), number(0)) for low, high in sets]

    # ---- over all colours -------------------------------------------------------------------------------

    def all_colours(self, flags: list[Any]) -> Any:
        """Whether every colour is flagged."""
        found = ir.Constant(_i1, 1)
        for flag in flags:
            found = self._builder.and_(found, flag)
        return found

    def flag_bits(self, flags: list[Any]) -> Any:
        """The flags as the bits of a number."""
        found = number(0)
        for colour, flag in enumerate(flags):
            found = self._builder.or_(found, self._builder.select(flag, number(1 << colour), number(0)))
        return found

    def total(self, flags: list[Any], numbers: list[Any], sets: list[list[Any]]) -> Any:
        """The sum over the colours: of a number where flagged, of the printed values of a set's cards elsewhere."""
        builder, union, found = self._builder, [number(0), number(0)], number(0)
        for flag, one, own in zip(flags, numbers, sets, strict=True):
            found = builder.add(found, builder.select(flag, one, number(0)))
            union = [builder.or_(union[side], builder.select(flag, number(0), own[side])) for side in range(2)]
        for bit, place in enumerate(VALUE_PLANES):
            plane = self.load(place)
            shared = count(builder, *(builder.and_(union[side], plane[side]) for side in range(2)))
            found = builder.add(found, builder.shl(shared, number(bit)))
        return found

    def widened(self, value: Any) -> Any:
        """A number as 64 bits."""
        return self._builder.zext(value, _i64)

    # ---- writing the masks --------------------------------------------------------------------------------

    def build(self, order: Any) -> None:
        """Write the planes of 64 cards, four at a time: a multiplication brings one bit of each side by side."""
        builder = self._builder
        cards = builder.bitcast(order, _i32.as_pointer())
        fours = []
        for place in range(16):
            four = builder.load(builder.gep(cards, [ir.Constant(_i64, place)]))
            four.align = 4
            fours.append(four)
        found = []
        for bit in range(len(PLANES)):
            sides = []
            for start in (0, 8):
                side = number(0)
                for part, four in enumerate(fours[start : start + 8]):
                    own = builder.and_(builder.lshr(four, number(bit)), number(0x01010101))
                    own = builder.lshr(builder.mul(own, number(0x10204080)), number(28 - 4 * part))
                    side = builder.or_(side, builder.and_(own, number(15 << 4 * part)))
                sides.append(side)
            found.append(joined(builder, *sides))
        for place, plane in zip(PLANES, found, strict=True):
            builder.store(plane, self._address(place))
        for colour in range(COLOURS):
            same = ir.Constant(_i64, -1)
            for bit in range(3):
                plane = found[4 + bit]
                same = builder.and_(same, plane if colour >> bit & 1 else builder.not_(plane))
            builder.store(same, self._address(COLOUR_MASKS + colour))

    def enter(self, memberships: Any, card: Any, bit: Any) -> None:
        """A card takes the slot of ``bit``: in the planes of its bits, and in the word of its colour."""
        builder = self._builder

        def add(place: int, wanted: Any) -> None:
            more = builder.select(wanted, bit, ir.Constant(_i64, 0))
            builder.store(builder.or_(builder.load(self._address(place)), more), self._address(place))

        code = builder.trunc(card, _i32)
        for place, plane in enumerate(PLANES):
            add(plane, builder.trunc(builder.lshr(code, number(place)), _i1))
        for colour in range(COLOURS):
            add(COLOUR_MASKS + colour, builder.icmp_unsigned("==", builder.lshr(code, number(4)), number(colour)))


def card_at(builder: Any, bottom: Any, place: Any) -> Any:
    """The card at a place of a pack whose last card, then last but one, went to the places noted in ``bottom``."""
    last, other = (builder.trunc(builder.load(builder.gep(bottom, [ir.Constant(_i64, own)])), _i32) for own in range(2))
    place = builder.trunc(place, _i32)
    second = builder.select(builder.icmp_unsigned("==", last, number(64)), number(65), number(64))
    place = builder.select(
        builder.icmp_unsigned("==", place, other),
        second,
        builder.select(builder.icmp_unsigned("==", place, last), number(65), place),
    )
    # Eleven cards a colour; the multiplication is the division by eleven, for places up to 65.
    colour = builder.lshr(builder.mul(place, number(47)), number(9))
    return builder.trunc(builder.add(place, builder.mul(colour, number(5))), ir.IntType(8))
