"""Names come from a module's DWARF where it gives them, and from nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.debug_info.debug_names import DebugNames, debug_names
from ptxpy.ir import nodes as n

CORPUS = Path(__file__).parents[2] / "corpus"
DEBUG_FILES = sorted(
    path
    for producer in ("llvmlite", "numba", "nvcc", "nvrtc")
    for path in (CORPUS / producer).glob("*.ptx")
    if b".debug_info" in path.read_bytes()
)


def names_in(path: str) -> dict[str, DebugNames]:
    """Return the names in a file of the corpus."""
    return debug_names(ptxpy.parse((CORPUS / path).read_bytes()))


# --------------------------------------------------------------------------- what compilers write


def test_nvcc() -> None:
    """Parameters lie in parameter space, and some in registers; a loop's variable moves about."""
    assert names_in("nvcc/saxpy.sm_90a.debug.ptx") == {
        "_Z5saxpyifPKfPf": DebugNames(("n", "a", "x", "y"), {"%f1": "a"}, "saxpy")
    }
    names = names_in("nvcc/calls.sm_80.debug.ptx")
    assert names["_Z9ackermannjj"] == DebugNames(("m", "n"), {"%r7": "m", "%r8": "n"}, "ackermann")
    assert names["_ZN6SquareC1Ef"] == DebugNames(
        ("this", "s"), {"%rd1": "this", "%f1": "s"}, "Square"
    )


def test_a_variable_lives_in_its_register_from_where_it_is_set() -> None:
    """Its location list has one range, which lasts until the end of the function."""
    names = names_in("nvrtc/elementwise.sm_80.nvrtc-11.8.G.ptx")
    registers = {"%rd1": "stride", "%f2": "x"}
    fields: tuple[dict[int, str], ...] = ({0: "data"}, {0: "data"}, {})
    assert names["gelu"] == DebugNames(("in", "out", "n"), registers, "gelu", fields)


def test_llvm() -> None:
    """A function inlined has the names of the function that it is an instance of."""
    assert names_in("llvmlite/debug_info_sm_75.ptx") == {
        "clamp_values": DebugNames(("data", "count"), {"%rd1": "data", "%r3": "x"}, "clamp_values"),
        "half_of": DebugNames(("x",), {"%r1": "x"}, "half_of"),
        "halve": DebugNames(("",), {}, "halve"),
    }


def test_fields_of_structures() -> None:
    """Members have their places; those of an array in a structure have no names."""
    names = names_in("nvcc/calls.sm_80.debug.ptx")
    assert names["_Z5cross6TripleS_"].fields == ({0: "x", 4: "y", 8: "z"},) * 2
    assert names["_Z6rotate3Bigi"].fields == ({72: "tail"}, {})
    assert names["_Z9ackermannjj"].fields == ()


def test_parameters_that_the_source_does_not_have() -> None:
    """Numba passes the fields of an array one by one: the array's name is that of none."""
    (names,) = names_in("numba/saxpy_debug_sm_90.ptx").values()
    assert names == DebugNames(("a", *[""] * 14), {"%rd61": "start", "%rd133": "i"}, "saxpy")


def test_lines_alone_name_nothing_inside() -> None:
    """Triton describes functions so that lines find them."""
    names = names_in("triton/softmax_sm_90a.ptx")
    assert names == {"softmax": DebugNames(("",) * 6, {}, "softmax")}
    assert names_in("triton/vector_add_sm_90a.ptx") == {}
    assert names_in("nvcc/scan.sm_75.lineinfo.ptx") == {}


def loads(function: n.Function) -> Iterator[tuple[str, int]]:
    """Yield registers with the positions of the parameters that are loaded into them."""
    order = [parameter.declarator.name for parameter in function.parameters or ()]
    for node in function.body or ():
        match node:
            case n.Instruction(
                opcode="ld",
                modifiers=(".param", *_),
                operands=(n.Register(name), n.Address(n.Symbol() as base, None)),
            ) if (
                base in order
            ):
                yield name, order.index(base)


@pytest.mark.parametrize("path", DEBUG_FILES, ids=lambda path: path.stem)
def test_registers_have_the_names_of_what_is_loaded_into_them(path: Path) -> None:
    """The program itself shows which parameter a register holds."""
    module = ptxpy.parse(path.read_bytes())
    names = debug_names(module)
    assert names
    for function in module.functions:
        if function.name.name in names:
            found = names[function.name.name]
            for register, place in loads(function):
                name = found.registers.get(register)
                assert name in (None, found.parameters[place]), (function.name, register)


