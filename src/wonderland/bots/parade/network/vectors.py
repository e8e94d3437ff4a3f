"""Sums of rows of 32-bit floats, as vector instructions of the CPU.

Written as LLVM code, because a compiled loop could not know that its arrays do not overlap, and would check and reload
at every step.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types

from wonderland.bots.parade.network.layout import HIDDEN, WIDTH
from wonderland.sim.kernel.cpu_words import declare_function, splat
from wonderland.sim.kernel.intrinsics import array_data, intrinsic, void
from wonderland.sim.kernel.layout import COLOURS

_i64, _float = ir.IntType(64), ir.FloatType()
#: Floats that are moved at once: more would not fit into the registers of every CPU.
_CHUNK = 32
_FULL_ROW = ir.VectorType(_float, _CHUNK)
_HIDDEN_ROW = ir.VectorType(_float, HIDDEN)


class _Rows:
    """The rows of an array argument, a vector at a time."""

    def __init__(self, context: Any, builder: Any, signature: Any, values: Any, place: int, size: int) -> None:
        self._builder = builder
        self._data = array_data(context, builder, signature, values, place)
        self._size = size

    def _address(self, row: Any, offset: int, kind: Any) -> Any:
        builder = self._builder
        start = builder.add(builder.mul(row, ir.Constant(_i64, self._size)), ir.Constant(_i64, offset))
        return builder.bitcast(builder.gep(self._data, [start]), kind.as_pointer())

    def load(self, row: Any, offset: int = 0, kind: Any = _FULL_ROW) -> Any:
        found = self._builder.load(self._address(row, offset, kind))
        found.align = 4
        return found

    def store(self, value: Any, row: Any, offset: int = 0, kind: Any = _FULL_ROW) -> None:
        self._builder.store(value, self._address(row, offset, kind), align=4)


def _relu(builder: Any, vector: Any) -> Any:
    zero = ir.Constant(vector.type, [0.0] * vector.type.count)
    return builder.select(builder.fcmp_ordered(">", vector, zero), vector, zero)


@intrinsic
def add_row(_: Any, target: Any, row: Any, source: Any, other: Any) -> Any:
    """``target[row] += source[other]``, for rows of ``WIDTH``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        into = _Rows(context, builder, signature, values, 0, WIDTH)
        rows = _Rows(context, builder, signature, values, 2, WIDTH)
        for offset in range(0, WIDTH, _CHUNK):
            total = builder.fadd(into.load(values[1], offset), rows.load(values[3], offset))
            into.store(total, values[1], offset)
        return context.get_dummy_value()

    return void(target, types.int64, source, types.int64), code


@intrinsic
def copy_rows(_: Any, source: Any, target: Any) -> Any:
    """``target[:] = source``, for six rows of ``WIDTH``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 0, WIDTH)
        into = _Rows(context, builder, signature, values, 1, WIDTH)
        for offset in range(0, COLOURS * WIDTH, _CHUNK):
            into.store(rows.load(ir.Constant(_i64, 0), offset), ir.Constant(_i64, 0), offset)
        return context.get_dummy_value()

    return void(source, target), code


@intrinsic
def dot_hidden(_: Any, hidden: Any, weights: Any, output: Any) -> Any:
    """``hidden @ weights[output]``, for rows of ``HIDDEN``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        units = _Rows(context, builder, signature, values, 0, HIDDEN).load(ir.Constant(_i64, 0), 0, _HIDDEN_ROW)
        rows = _Rows(context, builder, signature, values, 1, HIDDEN).load(values[2], 0, _HIDDEN_ROW)
        kind = ir.FunctionType(_float, [_float, _HIDDEN_ROW])
        add = declare_function(builder.module, kind, f"llvm.vector.reduce.fadd.v{HIDDEN}f32")
        return builder.call(add, [ir.Constant(_float, 0.0), builder.fmul(units, rows)], fastmath=("reassoc",))

    return types.float32(hidden, weights, types.int64), code


@intrinsic
def pool_colours(_: Any, colours: Any, stages: Any, stage: Any, pooled: Any) -> Any:
    """``pooled = sum(max(row + stages[stage], 0) for row in colours)``, for six rows of ``WIDTH``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = _Rows(context, builder, signature, values, 0, WIDTH)
        shared = _Rows(context, builder, signature, values, 1, WIDTH)
        into = _Rows(context, builder, signature, values, 3, WIDTH)
        for offset in range(0, WIDTH, _CHUNK):
            bias, total = shared.load(values[2], offset), None
            for colour in range(COLOURS):
                active = _relu(builder, builder.fadd(rows.load(ir.Constant(_i64, colour), offset), bias))
                total = active if total is None else builder.fadd(total, active)
            into.store(total, ir.Constant(_i64, 0), offset)
        return context.get_dummy_value()

    return void(colours, stages, types.int64, pooled), code


@intrinsic
def add_hidden_row(_: Any, hidden: Any, source: Any, other: Any) -> Any:
    """``hidden += source[other]``, for rows of ``HIDDEN``."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        into = _Rows(context, builder, signature, values, 0, HIDDEN)
        rows = _Rows(context, builder, signature, values, 1, HIDDEN)
        zero = ir.Constant(_i64, 0)
        total = builder.fadd(into.load(zero, 0, _HIDDEN_ROW), rows.load(values[2], 0, _HIDDEN_ROW))
        into.store(total, zero, 0, _HIDDEN_ROW)
        return context.get_dummy_value()

    return void(hidden, source, types.int64), code


@intrinsic
def multiply_add(_: Any, hidden: Any, pooled: Any, weights: Any) -> Any:
    """``hidden = max(hidden + pooled @ weights, 0)``, for ``WIDTH`` rows of ``HIDDEN`` weights."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        into = _Rows(context, builder, signature, values, 0, HIDDEN)
        data = array_data(context, builder, signature, values, 1)
        rows = _Rows(context, builder, signature, values, 2, HIDDEN)
        kind = ir.FunctionType(_HIDDEN_ROW, [_HIDDEN_ROW] * 3)
        fma = declare_function(builder.module, kind, f"llvm.fma.v{HIDDEN}f32")
        # Two sums, so that an addition need not wait for the one before it.
        zero = ir.Constant(_i64, 0)
        sums = [into.load(zero, 0, _HIDDEN_ROW), ir.Constant(_HIDDEN_ROW, [0.0] * HIDDEN)]
        before, body, after = builder.block, *(builder.append_basic_block(name) for name in ("units", "done"))
        builder.branch(body)
        builder.position_at_end(body)
        unit = builder.phi(_i64)
        totals = [builder.phi(_HIDDEN_ROW) for _ in sums]
        unit.add_incoming(zero, before)
        new = []
        for place, total in enumerate(totals):
            number = builder.add(unit, ir.Constant(_i64, place))
            active = builder.load(builder.gep(data, [number]))
            row = rows.load(number, 0, _HIDDEN_ROW)
            new.append(builder.call(fma, [splat(builder, active, HIDDEN), row, total]))
            total.add_incoming(sums[place], before)
            total.add_incoming(new[-1], body)
        following = builder.add(unit, ir.Constant(_i64, len(sums)))
        unit.add_incoming(following, body)
        builder.cbranch(builder.icmp_signed("<", following, ir.Constant(_i64, WIDTH)), body, after)
        builder.position_at_end(after)
        into.store(_relu(builder, builder.fadd(*new)), zero, 0, _HIDDEN_ROW)
        return context.get_dummy_value()

    return void(hidden, pooled, weights), code
