"""Machine code by lines of PTX: what nvdisasm writes, and how much of it finds its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ptxpy
from ptxpy.assemble import toolchain
from ptxpy.dsl import trace_python
from ptxpy.view.machine_code import MachineLine, machine_code, parse_life_ranges, parse_listing
from ptxpy.view.page import ShownProgram, page_data

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = sorted(
    path
    for path in CORPUS.glob("*/*sm_90a*.ptx")
    if ".debug" not in path.name and ".rdc" not in path.name
)[::2]
"""Half of the modules that are assembled and optimised on their own; some of each compiler."""

MIN_SHARE = 0.99

LISTING = """\
	.target	sm_90a

//--------------------- .text.copy      --------------------------
	.section	.text.copy,"ax",@progbits
	.align	128
        .global         copy
copy:
.text.copy:
	//## File ".nv_debug_ptx_txt", line 25
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "copy.cu", line 3
	//## File ".nv_debug_ptx_txt", line 57
        /*0010*/               @P0 BRA `(.L_x_1) ;
.L_x_1:
        /*0020*/                   EXIT ;
        /*0030*/                   NOP;
//--------------------- .debug_line      --------------------------
        /*0000*/ 	.byte	0x04
"""


def test_a_listing_is_parsed() -> None:
    """Instructions have the line of PTX before them; labels and names of functions have none."""
    assert parse_listing(LISTING) == (
        MachineLine("copy:", 0),
        MachineLine("    LDC R1, c[0x0][0x28]", 25, None, 0),
        MachineLine("    @P0 BRA `(.L_x_1)", 57, None, 16),
        MachineLine(".L_x_1:", 0),
        MachineLine("    EXIT", 57, None, 32),
        MachineLine("    NOP", 0, None, 48),
    )


ENCODED = """\
	.section	.text.copy,"ax",@progbits
	//## File ".nv_debug_ptx_txt", line 7
        /*0010*/                   S2R R0, SR_CTAID.X ;                /* 0x0000000000007919 */
                                                                       /* 0x000e220000002500 */
        /*0140*/                   FFMA R11, R2, UR5, R11 ;            /* 0x00000005020b7c23 */
                                                                       /* 0x004fca000800000b */
"""


def test_control_codes() -> None:
    """A special register sets a scoreboard; a product waits for that of a load."""
    _, read, product = parse_listing(ENCODED)
    assert (read.text, read.address, read.control) == (
        "    S2R R0, SR_CTAID.X", 16, "B------:R-:W0:-:S01",
    )  # fmt: skip
    assert (product.ptx_line, product.control) == (7, "B--2---:R-:W-:Y:S05")
    assert read.is_auxiliary
    assert not product.is_auxiliary


TABLE = """\
	.section	.text.copy,"ax",@progbits
                                      // +-----------------------------+-------------+
                                      // |             GPR             |   UGPR      |
                                      // |   # 0 1 2 9 10 11 99 100    |   # 4       |
                                      // +-----------------------------+-------------+
copy:                                 // |                             |             |
        /*0000*/  LDC R1, c[0x0] ;    // |   1   ^                     |             |
        /*0010*/  IADD R11, R10, R1 ; // |  12   v   :  v  ^  :   :    |   1 ^       |
.L_x_1:                               // +.............................+.............+
        /*0020*/  EXIT ;              // |   1   :                     |             |
                                      // Legend:
                                      //     ^       : Register assignment
"""


def test_life_ranges_are_parsed() -> None:
    """A mark stands below the last digit of its register."""
    found = parse_life_ranges(TABLE)
    assert list(found) == [("copy", 0), ("copy", 16), ("copy", 32)]
    second = found["copy", 16]
    assert second.counts == {"GPR": 12, "UGPR": 1}
    assert second.marks == {
        "R1": "v", "R9": ":", "R10": "v", "R11": "^", "R99": ":", "R100": ":", "UR4": "^",
    }  # fmt: skip
    (line,) = [each for each in parse_listing(LISTING, found) if "EXIT" in each.text]
    assert line.life == found["copy", 32]


@pytest.mark.skipif(
    toolchain.find_program("nvdisasm", "nvidia-cuda-nvdisasm") is None, reason="needs nvdisasm"
)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_instructions_find_their_lines(path: Path) -> None:
    """Nearly all machine code has its line of PTX, and of the Python that was imported."""
    text = path.read_bytes()
    machine = machine_code(text)
    if machine.assembly is None:
        pytest.skip(f"not assembled here: {machine.reason}")
    for each in machine.lines:
        if each.text.startswith(" ") and each.text.strip() != "NOP":  # it leaves out padding
            assert each.life is not None, each.text
            named = re.findall(r"(?<![\w.`(])U?[RP]\d+\b", each.text)
            marked = [name for name, mark in each.life.marks.items() if mark != ":"]
            assert set(named) <= set(marked)
            assert sum(each.life.counts.values()) == len(each.life.marks)
    module = ptxpy.parse(text, filename=path.name)
    python = ptxpy.to_python(module)
    program = ShownProgram("k.py", python, trace_python(python, filename="k.py").lines)
    data = page_data(module, path.name, program, machine)
    names = {function["name"] for function in data["functions"]}
    lines = []
    is_own = False  # a division has a function of the assembler's, which no PTX was made to
    for line, row in zip(data["sass"]["ptx"], data["sass"]["lines"], strict=True):
        if not row.startswith((" ", ".")):
            is_own = row.removesuffix(":") in names
        elif row.startswith(" ") and is_own and row.strip() != "NOP":
            lines.append(line)
    assert lines
    of_python = {line for row in data["python"]["ptx"] for line in row}
    assert sum(map(bool, lines)) >= MIN_SHARE * len(lines)
    assert sum(line in of_python for line in lines) >= MIN_SHARE * len(lines)


def test_without_tools_the_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """PTX that is not assembled, and cubins that are not disassembled, leave no lines."""
    broken = machine_code(b".version 8.0\n.target sm_90\n.entry k() { add.s32 %r1; }\n")
    assert not broken.lines
    assert broken.reason.startswith("it is not assembled: ")
    monkeypatch.setenv("PTXPY_NVDISASM", "/nowhere/nvdisasm")
    found = machine_code(b".version 8.0\n.target sm_90\n.address_size 64\n.entry k() { ret; }\n")
    assert not found.lines
    assert found.assembly is not None
    assert "/nowhere/nvdisasm does not run" in found.reason
