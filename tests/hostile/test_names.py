"""Names that are Python's, or the DSL's, or look like an attack."""

from __future__ import annotations

import builtins
import keyword
import re

import pytest

import ptxpy
from ptxpy.syntax import terminal_patterns
from tests.hostile.support import HEADER, accepted

DANGEROUS = (
    "__import__", "__class__", "__builtins__", "__globals__", "__name__", "__file__", "__dict__",
    "__subclasses__", "__init__", "__getattr__", "__call__", "__del__", "__reduce__", "eval",
    "exec", "open", "os", "sys", "system", "_", "__", "___", "$", "$$", "_$", "_1", "x_2", "mro",
    "node", "name", "self", "cls", "args", "range", "print", "getattr", "int", "float",
)  # fmt: skip
OURS = (
    "kernel", "module", "ptx", "reg", "smem", "r", "rd", "p", "f", "d", "inst", "special", "label",
    "comment", "asm", "call", "loc", "x_1",
)  # fmt: skip


def identifiers(*names: str) -> list[str]:
    """Return those names that PTX can have, sorted."""
    return sorted({name for name in names if re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", name)})


EVERYWHERE = identifiers(*DANGEROUS, *OURS, *keyword.kwlist, *keyword.softkwlist)
"""Names that are tried in every position."""

SOMEWHERE = [name for name in identifiers(*ptxpy.__all__, *dir(builtins)) if name not in EVERYWHERE]
"""Names that all are alike: built-in, or of ptxpy. Each is tried in every `STEP`th position."""

STEP = 4
NAMES = sorted([*EVERYWHERE, *SOMEWHERE])

POSITIONS = {
    "kernel": ".visible .entry {0}()\n{{\n\tret;\n}}\n",
    "function": ".func {0}();\n.func (.param .b32 v) {0}(.param .b32 w)\n{{\n\tret;\n}}\n",
    "declared function": ".extern .func {0};\n.entry k()\n{{\n\tcall {0};\n}}\n",
    "parameter": (
        ".entry k(.param .u32 {0}, .param .u32 {0}_1)\n{{\n\tld.param.u32 \t%r1, [{0}];\n}}\n"
    ),
    "register parameter": (
        ".func (.reg .b32 {0}) f(.reg .b32 {0}_1)\n{{\n\tadd.s32 {0}, {0}_1, 1;\n}}\n"
    ),
    "register": ".entry k()\n{{\n\t.reg .b32 %{0};\n\tadd.s32 \t%{0}, %{0}, 1;\n\t@%{0} ret;\n}}\n",
    "registers": ".entry k()\n{{\n\t.reg .b32 %{0}<4>;\n\tadd.s32 \t%{0}1, %{0}2, %{0}3;\n}}\n",
    "bare register": (
        ".entry k()\n{{\n\t.reg .pred {0};\n\tsetp.eq.s32 {0}, 1, 2;\n\t@!{0} bra {0}_x;\n"
        "{0}_x:\n}}\n"
    ),
    "bare registers": ".entry k()\n{{\n\t.reg .b32 {0}<3>;\n\tadd.s32 {0}0, {0}1, {0}2;\n}}\n",
    "undeclared register": ".entry k()\n{{\n\tadd.s32 \t%{0}, %{0}1, %{0}.x;\n}}\n",
    "variable": (
        ".global .u32 {0} = 4;\n.global .u64 {0}_p = {0};\n.entry k()\n{{\n"
        "\tld.u32 %r1, [{0}+4];\n}}\n"
    ),
    "shared variable": (
        ".entry k()\n{{\n\t.shared .b8 {0}[4];\n\tst.u8 [{0}], 1;\n\tst.u8 [{0}+1], {0};\n}}\n"
    ),
    "label": ".entry k()\n{{\n{0}:\n\tbra {0};\n\tbra.uni \t{0};\n}}\n",
    "opcode": ".entry k()\n{{\n\t{0}.b32 \t%r1, %r2;\n\t@%p1 {0}.x \t%r1;\n}}\n",
    "bare opcode": ".entry k()\n{{\n\t{0} \t%r1, %r2;\n}}\n",
    "modifier": ".entry k()\n{{\n\tadd.{0}.b32 \t%r1, %r2, 1;\n\tadd.b32.{0} \t%r1, %r2, 1;\n}}\n",
    "modifier of a call": ".entry k()\n{{\n\tcall.{0} f;\n}}\n",
    "operand": ".entry k()\n{{\n\tmov.u64 \t%rd1, {0};\n\tmov.b32 \t{0}, {{{0}, {0}}};\n}}\n",
    "component": ".entry k()\n{{\n\tmov.u32 \t%r1, %v.{0};\n\tmov.u32 \t%r1, v.{0};\n}}\n",
    "prototype": (
        ".entry k()\n{{\n{0}: .callprototype (.param .b32 {0}) {0} (.param .b32 {0});\n"
        "\tcall (a), %r1, (b), {0};\n}}\n"
    ),
    "targets": ".entry k()\n{{\n{0}: .branchtargets {0}, {0}_1;\n\tbrx.idx \t%r1, {0};\n}}\n",
    "alias": ".alias {0}, {0};\n",
    "target": ".target {0}, {0}\n",
    "directive": ".entry k() .{0} 3\n{{\n}}\n",
    "attribute": ".global .attribute(.{0}, .{0}({0})) .u32 x;\n",
    "type": ".global .{0} .u32 x;\n",
    "section": ".section .{0}\n{{\n{0}:\n.b8 1\n.b64 {0}\n}}\n",
    "everything": (
        ".global .u32 {0};\n.visible .entry {0}_k(.param .u32 {0})\n{{\n\t.reg .b32 %{0}<4>;\n"
        "\t.local .b8 {0}[3];\n"
        "{0}:\n\tld.param.u32 \t%{0}1, [{0}];\n\t{0}.{0} \t%{0}2, {0}, %{0}3;\n\tbra {0};\n}}\n"
    ),
}
KEYWORDS = {spelling.removeprefix(".") for spelling in terminal_patterns.KEYWORDS} | {
    "entry", "func", "visible", "extern", "weak", "common", "pragma", "reg", "call", "global",
    "const", "shared", "local", "param", "sreg", "tex",
}  # fmt: skip
"""Words that are directives of their own behind a dot, and `call`, which is a statement."""


@pytest.mark.parametrize("position", POSITIONS)
def test_name(position: str) -> None:
    """Every hostile name comes back from every position, or is refused as a syntax error."""
    refused = []
    for name in [*EVERYWHERE, *SOMEWHERE[[*POSITIONS].index(position) % STEP :: STEP]]:
        text = HEADER + POSITIONS[position].format(name)
        if not accepted(text):
            refused.append(name)
    assert set(refused) <= KEYWORDS | {"_"}


def test_all_names_at_once() -> None:
    """A module of nothing but hostile names."""
    names = [name for name in NAMES if name != "_"]
    variables = "".join(f".global .u32 {name};\n" for name in names)
    registers = "".join(f"\t.reg .b32 %{name}<2>;\n" for name in names)
    body = "".join(f"\tadd.s32 \t%{name}0, %{name}1, {name};\n" for name in names)
    assert accepted(f"{HEADER}{variables}.entry k()\n{{\n{registers}{body}\tret;\n}}\n")


@pytest.mark.parametrize("count", [200, 1000, 100_000])
def test_long_names(count: int) -> None:
    """Names of any length come back."""
    name = "a" * count
    assert accepted(
        f"{HEADER}.global .u32 {name};\n.entry {name}k(.param .u32 {name}_1)\n{{\n"
        f"\t.reg .b32 %{name}<4>;\n{name}_2:\n\tadd.{name} \t%{name}1, {name}, 1;\n"
        f"\tbra {name}_2;\n}}\n"
    )


def test_names_that_differ_little() -> None:
    """Names that one Python name could stand for stay apart."""
    names = ["a$b", "a_b", "a$$b", "$a_b", "_a_b", "a_b_", "a_b_2", "A_B", "a__b"]
    variables = "".join(f".global .u32 {name};\n" for name in names)
    loads = "".join(f"\tld.u32 \t%r1, [{name}];\n" for name in names)
    assert accepted(f"{HEADER}{variables}.entry k()\n{{\n{loads}}}\n")
