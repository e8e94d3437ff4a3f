"""Sums of rows of 32-bit floats, as vector instructions of the CPU.

Written as LLVM code, because a compiled loop could not know that its arrays do not overlap, and would check and reload
at every step. A row is a whole number of vectors of ``CHUNK`` floats; how many, the arrays say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types

from wonderland.bots.parade.network.layout import CHUNK
from wonderland.sim.kernel.cpu_words import declare_function, splat
from wonderland.sim.kernel.intrinsics import array_data, intrinsic, void
from wonderland.sim.kernel.layout import COLOURS

_i64, _float = ir.IntType(64), ir.FloatType()
#: Floats that are moved at once: more would not fit into the registers of every CPU.
_VECTOR = ir.VectorType(_float, CHUNK)
_ZEROS = ir.Constant(_VECTOR, [0.0] * CHUNK)


def _number(value: int) -> Any:
    return ir.Constant(_i64, value)


class _Rows:
    """The rows of an array argument, a vector at a time."""

    def __init__(
        self, context: Any, builder: Any, signature: Any, values: Any, place: int, size: Any | None = None
    ) -> None:
        """``size``: of a row; else the array's own."""
        array = context.make_array(signature.args[place])(context, builder, values[place])
        shape = [builder.extract_value(array.shape, axis) for axis in range(signature.args[place].ndim)]
        self._builder, self._data = builder, array.data
        self.size = shape[-1] if size is None else size

    def _address(self, row: Any, offset: Any) -> Any:
        builder = self._builder
        start = builder.add(builder.mul(row, self.size), offset)
        return builder.bitcast(builder.gep(self._data, [start]), _VECTOR.as_pointer())

    def load(self, row: Any, offset: Any) -> Any:
        found = self._builder.load(self._address(row, offset))
        found.align = 4
        return found

    def store(self, value: Any, row: Any, offset: Any) -> None:
        self._builder.store(value, self._address(row, offset), align=4)


def _loop(
    builder: Any, stop: Any, step: int, totals: list[Any], body: Callable[[Any, list[Any]], list[Any]]
) -> list[Any]:
    """``body`` for 0, ``step`` and so on, up to before ``stop``, at least once; what becomes of ``totals``."""
    before, inside, after = builder.block, *(builder.append_basic_block(name) for name in ("rows", "done"))
    builder.branch(inside)
    builder.position_at_end(inside)
    place = builder.phi(_i64)
    place.add_incoming(_number(0), before)
    running = []
    for total in totals:
        phi = builder.phi(total.type)
        phi.add_incoming(total, before)
        running.append(phi)
    new = body(place, running)
    following = builder.add(place, _number(step))
    place.add_incoming(following, builder.block)
    for phi, total in zip(running, new, strict=True):
        phi.add_incoming(total, builder.block)
    builder.cbranch(builder.icmp_signed("<", following, stop), inside, after)
    builder.position_at_end(after)
    return new


def _relu(builder: Any, vector: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", vector, _ZEROS), vector, _ZEROS)


@intrinsic
def add_row(_: Any, target: Any, row: Any, source: Any, other: Any) -> Any:
    """``target[row] += source[other]``, for rows as long as those of ``source``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 2)
        into = _Rows(context, builder, signature, values, 0, rows.size)

        def add(offset: Any, _: list[Any]) -> list[Any]:
            into.store(builder.fadd(into.load(values[1], offset), rows.load(values[3], offset)), values[1], offset)
            return []

        _loop(builder, rows.size, CHUNK, [], add)
        return context.get_dummy_value()

    return void(target, types.int64, source, types.int64), code


@intrinsic
def copy_rows(_: Any, source: Any, target: Any) -> Any:
    """``target[:] = source``, for six rows."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 0)
        into = _Rows(context, builder, signature, values, 1)

        def copy(offset: Any, _: list[Any]) -> list[Any]:
            into.store(rows.load(_number(0), offset), _number(0), offset)
            return []

        _loop(builder, builder.mul(rows.size, _number(COLOURS)), CHUNK, [], copy)
        return context.get_dummy_value()

    return void(source, target), code


@intrinsic
def dot_hidden(_: Any, hidden: Any, weights: Any, output: Any) -> Any:
    """``hidden @ weights[output]``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 1)
        units = _Rows(context, builder, signature, values, 0, rows.size)

        def add(offset: Any, totals: list[Any]) -> list[Any]:
            product = builder.fmul(units.load(_number(0), offset), rows.load(values[2], offset))
            return [builder.fadd(totals[0], product)]

        (total,) = _loop(builder, rows.size, CHUNK, [_ZEROS], add)
        kind = ir.FunctionType(_float, [_float, _VECTOR])
        reduce = declare_function(builder.module, kind, f"llvm.vector.reduce.fadd.v{CHUNK}f32")
        return builder.call(reduce, [ir.Constant(_float, 0.0), total], fastmath=("reassoc",))

    return types.float32(hidden, weights, types.int64), code


@intrinsic
def pool_colours(_: Any, colours: Any, stages: Any, stage: Any, pooled: Any) -> Any:
    """``pooled = sum(max(row + stages[stage], 0) for row in colours)``, for six rows."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 0)
        shared = _Rows(context, builder, signature, values, 1)
        into = _Rows(context, builder, signature, values, 3)

        def pool(offset: Any, _: list[Any]) -> list[Any]:
            bias, total = shared.load(values[2], offset), _ZEROS
            for colour in range(COLOURS):
                total = builder.fadd(total, _relu(builder, builder.fadd(rows.load(_number(colour), offset), bias)))
            into.store(total, _number(0), offset)
            return []

        _loop(builder, rows.size, CHUNK, [], pool)
        return context.get_dummy_value()

    return void(colours, stages, types.int64, pooled), code


@intrinsic
def multiply_add(_: Any, hidden: Any, pooled: Any, weights: Any) -> Any:
    """``hidden = max(hidden + pooled @ weights, 0)``; ``pooled`` has an even number of units."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 2)
        into = _Rows(context, builder, signature, values, 0)
        units = _Rows(context, builder, signature, values, 1).size
        data = array_data(context, builder, signature, values, 1)
        kind = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
        fma = declare_function(builder.module, kind, f"llvm.fma.v{CHUNK}f32")

        def multiply(offset: Any, _: list[Any]) -> list[Any]:
            def add(unit: Any, totals: list[Any]) -> list[Any]:
                found = []
                for place, total in enumerate(totals):
                    number = builder.add(unit, _number(place))
                    active = splat(builder, builder.load(builder.gep(data, [number])), CHUNK)
                    found.append(builder.call(fma, [active, rows.load(number, offset), total]))
                return found

            # Two sums, so that an addition need not wait for the one before it.
            sums = _loop(builder, units, 2, [into.load(_number(0), offset), _ZEROS], add)
            into.store(_relu(builder, builder.fadd(*sums)), _number(0), offset)
            return []

        _loop(builder, rows.size, CHUNK, [], multiply)
        return context.get_dummy_value()

    return void(hidden, pooled, weights), code
