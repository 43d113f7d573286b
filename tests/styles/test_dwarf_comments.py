"""The comments of debug sections: real sections of LLVM, and data that is not valid DWARF."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.ir import nodes as n
from ptxpy.styles import dwarf_names
from ptxpy.styles.dwarf_comments import DebugComments

DATA = Path(__file__).parent / "dwarf"
SECTIONS = (
    ".debug_abbrev",
    ".debug_info",
    ".debug_loc",
    ".debug_pubnames",
    ".debug_pubtypes",
    ".debug_gnu_pubnames",
    ".debug_gnu_pubtypes",
    ".debug_str",
    ".debug_macinfo",
    ".debug_line",
)
SECONDS = 5.0
"""A time limit that linear readers keep easily and quadratic ones exceed by far."""


def operand(text: str) -> n.Operand:
    """Make the operand for a word of a data line."""
    return n.Literal(text) if re.fullmatch(r"-?[0-9]\w*", text) else n.Symbol(text)


def data(line: str) -> n.Data | n.Label:
    """Make the node of a line without its comment."""
    if line.endswith(":"):
        return n.Label(line[:-1])
    type_, _, values = line.partition(" ")
    return n.Data(type_, tuple(operand(value.strip()) for value in values.split(",")))


def read(text: str) -> dict[str, tuple[list[n.Data | n.Label], list[str | None]]]:
    """Read sections: the items of each, and their trailing comments."""
    sections: dict[str, tuple[list[n.Data | n.Label], list[str | None]]] = {}
    items: list[n.Data | n.Label] = []
    comments: list[str | None] = []
    for line in text.splitlines():
        code, slashes, comment = (part.strip() for part in line.partition("//"))
        if code.startswith(".section"):
            items, comments = sections.setdefault(code.split()[1], ([], []))
        elif code.startswith("."):
            items.append(data(code))
            comments.append(comment if slashes else None)
        elif code.endswith(":"):
            items.append(data(code))
            comments.append(None)
        elif slashes:
            comments[-1] = f"{comments[-1]}\n{comment}"
    return sections


def predict(
    section: str, lines: list[str] | list[n.Data | n.Label], comments: DebugComments | None = None
) -> list[str | None]:
    """Return the predicted comments of a section, given as lines or nodes."""
    comments = comments or DebugComments()
    comments.begin(section)
    for line in lines:
        comments.item(data(line) if isinstance(line, str) else line)
    return comments.finish()


def bytes_of(*values: int) -> list[str]:
    """Return data lines of one byte each."""
    return [f".b8 {value}" for value in values]


ABBREVIATION = bytes_of(1, 17, 1, 3, 8, 0, 0, 0)
"""A compile unit that has a name and children."""

UNIT = [".b32 20", ".b8 2", ".b8 0", ".b32 .debug_abbrev", ".b8 8"]
UNIT_COMMENTS = [
    "Length of Unit",
    "DWARF version number",
    None,
    "Offset Into Abbrev. Section",
    "Address Size (in bytes)",
]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.txt")), ids=lambda path: path.stem)
def test_sections_of_llvm(path: Path) -> None:
    """Every comment is predicted, and none for a line without a comment."""
    sections = read(path.read_text(encoding="utf-8"))
    assert sections
    comments = DebugComments()
    for section, (items, expected) in sections.items():
        assert predict(section, items, comments) == expected


def test_two_units() -> None:
    """A unit ends with its first entry; offsets count from its start."""
    comments = DebugComments()
    predict(".debug_abbrev", ABBREVIATION, comments)
    unit = [*UNIT, *bytes_of(1, 97, 0, 0)]
    expected = [
        *UNIT_COMMENTS,
        "Abbrev [1] 0xb:0x4 DW_TAG_compile_unit",
        "DW_AT_name",
        None,
        "End Of Children Mark",
    ]
    assert predict(".debug_info", unit + unit, comments) == expected + expected


def test_info_before_abbreviations() -> None:
    """Without abbreviations only the header of a unit can be predicted."""
    lines = [*UNIT, *bytes_of(1, 97, 0, 0)]
    assert predict(".debug_info", lines) == [*UNIT_COMMENTS, None, None, None, None]


def test_truncated_entry() -> None:
    """The size of an entry that does not end is unknown; that of a child that ends is known."""
    comments = DebugComments()
    abbreviations = [*ABBREVIATION[:-1], *bytes_of(2, 36, 0, 62, 11, 0, 0, 0)]
    predict(".debug_abbrev", abbreviations, comments)
    lines = [*UNIT, *bytes_of(1, 97, 0, 2, 5, 2)]
    expected = [None, "DW_AT_name", None, "Abbrev [2] 0xe:0x2 DW_TAG_base_type", "DW_AT_encoding"]
    assert predict(".debug_info", lines, comments) == [*UNIT_COMMENTS, *expected, None]


def test_unknown_names() -> None:
    """A number without a name has no comment; the data after it is read all the same."""
    lines = bytes_of(1, 0xFF, 0x7F, 0, 0xFE, 0x7F, 11, 3, 8, 0, 0, 0)
    assert predict(".debug_abbrev", lines) == [
        "Abbreviation Code",
        None,
        None,
        "DW_CHILDREN_no",
        None,
        None,
        "DW_FORM_data1",
        "DW_AT_name",
        "DW_FORM_string",
        "EOM(1)",
        "EOM(2)",
        "EOM(3)",
    ]


def test_accessibility_has_two_comments() -> None:
    """The second comment is on a line of its own."""
    comments = DebugComments()
    predict(".debug_abbrev", bytes_of(1, 13, 0, 50, 11, 0, 0, 0), comments)
    predicted = predict(".debug_info", [*UNIT, *bytes_of(1, 1)], comments)
    assert predicted[-1] == "DW_AT_accessibility\nDW_ACCESS_public"


def test_empty_string() -> None:
    """The comment of an empty string is after its null byte."""
    assert predict(".debug_str", bytes_of(0, 65, 0)) == [
        "string offset=0 ; ",
        "string offset=1 ; A",
        None,
    ]


def test_sections_without_comments() -> None:
    """Sections that LLVM does not comment, unknown and empty sections, and no section at all."""
    assert predict(".debug_ranges", [".b64 $L__tmp0", ".b64 0"]) == [None, None]
    assert predict(".unheard_of", bytes_of(1)) == [None]
    assert predict(".debug_info", []) == []
    assert DebugComments().finish() == []


def test_names_are_unique() -> None:
    """No name is given to two numbers, and no run of names is shifted."""
    for table in (
        dwarf_names.TAGS,
        dwarf_names.ATTRIBUTES,
        dwarf_names.FORMS,
        dwarf_names.OPERATIONS,
    ):
        assert len(set(table.values())) == len(table)
    assert dwarf_names.TAGS[0x4B] == "DW_TAG_immutable_type"
    assert dwarf_names.ATTRIBUTES[0x8C] == "DW_AT_loclists_base"
    assert dwarf_names.ATTRIBUTES[0x2007] == "DW_AT_MIPS_linkage_name"
    assert dwarf_names.ATTRIBUTES[0x3FEF] == "DW_AT_APPLE_sdk"
    assert dwarf_names.FORMS[0x2C] == "DW_FORM_addrx4"
    assert dwarf_names.OPERATIONS[0x2F] == "DW_OP_skip"
    assert dwarf_names.OPERATIONS[0xA9] == "DW_OP_reinterpret"


# --------------------------------------------------------------------------- hostile data

HUGE = bytes_of(*[0xFF] * 8, 0x0F)
"""About 2**60, as a ULEB128 number."""


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([".b8 1, 2"], id="several values"),
        pytest.param([".b8 lost"], id="symbol"),
        pytest.param([".b8 256"], id="too large"),
        pytest.param([".b8 -1"], id="negative"),
        pytest.param([".b8 0f3F800000"], id="float"),
        pytest.param([".b8 0xzz"], id="malformed"),
        pytest.param([".b8 09"], id="malformed octal"),
        pytest.param([".b8 " + "9" * 100_000], id="very long"),
        pytest.param([".b128 1"], id="type"),
        pytest.param([".b8 "], id="no value"),
        pytest.param(HUGE, id="huge"),
        pytest.param(bytes_of(*[0x80] * 1_000), id="endless number"),
        pytest.param([".b64 0x1000000000000000"] * 4, id="huge length"),
    ],
)
@pytest.mark.parametrize("section", SECTIONS)
def test_invalid_data(section: str, lines: list[str]) -> None:
    """Invalid data at any point raises nothing, and each line has a prediction."""
    for before in ([], UNIT, bytes_of(1), bytes_of(1, 1), bytes_of(1, 17, 1)):
        comments = DebugComments()
        predict(".debug_abbrev", ABBREVIATION, comments)
        assert len(predict(section, [*before, *lines], comments)) == len(before) + len(lines)


@pytest.mark.parametrize("form", [*dwarf_names.FORMS, 0x7F])
def test_every_form_with_a_huge_value(form: int) -> None:
    """Blocks longer than the section, and forms that are not supported."""
    comments = DebugComments()
    leb = (form & 0x7F | 0x80, form >> 7) if form > 0x7F else (form,)
    predict(".debug_abbrev", bytes_of(1, 17, 0, 3, *leb, 0, 0, 0), comments)
    for lines in (HUGE, bytes_of(*[0xFF] * 40), [".b64 label"], []):
        predicted = predict(".debug_info", [*UNIT, *bytes_of(1), *lines], comments)
        assert len(predicted) == len(UNIT) + 1 + len(lines)


def test_deep_nesting_is_linear() -> None:
    """Deeply nested entries take neither the stack nor quadratic time."""
    comments = DebugComments()
    predict(".debug_abbrev", bytes_of(1, 17, 1, 0, 0, 0), comments)
    depth = 100_000
    started = time.process_time()
    opened = [data(".b8 1")] * depth
    closed = [data(".b8 0")] * depth
    predicted = predict(".debug_info", [*map(data, UNIT), *opened], comments)
    assert not any(predicted[len(UNIT) :])
    predicted = predict(".debug_info", [*map(data, UNIT), *opened, *closed], comments)
    assert predicted[len(UNIT)] == f"Abbrev [1] 0xb:{2 * depth:#x} DW_TAG_compile_unit"
    assert time.process_time() - started < SECONDS


def test_forms_without_data_do_not_multiply() -> None:
    """Ten thousand attributes without data, in each of ten thousand entries, are not read."""
    comments = DebugComments()
    count = 10_000
    predict(".debug_abbrev", bytes_of(1, 17, 1, *[63, 25] * count, 0, 0, 0), comments)
    started = time.process_time()
    predict(".debug_info", [*UNIT, *bytes_of(*[1] * count)], comments)
    assert time.process_time() - started < SECONDS


BYTES = st.integers(0, 255).map("{}".format)
VALUES = st.one_of(
    BYTES,
    st.integers(0, 40).map("{}".format),
    st.integers().map("{}".format),
    st.sampled_from(["$L__tmp0", "$L__a-$L__b", "0xff", "0x1000000000000000", "0f3F800000", "1e9"]),
    st.text(max_size=4),
)
NODES = st.one_of(
    st.builds(lambda value: n.Data(".b8", (n.Literal(value),)), BYTES),
    st.builds(lambda value: n.Data(".b8", (n.Literal(value),)), st.sampled_from("01239")),
    st.builds(
        lambda type_, values: n.Data(type_, tuple(map(n.Literal, values))),
        st.sampled_from([".b8", ".b16", ".b32", ".b64", ".b128", ""]),
        st.lists(VALUES, max_size=2),
    ),
    st.just(n.Data(".b32", (n.Binary(n.Symbol("a"), "-", n.Symbol("b")),))),
    st.just(n.Data(".b64", (n.Symbol("$L__tmp0"),))),
    st.just(n.Label("$L__label")),
)


@given(
    st.lists(st.tuples(st.sampled_from(SECTIONS), st.lists(NODES, max_size=30)), max_size=4),
    st.booleans(),
)
def test_never_raises(sections: list[tuple[str, list[n.Data | n.Label]]], headed: bool) -> None:
    """For any data there is one prediction for each item, and no comment for a label."""
    comments = DebugComments()
    predict(".debug_abbrev", ABBREVIATION, comments)
    for section, items in sections:
        nodes = [*map(data, UNIT), *bytes_nodes(1, 0), *items] if headed else items
        predicted = predict(section, nodes, comments)
        assert len(predicted) == len(nodes)
        for node, comment in zip(nodes, predicted, strict=True):
            assert comment is None or isinstance(node, n.Data)


def bytes_nodes(*values: int) -> list[n.Data | n.Label]:
    """Make the nodes of bytes."""
    return [data(line) for line in bytes_of(*values)]


@given(st.data())
def test_damaged_sections(draws: st.DataObject) -> None:
    """Real sections with lines removed, repeated and replaced."""
    path = draws.draw(st.sampled_from(sorted(DATA.glob("*.txt"))))
    comments = DebugComments()
    for section, (items, _) in read(path.read_text(encoding="utf-8")).items():
        damaged = list(items)
        for _ in range(draws.draw(st.integers(0, 3))):
            at = draws.draw(st.integers(0, len(damaged) - 1))
            damaged[at : at + draws.draw(st.integers(0, 2))] = [draws.draw(NODES)]
        assert len(predict(section, damaged, comments)) == len(damaged)
