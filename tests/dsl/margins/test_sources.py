"""Where margins are read from: programs, modules, files that have changed, no file at all."""

from __future__ import annotations

import importlib.util
import linecache
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import ptxpy
from ptxpy.dsl.lowering.lower import lower_module
from ptxpy.dsl.programs.exception_locations import raising_line
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.module_trace import ProgramRun, enter_program, leave_program

HEAD = """from ptxpy import f32, func, kernel, module, ptx, reg, u32, u64

module("nvcc-13.0", version="8.0", target="sm_90a")


"""
NAMED = HEAD + """@kernel
def k(n: u32):
    r = reg.bulk(r=9)
    x = r[1] + 1  #: r5
    r[2] = x
    ptx.ret()
"""
NESTED = NAMED.replace("    x = r[1] + 1  #: r5\n    r[2] = x", "    r[2] = (r[1] + 1) * 2  #: r5")
FILED = HEAD + """@kernel
def k(n: u32):
    r = reg.bulk(r=9)
    r[2] = (
        r[1]
        + 1
    )
    i = r[3] = r[2] + 1
    i += 1
    r[4] = i
    ptx.ret()
"""
AUTHORED = """from ptxpy import kernel, ptx, u32


@kernel(arch="sm_80")
def k(n: u32):
    x = ptx.special.tid.x()
    y = x + 1{margin}
    ptx.st.shared.b32([y], x)
    ptx.ret()
"""


def executed(text: str, filename: str) -> str:
    """Return the PTX of a text that is run as a script is, without its text being given."""
    namespace = {"__name__": "program"}
    code = compile(text, filename, "exec", dont_inherit=True)
    program = ProgramRun()
    token, body = enter_program(program), trace.enter(None)
    try:
        exec(code, namespace)  # noqa: S102 - ours
        assert program.module is not None
        return ptxpy.emit(lower_module(program.module))
    finally:
        trace.leave(body)
        leave_program(token)


