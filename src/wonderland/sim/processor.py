"""The few operations that each processor does in its own way; everything else in the kernel is plain Python.

An intrinsic writes its own machine code: bit tricks and vectors on the CPU, bit counts and atomic additions
on the GPU, and a plain loop where a processor has nothing better. The kernel calls them by the same names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import extending, types
from numba.core import cgutils

from wonderland.sim.layout import AT_MOST, BIT, COLOUR, COLOURS, FRONT, SCORE, TURNED, U0, U1, U2, U32, VALUES

# numba's own tools, as whatever they are: it has no types for them.
_intrinsic: Any = extending.intrinsic
_declare: Any = cgutils.get_or_insert_function

_i8, _i64 = ir.IntType(8), ir.IntType(64)


def intrinsic(function: Callable[..., Any]) -> Any:
    """A function that writes its own machine code; callers leave out its first argument, the compiler's."""
    return _intrinsic(function)


def _on_gpu(context: Any) -> bool:
    return "CUDA" in type(context).__name__


def _features(context: Any) -> str:
    return str(context.codegen()._tm_features)


@intrinsic
def popcount(_: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), code


def _search_lowest(line: Any, count: Any) -> Any:
    """Find, half by half, the place above the ``count`` lowest bits."""
    if count == U0:
        return U0
    if count >= popcount(line):
        return line
    place, left, rest = U0, count, line
    width = U32
    while width != U0:
        low = rest & ((U1 << width) - U1)
        held = popcount(low)
        if held < left:
            left -= held
            rest >>= width
            place += width
        else:
            rest = low
        width >>= U1
    return line & ((U2 << place) - U1)


@intrinsic
def lowest(_: Any, line: Any, count: Any) -> Any:
    """The ``count`` lowest bits among those set in ``line``: the cards nearest the front."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context) or "+bmi2" not in _features(context):
            return context.compile_internal(builder, _search_lowest, signature, values)
        # BZHI makes the mask in one step less than a shift, on the longest chain of dependent steps there is.
        kind = ir.FunctionType(_i64, [_i64, _i64])
        low = _declare(builder.module, kind, "llvm.x86.bmi.bzhi.64")
        return _deposit(builder, builder.call(low, [ir.Constant(_i64, -1), values[1]]), values[0])

    return types.uint64(types.uint64, types.uint64), code


def _search_nth(pool: Any, place: Any) -> Any:
    below = lowest(pool, place)
    rest = pool ^ below
    return rest & (U0 - rest)


@intrinsic
def nth(_: Any, pool: Any, place: Any) -> Any:
    """The set bit of ``pool`` that has ``place`` set bits below it, alone in a word."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context) or "+bmi2" not in _features(context):
            return context.compile_internal(builder, _search_nth, signature, values)
        return _deposit(builder, builder.shl(ir.Constant(_i64, 1), values[1]), values[0])

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def place_of(_: Any, bit: Any) -> Any:
    """The number of the only bit set in a word."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return builder.ctpop(builder.sub(values[0], ir.Constant(_i64, 1)))
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), code


def _deposit(builder: Any, bits: Any, where: Any) -> Any:
    """x86's PDEP: the lowest bits, laid out where a mask is set."""
    kind = ir.FunctionType(_i64, [_i64, _i64])
    pdep = _declare(builder.module, kind, "llvm.x86.bmi.pdep.64")
    return builder.call(pdep, [bits, where])


def _data(context: Any, builder: Any, signature: Any, values: Any, place: int) -> Any:
    """Where the elements of an array argument begin."""
    return context.make_array(signature.args[place])(context, builder, values[place]).data


def _vector(context: Any, builder: Any, kind: Any, array: Any, element: Any, length: int) -> Any:
    """The first elements of an array as one vector."""
    data = context.make_array(kind)(context, builder, array).data
    word = builder.load(builder.bitcast(data, ir.VectorType(element, length).as_pointer()))
    word.align = 1
    return word


