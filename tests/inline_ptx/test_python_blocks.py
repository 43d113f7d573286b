"""Inline PTX of Python: the texts are those that Python computes, each character at its place."""

from __future__ import annotations

import ast
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.inline_ptx.blocks import HOST, Block, Blocks
from ptxpy.inline_ptx.python_blocks import BY_LAYOUT, UNPACKED, find_python_blocks
from ptxpy.inline_ptx.sources import check_source

HEAD: Final = """\
from mlir.dialects import llvm
import textwrap
ONE = 1
SIZE, NAME = 4 * 8, "add"
NAMES = ["a", "b"]
TWICE = "x"
TWICE = "y"
CYCLE = CYCLE
"""
"""What the expressions of the tests refer to."""


def blocks(expression: str, before: str = "") -> Blocks:
    """Return the blocks of a call with a text."""
    call = f"{before}llvm.inline_asm(None, [], {expression}, '')\n"
    return find_python_blocks(f"{HEAD}{call}".encode())


@pytest.mark.parametrize(
    "expression",
    [
        '"plain;"',
        "'single' \"and double\"",
        '"""one\ntwo\n"""',
        '("in" "parentheses"\n  "of two lines")',
        '"a" "b" + "c"',
        r'"\t\x41\101é\N{DIGIT ONE}\\"',
        r'r"\n\"" r"\\"',
        '"""ends \\\nhere"""',
        "NAME",
        'NAME + ".u32"',
        'f"{NAME}.u{SIZE} {{x}};"',
        'f"{NAME}" "plain {x}" rf"\\{ONE + 1}"',
        "f'{SIZE // 8 - ONE} {-ONE} {SIZE % 5}'",
        '"\\n".join(["a;", "b;"])',
        '", ".join(f"${i}" for i in range(4))',
        '",".join([n + "!" for n in NAMES])',
        '",".join(["=h"] * 3 + ["l"])',
        '"=r," * 3',
        'str(SIZE) + "x"',
        'textwrap.dedent("""\n    a;\n    """)',
        '"é" f"é{NAME}é" "x"',
    ],
)
def test_values_are_those_of_python(expression: str) -> None:
    """Without white space, which functions such as `dedent` change."""
    found = blocks(f'"bar.sync 0;" + ({expression})')
    (block,) = found.found
    names: dict[str, object] = {}
    head = HEAD.partition("import textwrap")[2].replace("CYCLE = CYCLE\n", "")
    exec(f"import textwrap{head}", names)  # noqa: S102 - written here
    expected = eval(expression, names)  # noqa: S307 - written here
    assert "".join(block.template.split()) == "bar.sync0;" + "".join(expected.split())


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("TWICE", "the text depends on a name that is not bound once"),
        ("UNKNOWN", "the text depends on a name that is not bound once"),
        ("CYCLE", "the text is computed while the program runs"),
        ("call()", "the text is computed while the program runs"),
        ('f"{SIZE:x}"', "the text has a field with a format"),
        ('f"{SIZE!r}"', "the text has a field with a format"),
        ('f"{SIZE=}"', "the text has a field with a format"),
        ("SIZE", "the text is no string"),
        ("b'x'", "the text is no string"),
        ("'x' * 10 ** 9", "the text is computed while the program runs"),
        ("'x' * 99999999", "the text is computed while the program runs"),
        ('",".join(n for m in [NAMES] for n in m)', "the text is computed while the program runs"),
        ("'%s' % NAME", "the text is computed while the program runs"),
        ("*args", "the text or the constraints are unpacked from a list or dictionary"),
    ],
)
def test_what_is_not_known_is_skipped(expression: str, reason: str) -> None:
    """With a reason that can be counted."""
    found = blocks(expression)
    assert found.found == ()
    assert [each.reason for each in found.skipped] == [reason]


def test_both_texts_of_a_conditional_expression() -> None:
    """And a name that is bound in two ways is not known."""
    found = blocks('"bar.sync 0;" if ONE else "bar.sync 1;"')
    assert {block.template for block in found.found} == {"bar.sync 0;", "bar.sync 1;"}


@pytest.mark.parametrize(
    "before",
    [
        "global ONE; ",
        "match {}:\n    case {**ONE}: pass\n",
        "for ONE in []: pass\n",
        "def ONE(): pass\n",
        "import ONE\n",
        "ONE += 1\n",
    ],
)
def test_names_that_are_bound_again(before: str) -> None:
    """By any statement, they are not taken for constants."""
    assert blocks("f'{ONE}'", before).found == ()


def test_scopes() -> None:
    """A parameter hides a constant of the module, a local name is seen, a class's is not."""
    source = f"""{HEAD}
def parameter(NAME):
    llvm.inline_asm(None, [], NAME, '')
def local():
    NAME = "mul"
    def inner():
        llvm.inline_asm(None, [], NAME, '')
class Hides:
    NAME = "sub"
    def method(self):
        llvm.inline_asm(None, [], NAME, '')
"""
    found = find_python_blocks(source.encode())
    assert [block.template for block in found.found] == ["mul", "add"]
    assert [each.detail for each in found.skipped] == ["NAME"]


