"""The operations that each processor does with its own instructions; everything else in the kernel is plain Python.

An intrinsic emits LLVM code itself. The kernel calls it by one name; underneath are two back ends of word operations,
``cpu_words.py`` (look-ups and vectors) and ``gpu_words.py`` (logic on planes), PDEP where the processor has it and
``select_bit.py`` where it has not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import extending, types

from wonderland.sim.kernel import gpu_words, select_bit
from wonderland.sim.kernel.cpu_words import CpuWords, declare_function
from wonderland.sim.kernel.gpu_words import GpuWords

# numba's own tools, as whatever they are: it has no types for them.
_intrinsic: Any = extending.intrinsic
void: Any = types.void

_i32, _i64 = ir.IntType(32), ir.IntType(64)


def intrinsic(function: Callable[..., Any]) -> Any:
    """A function that emits its own LLVM code; callers leave out its first argument, the typing context."""
    return _intrinsic(function)


def array_data(context: Any, builder: Any, signature: Any, values: Any, place: int) -> Any:
    """The address of an array argument's first element."""
    return context.make_array(signature.args[place])(context, builder, values[place]).data


def words_of(context: Any, builder: Any, signature: Any, values: Any, place: int) -> CpuWords | GpuWords:
    """The word operations of this processor, on an argument that holds masks."""
    masks = array_data(context, builder, signature, values, place)
    return GpuWords(builder, masks) if _on_gpu(context) else CpuWords(builder, masks)


def _on_gpu(context: Any) -> bool:
    return "CUDA" in type(context).__name__


def _has_pdep(context: Any) -> bool:
    """Whether the processor has PDEP and BZHI."""
    return not _on_gpu(context) and "+bmi2" in str(context.codegen()._tm_features)


def _pdep(builder: Any, bits: Any, mask: Any) -> Any:
    """x86's PDEP: the lowest bits, deposited where the mask is set."""
    kind = ir.FunctionType(_i64, [_i64, _i64])
    return builder.call(declare_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), [bits, mask])


# ---- bits -----------------------------------------------------------------------------------------------


@intrinsic
def popcount(_: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), code


@intrinsic
def drop_last(_: Any, word: Any, length: Any, dropped: Any) -> Any:
    """A word with ``length`` set bits, without the ``dropped`` highest of them; bit 63 is never set.

    (Without PDEP the length is not used: a population count is cheaper than keeping it.)
    """

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word, length, dropped = values
        if not _has_pdep(context):
            return select_bit.drop_last(builder, word, dropped)
        longer = builder.icmp_unsigned(">", length, dropped)
        left = builder.select(longer, builder.sub(length, dropped), ir.Constant(_i64, 0))
        # BZHI makes the mask in one instruction less than a shift, on the kernel's longest dependency chain.
        kind = ir.FunctionType(_i64, [_i64, _i64])
        low_bits = declare_function(builder.module, kind, "llvm.x86.bmi.bzhi.64")
        return _pdep(builder, builder.call(low_bits, [ir.Constant(_i64, -1), left]), word)

    return types.uint64(types.uint64, types.uint64, types.uint64), code


@intrinsic
def nth_bit(_: Any, word: Any, rank: Any) -> Any:
    """The set bit of a word that has ``rank`` set bits below it, alone in a word."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _has_pdep(context):
            return _pdep(builder, builder.shl(ir.Constant(_i64, 1), values[1]), values[0])
        position = builder.zext(select_bit.select_bit(builder, values[0], builder.trunc(values[1], _i32)), _i64)
        return builder.shl(ir.Constant(_i64, 1), position)

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def bit_position(_: Any, bit: Any) -> Any:
    """The position of the only bit set in a word."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if _on_gpu(context):
            return builder.ctpop(builder.sub(values[0], ir.Constant(_i64, 1)))
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), code


# ---- the pack ---------------------------------------------------------------------------------------------


def _is_virtual(signature: Any) -> bool:
    """Whether the first argument is not a pack of cards but two words that stand for it."""
    return bool(signature.args[0].dtype == types.uint64)


@intrinsic
def swap_bottom(_: Any, pack: Any, bottom: Any, place: Any) -> Any:
    """Swap a card at the bottom of the pack (65, then 64) with another; in the reverse order it is undone.

    Where two words stand for the pack, only the places are noted: a GPU plays at random without a pack in memory.
    """

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        cards = array_data(context, builder, signature, values, 0)
        if _is_virtual(signature):
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
        cards = array_data(context, builder, signature, values, 0)
        if _is_virtual(signature):
            return gpu_words.card_at(builder, cards, values[1])
        return builder.load(builder.gep(cards, [values[1]]))

    return types.uint8(pack, types.uint64), code


# ---- masks -------------------------------------------------------------------------------------------------


@intrinsic
def build_masks(_: Any, order: Any, masks: Any) -> Any:
    """Write the masks of the first 64 slots from the cards in them."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words_of(context, builder, signature, values, 1).build(array_data(context, builder, signature, values, 0))
        return context.get_dummy_value()

    return types.void(order, masks), code


@intrinsic
def enter_slot(_: Any, masks: Any, memberships: Any, card: Any, bit: Any) -> Any:
    """Add a slot to the masks that a card belongs to: a row of ``memberships`` for each card."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = array_data(context, builder, signature, values, 1)
        words_of(context, builder, signature, values, 0).enter(rows, values[2], values[3])
        return context.get_dummy_value()

    return types.void(masks, memberships, types.uint64, types.uint64), code


@intrinsic
def same_colour(_: Any, masks: Any, card: Any) -> Any:
    """The slots with cards of a card's colour."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return words_of(context, builder, signature, values, 0).same_colour(values[1])

    return types.uint64(masks, types.uint64), code


@intrinsic
def worth_at_most(_: Any, masks: Any, card: Any) -> Any:
    """The slots with cards worth no more than a card."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return words_of(context, builder, signature, values, 0).worth_at_most(values[1])

    return types.uint64(masks, types.uint64), code


@intrinsic
def has_all_colours(_: Any, masks: Any, cards: Any) -> Any:
    """Whether a set of slots holds cards of every colour."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = words_of(context, builder, signature, values, 0)
        return words.all_colours(words.nonempty(words.by_colour(words.word(values[1]))))

    return types.boolean(masks, types.uint64), code


# ---- counting -----------------------------------------------------------------------------------------------


@intrinsic
def increment(_: Any, counts: Any, place: Any) -> Any:
    """``counts[place] += 1``, atomically where many threads of a GPU count at once."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        address = builder.gep(array_data(context, builder, signature, values, 0), [values[1]])
        one = ir.Constant(context.get_value_type(signature.args[0].dtype), 1)
        if _on_gpu(context):
            builder.atomic_rmw("add", address, one, "monotonic")
        else:
            builder.store(builder.add(builder.load(address), one), address)
        return context.get_dummy_value()

    return types.void(counts, types.int64), code
