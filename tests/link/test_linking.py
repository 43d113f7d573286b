"""Linking, against the cases, against ptxas and nvlink, and in the simulator."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.link import Linked, LinkError, Unit, link
from tests.link.cases import HEADER, NVLINK, PTXAS, Case, assembled, cases, nvlinked, units

HERE = Path(__file__).parent
CASES = cases()


def _text(linked: Linked) -> str:
    return ptxpy.emit(linked.module)


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_case(case: Case) -> None:
    """Units are linked to this module, or refused with this message; the result parses."""
    if case.is_error:
        with pytest.raises(LinkError) as caught:
            link(case.units)
        assert str(caught.value) == case.expected
        return
    text = _text(link(case.units))
    assert text.removeprefix(HEADER).strip("\n") == case.expected
    assert ptxpy.emit(ptxpy.parse(text)) == text


def test_there_are_cases_of_both_kinds() -> None:
    """None of them is lost by a slip in the file."""
    assert sum(case.is_error for case in CASES) >= 9
    assert sum(not case.is_error for case in CASES) >= 16


@pytest.mark.skipif(PTXAS is None or NVLINK is None, reason="needs ptxas and nvlink")
@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_nvidia_tools_agree(case: Case, tmp_path: Path) -> None:
    """The units and what they are linked to pass ptxas; nvlink refuses what is refused."""
    names = []
    for number, unit in enumerate(case.units):
        names.append(f"unit{number}")
        assert not assembled(tmp_path, names[-1], ptxpy.emit_bytes(unit.module))
    refusal = nvlinked(tmp_path, names)
    if case.is_error:
        assert bool(refusal) == (not case.title.endswith("(ptxpy alone)"))
        return
    assert not assembled(tmp_path, "linked", ptxpy.emit_bytes(link(case.units).module))
    whole = nvlinked(tmp_path, ["linked"])
    # What is defined nowhere is all that nvlink misses, of the parts as of the whole.
    assert bool(whole) == bool(refusal)
    assert ("Undefined reference" in whole) == bool(whole)


def _nvcc_units() -> list[Unit]:
    return [
        Unit(ptxpy.parse((HERE / name).read_bytes()), name) for name in ("main.ptx", "device.ptx")
    ]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_units_of_nvcc(order: tuple[int, int]) -> None:
    """A kernel calls functions of both units; each has its own `tmp` and `helper`."""
    both = _nvcc_units()
    linked = link([both[number] for number in order])
    assert [item.node.name.name for item in linked.unresolved] == ["vprintf"]
    out = np.zeros(8, np.int32)
    ptxpy.load(linked.module).launch(out, grid=1, block=8, shared_bytes=32, device="cpu")
    other = np.arange(8) ^ 1
    assert out.tolist() == (other + 7 + 2 * other + 2 * 3 + 100 + 2 * 5 + np.arange(8) + 1).tolist()


def test_segments_lead_to_the_units() -> None:
    """Each item of the module comes from the statement of its unit that has its ordinal."""
    both = _nvcc_units()
    linked = link(both)
    listed = [[*ptxpy.ir.statements(unit.module)] for unit in both]
    whole = [*ptxpy.ir.statements(linked.module)]
    assert len(linked.segments) == len(linked.module.body)
    for segment in linked.segments:
        own = listed[segment.unit][segment.unit_ordinal]
        assert type(own) is type(whole[segment.ordinal])


def test_one_unit_stays_as_it_is() -> None:
    """Its text and its positions are those of the file."""
    unit = _nvcc_units()[0]
    linked = link([unit])
    assert linked.module is unit.module
    names = {getattr(each.node, "name", each.node) for each in linked.unresolved}
    assert n.Symbol("_Z5otheri") in names


@pytest.mark.parametrize("others", [(), (".global .u32 y;",)])
def test_two_definitions_in_one_unit(others: tuple[str, ...]) -> None:
    """They are an error as in two, also of a unit alone."""
    both = ".visible .global .u32 x;\n.visible .func x() { ret; }\n"
    with pytest.raises(LinkError) as caught:
        link(units(both, *others))
    assert str(caught.value).startswith("a.ptx:5:16: error: x is defined here and in a.ptx:4:23;")


def _header(version: str, target: str, bits: int = 64) -> str:
    return f".version {version}\n.target {target}\n.address_size {bits}\n"


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((("8.0", "sm_80"), ("7.8", "sm_90")), ("8.0", "sm_90")),
        ((("8.0", "sm_90a"), ("8.10", "sm_80")), ("8.10", "sm_90a")),
        ((("8.8", "sm_100f"), ("8.8", "sm_103a")), ("8.8", "sm_103a")),
        ((("8.0", "sm_80, debug"), ("8.0", "sm_80")), ("8.0", "sm_80")),
        ((("8.0", "sm_80"),) * 3, ("8.0", "sm_80")),
    ],
)
def test_headers(headers: tuple[tuple[str, str], ...], expected: tuple[str, str]) -> None:
    """The highest version, and the target that has the features of all."""
    linked = link(units(*[_header(*each) for each in headers]))
    assert _text(linked).startswith(_header(*expected))


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        (
            [_header("8.0", "sm_90a"), _header("8.6", "sm_100")],
            "b.ptx:2:9: error: no target runs code for sm_100 and for sm_90a of a.ptx; compile",
        ),
        (
            [_header("8.6", "sm_80"), _header("8.6", "sm_90a"), _header("8.6", "sm_100a")],
            "c.ptx:2:9: error: no target runs code for sm_100a and for sm_90a of b.ptx",
        ),
        (
            [_header("8.0", "sm_80"), _header("8.0", "sm_80", 32)],
            "b.ptx:3:15: error: addresses have 32 bits here, and 64 in a.ptx; compile both for one",
        ),
        (
            [
                _header("8.0", "sm_80, texmode_unified"),
                _header("8.0", "sm_80, texmode_independent"),
            ],
            "b.ptx:2:16: error: texmode_independent here, and texmode_unified in a.ptx",
        ),
    ],
)
def test_headers_that_differ(headers: list[str], message: str) -> None:
    """The error is at the directive."""
    with pytest.raises(LinkError) as caught:
        link(units(*headers))
    assert str(caught.value).startswith(message)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301 - own


DEBUG = '.section .debug_info\n{\n\t.b8 1\n}\n.file 2 "%s"\n'


def test_debug_sections() -> None:
    """Those of one unit stay, and its files keep their numbers; those of several are left out."""
    plain = HEADER + '.file 2 "plain.cu"\n'
    first, second = (HEADER + DEBUG % name for name in ("one.cu", "two.cu"))
    linked = link(units(plain, first))
    assert ".section .debug_info" in _text(linked).replace("\t", " ")
    files = {each.name: each.number.text for each in linked.module.body if type(each) is n.File}
    assert files == {"plain.cu": "3", "one.cu": "2"}
    linked = link(units(first, plain, second))
    assert ".debug_info" not in _text(linked)
    assert linked.without_debug_sections == (0, 2)


def test_a_new_name_is_free() -> None:
    """Even where a unit has the name that would be given."""
    own = ".global .u32 x;\n"
    linked = link(units(own, own + ".global .u32 x$unit1;\n"))
    assert linked.renamed == ((1, "x", "x$unit1_"),)
