"""`ptxpy show`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

SAXPY = """\
{}: PTX 9.0, sm_90a, 1 kernel, 0 functions

kernel _Z5saxpyifPKfPf
    parameters    .param .u32 …_param_0
                  .param .f32 …_param_1
                  .param .u64 …_param_2
                  .param .u64 …_param_3
    registers     3 .pred, 5 .f32, 11 .b32, 8 .b64
    instructions  25
"""

SHARED = b"""\
.version 8.0
.target sm_90, debug
.shared .align 16 .b8 tile[64][32];
.extern .shared .align 16 .b8 more[];
.extern .func (.param .b32 result) f(.param .align 8 .b8 x[16]);
.entry k .maxntid 128, 1, 1 .pragma "nounroll";
{
\t.reg .b32 a, %b<4>;
\t.reg .v2 .f32 %v;
\t.shared .v4 .f32 x[8], y;
\t{
\t\t.reg .b32 c;
\t\t.shared .u16 z;
\t\tmov.u32 c, 1;
\t}
\tcall f;
\tret;
}
"""

SHOWN = """\
<stdin>: PTX 8.0, sm_90, debug, 1 kernel, 1 function, \
2,048 bytes of shared memory outside functions, dynamic shared memory

declared function f
    returns       .param .b32 result
    parameters    .param .align 8 .b8 x[16]

kernel k
    registers     6 .b32, 1 .v2.f32
    instructions  3
    shared        146 bytes
    directives    .maxntid 128, 1, 1
                  .pragma "nounroll"
"""


def test_a_kernel(run: Run, kernel: Path) -> None:
    """Its parameters go by their short names."""
    assert run("show", kernel) == (0, SAXPY.format(kernel), "")


def test_declarations_scopes_and_shared_memory(run: Run) -> None:
    """What nested scopes declare counts too."""
    source = SHARED.replace(b'"nounroll";\n{', b'"nounroll"; {')
    assert run("show", "-", stdin=source) == (0, SHOWN, "")


def test_numbers_without_sense(run: Run) -> None:
    """Sizes that no machine could hold are shown, not stumbled over."""
    digits = "9" * 5000
    source = f".version 8.0\n.target sm_90\n.entry k() {{\n.reg .b32 %r<{digits}>;\nret;\n}}\n"
    outcome = run("show", "-", stdin=source.encode())
    assert outcome.status == 0
    assert "registers     0 .b32\n" in outcome.out


def test_a_syntax_error(run: Run, broken: Path) -> None:
    """It is said on standard error."""
    outcome = run("show", broken)
    assert (outcome.status, outcome.out) == (1, "")
    assert f"{broken}:4:15: error: " in outcome.err
    assert outcome.err.endswith(f"{broken}: 2 errors\n")