def _splat(builder: Any, value: Any, length: int) -> Any:
    kind = ir.VectorType(value.type, length)
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), length), None)
    return builder.shuffle_vector(single, ir.Constant(kind, ir.Undefined), places)


def _loop_over_slots(order: Any, work: Any) -> None:
    for place in range(BIT + 4):
        work[place] = U0
    bit = U1
    for slot in range(64):
        card = np.int64(order[slot])
        work[COLOUR + (card >> 4)] |= bit
        work[AT_MOST + (card & 15)] |= bit
        bit <<= U1
    for value in range(VALUES):
        mask = work[AT_MOST + value]
        for place in range(4):
            if value >> place & 1:
                work[BIT + place] |= mask
    for value in range(1, VALUES):
        work[AT_MOST + value] |= work[AT_MOST + value - 1]


@intrinsic
def see_slots(_: Any, order: Any, work: Any) -> Any:
    """Write the masks of the first 64 slots: each colour, "at most" each value, each bit of the value."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return context.compile_internal(builder, _loop_over_slots, signature, values)
        cards = _vector(context, builder, signature.args[0], values[0], _i8, 64)
        store = context.make_array(signature.args[1])(context, builder, values[1]).data

        def splat(number: int) -> Any:
            return ir.Constant(cards.type, [number] * 64)

        def write(place: int, found: Any) -> None:
            pointer = builder.gep(store, [ir.Constant(_i64, place)])
            builder.store(builder.bitcast(found, _i64), pointer)

        colours, numbers = builder.and_(cards, splat(0xF0)), builder.and_(cards, splat(0x0F))
        for colour in range(COLOURS):
            write(COLOUR + colour, builder.icmp_unsigned("==", colours, splat(colour << 4)))
        for value in range(VALUES):
            write(AT_MOST + value, builder.icmp_unsigned("<=", numbers, splat(value)))
        for place in range(4):
            write(BIT + place, builder.icmp_unsigned("!=", builder.and_(cards, splat(1 << place)), splat(0)))
        return context.get_dummy_value()

    return types.void(order, work), code


def _join_plainly(work: Any, joins: Any, card: Any, bit: Any) -> None:
    for place in range(FRONT):
        work[place] |= bit & joins[card, place]


@intrinsic
def join(_: Any, work: Any, joins: Any, card: Any, bit: Any) -> Any:
    """Add a slot to the masks that a card belongs to, given for each card as a row of masks.

    The vectors are those that ``all_colours`` loads: over a store of another width the load would stall.
    """

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return context.compile_internal(builder, _join_plainly, signature, values)
        lanes = ir.VectorType(_i64, 8)
        masks = builder.bitcast(_data(context, builder, signature, values, 0), lanes.as_pointer())
        row = builder.gep(
            _data(context, builder, signature, values, 1), [builder.mul(values[2], ir.Constant(_i64, FRONT))]
        )
        rows = builder.bitcast(row, lanes.as_pointer())
        slot = _splat(builder, values[3], 8)
        for part in range(FRONT // 8):
            place = [ir.Constant(_i64, part)]
            old, own = builder.load(builder.gep(masks, place)), builder.load(builder.gep(rows, place))
            old.align = own.align = 8
            builder.store(builder.or_(old, builder.and_(own, slot)), builder.gep(masks, place), align=8)
        return context.get_dummy_value()

    return types.void(work, joins, types.uint64, types.uint64), code


def _each_colour(work: Any, cards: Any) -> Any:
    found = (cards & work[0]) != U0
    for colour in range(1, COLOURS):
        found &= (cards & work[colour]) != U0
    return found


@intrinsic
def all_colours(_: Any, work: Any, cards: Any) -> Any:
    """Whether the cards hold every colour (P6)."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return context.compile_internal(builder, _each_colour, signature, values)
        masks = _vector(context, builder, signature.args[0], values[0], _i64, 8)
        held = builder.and_(masks, _splat(builder, values[1], 8))
        found = builder.bitcast(builder.icmp_unsigned("!=", held, ir.Constant(held.type, [0] * 8)), _i8)
        return builder.icmp_unsigned("==", found, ir.Constant(_i8, (1 << COLOURS) - 1))

    return types.boolean(work, types.uint64), code


