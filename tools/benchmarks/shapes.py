"""PTX files that have much of one thing: functions, loops, labels, registers, positions, data.

A file of one shape is made of parts, as many as a size takes; each part is a text of its number,
the same each time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.corpus import CACHE

_HEAD: Final = ".version 8.0\n.target sm_80\n.address_size 64\n\n"
_KERNEL: Final = """\
.visible .entry {name}(
	.param .u64 {name}_param_0
)
{{
	.reg .pred 	%p<{predicates}>;
	.reg .f32 	%f<{floats}>;
	.reg .b32 	%r<{words}>;
	.reg .b64 	%rd<3>;
{declared}
	ld.param.u64 	%rd1, [{name}_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
	mov.u32 	%r1, %tid.x;
	mov.u32 	%r2, %ctaid.x;
	mov.f32 	%f2, 0f00000000;
{body}	st.global.u32 	[%rd2], %r1;
	ret;

}}
"""
_REACH: Final = 40
"""How far jumps go, in parts."""
_FIRST: Final = 3
"""The number of the first register that a part may write."""


class Shape(NamedTuple):
    """What a file has much of."""

    part: Callable[[int], str]
    """The text of a part, by its number."""
    declaration: Callable[[int], str] = lambda _: ""
    """What the part needs at the top of the function."""
    is_outside: bool = False
    """Whether the parts stand beside the kernel, and not in it."""
    begin: str = ""
    """What stands before the parts."""
    end: Callable[[int], str] = lambda _: ""
    """What stands behind them, by their number."""


def shaped(name: str, size: int) -> Path:
    """Write a file of a shape, of about `size` bytes; return its path."""
    path = CACHE / "shapes" / f"{name}.{size}.ptx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(SHAPES[name], size), encoding="utf-8")
    return path


def text_of(shape: Shape, size: int) -> str:
    """Return a file of a shape, of about `size` bytes."""
    parts: list[str] = []
    declared: list[str] = []
    length = 0
    while length < size:
        number = len(parts)
        parts.append(shape.part(number))
        declared.append(shape.declaration(number))
        length += len(parts[-1]) + len(declared[-1])
    count = len(parts) + _FIRST + 1
    joined = shape.begin + "".join(parts) + shape.end(len(parts))
    kernel = _kernel("k", count, "" if shape.is_outside else joined, "".join(declared))
    return _HEAD + (joined + "\n" if shape.is_outside else "") + kernel


def _kernel(name: str, count: int, body: str, declared: str = "") -> str:
    return _KERNEL.format(
        name=name,
        predicates=count,
        floats=2 * count,
        words=count,
        declared=declared,
        body=body,
    )


def _before(number: int, reach: int) -> int:
    """Return the number of a register that is written up to `reach` parts before a part."""
    return max(1, number + _FIRST - 1 - number * 7919 % reach)


def _chain(number: int) -> str:
    opcode = ("add.s32", "xor.b32", "sub.s32", "mul.lo.s32", "max.s32")[number * 7 % 5]
    return (
        f"\t{opcode} \t%r{number + _FIRST}, "
        f"%r{_before(number, 40)}, %r{_before(7 * number // 8, 40)};\n"
    )


def _repeated(number: int) -> str:
    at, into = 8 * number, 2 * number + _FIRST
    return (
        f"\tld.global.f32 \t%f{into}, [%rd2+{at}];\n"
        f"\tfma.rn.f32 \t%f{into + 1}, %f{into}, %f{into - 1}, 0f3F800000;\n"
        f"\tst.global.f32 \t[%rd2+{at + 4}], %f{into + 1};\n"
    )


def _if(number: int) -> str:
    label = f"$L__BB0_{2 * number + 2}"
    return (
        f"\tsetp.eq.s32 \t%p{number + 1}, %r1, {number * 37 % 101};\n"
        f"\t@%p{number + 1} bra \t{label};\n\n\txor.b32 \t%r1, %r1, {number};\n\n{label}:\n"
        f"\tadd.s32 \t%r{number + _FIRST}, %r1, {number * 53 % 997};\n"
    )


def _loop(number: int) -> str:
    label, counter = f"$L__BB0_{number + 1}", number + _FIRST
    return (
        f"\tmov.u32 \t%r{counter}, 0;\n\n{label}:\n\tadd.s32 \t%r1, %r1, {number};\n"
        f"\tadd.s32 \t%r{counter}, %r{counter}, 1;\n"
        f"\tsetp.lt.s32 \t%p{number + 1}, %r{counter}, {number + 7};\n"
        f"\t@%p{number + 1} bra \t{label};\n\n"
    )


def _jump(number: int) -> str:
    # A jump goes back and forth among its neighbours, so that regions cross.
    to = max(0, number + number * 7919 % _REACH - 9)
    return (
        f"$L__BB0_{number}:\n\tsetp.eq.s32 \t%p{number + 1}, %r1, {number};\n"
        f"\tadd.s32 \t%r1, %r1, {number};\n\t@%p{number + 1} bra \t$L__BB0_{to};\n\n"
    )


def _position(number: int) -> str:
    return f"\t.loc\t1 {number * 13 % 499 + 1} {number * 7 % 59 + 1}\n{_chain(number)}"


def _switch(number: int) -> str:
    first, cases = 65 * number + 1, range(64)
    labels = [f"$L__BB0_{first + case}" for case in cases]
    end = f"$L__BB0_{first + len(cases)}"
    table = ",\n".join(f"\t{label}" for label in labels)
    bodies = "".join(
        f"{label}:\n\tadd.s32 \t%r1, %r1, {case + number};\n\tbra.uni \t{end};\n\n"
        for case, label in zip(cases, labels, strict=True)
    )
    name = f"$L_brx_{number}"
    return f"{name}: .branchtargets\n{table};\n\n\tbrx.idx \t%r1, {name};\n\n{bodies}{end}:\n"


def _assembly(number: int) -> str:
    return (
        f"\t// begin inline asm\n\tlop3.b32 %r{number + _FIRST}, %r{number + _FIRST - 1}, "
        f"{number % 1000}, %r1, 0x96;\n\n\t// end inline asm\n"
    )


def _scope(number: int) -> str:
    return (
        f"\t{{\n\t.reg .b32 %t<3>;\n\tadd.s32 \t%t1, %r1, {number};\n"
        "\tadd.s32 \t%r1, %t1, 1;\n\t}\n"
    )


def _comment(number: int) -> str:
    added = "" if number % 3 else f"\tadd.s32 \t%r1, %r1, {number};\n"
    return f"\t// comment {number}\n\n{added}"


def _variable(number: int) -> str:
    values = ", ".join(str(number * each % 256) for each in range(1, 17))
    return f".global .align 4 .b8 table{number}[16] = {{{values}}};\n"


_OTHER: Final = (
    ".extern .func  (.param .b32 func_retval0) other{}\n(\n\t.param .b64 other{}_param_0\n)\n;\n"
)

SHAPES: Final[dict[str, Shape]] = {
    "chain": Shape(_chain),
    "repeated": Shape(_repeated),
    "ifs": Shape(_if),
    "loops": Shape(_loop),
    "jumps": Shape(
        _jump,
        end=lambda count: "".join(f"$L__BB0_{count + more}:\n" for more in range(_REACH)),
    ),
    "positions": Shape(_position),
    "switches": Shape(_switch),
    "assembly": Shape(_assembly),
    "scopes": Shape(_scope),
    "comments": Shape(_comment),
    "registers": Shape(
        lambda number: f"\tadd.s32 \tvalue_{number}, value_{max(0, number - 1)}, {number};\n",
        lambda number: f"\t.reg .b32 \tvalue_{number};\n",
    ),
    "functions": Shape(lambda number: _kernel(f"_Z5kern{number}Pf", 4, ""), is_outside=True),
    "variables": Shape(_variable, is_outside=True),
    "declarations": Shape(lambda number: _OTHER.format(number, number), is_outside=True),
    "debug": Shape(
        lambda number: f".b8 {number * 31 % 256}\n" if number % 5 else f".b32 {number}\n",
        is_outside=True,
        begin="\t.section\t.debug_info\n\t{\n",
        end=lambda _: "\t}\n",
    ),
}
"""By what a file has much of."""
