"""Names: any identifier can be a register, symbol, label, parameter, function, opcode."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

import ptxpy
from ptxpy.dsl.other_names import FUNCTIONS, INCOMPLETE, LOOP_NAMES, NAMES
from ptxpy.dsl.tracing.instructions import HELPERS
from tests.laws.strategies import HEADER, IDENTIFIERS, SUFFIXES, is_one_word

WORDS = IDENTIFIERS.filter(is_one_word)


def prove(text: str) -> None:
    """Prove that a text comes back."""
    assert ptxpy.prove(text.encode()).python


@given(SUFFIXES, SUFFIXES, st.integers(0, 99))
def test_registers(prefix: str, single: str, count: int) -> None:
    """Registers of any name, declared or not."""
    prove(
        f"{HEADER}.entry k()\n{{\n\t.reg .b32 \t%{prefix}<{count}>;\n"
        f"\t.reg .pred %{single}, %{single}q;\n\n"
        f"\t@%{single} add.s32 \t%{prefix}1, %{prefix}2, %{single};\n"
        f"\tmov.b64 \t%{single}, {{%{prefix}1, %{prefix}2}};\n"
        f"\tshfl.sync.b32 %{prefix}1|%{single}, %{prefix}0, 1;\n}}\n"
    )


@given(WORDS, st.integers(0, 20))
def test_registers_without_percent_sign(name: str, count: int) -> None:
    """Registers that are plain identifiers."""
    prove(
        f"{HEADER}.entry k()\n{{\n\t.reg .b32 {name};\n\t.reg .b64 {name}_<{count}>;\n"
        f"\tadd.s32 {name}, {name}, {name}_1;\n\tld.u32 {name}, [{name}_0+4];\n}}\n"
    )


@given(WORDS, WORDS, WORDS, WORDS)
def test_symbols(function: str, parameter: str, variable: str, label: str) -> None:
    """Functions, parameters, variables, labels: as many of the same name as there may be."""
    assume(function != variable)
    prove(
        f"{HEADER}.global .u32 {variable};\n"
        f".func (.param .b32 {parameter}) {function}_f(.param .b32 {label});\n"
        f".visible .entry {function}(.param .u64 {parameter}, .param .u32 {parameter}_1)\n{{\n"
        f"\t.shared .b8 {variable}[4];\n{label}:\n\tld.param.u64 \t%rd1, [{parameter}];\n"
        f"\tst.u32 \t[{variable}], {function};\n\tcall ({parameter}), {function}_f, ({label});\n"
        f"\tbra \t{label};\n}}\n"
    )


@given(WORDS, st.lists(st.from_regex(r"[A-Za-z0-9_$]{1,8}(::[A-Za-z0-9_$]{1,8})?", fullmatch=True)))
def test_opcodes(opcode: str, modifiers: list[str]) -> None:
    """Opcodes of any name, with any modifiers."""
    text = ".".join([opcode, *modifiers])
    assume(opcode != "call")
    prove(f"{HEADER}.entry k()\n{{\n\t{text} \t%r1, %r2, 1;\n\t@%p1 {text};\n}}\n")


def test_opcodes_that_other_languages_have() -> None:
    """Names that `ptx` refuses with advice, or calls as helpers, are opcodes of a file, too.

    The second file is not checked: its version comes too late.
    """
    words = {
        name.partition(".")[0] for name in (*NAMES, *FUNCTIONS, *LOOP_NAMES, *INCOMPLETE, *HELPERS)
    }
    names = sorted(word for word in words if is_one_word(word) and word != "call")
    assert len(names) > 100
    lines = "".join(f"\t{name} \t%r1, %r2, 1;\n\t{name};\n\t{name}f;\n" for name in names)
    prove(f"{HEADER}.entry k()\n{{\n{lines}}}\n")
    prove(f".entry k {{\n{lines}}}\n.version 2.5\n")
