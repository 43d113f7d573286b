"""`ptxpy run`."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pytest

from ptxpy.cli.argument_values import parse_value
from ptxpy.examples.bfloat16 import bits
from ptxpy.launch.cuda import DriverMissingError
from tests.cli.conftest import SAXPY, Run

ARGUMENTS = ("--grid", "4", "--block", "256", "--arg", "1000", "--arg", "2.0", "--device", "cpu")

PYTHON = """\
from ptxpy import kernel, module, ptx, reg, u64

module("ptxpy", version="8.0", target="sm_80")


@kernel
def fill(out: u64):
    r, rd = reg.bulk(r=3, rd=4)
    rd[1] = ptx.ld.param.u64([out])
    r[1] = ptx.mov.u32(ptx.special.tid.x)
    rd[2] = ptx.mul.wide.u32(r[1], 4)
    rd[3] = ptx.add.u64(rd[1], rd[2])
    ptx.st.global_.u32([rd[3], 4], r[1])
    ptx.ret()
"""


def test_a_kernel_runs_and_its_arrays_are_printed(run: Run, kernel: Path) -> None:
    """By number, by name, and in parts."""
    outcome = run(
        *("run", kernel, *ARGUMENTS, "--arg", "float32[1000]:arange"),
        *("--arg", "param_3=float32[1000]:ones", "--print", "3[:4]", "--print", "param_3[-1]"),
    )
    assert outcome == (0, "3[:4] = [1., 3., 5., 7.]\nparam_3[-1] = 1999.\n", "")


def test_a_fault_is_told_with_its_line(run: Run, kernel: Path) -> None:
    """And the thread, and what is near."""
    outcome = run(
        *("run", kernel, *ARGUMENTS),
        *("--arg", "float32[999]", "--arg", "float32[1000]:ones", "--print", "3"),
    )
    assert outcome.status == 1
    assert outcome.out == ""
    assert "right behind the argument _Z5saxpyifPKfPf_param_2 of 3,996 bytes" in outcome.err
    assert f"at {kernel}:47: ld.global.f32 %f2, [%rd6];" in outcome.err
    assert "in CTA (3, 0, 0), thread (231, 0, 0)" in outcome.err


def test_python_is_told_at_its_line(run: Run, tmp_path: Path) -> None:
    """The line of the Python, and that of the PTX."""
    path = tmp_path / "fill.py"
    path.write_text(PYTHON, encoding="utf-8")
    command = ("run", path, "--grid", "1", "--block", "8", "--device", "cpu")
    outcome = run(*command, "--arg", "out=uint32[9]", "--print", "out")
    assert outcome.out == "out = [0, 0, 1, 2, 3, 4, 5, 6, 7]\n"
    outcome = run(*command, "--arg", "out=uint32[8]")
    assert outcome.status == 1
    assert f"at {path}:13 (" in outcome.err


def test_what_the_decorator_says_is_the_default(run: Run, tmp_path: Path) -> None:
    """Of grid and block; options come before it."""
    path = tmp_path / "fill.py"
    path.write_text(PYTHON.replace("@kernel\n", "@kernel(grid=1, block=8)\n"), encoding="utf-8")
    command = ("run", path, "--device", "cpu", "--arg", "out=uint32[9]", "--print", "out")
    assert run(*command).out == "out = [0, 0, 1, 2, 3, 4, 5, 6, 7]\n"
    assert run(*command, "--block", "2").out == "out = [0, 0, 1, 0, 0, 0, 0, 0, 0]\n"


def test_without_a_grid_the_kernels_are_listed(run: Run, kernel: Path) -> None:
    """With their parameters, and a command line that works."""
    outcome = run("run", kernel)
    assert outcome.status == 0
    assert "kernel _Z5saxpyifPKfPf\n" in outcome.out
    assert "      2  .u64         param_2\n" in outcome.out
    (line,) = [line for line in outcome.out.splitlines() if "ptxpy run" in line]
    assert run(*shlex.split(line)[1:], "--device", "cpu").status == 0


@pytest.mark.parametrize(
    ("symbol", "declared", "arguments"),
    [
        (
            "_Z9histogramPKhPjx",
            "histogram(unsigned char const*, unsigned int*, long long)",
            "--arg 'uint8[65536]:arange' --arg 'uint32[65536]:arange' --arg 128",
        ),
        (
            "_Z5scaleIdEvPT_S0_P6__halfPi",
            "",
            (
                "--arg 'float64[1048576]:arange' --arg 1.0 --arg 'float16[1048576]:random' "
                "--arg 'int32[1048576]:arange'"
            ),
        ),
        ("plain", "", "--arg null --arg null"),
    ],
)
def test_examples_follow_the_declaration(
    run: Run, tmp_path: Path, symbol: str, declared: str, arguments: str
) -> None:
    """Types that a symbol names are those of the example's arrays."""
    count = arguments.count("--arg")
    types = ["f64" if k == 1 and "1.0" in arguments else "u64" for k in range(count)]
    parameters = ", ".join(f".param .{type_} p{k}" for k, type_ in enumerate(types))
    path = tmp_path / "k.ptx"
    head = ".version 8.0\n.target sm_80\n.address_size 64\n"
    path.write_text(f"{head}.visible .entry {symbol}({parameters})\n{{ ret; }}\n")
    result = run("run", path)
    assert arguments in result.out
    assert declared in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--arg", "float32[4"], "is not a valid argument"),
        (["--arg", "float33[4]"], "no type 'float33'"),
        (["--arg", "float32[4]:noise"], "no fill 'noise'"),
        (["--arg", "float32[99999999999]"], "bytes; the limit is"),
        (["--arg", "nobody=1"], "no parameter 'nobody'; expected one of param_0 param_1"),
        (["--arg", "param_0=1", "--arg", "param_0=2"], "is given twice"),
        (["--arg", "1"], "--arg is missing for param_1, param_2, param_3"),
        (["--arg", "1"] * 5, "is one too many"),
        (["--arg", "1", "--arg", "1.0", "--arg", "null", "--arg", "null", "--print", "0"], "'0'"),
        (["--kernel", "other", "--arg", "1"], "other"),
        (["--max-steps", "0", "--arg", "1"], "0 is not a positive integer or `none`"),
    ],
)
def test_bad_arguments(run: Run, kernel: Path, arguments: list[str], message: str) -> None:
    """What is wrong is said before anything runs."""
    outcome = run("run", kernel, "--grid", "1", "--block", "1", "--device", "cpu", *arguments)
    assert outcome.status == 2
    assert message in outcome.err