def loaded(path: Path) -> ModuleType:
    """Import a file."""
    spec = importlib.util.spec_from_file_location("margins_of_file", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_a_file_has_margins(tmp_path: Path) -> None:
    """The text is that of the file that the function is in."""
    file = tmp_path / "program.py"
    file.write_text(NAMED, encoding="utf-8")
    assert "%r5, %r1, 1;" in executed(NAMED, str(file))


@pytest.mark.parametrize("text", [NAMED, NESTED])
@pytest.mark.parametrize("change", ["", "# a line more\n", "delete"])
def test_a_text_that_is_missing_or_changed(text: str, change: str, tmp_path: Path) -> None:
    """In a compiler's style, nothing is known of the registers of results that have none."""
    file = tmp_path / "program.py"
    if change != "delete":
        file.write_text(change + text.replace("r[1] + 1", "r[1] + 2"), encoding="utf-8")
    with pytest.raises(ptxpy.TraceError, match="the text of k cannot be read, or is not what was"):
        executed(text, str(file))


def test_without_results_that_have_no_register_no_text_is_needed() -> None:
    """A program that says every register runs as it is."""
    assert "%r3, %r2, 1;" in executed(FILED, "<nowhere>")


def test_an_authored_kernel_needs_no_text() -> None:
    """Its registers have no numbers that are to be kept."""
    namespace: dict[str, object] = {"__name__": "program"}
    code = compile(AUTHORED.format(margin="  #: r3"), "<nowhere>", "exec")
    exec(code, namespace)  # noqa: S102 - ours
    assert "add.u32 %r1, %r0, 1;" in namespace["k"].ptx()  # type: ignore[attr-defined]


def test_an_edited_file(tmp_path: Path) -> None:
    """An authored kernel of a file that has changed since has no margins."""
    file = tmp_path / "authored.py"
    file.write_text(
        AUTHORED.format(margin="  #: r3")
        .replace("x = ptx", "r = reg.bulk(r=9)\n    x = ptx")
        .replace("import kernel", "import reg, kernel"),
        encoding="utf-8",
    )
    assert "add.u32 %r3, " in loaded(file).k.ptx()
    changed = loaded(file)
    file.write_text(file.read_text(encoding="utf-8").replace("+ 1", "+ 2222"), encoding="utf-8")
    linecache.checkcache()
    assert "add.u32 %new_b32_1, %new_b32_0, 1;" in changed.k.ptx()


def test_functions_have_margins_of_their_own() -> None:
    """A device function that is called is traced by itself, and so is one of two kernels."""
    text = HEAD + """@func(returns=u32)
def twice(a: u32):
    r = reg.bulk(r=9)
    a = ptx.ld.param.u32([a])  #: r3
    ptx.st.param.b32(["func_retval0", 0], a * 2)  #: r4
    ptx.ret()


@kernel
def k(n: u32):
    r = reg.bulk(r=9)
    x = twice(r[1] + 1)  #: r5 r6
    r[2] = x
    ptx.ret()
"""
    written = " ".join(ptxpy.emit(ptxpy.from_python(text)).split())
    assert "ld.param.u32 %r3, [twice_param_0]; mul.lo.s32 %r4, %r3, 2;" in written
    assert "add.s32 %r5, %r1, 1;" in written
    assert "mov.u32 %r2, %r6;" in written


def test_the_second_run_of_a_body_reads_its_margins_again() -> None:
    """A kernel that needs dynamic shared memory is run twice."""
    text = """from ptxpy import f32, kernel, ptx, reg, smem, u32


@kernel(arch="sm_90a")
def k(n: u32):
    r = reg.bulk(r=9)
    tile = smem.alloc(f32, (1 << 17) // 4)
    x = ptx.special.tid.x()  #: r3
    y = x + 1  #: r4
    ptx.st.shared.f32([y], 1.0)
    ptx.ret()
"""
    written = ptxpy.emit(ptxpy.from_python(text))
    assert "%r4, %r3, 1;" in written


def test_errors_are_located_in_large_programs() -> None:
    """The line is that of the statement, wherever the margin is found to be wrong."""
    lines = [*NAMED.splitlines()[:-1], *("    r[2] = r[1] + 3" for _ in range(500))]
    lines += [
        "    y = ptx.add.s32(",
        "        r[1],",
        "        4,",
        "    )  #: q5",
        "    ptx.ret()",
    ]
    with pytest.raises(ptxpy.TraceError, match="%q5 is not declared") as caught:
        ptxpy.from_python("\n".join(lines), filename="large.py")
    assert raising_line(caught.value, "large.py") == len(lines) - 4


POSITIONED = NAMED.replace("#: r5", "#: r5 @28:18")


def test_a_file_has_positions(tmp_path: Path) -> None:
    """A file that Python compiles emits what the text of a program does."""
    file = tmp_path / "program.py"
    file.write_text(POSITIONED, encoding="utf-8")
    expected = ptxpy.emit(ptxpy.from_python(POSITIONED))
    assert ".loc\t1 28 18" in expected
    assert executed(POSITIONED, str(file)) == expected


def test_a_kernel_in_a_function_has_positions(tmp_path: Path) -> None:
    """Names of the function around a kernel stay those that the kernel reads, at each trace."""
    file = tmp_path / "factory.py"
    text = """from ptxpy import kernel, ptx, u32


def make(amount):
    @kernel(arch="sm_80")
    def k(n: u32):
        x = ptx.special.tid.x()  #: @28:18
        ptx.st.shared.b32([x + amount], 17)
        ptx.ret()

    return k
"""
    file.write_text(text, encoding="utf-8")
    module = loaded(file)
    for amount in (3, 4):
        written = module.make(amount).ptx()
        assert written.count(".loc") == 1
        assert f", {amount};" in written
        assert " 17;" in written


def test_an_error_behind_a_position_is_located(tmp_path: Path) -> None:
    """Lines and columns of a function with positions are those of its text."""
    text = POSITIONED.replace("x = r[1] + 1", "x = r[1] + None")
    file = tmp_path / "program.py"
    file.write_text(text, encoding="utf-8")
    runs: dict[str, Callable[[str], object]] = {
        "text.py": lambda name: ptxpy.from_python(text, filename=name),
        str(file): lambda name: executed(text, name),
    }
    for filename, run in runs.items():
        with pytest.raises(TypeError) as caught:
            run(filename)
        assert raising_line(caught.value, filename) == HEAD.count("\n") + 4


def test_an_edited_file_has_no_positions(tmp_path: Path) -> None:
    """A text that is not the one which was compiled says nothing of a function."""
    file = tmp_path / "authored.py"
    file.write_text(AUTHORED.format(margin="  #: @28:18"), encoding="utf-8")
    first, second = loaded(file), loaded(file)
    assert ".loc" in first.k.ptx()
    file.write_text(file.read_text(encoding="utf-8").replace("+ 1", "+ 2222"), encoding="utf-8")
    linecache.checkcache()
    assert ".loc" not in second.k.ptx()
