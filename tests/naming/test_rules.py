"""Names that rules give registers; byte identity does not test a name, so these cases do."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import ptxpy
from ptxpy.naming import RULES, Context, Rule, context_of, suggest

CASES = Path(__file__).with_name("cases.txt")


class Case(NamedTuple):
    """One case of the file."""

    rule: str
    title: str
    body: str
    expected: dict[str, str]


def cases() -> list[Case]:
    """Read the cases."""
    found = []
    for block in re.split(r"(?m)^== ", CASES.read_text(encoding="utf-8"))[1:]:
        head, _, rest = block.partition("\n")
        rule, _, title = head.partition(": ")
        body, _, names = rest.partition("->")
        pairs = (pair.partition("=") for pair in names.split())
        found.append(Case(rule, title, body, {key: name for key, _, name in pairs}))
    return found


def module_of(body: str) -> str:
    """Return a module with a kernel of that body."""
    parameters = re.findall(r"(?m)^(?:\.func )?(\.param .*)$", body)
    kind = ".func" if re.search(r"(?m)^\.func ", body) else ".entry"
    returned = "".join(re.findall(r"(?m)^\.func (\(.*\) )kernel$", body))
    variables = re.findall(r"(?m)^\.(?:shared|global) .*$", body)
    directives = re.findall(r"(?m)^\.(?:maxntid|reqntid) .*$", body)
    code = re.sub(r"(?m)^\.(?:func|param|shared|global|maxntid|reqntid) .*\n", "", body)
    return "\n".join(
        [
            ".version 9.0\n.target sm_100a\n.address_size 64",
            *variables,
            f".visible {kind} {returned}kernel({', '.join(parameters)})",
            *directives,
            "{\n.reg .pred %p<99>;\n.reg .b16 %rs<99>;\n.reg .b32 %r<99>;\n.reg .b64 %rd<99>;",
            ".reg .f32 %f<99>;\n.reg .f64 %fd<99>;",
            code,
            "ret;\n}\n",
        ]
    )


def names_of(body: str, without: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the names that a body's registers get, as the cases write them."""
    module = ptxpy.parse(module_of(body).encode())
    [function] = module.functions
    found = suggest(function, context_of(module)["kernel"]._replace(without=without))
    names = {register[1:]: each.name for register, each in found.names.items()}
    names |= {register[1:]: name for register, name in found.elements.items()}
    for run in found.runs:
        numbers = ["".join(filter(str.isdigit, register)) for register in run.registers]
        prefix = run.registers[0][1:].removesuffix(numbers[0])
        assert [*map(int, numbers)] == [*range(int(numbers[0]), int(numbers[-1]) + 1)]
        names[f"{prefix}{numbers[0]}..{numbers[-1]}"] = run.name
    return names


def others(rule: str) -> frozenset[str]:
    """Return the weak rules besides one: they name what the cases of other rules are made of."""
    return frozenset(each.name for each in RULES if each.is_weak and each.name != rule)


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.rule}-{case.title}")
def test_case(case: Case) -> None:
    """A body gets the names of the case and no others, but for those of weak rules."""
    assert names_of(case.body, others(case.rule)) == case.expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_has_cases_and_can_be_left_out(rule: Rule) -> None:
    """A rule is listed with a word, and its names go away without it."""
    assert re.fullmatch(r"[a-z]+", rule.name)
    if rule.name == "debug":
        return  # test_debug_names.py has modules with debug information
    own = [case for case in cases() if case.rule == rule.name and case.expected]
    assert own
    assert any(
        names_of(case.body, others(rule.name) | {rule.name}) != case.expected for case in own
    )


@pytest.mark.parametrize(
    "rule",
    [rule for rule in RULES if rule.name not in ("debug", "rings")],  # need whole modules
    ids=lambda rule: rule.name,
)
def test_each_rule_has_an_example_that_holds(rule: Rule, doctests: doctest.DocTestRunner) -> None:
    """The docstring that explains a rule shows it on a few instructions."""
    function = rule.find
    [example] = doctest.DocTestFinder().find(
        function, globs=vars(sys.modules[function.__module__]).copy()
    )
    assert example.examples
    assert doctests.run(example).failed == 0


def test_rules_have_different_names() -> None:
    """A rule can be told from another."""
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_a_function_without_context() -> None:
    """A function alone gets the names that its code gives."""
    source = module_of("mov.u32 %r1, %tid.x; st.shared.u32 [%r2], %r1;")
    [function] = ptxpy.parse(source.encode()).functions
    assert {name: each.name for name, each in suggest(function, Context()).names.items()} == {
        "%r1": "tid"
    }


def test_a_counter_may_have_any_letter_that_is_free_where_it_is_read() -> None:
    """The letter of its own comes first."""
    source = module_of(
        "mov.u32 %r1, 0; A: mov.u32 %r2, 0; B: add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, %r9; "
        "@%p1 bra B; add.s32 %r1, %r1, 1; setp.lt.s32 %p2, %r1, %r9; @%p2 bra A;"
    )
    [function] = ptxpy.parse(source.encode()).functions
    found = suggest(function, Context()).candidates
    assert found["%r1"] == ("i", "j", "counter", "k")
    assert found["%r2"] == ("j", "i", "counter", "k")


def test_coordinates_of_one_axis_are_told_apart_by_what_is_copied() -> None:
    """Where the best name is taken, the map of the one tensor that is given a coordinate helps."""
    [case] = [each for each in cases() if each.title == "of one tensor each, and of several"]
    [function] = ptxpy.parse(module_of(case.body).encode()).functions
    context = Context(symbols={"a": "a", "b": "b"})
    found = suggest(function, context).candidates
    assert found["%r1"][:2] == ("y", "a_y")
    assert found["%r2"][:2] == ("y", "b_y")
    assert "a_x" not in found["%r3"]


def test_descriptors_are_an_array_in_the_order_in_which_they_are_taken() -> None:
    """What is made from the last to the first is taken from the first to the last."""
    made = "".join(f"add.s64 %rd{k}, %rd9, {k}; " for k in (4, 3, 2, 1))
    taken = "".join(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, "
        f"%rd{k}, %rd8, 1, 1, 1, 0, 0; "
        for k in (1, 2, 3, 4)
    )
    [function] = ptxpy.parse(module_of(made + taken).encode()).functions
    [run] = [each for each in suggest(function, Context()).runs if each.name == "a_desc"]
    assert run.registers == ("%rd1", "%rd2", "%rd3", "%rd4")
