"""The few operations that each processor does in its own way; everything else in the kernel is plain Python.

An intrinsic writes its own machine code: bit tricks and vectors on the CPU, planes (``gpu_planes.py``) and atomic
additions on the GPU, a search where a processor has no PDEP. The kernel calls them by the same names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import extending, types
from numba.core import cgutils

from wonderland.sim.kernel import gpu_planes, select_bit
from wonderland.sim.kernel.layout import AT_MOST, BIT, COLOUR, COLOURS, FRONT, SCORE, TURNED, VALUES

# numba's own tools, as whatever they are: it has no types for them.
_intrinsic: Any = extending.intrinsic
_declare: Any = cgutils.get_or_insert_function

_i8, _i32, _i64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)


def intrinsic(function: Callable[..., Any]) -> Any:
    """A function that writes its own machine code; callers leave out its first argument, the compiler's."""
    return _intrinsic(function)


def _on_gpu(context: Any) -> bool:
    return "CUDA" in type(context).__name__


def _deposits(context: Any) -> bool:
    """Whether the processor has PDEP and BZHI."""
    return not _on_gpu(context) and "+bmi2" in str(context.codegen()._tm_features)


@intrinsic
def popcount(_: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), code


@intrinsic
def exposed(_: Any, line: Any, length: Any, value: Any) -> Any:
    """All but the last ``value`` cards of a line of this length. (A search counts the line itself.)"""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        line, length, value = values
        if not _deposits(context):
            return select_bit.exposed(builder, line, value)
        longer = builder.icmp_unsigned(">", length, value)
        many = builder.select(longer, builder.sub(length, value), ir.Constant(_i64, 0))
        # BZHI makes the mask in one step less than a shift, on the longest chain of dependent steps there is.
        kind = ir.FunctionType(_i64, [_i64, _i64])
        low = _declare(builder.module, kind, "llvm.x86.bmi.bzhi.64")
        return _deposit(builder, builder.call(low, [ir.Constant(_i64, -1), many]), line)

    return types.uint64(types.uint64, types.uint64, types.uint64), code


@intrinsic
def nth(_: Any, pool: Any, skipped: Any) -> Any:
    """The set bit of ``pool`` that has ``skipped`` set bits below it, alone in a word."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _deposits(context):
            return _deposit(builder, builder.shl(ir.Constant(_i64, 1), values[1]), values[0])
        place = builder.zext(select_bit.find(builder, values[0], builder.trunc(values[1], _i32)), _i64)
        return builder.shl(ir.Constant(_i64, 1), place)

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def place_of(_: Any, bit: Any) -> Any:
    """The number of the only bit set in a word."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return builder.ctpop(builder.sub(values[0], ir.Constant(_i64, 1)))
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), code


def _noted(signature: Any) -> bool:
    """Whether the first argument is not a pack of cards but the two places noted of it."""
    return bool(signature.args[0].dtype == types.uint64)


@intrinsic
def exchange(_: Any, pack: Any, bottom: Any, place: Any) -> Any:
    """Exchange a card at the bottom of the pack (65, then 64) for another; the other way round it is undone.

    Where two words stand for the pack, only the places are noted: a GPU plays at random without a pack in memory.
    """

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        cards = _data(context, builder, signature, values, 0)
        if _noted(signature):
            builder.store(values[2], builder.gep(cards, [builder.sub(ir.Constant(_i64, 65), values[1])]))
            return context.get_dummy_value()
        one, other = (builder.gep(cards, [place]) for place in values[1:])
        lower, upper = builder.load(one), builder.load(other)
        builder.store(upper, one)
        builder.store(lower, other)
        return context.get_dummy_value()

    return types.void(pack, types.uint64, types.uint64), code


@intrinsic
def card_at(_: Any, pack: Any, place: Any) -> Any:
    """The card at a place of the pack below the bottom two."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        cards = _data(context, builder, signature, values, 0)
        if _noted(signature):
            return gpu_planes.card_at(builder, cards, values[1])
        return builder.load(builder.gep(cards, [values[1]]))

    return types.uint8(pack, types.uint64), code


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


@intrinsic
def see_slots(_: Any, order: Any, work: Any) -> Any:
    """Write the masks of the first 64 slots: each colour, "at most" each value, each bit of the value."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            gpu_planes.see(builder, *(_data(context, builder, signature, values, place) for place in range(2)))
            return context.get_dummy_value()
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


@intrinsic
def match(_: Any, work: Any, card: Any) -> Any:
    """The slots with cards of a card's colour, or worth no more."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        masks = _data(context, builder, signature, values, 0)
        if _on_gpu(context):
            return gpu_planes.match(builder, masks, values[1])
        colour = builder.lshr(values[1], ir.Constant(_i64, 4))
        value = builder.and_(values[1], ir.Constant(_i64, 15))
        at_most = builder.gep(masks, [builder.add(value, ir.Constant(_i64, AT_MOST))])
        return builder.or_(builder.load(builder.gep(masks, [colour])), builder.load(at_most))

    return types.uint64(work, types.uint64), code


@intrinsic
def join(_: Any, work: Any, joins: Any, card: Any, bit: Any) -> Any:
    """Add a slot to the masks that a card belongs to, given for each card as a row of masks.

    The vectors are those that ``all_colours`` loads: over a store of another width the load would stall.
    """

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            gpu_planes.join(builder, _data(context, builder, signature, values, 0), values[2], values[3])
            return context.get_dummy_value()
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


@intrinsic
def all_colours(_: Any, work: Any, cards: Any) -> Any:
    """Whether the cards hold every colour (P6)."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return gpu_planes.all_colours(builder, _data(context, builder, signature, values, 0), values[1])
        masks = _vector(context, builder, signature.args[0], values[0], _i64, 8)
        held = builder.and_(masks, _splat(builder, values[1], 8))
        found = builder.bitcast(builder.icmp_unsigned("!=", held, ir.Constant(held.type, [0] * 8)), _i8)
        return builder.icmp_unsigned("==", found, ir.Constant(_i8, (1 << COLOURS) - 1))

    return types.boolean(work, types.uint64), code


@intrinsic
def settle(_: Any, work: Any, seats: Any, end: Any) -> Any:
    """Write what each seat's cards cost and, as bits, the colours it turned over (P8, P9)."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        number = len(signature.args[1])
        if _on_gpu(context):
            words, store = (_data(context, builder, signature, values, place) for place in (0, 2))
            gpu_planes.settle(builder, words, number, store)
            return context.get_dummy_value()
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