def test_there_are_such_files() -> None:
    """The test above has something to do."""
    assert len(DEBUG_FILES) >= 15


# --------------------------------------------------------------------------- by hand

KERNEL = """\
.version 8.0
.target sm_90
.address_size 64

.visible .entry k(
    .param .u64 k_param_0,
    .param .u32 k_param_1
)
{
    .reg .b32 %r<4>;
begin:
    ret;
middle:
end:
}
.visible .entry other()
{
    ret;
}
"""

Items: TypeAlias = tuple[int | str, ...]
"""What a section consists of: see `section`."""

# What an abbreviation is for: its number. Attributes: name 3, location 2, low_pc 17, high_pc 18,
# abstract_origin 49, linkage_name 110, type 73, data_member_location 56. Forms: address 1, four
# bytes 6, string 8, one byte 11, block of one-byte length 10, offset of a string 14, reference 19,
# expression 24, flag 25.
UNIT, FUNCTION, PARAMETER, LISTED, INSTANCE, LINKED, STRING, EXPRESSION, BLOCK = range(1, 10)
STRUCTURE, MEMBER, TYPED = range(10, 13)
ABBREVIATIONS: Items = (
    *(UNIT, 17, 1, 0, 0),
    *(FUNCTION, 46, 1, 3, 8, 17, 1, 18, 1, 0, 0),
    *(PARAMETER, 5, 0, 3, 8, 2, 10, 0, 0),
    *(LISTED, 52, 0, 3, 8, 2, 6, 0, 0),
    *(INSTANCE, 5, 0, 49, 19, 0, 0),
    *(LINKED, 46, 1, 3, 8, 110, 8, 0, 0),
    *(STRING, 5, 0, 3, 14, 0, 0),
    *(EXPRESSION, 52, 0, 63, 25, 3, 8, 2, 24, 0, 0),
    *(BLOCK, 11, 1, 17, 1, 18, 1, 0, 0),
    *(STRUCTURE, 19, 1, 0, 0),
    *(MEMBER, 13, 0, 3, 8, 73, 19, 56, 11, 0, 0),
    *(TYPED, 5, 0, 3, 8, 73, 19, 0, 0),
    0,
)

R1, R2 = (0x90, 0xB1, 0xE4, 0x95, 0x01), (0x90, 0xB2, 0xE4, 0x95, 0x01)
IN_R1, IN_R2, NOWHERE = (5, *R1), (5, *R2), (0,)
ADDRESS = (9, 3)
UNNAMED: Items = (PARAMETER, "", *NOWHERE)
K = (FUNCTION, "k", ".b64 begin", ".b64 end")
END = 0


def section(name: str, *items: int | str) -> str:
    """Write a section: bytes, strings, and lines of PTX, which have a dot or a colon."""
    lines = []
    for item in items:
        if isinstance(item, int):
            lines.append(f".b8 {item}")
        elif item.startswith(".") or item.endswith(":"):
            lines.append(item)
        else:
            lines += [f".b8 {byte}" for byte in [*item.encode(), 0]]
    return "\n".join([f".section {name} {{", *lines, "}\n"])


def dwarf(
    *entries: int | str,
    head: Items = (2, 0, ".b32 .debug_abbrev", 8),
    length: str = "stop-start",
    before: Items = (),
    more: str = "",
) -> n.Module:
    """Return a module with a kernel and a unit of entries."""
    unit = ("unit:", f".b32 {length}", "start:", *head, UNIT, *entries, END, "stop:")
    return ptxpy.parse(
        KERNEL
        + section(".debug_abbrev", *ABBREVIATIONS)
        + section(".debug_info", *before, *unit)
        + more
    )


def names_of_k(*entries: int | str, more: str = "") -> DebugNames:
    """Return what the children of the entry of `k` say."""
    (names,) = debug_names(dwarf(*K, *entries, END, more=more)).values()
    return names


def test_parameters_and_registers() -> None:
    """The least that a compiler writes."""
    names = names_of_k(PARAMETER, "out", *NOWHERE, PARAMETER, "count", *IN_R1)
    assert names == DebugNames(("out", "count"), {"%r1": "count"}, "k")


def test_other_counts_than_in_ptx() -> None:
    """Only a location in parameter space says then which parameter it is."""
    located = (PARAMETER, "count", *ADDRESS, ".b64 k_param_1")
    assert names_of_k(*located).parameters == ("", "count")
    assert names_of_k(PARAMETER, "out", *IN_R1).parameters == ("", "")
    assert names_of_k(*UNNAMED, *UNNAMED, PARAMETER, "x", *IN_R1).parameters == ("", "")