def _settle_plainly(work: Any, seats: Any, end: Any) -> None:
    for seat in range(len(seats)):
        end[SCORE + seat] = 0
        end[TURNED + seat] = 0
    for colour in range(COLOURS):
        most, fewest = np.int64(0), np.int64(99)
        for seat in range(len(seats)):
            held = np.int64(popcount(work[FRONT + seat] & work[COLOUR + colour]))
            most, fewest = max(most, held), min(fewest, held)
        if len(seats) == 2 and most - fewest < 2:
            most = np.int64(99)
        for seat in range(len(seats)):
            cards = work[FRONT + seat] & work[COLOUR + colour]
            held = np.int64(popcount(cards))
            if held == most and held > 0:
                end[SCORE + seat] += held
                end[TURNED + seat] |= 1 << colour
            else:
                for place in range(4):
                    end[SCORE + seat] += np.int64(popcount(cards & work[BIT + place])) << place


@intrinsic
def settle(_: Any, work: Any, seats: Any, end: Any) -> Any:
    """Write what each seat's cards cost and, as bits, the colours it turned over (P8, P9)."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return context.compile_internal(builder, _settle_plainly, signature, values)
        number = len(signature.args[1])
        store = context.make_array(signature.args[2])(context, builder, values[2]).data
        words = context.make_array(signature.args[0])(context, builder, values[0]).data
        colours = _vector(context, builder, signature.args[0], values[0], _i64, 8)
        lanes = colours.type
        count = _declare(builder.module, ir.FunctionType(lanes, [lanes]), "llvm.ctpop.v8i64")
        add = _declare(builder.module, ir.FunctionType(_i64, [lanes]), "llvm.vector.reduce.add.v8i64")

        def splat(place: int) -> Any:
            return _splat(builder, builder.load(builder.gep(words, [ir.Constant(_i64, place)])), 8)

        def constant(number: int) -> Any:
            return ir.Constant(lanes, [number] * 8)

        cards = [builder.and_(colours, splat(FRONT + seat)) for seat in range(number)]
        held = [builder.call(count, [own]) for own in cards]
        most = held[0]
        for other in held[1:]:
            most = builder.select(builder.icmp_unsigned(">", other, most), other, most)
        if number == 2:
            lead = builder.sub(builder.add(most, most), builder.add(held[0], held[1]))
            most = builder.select(builder.icmp_unsigned(">=", lead, constant(2)), most, constant(99))
        most = builder.select(builder.icmp_unsigned("==", most, constant(0)), constant(99), most)
        bits = [splat(BIT + place) for place in range(4)]
        for seat in range(number):
            face = constant(0)
            for place in range(4):
                part = builder.call(count, [builder.and_(cards[seat], bits[place])])
                face = builder.add(face, builder.shl(part, constant(place)))
            turned = builder.icmp_unsigned("==", held[seat], most)
            points = builder.call(add, [builder.select(turned, held[seat], face)])
            builder.store(points, builder.gep(store, [ir.Constant(_i64, SCORE + seat)]))
            found = builder.zext(builder.bitcast(turned, _i8), _i64)
            builder.store(found, builder.gep(store, [ir.Constant(_i64, TURNED + seat)]))
        return context.get_dummy_value()

    return types.void(work, seats, end), code


@intrinsic
def count_one(_: Any, counts: Any, place: Any) -> Any:
    """``counts[place] += 1``, also where many threads of a GPU count at once."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        pointer = builder.gep(data, [values[1]])
        one = ir.Constant(context.get_value_type(signature.args[0].dtype), 1)
        if _on_gpu(context):
            builder.atomic_rmw("add", pointer, one, "monotonic")
        else:
            builder.store(builder.add(builder.load(pointer), one), pointer)
        return context.get_dummy_value()

    return types.void(counts, types.int64), code
