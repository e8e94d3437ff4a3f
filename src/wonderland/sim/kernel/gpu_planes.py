"""How a GPU sees the slots: as seven words, the *planes*, one for each bit of a card.

A look-up that depends on the card would send each game of a warp to another place of its memory, and the
games wait for each other. So where a CPU keeps a word for each colour and each value and looks it up, the GPU
keeps planes, and finds what it needs by logic alone. The words of the six colours are kept besides them. Its
registers are 32 bits wide, so the logic here is written for the two halves of a word.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types

from wonderland.sim.kernel.layout import AT_MOST, BIT, COLOUR, COLOURS, FRONT, SCORE, TURNED
from wonderland.sim.kernel.select_bit import count, halves, joined, number

_i1, _i32, _i64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
#: Where in ``work`` the planes stand, by the bits of a card from the lowest: four of the value, three of the colour.
PLANES = (BIT, BIT + 1, BIT + 2, BIT + 3, AT_MOST, AT_MOST + 1, AT_MOST + 2)


def load(builder: Any, words: Any, place: int) -> list[Any]:
    """The halves of a word of an array."""
    return halves(builder, builder.load(builder.gep(words, [ir.Constant(_i64, place)])))


def both(builder: Any, one: list[Any], other: list[Any]) -> list[Any]:
    """The bits that two words share, as halves."""
    return [builder.and_(one[side], other[side]) for side in range(2)]


def card_at(builder: Any, bottom: Any, place: Any) -> Any:
    """The card at a place of a pack whose last card, then last but one, went to the places noted in ``bottom``."""
    last, other = (load(builder, bottom, own)[0] for own in range(2))
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


def see(builder: Any, order: Any, work: Any) -> None:
    """Write the planes of 64 cards, four at a time: a multiplication brings one bit of each side by side."""
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
        builder.store(plane, builder.gep(work, [ir.Constant(_i64, place)]))
    for colour in range(COLOURS):
        same = ir.Constant(_i64, -1)
        for bit in range(3):
            plane = found[4 + bit]
            same = builder.and_(same, plane if colour >> bit & 1 else builder.not_(plane))
        builder.store(same, builder.gep(work, [ir.Constant(_i64, COLOUR + colour)]))


def join(builder: Any, work: Any, card: Any, bit: Any) -> None:
    """A card takes the slot of ``bit``: in the planes of its bits, and in the word of its colour."""

    def add(place: int, wanted: Any) -> None:
        word = builder.gep(work, [ir.Constant(_i64, place)])
        more = builder.select(wanted, bit, ir.Constant(_i64, 0))
        builder.store(builder.or_(builder.load(word), more), word)

    code = builder.trunc(card, _i32)
    for place, plane in enumerate(PLANES):
        add(plane, builder.trunc(builder.lshr(code, number(place)), _i1))
    for colour in range(COLOURS):
        add(COLOUR + colour, builder.icmp_unsigned("==", builder.lshr(code, number(4)), number(colour)))


def match(builder: Any, work: Any, card: Any) -> Any:
    """The slots with cards of a card's colour, or worth no more."""
    code = builder.trunc(card, _i32)
    bits = [builder.ashr(builder.shl(code, number(31 - bit)), number(31)) for bit in range(7)]
    planes = [load(builder, work, place) for place in PLANES]
    found = []
    for side in range(2):
        at_most, same = number(-1), number(-1)
        for bit, plane in zip(bits[:4], planes[:4], strict=True):
            # From the lowest bit up: where the bits are equal the lower ones decide. It is the majority of three.
            lacks = builder.not_(plane[side])
            both, either = builder.and_(lacks, bit), builder.or_(lacks, bit)
            at_most = builder.or_(both, builder.and_(either, at_most))
        for bit, plane in zip(bits[4:], planes[4:], strict=True):
            same = builder.and_(same, builder.not_(builder.xor(plane[side], bit)))
        found.append(builder.or_(at_most, same))
    return joined(builder, *found)


def all_colours(builder: Any, work: Any, cards: Any) -> Any:
    found, own = ir.Constant(_i1, 1), halves(builder, cards)
    for colour in range(COLOURS):
        low, high = both(builder, own, load(builder, work, COLOUR + colour))
        found = builder.and_(found, builder.icmp_unsigned("!=", builder.or_(low, high), number(0)))
    return found


def settle(builder: Any, work: Any, seats: int, end: Any) -> None:
    """The points and the colours turned over of each seat (P8, P9)."""
    fronts = [load(builder, work, FRONT + seat) for seat in range(seats)]
    colours = [load(builder, work, COLOUR + colour) for colour in range(COLOURS)]
    cards = [[both(builder, front, colour) for colour in colours] for front in fronts]
    planes = [load(builder, work, place) for place in PLANES[:4]]
    points, turned = [number(0)] * seats, [number(0)] * seats
    faces = [[number(0), number(0)] for _ in range(seats)]
    for colour in range(COLOURS):
        held = [count(builder, *own[colour]) for own in cards]
        most = held[0]
        for other in held[1:]:
            most = builder.select(builder.icmp_unsigned(">", other, most), other, most)
        if seats == 2:
            lead = builder.sub(builder.add(most, most), builder.add(held[0], held[1]))
            most = builder.select(builder.icmp_unsigned(">=", lead, number(2)), most, number(99))
        most = builder.select(builder.icmp_unsigned("==", most, number(0)), number(99), most)
        for seat in range(seats):
            turns = builder.icmp_unsigned("==", held[seat], most)
            points[seat] = builder.add(points[seat], builder.select(turns, held[seat], number(0)))
            turned[seat] = builder.or_(turned[seat], builder.select(turns, number(1 << colour), number(0)))
            for side in range(2):
                face = builder.select(turns, number(0), cards[seat][colour][side])
                faces[seat][side] = builder.or_(faces[seat][side], face)
    for seat in range(seats):
        for bit, plane in enumerate(planes):
            worth = count(builder, *both(builder, faces[seat], plane))
            points[seat] = builder.add(points[seat], builder.shl(worth, number(bit)))
        for place, found in ((SCORE, points[seat]), (TURNED, turned[seat])):
            builder.store(builder.zext(found, _i64), builder.gep(end, [ir.Constant(_i64, place + seat)]))