def test_an_order_that_locations_contradict() -> None:
    """The location counts."""
    located = (PARAMETER, "count", *ADDRESS, ".b64 k_param_1")
    assert names_of_k(*located, PARAMETER, "out", *NOWHERE).parameters == ("", "count")


@pytest.mark.parametrize(
    "entries",
    [
        (PARAMETER, "a", *IN_R1, PARAMETER, "b", *IN_R1),
        (PARAMETER, "a", *IN_R1, BLOCK, ".b64 begin", ".b64 end", PARAMETER, "b", *IN_R1, END),
        (PARAMETER, "a", *IN_R1, PARAMETER, "", *IN_R1),
        (PARAMETER, "a", 7, *R1, 0x93, 4),
        (PARAMETER, "a", *IN_R1, PARAMETER, "b", 14, *R1, 0x93, 4, *R2, 0x93, 4),
        (PARAMETER, "a", 6, *R1, 0x9F),
        (PARAMETER, "a", 6, 0x92, *R1[1:], 0),
        (PARAMETER, "a", 4, *R1[:4]),
        (PARAMETER, "a", 3, 0x90, 0x81, 0x01),
    ],
    ids=[
        "two parameters",
        "one of them in a block",
        "one without a name",
        "a piece",
        "a piece of another",
        "more than a register",
        "memory at a register",
        "not all of it",
        "no register",
    ],
)
def test_registers_without_a_name(entries: Items) -> None:
    """A register has a name when one variable is all that lives there."""
    assert names_of_k(*entries).registers == {}


def test_variables_of_one_name() -> None:
    """Copies of an inlined function share registers."""
    variable: Items = (PARAMETER, "a", *IN_R1)
    assert names_of_k(*variable, *variable).registers == {"%r1": "a"}


@pytest.mark.parametrize(
    ("ranges", "registers"),
    [
        ((".b64 middle", ".b64 end", *IN_R1[:1], 0, *R1), {"%r1": "i"}),
        ((".b64 begin", ".b64 middle", *IN_R1[:1], 0, *R1), {}),
        ((".b64 begin", ".b64 100", *IN_R1[:1], 0, *R1), {}),
        ((".b64 begin", ".b64 middle", 5, 0, *R1, ".b64 middle", ".b64 end", 5, 0, *R1), {}),
        ((".b64 begin", ".b64 middle", 5, 0, *R1, ".b64 middle", ".b64 end", 5, 0, *R2), {}),
        ((".b64 -1", ".b64 begin", ".b64 4", ".b64 8", 5, 0, *R1), {}),
    ],
    ids=["to the end", "not to the end", "a number", "in two", "moving", "with a base"],
)
def test_lists(ranges: Items, registers: dict[str, str]) -> None:
    """A list of one range names a register if the range lasts as long as the scope."""
    lists = section(".debug_loc", ".b64 0", ".b64 0", *ranges, ".b64 0", ".b64 0")
    assert names_of_k(LISTED, "i", ".b32 .debug_loc+16", more=lists).registers == registers


def test_a_list_counts_against_others() -> None:
    """What lives in a register for a while makes its name doubtful."""
    ranges = (".b64 begin", ".b64 middle", 5, 0, *R1)
    lists = section(".debug_loc", *ranges, ".b64 0", ".b64 0")
    entries = (PARAMETER, "a", *IN_R1, PARAMETER, "b", *IN_R2, LISTED, "i", ".b32 .debug_loc")
    assert names_of_k(*entries, more=lists) == DebugNames(("a", "b"), {"%r2": "b"}, "k")


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        (".b32 4", "yes"),
        (".b32 .debug_str+4", "yes"),
        (".b32 here", "yes"),
        (".b32 5", ""),
        (".b32 .debug_str+99", ""),
        (".b32 nowhere", ""),
        (".b32 8", ""),
        (".b32 11", ""),
    ],
)
def test_strings(reference: str, name: str) -> None:
    """A string is where one begins; anywhere else there is none."""
    strings = section(".debug_str", "not", "here:", "yes", 0xC3, 0x28, 0, 65)
    names = names_of_k(STRING, reference, STRING, ".b32 0", more=strings)
    assert names.parameters == (name, "not")


