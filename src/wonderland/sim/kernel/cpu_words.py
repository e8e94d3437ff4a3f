"""The word operations on a CPU: table look-ups, and vectors with a lane for each colour."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba.core import cgutils

from wonderland.sim.kernel.layout import AT_MOST_MASKS, COLOUR_MASKS, COLOURS, FRONT_MASKS, VALUE_BIT_MASKS, VALUES

declare_function: Any = cgutils.get_or_insert_function  # numba has no types for it

_i8, _i32, _i64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
#: Six lanes are used; the masks of the other two are empty.
_LANES = ir.VectorType(_i64, 8)


class CpuWords:
    """The masks of a game on a CPU. What is kept by colour is a vector."""

    def __init__(self, builder: Any, masks: Any) -> None:
        self._builder = builder
        self._masks = masks

    def _address(self, place: Any) -> Any:
        return self._builder.gep(self._masks, [ir.Constant(_i64, place) if isinstance(place, int) else place])

    def load(self, place: int) -> Any:
        """One word of the masks."""
        return self._builder.load(self._address(place))

    def word(self, value: Any) -> Any:
        return value

    # ---- removal ----------------------------------------------------------------------------------------

    def worth_at_most(self, card: Any) -> Any:
        """The slots with cards worth no more than a card."""
        value = self._builder.and_(card, ir.Constant(_i64, 15))
        return self._builder.load(self._address(self._builder.add(value, ir.Constant(_i64, AT_MOST_MASKS))))

    def same_colour(self, card: Any) -> Any:
        """The slots with cards of a card's colour."""
        colour = self._builder.lshr(card, ir.Constant(_i64, 4))
        return self._builder.load(self._address(self._builder.add(colour, ir.Constant(_i64, COLOUR_MASKS))))

    # ---- by colour --------------------------------------------------------------------------------------

    def by_colour(self, word: Any) -> Any:
        """A set of slots, split by colour."""
        colours = self._builder.load(self._builder.bitcast(self._masks, _LANES.as_pointer()))
        colours.align = 1
        return self._builder.and_(colours, splat(self._builder, word, 8))

    def count(self, sets: Any) -> Any:
        count = declare_function(self._builder.module, ir.FunctionType(_LANES, [_LANES]), "llvm.ctpop.v8i64")
        return self._builder.call(count, [sets])

    def constant(self, value: int) -> Any:
        return ir.Constant(_LANES, [value] * 8)

    def add(self, one: Any, other: Any) -> Any:
        return self._builder.add(one, other)

    def subtract(self, one: Any, other: Any) -> Any:
        return self._builder.sub(one, other)

    def compare(self, sign: str, one: Any, other: Any) -> Any:
        return self._builder.icmp_unsigned(sign, one, other)

    def where(self, flags: Any, yes: Any, no: Any) -> Any:
        return self._builder.select(flags, yes, no)

    def nonempty(self, sets: Any) -> Any:
        return self._builder.icmp_unsigned("!=", sets, self.constant(0))

    # ---- over all colours -------------------------------------------------------------------------------

    def all_colours(self, flags: Any) -> Any:
        """Whether every colour is flagged."""
        return self._builder.icmp_unsigned(
            "==", self._builder.bitcast(flags, _i8), ir.Constant(_i8, (1 << COLOURS) - 1)
        )

    def flag_bits(self, flags: Any) -> Any:
        """The flags as the bits of a number."""
        return self._builder.zext(self._builder.bitcast(flags, _i8), _i64)

    def total(self, flags: Any, numbers: Any, sets: Any) -> Any:
        """The sum over the colours: of a number where flagged, of the printed values of a set's cards elsewhere."""
        values = self.constant(0)
        for bit in range(4):
            having = self._builder.and_(sets, splat(self._builder, self.load(VALUE_BIT_MASKS + bit), 8))
            values = self._builder.add(values, self._builder.shl(self.count(having), self.constant(bit)))
        add = declare_function(self._builder.module, ir.FunctionType(_i64, [_LANES]), "llvm.vector.reduce.add.v8i64")
        return self._builder.call(add, [self._builder.select(flags, numbers, values)])

    def widened(self, value: Any) -> Any:
        """A number as 64 bits."""
        return value

    # ---- writing the masks --------------------------------------------------------------------------------

    def build(self, order: Any) -> None:
        """Write the masks of 64 cards by vector comparisons, a byte a card."""
        builder, kind = self._builder, ir.VectorType(_i8, 64)
        cards = builder.load(builder.bitcast(order, kind.as_pointer()))
        cards.align = 1

        def constant(number: int) -> Any:
            return ir.Constant(kind, [number] * 64)

        def write(place: int, found: Any) -> None:
            builder.store(builder.bitcast(found, _i64), self._address(place))

        colours, values = builder.and_(cards, constant(0xF0)), builder.and_(cards, constant(0x0F))
        for colour in range(COLOURS):
            write(COLOUR_MASKS + colour, builder.icmp_unsigned("==", colours, constant(colour << 4)))
        for value in range(VALUES):
            write(AT_MOST_MASKS + value, builder.icmp_unsigned("<=", values, constant(value)))
        for bit in range(4):
            having = builder.icmp_unsigned("!=", builder.and_(cards, constant(1 << bit)), constant(0))
            write(VALUE_BIT_MASKS + bit, having)

    def enter(self, memberships: Any, card: Any, bit: Any) -> None:
        """Add a slot to the masks that a card belongs to, given for each card as a row of masks.

        The vectors are those that ``by_colour`` loads: a load that spans stores of another width would stall,
        because the store buffer cannot forward them.
        """
        builder = self._builder
        masks = builder.bitcast(self._masks, _LANES.as_pointer())
        row = builder.gep(memberships, [builder.mul(card, ir.Constant(_i64, FRONT_MASKS))])
        rows = builder.bitcast(row, _LANES.as_pointer())
        slot = splat(builder, bit, 8)
        for part in range(FRONT_MASKS // 8):
            place = [ir.Constant(_i64, part)]
            old, own = builder.load(builder.gep(masks, place)), builder.load(builder.gep(rows, place))
            old.align = own.align = 8
            builder.store(builder.or_(old, builder.and_(own, slot)), builder.gep(masks, place), align=8)


def splat(builder: Any, value: Any, length: int) -> Any:
    """A vector with the same value in every lane."""
    kind = ir.VectorType(value.type, length)
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(_i32, 0))
    places = ir.Constant(ir.VectorType(_i32, length), None)
    return builder.shuffle_vector(single, ir.Constant(kind, ir.Undefined), places)