def test_a_gpu_that_is_not_there(run: Run, kernel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to do without."""

    def missing(number: int) -> None:
        message = f'there is no GPU {number}; device="cpu" runs kernels without one'
        raise DriverMissingError(message)

    monkeypatch.setattr("ptxpy.launch.cuda.limits", missing)
    given = ("--arg", "1", "--arg", "1.0", "--arg", "null", "--arg", "null")
    outcome = run("run", kernel, "--grid", "1", "--block", "1", *given, "--device", "cuda:1")
    message = "ptxpy: there is no GPU 1; --device cpu runs kernels without one\n"
    assert outcome == (2, "", message)


VARIABLE = """\
.version 8.0
.target sm_80
.address_size 64
.global .u32 counters[4];
.visible .entry scale(.param .u64 scale_param_0, .param .u64 scale_param_1)
{
	.reg .b64 %rd<5>;
	.reg .f32 %f<4>;
	ld.param.u64 %rd1, [scale_param_0];
	ld.global.f32 %f1, [%rd1];
	add.f32 %f1, %f1, 0f3F800000;
	st.global.f32 [%rd1], %f1;
	mov.u64 %rd4, counters;
	red.global.add.u32 [%rd4+4], 1;
	ret;
}
"""


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ([], "param_0 = [2., 1.]"),
        (["counters"], "counters = [0, 8, 0, 0]"),
        (["counters[1]", "1[0]"], "counters[1] = 8\n1[0] = 0."),
        (["1"], "1 = [0., 0.]"),
    ],
)
def test_what_is_printed(run: Run, tmp_path: Path, printed: list[str], shown: str) -> None:
    """What is named, be it an array or a variable; else the arrays that have changed."""
    path = tmp_path / "scale.ptx"
    path.write_text(VARIABLE)
    command = ("run", path, "--device", "cpu", "--grid", "8", "--block", "1")
    arguments = ("--arg", "float32[2]:ones", "--arg", "float32[2]")
    words = [word for name in printed for word in ("--print", name)]
    assert run(*command, *arguments, *words) == (0, f"{shown}\n", "")


def test_what_is_not_printed(run: Run, tmp_path: Path) -> None:
    """Names that could be are told; that nothing has changed is told as well."""
    path = tmp_path / "scale.ptx"
    path.write_text(VARIABLE)
    command = ("run", path, "--device", "cpu", "--grid", "1", "--block", "1")
    arguments = ("--arg", "float32[2]:ones", "--arg", "float32[2]")
    outcome = run(*command, *arguments, "--print", "counter")
    assert outcome.status == 2
    assert "neither an array argument nor a variable of the module" in outcome.err
    assert "there are param_0, param_1, counters" in outcome.err
    path.write_text(VARIABLE.replace("	st.global.f32 [%rd1], %f1;\n", ""))
    message = "ptxpy: the kernel has changed no array\n"
    assert run(*command, *arguments) == (0, "", message)


def test_the_example_of_a_struct_runs(run: Run, tmp_path: Path) -> None:
    """Its bytes are zeros."""
    path = tmp_path / "k.ptx"
    head = ".version 8.0\n.target sm_80\n.address_size 64\n"
    path.write_text(f"{head}.visible .entry k(.param .align 8 .b8 s[24])\n{{ ret; }}\n")
    row, note = run("run", path).out.splitlines()[-2:]
    example = shlex.split(row)
    assert example[-2:] == ["--arg", "uint8[24]:zeros"]
    assert note.startswith("    s is a struct of 24 bytes, whose fields are not in the PTX; ")
    assert run(*example[1:], "--device", "cpu") == (0, "", "")


def test_arrays_from_files(run: Run, kernel: Path, tmp_path: Path) -> None:
    """As NumPy saves them."""
    path = tmp_path / "x.npy"
    np.save(path, np.full(1000, 3, np.float32))
    outcome = run(
        *("run", kernel, *ARGUMENTS, "--arg", f"float32[1000]:@{path}"),
        *("--arg", "float32[1000]:full(0.5)", "--print", "3[0]"),
    )
    assert outcome.out == "3[0] = 6.5\n"
    # The file knows its type and shape.
    assert (parse_value(f"@{path}") == np.full(1000, 3, np.float32)).all()


def test_arrays_of_bfloat16() -> None:
    """Their bits are unsigned integers, rounded to the nearest, ties to even."""
    made = parse_value("bf16[2,50]:random(7)")
    values = np.random.default_rng(7).random(100).astype(np.float32).reshape(2, 50)
    assert made.dtype == np.uint16
    assert (made == bits(values)).all()
    assert (parse_value("bf16[3]:ones") == 0x3F80).all()


def test_an_endless_kernel_is_stopped(run: Run, tmp_path: Path) -> None:
    """After as many steps as are allowed."""
    path = tmp_path / "endless.ptx"
    path.write_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k()\n{\nTOP:\n    bra TOP;\n}\n",
        encoding="utf-8",
    )
    outcome = run(
        "run", path, "--grid", "1", "--block", "32", "--device", "cpu", "--max-steps", "99"
    )
    assert outcome.status == 1
    assert "the kernel has not ended after 99 steps (a step is one piece of code" in outcome.err
    assert "--max-steps N sets another limit, --max-steps none removes it" in outcome.err
    assert "TOP:\n" not in outcome.err
    assert "bra TOP;" in outcome.err
    told = " ".join(run("run", "--help").out.split())
    assert "(default: 10,000,000)" in told
    assert "(default: 1,048,576, the size of the buffer on a device)" in told


PRINTING = """\
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values);
.global .b8 text[9] = {49, 50, 51, 52, 53, 54, 55, 10, 0};
.visible .entry k()
{
    .reg .b64 %rd<3>;
    mov.u64 %rd1, text;
    cvta.global.u64 %rd1, %rd1;
    mov.u64 %rd2, 0;
    { .param .b32 r; .param .b64 format; .param .b64 values;
    st.param.b64 [format], %rd1;
    st.param.b64 [values], %rd2;
    call (r), vprintf, (format, values); }
    trap;
}
"""


def test_output_is_limited(run: Run, tmp_path: Path) -> None:
    """What is shown comes before an error; what is not is counted, and the option named."""
    path = tmp_path / "printing.ptx"
    path.write_text(PRINTING, encoding="utf-8")
    command = ("run", path, "--grid", "1", "--block", "3", "--device", "cpu")
    outcome = run(*command, "--max-output", "10")
    assert outcome.out == "1234567\n12"
    assert "printf wrote 24 bytes, of which the first 10 are shown; --max-output" in outcome.err
    assert "trap" in outcome.err
    for given in ((), ("--max-output", "none"), ("--max-output", "24")):
        outcome = run(*command, *given)
        assert outcome.out == 3 * "1234567\n"
        assert "--max-output" not in outcome.err


SEVERAL = ".version 8.0\n.target sm_80\n.address_size 64\n" + "".join(
    f".visible .entry {name}() {{ trap; ret; }}\n"
    for name in ("_Z5scalePf", "_Z5scalePd", "scaled")
)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("_Z5scalePf", "_Z5scalePf"),
        ("scale(double*)", "_Z5scalePd"),
        ("double", "_Z5scalePd"),
        ("scaled", "scaled"),
        ("led", "scaled"),
        ("0", "_Z5scalePf"),
        ("2", "scaled"),
        ("3", None),
        ("-1", None),
        ("", None),
        ("scal", None),
        ("scale", None),
        ("skale", None),
    ],
)
def test_a_kernel_may_be_named_in_part(
    run: Run, tmp_path: Path, name: str, found: str | None
) -> None:
    """By what no other has in its symbol or declaration, or by its number."""
    path = tmp_path / "k.ptx"
    path.write_text(SEVERAL)
    command = ("--grid", "1", "--block", "1", "--device", "cpu")
    outcome = run("run", path, f"--kernel={name}", *command)
    assert outcome.status == (2 if found is None else 1)
    if found is None:
        assert "      0  _Z5scalePf  scale(float*)\n      1  _Z5scalePd" in outcome.err
    else:
        line = 4 + ["_Z5scalePf", "_Z5scalePd", "scaled"].index(found)
        assert f"{path}:{line}: .visible" in outcome.err


def test_long_names_have_numbers(run: Run, tmp_path: Path) -> None:
    """In the command lines that are proposed, where C++ has no short name for one kernel alone."""
    path = tmp_path / "k.ptx"
    names = [f"_Z5scaleI{kind}Li{10**60 + 1}EEvv" for kind in "fd"]
    path.write_text(
        ".version 8.0\n.target sm_80\n"
        + "".join(f".visible .entry {name}() {{ ret; }}\n" for name in names)
    )
    rows = [row for row in run("run", path).out.splitlines() if "ptxpy run" in row]
    assert [row.split()[3:5] for row in rows] == [["--kernel", "0"], ["--kernel", "1"]]
    for row in rows:
        assert run(*row.split()[1:], "--device", "cpu").status == 0


def test_a_misspelt_word_of_strict(run: Run) -> None:
    """The words that there are are listed."""
    found = run("run", SAXPY, "--strict=colect")
    assert found.status == 2
    assert (
        "argument --strict: invalid choice: 'colect' (choose from --strict, --strict=collect, "
        in (found.err)
    )


def test_long_arrays_are_abridged(run: Run) -> None:
    """One of more than 100 elements, unless it is asked for."""
    arrays = ("--arg", "float32[101]:ones") * 2
    numbers = ("--arg", "101", "--arg", "2.0")
    launch = ("run", SAXPY, "--grid", "1", "--block", "128", *numbers, *arrays)
    assert run(*launch).out == "param_3 = [3., 3., 3., ..., 3., 3., 3.]\n"
    assert run(*launch, "--print", "param_3").out.count("3.") == 101