def test_instances() -> None:
    """Parameters may stand in a function's abstract entry; a circle of entries has no name."""
    abstract = ("first:", PARAMETER, "a", *NOWHERE, "second:", PARAMETER, "b", *NOWHERE)
    concrete = (*K, INSTANCE, ".b32 first-unit", INSTANCE, ".b32 second-unit", END)
    entries = (LINKED, "source", "elsewhere", *abstract, END, *concrete)
    for before in ((), (".b32 3", 9, 9, 9)):
        names = debug_names(dwarf(*entries, before=before))
        assert names == {"k": DebugNames(("a", "b"), {}, "k")}
    circle = ("a:", INSTANCE, ".b32 b-unit", "b:", INSTANCE, ".b32 a-unit")
    assert names_of_k(*circle).parameters == ("", "")
    nothing: Items = (INSTANCE, ".b32 9999")
    assert names_of_k(*nothing, *nothing).parameters == ("", "")


def test_functions_are_found() -> None:
    """By where they start, by their symbol, and by their name if they have no other symbol."""
    parameters = (PARAMETER, "a", *NOWHERE, PARAMETER, "b", *NOWHERE, END)
    by_start = {"k": DebugNames(("a", "b"), {}, "s")}
    for start in (".b64 begin", ".b64 k"):
        assert debug_names(dwarf(FUNCTION, "s", start, ".b64 end", *parameters)) == by_start
    assert debug_names(dwarf(LINKED, "s", "k", *parameters)) == by_start
    assert debug_names(dwarf(LINKED, "k", "", *parameters)) == {
        "k": DebugNames(("a", "b"), {}, "k")
    }
    assert debug_names(dwarf(LINKED, "k", "no", *parameters)) == {}
    assert debug_names(dwarf(LINKED, "other", "", *parameters)) == {
        "other": DebugNames((), {}, "other")
    }


def test_an_entry_with_code_comes_first() -> None:
    """The entry of what is inlined has no registers."""
    entries = (LINKED, "inlined", "k", END, *K, PARAMETER, "a", *IN_R1, END)
    assert debug_names(dwarf(*entries))["k"] == DebugNames(("", ""), {"%r1": "a"}, "k")


@pytest.mark.parametrize(
    "head",
    [
        (3, 0, ".b32 0", 8),
        (4, 0, ".b32 .debug_abbrev", 8),
        (5, 0, 1, 8, ".b32 .debug_abbrev"),
    ],
    ids=["DWARF 3", "DWARF 4", "DWARF 5"],
)
def test_versions(head: Items) -> None:
    """The versions differ in the head of a unit, and newer ones have forms without data."""
    entries = (*K, EXPRESSION, "i", *IN_R1, END)
    assert debug_names(dwarf(*entries, head=head))["k"].registers == {"%r1": "i"}


@pytest.mark.parametrize(
    "head",
    [
        (1, 0, ".b32 0", 8),
        (6, 0, ".b32 0", 8),
        (5, 0, 2, 8, ".b32 0"),
        (2, 0, ".b32 0", 0),
        (2, 0, ".b32 0", 3),
        (2, 0, ".b32 1", 8),
        (2,),
    ],
)
def test_heads_that_make_no_sense(head: Items) -> None:
    """Nothing is read behind them."""
    assert debug_names(dwarf(*K, END, head=head)) == {}


def test_the_length_of_a_unit() -> None:
    """Where it is not known, the nesting of entries tells the end."""
    entries = (*K, EXPRESSION, "i", *IN_R1, END)
    head = (".b32 lost-found", 2, 0, ".b32 .debug_abbrev", 8)
    again = (END, *head, UNIT, LINKED, "second", "other", END)
    names = debug_names(dwarf(*entries, *again, length="lost-found"))
    assert [*names] == ["k", "other"]
    assert [*debug_names(dwarf(*entries, length="0xffffffff"))] == ["k"]
    assert debug_names(dwarf(*entries, length="9")) == {}


def test_a_unit_that_makes_no_sense_is_passed_over() -> None:
    """Its length tells where the next one starts."""
    assert [*debug_names(dwarf(*K, END, before=(".b32 3", 9, 9, 9)))] == ["k"]
    assert debug_names(dwarf(*K, END, before=(".b32 4", 9, 9, 9))) == {}


def test_without_dwarf() -> None:
    """There are no names."""
    assert debug_names(ptxpy.parse(KERNEL)) == {}


# --------------------------------------------------------------------------- hostile data

