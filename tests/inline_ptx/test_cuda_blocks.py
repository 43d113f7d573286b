"""Inline PTX is found in CUDA C++ with its text, operands, places and conditions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.inline_ptx.blocks import HOST, Block, Blocks, Guard
from ptxpy.inline_ptx.cuda_blocks import find_blocks
from ptxpy.inline_ptx.preprocessing import blank_comments, blank_strings, tokens


def only(source: str, filename: str = "") -> Block:
    """Return the one block of a file."""
    found = find_blocks(source.encode(), filename)
    assert found.skipped == ()
    (block,) = found.found
    return block


def in_function(statement: str) -> str:
    """Return a file with a function of one statement."""
    return f"__device__ void f(unsigned a, float b[4]) {{\n{statement}\n}}\n"


@pytest.mark.parametrize(
    ("statement", "template"),
    [
        ('asm("a;" "b;");', "a;b;"),
        ('asm volatile("a;\\n\\t" /* no */ // no\n "b;" :::"memory");', "a;\n\tb;"),
        ('__asm__ __volatile__("a\\x20" "b\\040c\\u0020d;");', "a b c d;"),
        ('asm(R"(a;\n"b")");', 'a;\n"b"'),
        ('asm(R"x(a)" b)x" ";");', 'a)" b;'),
        ('asm("a\\\nb;");', "ab;"),
        ('asm("%0, %1;" : "=r"(a) : "r"(a ? a : 2), "r"((int)a));', "%0, %1;"),
    ],
)
def test_the_text_is_that_of_all_strings(statement: str, template: str) -> None:
    """Strings are joined and escape sequences replaced."""
    assert only(in_function(statement)).template == template


def test_each_character_of_the_text_has_its_place() -> None:
    """Where a character is in the file, that character stands, unless it is an escape sequence."""
    source = in_function('  asm("add.u32 %0,\\n"\n      " %0, 1;" R"( // x\n  y)" : "+r"(a));')
    block = only(source)
    rows = source.splitlines()
    for offset, character in enumerate(block.template):
        line, column = block.positions.place(offset)
        if character != "\n":
            assert rows[line - 1][column - 1] == character


def test_operands_have_constraints_types_and_places() -> None:
    """The types are those of the declarations around the statement."""
    source = in_function('asm("" : "=r"(a), [x] "+f"(b[1]) : "n"(4), "l"(&a) : "memory");')
    block = only(source)
    assert [(each.constraint, each.type, each.name) for each in block.outputs] == [
        ("=r", "unsigned", ""),
        ("+f", "float", "x"),
    ]
    assert [(each.constraint, each.type) for each in block.inputs] == [
        ("n", "int"),
        ("l", "unsigned*"),
    ]
    assert block.clobbers == ("memory",)
    place = block.outputs[0]
    assert source.splitlines()[place.line - 1][place.column - 1 :].startswith('"=r"(a)')


MACROS = """\
#define STR(x) #x
#define TEXT(x) STR(x)
#define SIZE .u32
#define PASTE(a, b) a##b
"""


@pytest.mark.parametrize(
    ("statement", "template"),
    [
        (
            (
                "#define ADD(suffix, result, ...) \\\n"
                '  asm("add" TEXT(suffix) " %0, %1;" : "=r"(result) : __VA_ARGS__)\n'
                'ADD(SIZE, a, "r"(a), "r"(a));'
            ),
            "add.u32 %0, %1;",
        ),
        ('asm("x" STR(SIZE) ";");', "xSIZE;"),
        ('asm("x" TEXT(SIZE) ";");', "x.u32;"),
        ('asm("x" TEXT(PASTE(SI, ZE)) ";");', "x.u32;"),
        ('#define STR(x) "other"\nasm("x" STR(1) ";");', "xother;"),
    ],
)
def test_macros_are_replaced(statement: str, template: str) -> None:
    """By the rules of the standard, with the definition that is the last one there."""
    assert only(MACROS + in_function(statement)).template == template


def test_macros_of_included_files_are_found(tmp_path: Path) -> None:
    """Beside the file, and in the folders above; the place is then that of the use."""
    folder = tmp_path / "include" / "part"
    folder.mkdir(parents=True)
    tmp_path.joinpath("include", "base.h").write_text('#define BODY "membar.gl;"\n')
    folder.joinpath("macros.h").write_text('#include "base.h"\n#define FENCE() asm(BODY)\n')
    source = "#include <part/macros.h>\nvoid f() {\n  FENCE();\n}\n"
    block = only(source, str(folder / "file.cu"))
    assert (block.template, block.positions.place(3)) == ("membar.gl;", (3, 3))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ('asm("x" UNKNOWN ";");', "a macro in the text is not found"),
        ('asm("x" UNKNOWN(1) ";");', "a macro in the text is not found"),
        (
            '#define ADD(x) asm("add" x ";")',
            "a macro that is not used here depends on its arguments",
        ),
        ('asm("movl %%eax, %0" : "=a"(a));', "the assembly is not for NVIDIA's GPUs"),
        ('#ifndef __CUDA_ARCH__\nasm("pause;");\n#endif', "the assembly is not for NVIDIA's GPUs"),
        ('asm("x;" : "=r"(a)', "the statement does not end"),
    ],
)
def test_what_cannot_be_read_is_skipped_with_a_reason(statement: str, reason: str) -> None:
    """It is counted, not reported as an error."""
    found = find_blocks(in_function(statement).encode())
    assert [skipped.reason for skipped in found.skipped] == [reason]
    assert found.found == ()


@pytest.mark.parametrize(
    "text",
    ['// asm("x;")', '/* asm("x;") */', 'const char* s = "asm(\\"x;\\")";', "int plasma(int);"],
)
def test_comments_and_strings_have_no_blocks(text: str) -> None:
    """The word `asm` in them is no statement."""
    assert find_blocks(in_function(text).encode()) == Blocks((), ())


@pytest.mark.parametrize(
    ("condition", "guard"),
    [
        ("#if __CUDA_ARCH__ >= 900", Guard(900)),
        ("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 800)", Guard(801)),
        ("#if 750 <= __CUDA_ARCH__ && __CUDA_ARCH__ < 900", Guard(750, 899)),
        ("#if __CUDA_ARCH__ < 900\n#else", Guard(900)),
        ("#if __CUDA_ARCH__ >= 900\n#elif __CUDA_ARCH__ >= 800", Guard(800, 899)),
        ("#ifdef __CUDA_ARCH_FEAT_SM90_ALL", Guard(900, 0, "a")),
        ("#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900", Guard(800)),
        ("#if FOO", Guard()),
    ],
)
def test_conditions_bound_the_targets(condition: str, guard: Guard) -> None:
    """From `__CUDA_ARCH__` and the macros of features; others are left open."""
    block = only(in_function(f'{condition}\nasm("membar.gl;");\n#endif'))
    assert block.guard == guard
    assert block.open == (condition == "#if FOO" or "||" in condition)


def test_both_branches_within_a_statement_are_read() -> None:
    """That with the first branches, and that with the last."""
    source = in_function('asm(\n#if FOO\n"a;"\n#else\n"b;"\n#endif\n"c;");')
    assert [block.template for block in find_blocks(source.encode()).found] == ["a;c;", "b;c;"]


@given(st.text(alphabet="\"'\\/*#R()\nab ", max_size=60))
def test_tokens_and_blanks_lose_nothing(text: str) -> None:
    """Any text is read; what is blank keeps its length and lines."""
    for blanked in (blank_comments(text), blank_strings(text)):
        assert len(blanked) == len(text)
        assert blanked.count("\n") == text.count("\n")
    for token in tokens(text):
        assert text.startswith(token.text, token.origin)


@given(st.text(alphabet='asm("%0;:=r) {}#\n\\deifn,', max_size=80))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    """A file that is no C++ has blocks, or none, or skipped ones."""
    find_blocks(f'asm("a;");\n{text}'.encode())


@pytest.mark.parametrize(
    ("condition", "template"),
    [
        ("#if (defined(_MSC_VER) && defined(_WIN64)) || defined(__LP64__)", "a;"),
        ("#if !defined(_MSC_VER)", "a;"),
        ("#ifdef _WIN32", "b;"),
        ("#if 0", "b;"),
        ("#define WIDE 1\n#if WIDE", "a;"),
        ("#if 0 && UNKNOWN", "b;"),
        ("#if !(1 || UNKNOWN)", "b;"),
    ],
)
def test_code_for_other_compilers_is_skipped(condition: str, template: str) -> None:
    """Where a condition is known to be false; macros that it defines are not taken either."""
    branches = f'{condition}\nasm("a;");\n#else\nasm("b;");\n#endif'
    found = find_blocks(in_function(branches).encode())
    assert [block.template for block in found.found] == [template]
    assert [each.reason for each in found.skipped] == [
        "the condition around it is false for nvcc on 64-bit Linux"
    ]
    defined = f'{condition}\n#define BODY "a;"\n#else\n#define BODY "b;"\n#endif\n'
    if "WIDE" not in condition:
        assert only(defined + in_function("asm(BODY);")).template == template


@pytest.mark.parametrize("condition", ["#if UNKNOWN", "#if UNKNOWN > 1 || 0", "#if (", "#if 1 2"])
def test_code_in_unknown_conditions_is_read(condition: str) -> None:
    """Both branches are."""
    source = in_function(f'{condition}\nasm("a;");\n#else\nasm("b;");\n#endif')
    found = find_blocks(source.encode())
    assert [block.template for block in found.found] == ["a;", "b;"]


OTHER_PROCESSORS = [
    line.split(maxsplit=1)
    for line in Path(__file__)
    .with_name("other_processors.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("kind", "statement"), OTHER_PROCESSORS)
def test_assembly_of_other_processors_is_skipped(kind: str, statement: str) -> None:
    """By its clobbers and registers; mistakes in PTX are not taken for it."""
    blocks = find_blocks(f"void f(int x) {{ {statement} }}".encode())
    assert len(blocks.found) == (kind == "ptx")
    assert [each.reason for each in blocks.skipped] == [HOST] * (kind == "host")