@pytest.mark.parametrize(
    "call",
    [
        "other.inline_asm(None, [], 'x', '')",
        "inline_asm(None, [], 'x', '')",
        "client.asm('x', 'y')",
        "def inline_asm_elementwise(asm, constraints): pass",
    ],
)
def test_other_functions_are_not_meant(call: str) -> None:
    """Of the same names, in other modules."""
    assert find_python_blocks(f"import llvm\n{call}\n".encode()) == Blocks((), ())


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from cutlass._mlir.dialects import llvm as L", "L.inline_asm"),
        ("from mlir.dialects.llvm import inline_asm", "inline_asm"),
        ("from mlir.dialects.llvm import inline_asm as emit", "emit"),
        ("import mlir.dialects.llvm as L", "L.InlineAsmOp"),
        ("import mlir.dialects", "mlir.dialects.llvm.inline_asm"),
    ],
)
def test_names_of_the_dialect(imports: str, call: str) -> None:
    """By any import of it."""
    source = f"{imports}\n{call}(None, [], 'bar.sync 0;', '', has_side_effects=True)\n"
    found = find_python_blocks(source.encode())
    assert len(found.found) == 1


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("L.inline_asm(t, [x], 'v_exp_f32 $0, $1', '=v,v')", HOST),
        ("L.inline_asm(t, [], 's_memrealtime $0', '=s')", HOST),
        ("L.inline_asm(t, [], 'rdtsc', '={ax},={dx},~{dirflag}')", HOST),
        ("L.inline_asm(t, [x], 'bswap $0', '=r,0')", HOST),
        ("gl.inline_asm('add.f32 $0, $1, $2;', ('=f', 'f'), [x, y], t)", BY_LAYOUT),
    ],
)
def test_other_processors_and_layouts(call: str, reason: str) -> None:
    """They are skipped, with a reason."""
    head = "import mlir.dialects.llvm as L\nfrom triton.experimental.gluon import language as gl\n"
    found = find_python_blocks(f"{head}{call}\n".encode())
    assert [each.reason for each in found.skipped] == [reason]
    assert not found.found


def test_calls_of_gluon() -> None:
    """With one string of constraints; code is kept unless it is pure."""
    source = """
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language import inline_asm
gl.inline_asm("bar.sync 0;")
gl.inline_asm("bar.sync 0;", "")
inline_asm("add.f32 $0, $1, $1;", "=f,f", [x], is_pure=True)
"""
    found = find_python_blocks(source.encode())
    assert [(block.line, block.volatile) for block in found.found] == [(5, True), (6, False)]


def test_calls_of_pytorch() -> None:
    """Tensors are given by position, all else by name, and PyTorch has defaults for some."""
    head = "from torch._higher_order_ops import inline_asm_elementwise as f\n"
    text = "asm_str='add.u32 $0, $1, $2;', constraints='=r,r,r'"

    def one(call: str) -> Block:
        (block,) = find_python_blocks((head + call).encode()).found
        return block

    block = one(f"f(x, y, {text})")
    assert (block.dialect, block.volatile) == ("torch", False)
    assert block.arity is not None
    assert (block.arity.inputs, block.arity.at_least) == (2, False)
    block = one(f"f(*tensors, {text}, is_pure=known)")
    assert block.volatile
    assert block.arity is not None
    assert block.arity.inputs is None
    block = one(f"torch.ops.higher_order.inline_asm_elementwise(x, {text}, **options)")
    assert block.arity is not None
    assert block.arity.at_least
    (skipped,) = find_python_blocks((head + "f(x, y, **options)").encode()).skipped
    assert skipped.reason == UNPACKED


def test_a_side_effect_in_pytorch_has_advice_that_pytorch_takes() -> None:
    """It refuses `is_pure=False`."""
    call = "inline_asm_elementwise(x, asm_str='mov.u32 $0, %clock;', constraints='=r,r')"
    found = check_source(call.encode(), filename="a.py").found
    (effect,) = (each for each in found if each.code == "INL010")
    assert "Triton kernel" in effect.help


def test_hostile_nesting() -> None:
    """Deep expressions end with a reason, and not with an error of Python."""
    for deep in ("(" * 3000 + "'x'" + ")" * 3000, "+".join(["'x'"] * 20000), "-" * 5000 + "1"):
        found = blocks(deep)
        assert not found.found
        assert found.skipped or found.unreadable


PARTS: Final = st.text(st.sampled_from("ab{}\\'\" \n\té$%;"), max_size=8)


@given(st.lists(PARTS, min_size=1, max_size=4), st.sampled_from(["\n    ", " ", "  # c'\n"]))
def test_literals_have_the_value_and_place_of_each_character(parts: list[str], gap: str) -> None:
    """As Python reads them; what is written as it is stands at the place that is given."""
    parts = ["bar.sync 0;", *parts]
    literals = gap.join(map(repr, parts))
    source = f"from mlir.dialects import llvm\nllvm.inline_asm(None, [], ({literals}), '')\n"
    (block,) = find_python_blocks(source.encode()).found
    assert block.template == ast.literal_eval(f"({literals})") == "".join(parts)
    rows = source.split("\n")
    for offset, character in enumerate(block.template):
        line, column = block.positions.place(offset)
        there = rows[line - 1][column - 1]
        assert there in {character, "\\"}