LONG = dwarf(
    *K,
    *(PARAMETER, "a", *IN_R1, STRING, ".b32 .debug_str", LISTED, "i", ".b32 .debug_loc"),
    *(EXPRESSION, "j", *IN_R2, BLOCK, ".b64 begin", ".b64 end", INSTANCE, ".b32 80", END, END),
    more=section(".debug_str", "b")
    + section(".debug_loc", ".b64 begin", ".b64 end", *(5, 0), *R1, ".b64 0", ".b64 0"),
)
NUMBERS = ("0", "1", "-1", "5", "08", "128", "255", "0xffffffffffffffffffffffff", "1.5", "0f3F80")
VALUES: st.SearchStrategy[n.Operand] = st.one_of(
    st.sampled_from(NUMBERS).map(n.Literal),
    st.integers(0, 255).map(lambda value: n.Literal(str(value))),
    st.sampled_from(["begin", "end", "unit", "lost", ".debug_str"]).map(n.Symbol),
)
LINES = st.builds(
    n.Data,
    st.sampled_from([".b8", ".b8", ".b8", ".b16", ".b32", ".b64", ".u8"]),
    st.lists(VALUES, min_size=1, max_size=3).map(tuple),
)
CHANGES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 300), st.lists(LINES, max_size=3)), max_size=5
)


def test_truncated_anywhere() -> None:
    """What is left gives names or none; those of the whole were right."""
    places = [place for place, item in enumerate(LONG.body) if type(item) is n.Section]
    for place in places:
        whole = LONG.body[place]
        assert type(whole) is n.Section
        for size in range(len(whole.body)):
            short = whole.replace(body=whole.body[:size])
            body = (*LONG.body[:place], short, *LONG.body[place + 1 :])
            names = debug_names(LONG.replace(body=body))
            assert {*names} <= {"k"}
            for found in names.values():
                assert {*found.parameters} <= {"a", "b", ""}
                assert {*found.registers} <= {"%r1", "%r2"}


@given(CHANGES)
def test_changed_anywhere(changes: list[tuple[int, int, list[n.Data]]]) -> None:
    """No data makes an error, or a function or a parameter that the module does not have."""
    body = [*LONG.body]
    places = [place for place, item in enumerate(body) if type(item) is n.Section]
    for which, start, lines in changes:
        item = body[places[which]]
        assert type(item) is n.Section
        body[places[which]] = item.replace(
            body=(*item.body[:start], *lines, *item.body[start + len(lines) :])
        )
    names = debug_names(LONG.replace(body=tuple(body)))
    assert {*names} <= {"k", "other"}
    assert all(len(found.parameters) in (0, 2) for found in names.values())


@given(st.lists(LINES, max_size=60), st.lists(LINES, max_size=60))
def test_any_data(abbreviations: list[n.Data], info: list[n.Data]) -> None:
    """Nor does data that never was DWARF."""
    sections = (
        n.Section(".debug_abbrev", tuple(abbreviations)),
        n.Section(".debug_info", tuple(info)),
    )
    module = ptxpy.parse(KERNEL)
    debug_names(module.replace(body=(*module.body, *sections)))


MANY = 3000


@pytest.mark.parametrize(
    "children",
    [
        (BLOCK, ".b64 begin", ".b64 end") * MANY,
        (LISTED, "", ".b32 0") * MANY,
        (STRING, ".b32 0") * MANY,
    ],
    ids=["deep", "shared lists", "shared strings"],
)
def test_much_data(children: Items) -> None:
    """Neither depth nor size is a problem."""
    ranges: list[int | str] = []
    for number in range(MANY):
        ranges += [".b64 begin", ".b64 end", 5, 0, 0x90, 0xB0 + number % 10, *R1[2:]]
    more = section(".debug_loc", *ranges, ".b64 0", ".b64 0") + section(".debug_str", "x" * MANY)
    module = dwarf(*K, *children, more=more)
    assert debug_names(module)["k"].registers == {}


AT_12 = ".b32 12"
"""A reference to the first entry of a unit."""


@pytest.mark.parametrize(
    ("members", "fields"),
    [
        ((MEMBER, "x", ".b32 0", 0, MEMBER, "y", ".b32 0", 4), ({0: "x", 4: "y"}, {})),
        # A structure that is a member of itself has no end.
        ((MEMBER, "x", AT_12, 0, MEMBER, "y", AT_12, 4), ()),
        ((), ()),
    ],
)
def test_members(members: Items, fields: tuple[dict[int, str], ...]) -> None:
    """A parameter that is a structure has fields, as many as are read in a bounded time."""
    parameters = (TYPED, "p", AT_12, PARAMETER, "b", *NOWHERE, END)
    module = dwarf(STRUCTURE, *members, END, *K, *parameters)
    assert debug_names(module)["k"] == DebugNames(("p", "b"), {}, "k", fields)
