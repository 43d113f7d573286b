"""What a kernel may not have without end: local memory, calls, digits, text."""

from __future__ import annotations

import io
import re
import sys

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import load
from tests.sim.harness import kernel, run

PRINTF = ".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values);\n"
CALL = """\
    .local .align 8 .b8 values[16];
    st.local.v2.u32 [values], {-5, -1};
    mov.u64 %rd1, text;
    cvta.global.u64 %rd1, %rd1;
    mov.u64 %rd2, values;
    cvta.local.u64 %rd2, %rd2;
    { .param .b32 r; .param .b64 format; .param .b64 values;
    st.param.b64 [format], %rd1;
    st.param.b64 [values], %rd2;
    call (r), vprintf, (format, values); }
"""


def printing(text: str) -> str:
    """Return a kernel that prints with a format and the words -5 and -1."""
    data = [*text.encode(), 0]
    listed = ", ".join(map(str, data))
    return kernel(CALL, declarations=f"{PRINTF}.global .b8 text[{len(data)}] = {{{listed}}};")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("%*d|", "-1   |"),
        ("%.*d|", "-1|"),
        ("%+u|", "4294967291|"),
        ("% x|", "fffffffb|"),
        ("%+d|", "-5|"),
        ("%q %n|", "%q %n|"),
    ],
)
def test_printf(text: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A negative width aligns left, a negative precision is none, signs are for signed numbers."""
    run(printing(text), None, block=1)
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("text", ["%999999999d", "%.999999999f", "%" + "1" * 5000 + "d"])
def test_printf_without_end(text: str) -> None:
    """What would fill all memory is an error."""
    with pytest.raises(ptxpy.SimulationError, match="is wider than 65,536 characters"):
        run(printing(text), None, block=1)


def test_a_printf_of_a_megabyte() -> None:
    """One call of `printf` writes no more than the buffer of a device holds."""
    text = printing("%60000d" * 18).replace("values[16]", "values[256]")
    with pytest.raises(ptxpy.SimulationError, match="a printf of more than 1,048,576 bytes"):
        run(text, None, block=1)


class Counting(io.TextIOBase):
    """Standard output that keeps nothing but counts."""

    written = calls = longest = 0

    def write(self, text: str) -> int:
        """Count."""
        self.calls += 1
        self.written += len(text)
        self.longest = max(self.longest, len(text))
        return len(text)


@pytest.mark.parametrize("strict", [False, True])
def test_printf_is_not_kept(monkeypatch: pytest.MonkeyPatch, *, strict: bool) -> None:
    """It comes in pieces, of at most 64 KiB and what one call writes."""
    counting = Counting()
    monkeypatch.setattr("sys.stdout", counting)
    load(printing("%9999d\n")).launch(None, grid=4, block=64, device="cpu", strict=strict)
    assert counting.written == 4 * 64 * 10_000
    assert counting.longest < 65_536 + 10_000
    assert counting.calls > 4


def test_printf_comes_before_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """What was printed until then is shown, of a call that fails, too."""
    with pytest.raises(ptxpy.SimulationError, match="wider"):
        run(printing("%d%99999d").replace("-5, -1", "%r0, -1"), None, block=1)
    assert not capsys.readouterr().out
    with pytest.raises(ptxpy.SimulationError, match="trap"):
        run(printing("%d|").replace("    ret;", "    trap;"), None, block=2)
    assert capsys.readouterr().out == "-5|-5|"


def test_local_memory_is_limited() -> None:
    """A thread has 512 KB (CUDA C++ programming guide, technical specifications)."""
    message = "kernel needs 524,304 bytes of local memory per thread; the limit is 524,288"
    with pytest.raises(ptxpy.LaunchError, match=message):
        run(kernel("    .local .align 16 .b8 x[524304]; st.local.u32 [x], 1;"), None)


def test_a_recursion_without_end_ends() -> None:
    """Though no function has anything on its stack."""
    declarations = ".func f();\n.func f() { call f; ret; }\n"
    with pytest.raises(ptxpy.SimulationError, match="more than 8,192 nested calls"):
        run(kernel("    call f;", declarations=declarations), None, block=1)


def test_a_number_without_end() -> None:
    """Python does not read so many digits."""
    with pytest.raises(ptxpy.UnsupportedError, match=re.escape("a number of 5,000 digits")):
        run(kernel(f"    mov.u32 %r1, {'9' * 5000};"), None)


def test_many_variables_take_work_in_proportion() -> None:
    """Four times as many take about four times as many calls."""

    def calls(count: int) -> int:
        text = "".join(f".global .u32 g{k} = {k};\n" for k in range(count))
        body = "    ld.global.u32 %r1, [g7];\n    st.global.u32 [%out], %r1;"
        found = ptxpy.load(kernel(body, declarations=text))
        out = np.zeros(1, np.uint32)
        made = 0

        def count_calls(*_: object) -> None:
            nonlocal made
            made += 1

        sys.setprofile(count_calls)
        try:
            found.launch(out, grid=1, block=1, device="cpu")
        finally:
            sys.setprofile(None)
        assert out[0] == 7
        return made

    calls(10)
    assert calls(2000) < 5 * calls(500)
