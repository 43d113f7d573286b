"""Variables that nothing refers to and that are declared alike are written as a loop."""

from __future__ import annotations

import pytest

import ptxpy

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n\n"
KERNEL = """
.visible .entry k()
{
	.reg .b64 	%rd<2>;

	mov.b64 	%rd1, used;
	st.global.b64 	[%rd1], %rd1;
	ret;

}
"""


def declared(*names: str, size: int = 1) -> str:
    """Return declarations of bytes in global memory."""
    return "".join(f".global .align 1 .b8 {name}[{size}];\n" for name in names)


def python_of(declarations: str, *, roll: bool = True) -> list[str]:
    """Return the lines of the Python before the kernel, proved."""
    source = (HEAD + declarations + KERNEL).encode()
    python = ptxpy.prove(source, roll=roll).python
    return python.partition("\n\n\n@kernel")[0].splitlines()


ALIKE = declared("first", size=8) + declared("a", "b", "_ZN4cuda3std3endE", "d")


def test_rolled() -> None:
    """What differs is the value of the loop's variable."""
    assert python_of(ALIKE + declared("used"))[-3:] == [
        'for symbol in ("a", "b", "_ZN4cuda3std3endE", "d"):',
        '    var("global", b8[1], symbol, align=1)',
        'used = var("global", b8[1], "used", align=1)',
    ]


@pytest.mark.parametrize(
    "declarations",
    [
        declared("first", size=8) + declared("a", "b", "c", "used"),
        declared("first", "a", "b", "used", "c", "d", "e"),
        declared("a", "b") + declared("used", "c", size=2) + declared("d", "e"),
    ],
)
def test_not_rolled(declarations: str) -> None:
    """A variable that is used has a name, and what is not alike or few stand alone."""
    assert not any("symbol" in line for line in python_of(declarations))


def test_not_rolled_without_the_pass() -> None:
    """`--no-roll` writes each declaration."""
    assert not any("symbol" in line for line in python_of(ALIKE + declared("used"), roll=False))


def test_the_name_is_free() -> None:
    """A variable may be called `symbol` itself."""
    lines = python_of(declared("symbol", size=8) + declared("used", "a", "b", "c", "d"))
    assert lines[-2] == 'for symbol_2 in ("a", "b", "c", "d"):'


def test_an_edit() -> None:
    """A symbol that is changed changes its declaration and no other."""
    source = HEAD + ALIKE + declared("used") + KERNEL
    python = ptxpy.to_python(ptxpy.parse(source.encode()))
    edited = ptxpy.emit(ptxpy.from_python(python.replace('"b",', '"renamed",')))
    assert edited == source.replace(" b[1]", " renamed[1]")


def masks(*values: str) -> str:
    """Return declarations of numbers that are a to d."""
    pairs = zip("abcd", values, strict=True)
    return "".join(f".global .align 8 .u64 {name} = {value};\n" for name, value in pairs)


def test_values() -> None:
    """Variables that differ in their numbers, too, are a table."""
    assert python_of(declared("used") + masks("1", "-2", "4", "131070"))[-2:] == [
        'for symbol, init in (("a", 1), ("b", -2), ("c", 4), ("d", 131070)):',
        '    var("global", u64, symbol, align=8, init=init)',
    ]


def test_equal_values() -> None:
    """One number for all is said once."""
    assert python_of(declared("used") + masks("7", "7", "7", "7"))[-2:] == [
        'for symbol in ("a", "b", "c", "d"):',
        '    var("global", u64, symbol, align=8, init=7)',
    ]


def test_an_edit_of_a_value() -> None:
    """It changes the variable of its symbol and no other; debug sections may name all of them."""
    section = "".join(f"\t.b64 {name}\n" for name in "abcd")
    rest = KERNEL + f".section .debug_info\n{{\n{section}}}\n"
    source = HEAD + declared("used") + masks("1", "2", "4", "8") + rest
    python = ptxpy.to_python(ptxpy.parse(source.encode()))
    edited = ptxpy.emit(ptxpy.from_python(python.replace('("c", 4)', '("c", 5)')))
    assert edited == source.replace(" c = 4;", " c = 5;")


def test_a_symbol_twice() -> None:
    """A symbol that is given twice is declared twice, as it is read, and a checker refuses it."""
    source = HEAD + declared("used") + masks("1", "2", "4", "8") + KERNEL
    python = ptxpy.to_python(ptxpy.parse(source.encode()))
    edited = ptxpy.emit(ptxpy.from_python(python.replace('("c", 4)', '("b", 4)')))
    assert edited == source.replace(" c = 4;", " b = 4;")
