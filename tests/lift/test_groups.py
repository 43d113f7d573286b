"""Groups: which statements become functions, and that their calls say the same."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.codegen.identifiers import Namer
from ptxpy.lift.group_meanings import reduction_of
from ptxpy.lift.group_names import names_of_group
from ptxpy.lift.groups import Function, Group, Groups, deepen
from ptxpy.pytree import tree as t
from ptxpy.pytree.tree_changes import rebuild, transform_statement
from tests.lift.trees import read, write

_CLASSES = {"r": "b32", "rd": "b64", "p": "pred", "f": "f32"}


def _spell(statement: t.Assign) -> t.Expression | None:
    value, target = statement.value, statement.targets[0]
    if isinstance(value, t.View):
        return t.Call(f"ptx.mov.{value.name}", (value.value,))
    if isinstance(value, str | int | t.Hexadecimal | t.Register):
        assert isinstance(target, t.Register)
        return t.Call(f"ptx.mov.{_CLASSES[target.file]}.plain", (value,))
    return value


def _function(text: str) -> Function:
    block = read(text, _CLASSES)
    values = {
        part
        for statement in t.walk_statements(block)
        if isinstance(statement, t.Assign)
        for target in statement.targets
        for part in t.walk_expression(target)
        if isinstance(part, t.Register)
    }
    return Function(block, _CLASSES, values, spell=_spell)


def _grouped(
    *texts: str, signatures: Mapping[str, list[str]] | None = None
) -> tuple[list[t.Define], list[t.Block]]:
    functions = [_function(text) for text in texts]
    namer = Namer()
    namer.taken.update(re.findall(r"\w+", "".join(texts)))
    found = Groups().apply(
        functions,
        symbols={"tiles", "other"},
        signatures=signatures,
        unique=lambda wanted: namer.unique(wanted[0]),
    )
    return found, [function.block for function in functions]


# --------------------------------------------------------------------- calls written out again


class _Inliner:
    """Writes calls out: the statements that there were before."""

    def __init__(self, functions: list[t.Define]) -> None:
        self.functions = {each.name: each for each in functions}

    def block(self, block: t.Block) -> t.Block:
        found: t.Block = []
        for statement in block:
            if self._called(statement) is not None:
                assert isinstance(statement, t.Assign | t.Evaluate)
                made = iter(statement.emits)
                found += self._written_out(statement, made, {})
                assert next(made, None) is None, "more registers than values"
                continue
            if isinstance(statement, t.With | t.For):
                statement.body = self.block(statement.body)
            found.append(statement)
        return found

    def _called(self, statement: t.Statement) -> t.Define | None:
        if isinstance(statement, t.Assign | t.Evaluate) and isinstance(statement.value, t.Call):
            return self.functions.get(str(statement.value.function))
        return None

    def _written_out(
        self,
        statement: t.Assign | t.Evaluate,
        made: Iterator[t.Register],
        outer: dict[str, t.Expression],
    ) -> t.Block:
        define = self._called(statement)
        assert define is not None
        assert isinstance(statement.value, t.Call)
        given = [_put(argument, outer) for argument in statement.value.arguments]
        names = dict(zip([each.name for each in define.parameters], given, strict=True))
        *body, last = define.body
        if not isinstance(last, t.Return):
            body.append(last)
        found = [each for inner in body for each in self._body(inner, made, names)]
        if isinstance(last, t.Return):
            assert isinstance(statement, t.Assign)
            results = _put(last.value, names)
            target = statement.targets[0]
            parts = target.elements if isinstance(target, t.Tuple) else (target,)
            wanted = results.elements if isinstance(results, t.Tuple) else (results,)
            for part, result in zip(parts, wanted, strict=True):
                if isinstance(part, str):
                    outer[part] = result
                else:
                    assert part == result, "a result has another register"
        return found

    def _body(
        self, statement: t.Statement, made: Iterator[t.Register], names: dict[str, t.Expression]
    ) -> t.Block:
        if self._called(statement) is not None:
            assert isinstance(statement, t.Assign | t.Evaluate)
            return self._written_out(statement, made, names)
        if isinstance(statement, t.Evaluate):
            value = statement.value
            if isinstance(value, t.Call) and str(value.function).endswith(".set"):
                target = names[str(value.function).removesuffix(".set")]
                return [t.Assign([target], _put(value.arguments[0], names))]
            return [t.Evaluate(_put(value, names))]
        if isinstance(statement, t.Assign):
            value = _put(statement.value, names)
            target = statement.targets[0]
            parts = target.elements if isinstance(target, t.Tuple) else (target,)
            registers: list[t.Expression] = []
            for part in parts:
                if isinstance(part, t.View):
                    registers.append(names[str(part.value)])
                else:
                    registers.append(part if part == "_" else next(made))
                    names[str(part)] = registers[-1]
            new = t.Tuple(tuple(registers)) if isinstance(target, t.Tuple) else registers[0]
            return [t.Assign([new], value)]
        if isinstance(statement, t.With):
            contexts = [each._replace(value=_put(each.value, names)) for each in statement.contexts]
            inner = [each for part in statement.body for each in self._body(part, made, names)]
            return [t.With(contexts, inner)]
        assert isinstance(statement, t.For)
        inner = [each for part in statement.body for each in self._body(part, made, names)]
        return [t.For(statement.variable, statement.count, inner)]


def _put(expression: t.Expression, names: Mapping[str, t.Expression]) -> t.Expression:
    """Return an expression with arguments for parameters, and copies as they were written."""

    def change(part: t.Expression) -> t.Expression | None:
        if isinstance(part, str):
            return names.get(part)
        if isinstance(part, t.Call) and str(part.function).startswith("ptx.mov."):
            inner = _put(part.arguments[0], names)
            name = str(part.function).removeprefix("ptx.mov.")
            return inner if name.endswith(".plain") else t.View(inner, name)
        return None

    return rebuild(expression, change)


def _bound_in_order(block: t.Block) -> str:
    """Return the text of a block in which blocks are called by their order."""
    names: dict[str, str] = {}
    count = itertools.count()
    for statement in t.walk_statements(block):
        if isinstance(statement, t.With):
            for each in statement.contexts:
                if each.name:
                    names[each.name] = f"block{next(count)}"
            statement.contexts = [
                each._replace(name=names.get(each.name, "")) for each in statement.contexts
            ]
        transform_statement(statement, lambda part: _of_block(part, names))
    return write(block)


def _of_block(part: t.Expression, names: Mapping[str, str]) -> t.Expression | None:
    if isinstance(part, str):
        first, dot, rest = part.partition(".")
        return names[first] + dot + rest if first in names else None
    return None


def _check(*texts: str, least: int = 0) -> str:
    """Check that the calls say what the statements did; return the text of the functions."""
    functions, blocks = _grouped(*texts)
    assert len(functions) >= least
    said = write(functions)
    for text, block in zip(texts, blocks, strict=True):
        assert _bound_in_order(_Inliner(functions).block(block)) == _bound_in_order(
            read(text, _CLASSES)
        )
    return said


# -------------------------------------------------------------------------------- what is found


_TILE = """
r[{0}] = r[1] + {1}
r[{2}] = 8192
mbarrier_arrive_expect_tx(r[{0}], r[{2}])
copy_tile(r[{0}], rd[5])
copy_tile(r[{0}], rd[6])
"""


def _tiles(count: int) -> str:
    return "".join(_TILE.format(10 + 2 * n, 24 + 100 * n * n, 11 + 2 * n) for n in range(count))


def test_a_group_is_a_function() -> None:
    """What differs is a parameter, what is made has no register, and the calls say which it is."""
    functions, [block] = _grouped(
        _tiles(7), signatures={"mbarrier_arrive_expect_tx": ["mbar", "tx_count"]}
    )
    assert write(functions) == (
        "def mbarrier_arrive_expect_tx_and_copy_tile(base, mbar_offset, a, b):\n"
        "    mbar = base + mbar_offset\n"
        "    tx_count = ptx.mov.b32.plain(8192)\n"
        "    mbarrier_arrive_expect_tx(mbar, tx_count)\n"
        "    copy_tile(mbar, a)\n"
        "    copy_tile(mbar, b)\n"
    )
    assert (
        write(block).splitlines()[0]
        == "mbarrier_arrive_expect_tx_and_copy_tile(r[1], 24, rd[5], rd[6])"
    )
    assert block[0].emits == (t.Register("r", 10), t.Register("r", 11))
    _check(_tiles(7), least=1)


def test_what_is_read_later_is_a_result() -> None:
    """A value that is read after its group is returned."""
    text = ""
    for n in range(8):
        a = 10 * n + 20
        text += f"r[{a}] = ptx.popc.b32(r[{n}])\nr[{a + 1}] = r[{a}] ^ r[{a}]\n"
        text += f"r[{a + 2}] = ptx.max.s32(r[{a + 1}], r[{a}])\n"
        text += f"use(r[{a + 1}])\nuse(r[{a}])\nother_{n}()\n"
    text += "".join(f"use_{n}(r[{10 * n + 22}])\n" for n in (5, 3, 0, 1, 7, 6))
    [define], [block] = _grouped(text)
    assert isinstance(define.body[-1], t.Return)
    assert write(block).startswith("r[22] = part(r[0])\n")
    assert block[0].emits == tuple([t.Register("r", n) for n in (20, 21, 22)])
    _check(text, least=1)


_FLOW = """
r[{0}] = r[{1}] & 3
r[{2}] = r[{3}] | 5
r[{4}] = ptx.fma.rn.f32(r[{5}], r[{6}], 1)
ptx.st.global_.u32([rd[{7}]], r[{4}])
"""


def test_inputs_may_be_swapped() -> None:
    """Instances that take what they are given in another order are calls of one function."""
    text = "".join(
        _FLOW.format(a, one, a + 1, two, a + 2, a, a + 1, at)
        for a, one, two, at in (
            *((10, 1, 2, 1), (20, 2, 1, 2), (30, 2, 3, 1), (40, 3, 3, 3)),
            *((50, 2, 4, 5), (60, 4, 2, 5), (70, 4, 4, 1), (80, 1, 3, 6)),
        )
    )
    _check(text, least=1)
    functions, _ = _grouped(text)
    assert len(functions) == 1


def test_data_flow_tells_groups_apart() -> None:
    """Statements of the same form that hand on other values are not one function."""
    straight = [_FLOW.format(a, 1, a + 1, 2, a + 2, a, a + 1, 1) for a in (10, 20)]
    crossed = [_FLOW.format(a, 1, a + 1, 2, a + 2, a + 1, a, 1) for a in (30, 40)]
    functions, blocks = _grouped("".join(straight + crossed))
    assert functions == []
    assert len(blocks[0]) == 16


def test_written_again() -> None:
    """A register that is written twice is given to the function, which sets it."""
    text = ""
    for n in range(8):
        text += f"r[{10 + n}] = r[1] ^ {n * n + 100}\nr[3] = ptx.popc.b32(r[{10 + n}])\n"
        text += "ptx.st.global_.u32([rd[1]], r[3])\nptx.st.global_.u32([rd[1], 4], r[3])\n"
    said = _check(text, least=1)
    assert "result.set(ptx.popc.b32(mixed))" in said


def test_read_before_it_is_written() -> None:
    """A register that a loop carries along is no value of a group, though it is written once."""
    body = "".join(
        f"    r[{n}] = r[{n + 20}] + 1\n    r[{n + 20}] = r[{n}] * 7\n"
        f"    use(r[{n + 20}], r[{n}])\n"
        for n in (3, 5, 11, 12, 2, 14, 9, 4)
    )
    said = _check(f"with ptx.loop() as loop:\n{body}    loop.again()\n", least=1)
    assert ".set(" in said


def test_slices_and_formulas_keep_their_registers() -> None:
    """What a slice or a formula reaches is given to a function, not made by it."""
    text = ""
    for n in (10, 20, 31, 43, 60, 71, 90):
        text += f"r[{n}] = r[1] + {n}\nr[{n + 1}] = r[{n}] * 3\nstore(r[{n}], r[{n + 1}], {n})\n"
    reached = text + "store_all(r[10:22])\nfor i in range(3):\n    use(r[12 * i + 20])\n"
    assert len(_grouped(text)[0]) == 1
    functions, [block] = _grouped(reached)
    written = {
        register
        for statement in t.walk_statements(block)
        for register in statement.emits
        if statement.emits
    }
    assert not written & {t.Register("r", n) for n in (10, 11, 20, 21, 44)}
    _check(reached)
    assert all(".set(" in write([each]) for each in functions)


def test_blocks_are_whole() -> None:
    """A block is in a group with all its statements, and its name is the function's own."""
    text = ""
    for n in range(4):
        a = 10 * n + 10
        text += (
            f"p[{a}] = r[{n}] >= r[5]\n"
            f"with ptx.unless(p[{a}]) as block_{n}:\n"
            f"    r[{a}] = ptx.ld.global_.b32([rd[{n}], {n * n}])\n"
            f"    p[{a + 1}] = r[{a}] == 0\n"
            f"    block_{n}.leave(when=p[{a + 1}])\n"
            f"    ptx.st.global_.b32([rd[7], {n * n}], r[{a}])\n"
        )
    said = _check(text, least=1)
    assert "block.leave(when=" in said


@pytest.mark.parametrize("is_named", [False, True])
def test_a_block_that_is_named_behind_it_is_in_no_group(*, is_named: bool) -> None:
    """A loop that begins at the end of a block names the block, which is in the same function."""
    text = ""
    for n in range(4):
        a = 10 * n + 10
        text += (
            f"p[{a}] = r[{n}] >= r[5]\n"
            f"with ptx.unless(p[{a}]) as block_{n}:\n"
            f"    r[{a}] = ptx.ld.global_.b32([rd[{n}], {n * n}])\n"
            f"    p[{a + 1}] = r[{a}] == 0\n"
            f"    block_{n}.leave(when=p[{a + 1}])\n"
            f"    ptx.st.global_.b32([rd[7], {n * n}], r[{a}])\n"
            f"ptx.bar.sync({n})\n"
            f"with ptx.loop({f'block_{n}' if is_named else ''}) as loop_{n}:\n"
            f"    other_{n}()\n"
            f"    loop_{n}.again()\n"
        )
    functions, blocks = _grouped(text)
    assert bool(functions) is not is_named
    if is_named:
        assert "with ptx.unless(p[10]) as block_0" in write(blocks[0])


def test_a_name_of_a_block_outside_is_no_argument() -> None:
    """Statements that leave a block around them stay in it."""
    text = "with ptx.block() as block:\n"
    for n in range(9):
        text += f"    r[{n + 10}] = r[1] & {n * n + 8}\n    p[{n}] = r[{n + 10}] == 0\n"
        text += f"    block.leave(when=p[{n}])\n"
    functions, _ = _grouped(text)
    assert functions == []


def test_guarded_values_are_given() -> None:
    """A value that the caller does not allow to be fresh has its register as an argument."""
    text = "".join(
        f"other_{n}()\nr[{n}] = ptx.add.s32(r[1], 5, when=p[1])\nr[{n + 50}] = r[{n}] * 3\n"
        f"ptx.st.global_.b32([rd[1]], r[{n + 50}])\nptx.bar.sync(0)\nptx.bar.sync(1)\n"
        for n in (10, 12, 15, 21, 29, 30, 32, 39)
    )
    allowed = {t.Register("r", n + 50) for n in (10, 12, 15, 21, 29, 30, 32, 39)}
    function = _function(text)._replace(values=allowed)
    assert Groups().apply([function], unique=lambda wanted: f"{wanted[0]}_")
    assert all(
        register in allowed
        for statement in t.walk_statements(function.block)
        for register in statement.emits
    )


def test_positions_are_few() -> None:
    """A line and a column may be parameters, three numbers of positions may not."""
    one = "at(7, {0})\nr[{1}] = r[1] + 3\nr[{2}] = r[{1}] * 5\nst_global(r[{2}])\n"
    two = "at({0}, {3})\nr[{1}] = r[1] + 3\nr[{2}] = r[{1}] * 5\nat({3}, {1})\nst_global(r[{2}])\n"
    columns = [(n * n % 17, 2 * n + 10, 2 * n + 11, n * n % 23) for n in range(7)]
    said = _check("".join(one.format(*each) for each in columns), least=1)
    assert "at(7, column)" in said
    said = _check("".join(two.format(*each) for each in columns))
    assert said.count("at(") <= said.count("def ")


def test_groups_of_several_functions() -> None:
    """What two kernels have in common is one function."""
    said = _check(_tiles(4), _tiles(4).replace("r[1]", "r[2]"), least=1)
    assert said.count("def ") == 1


def test_what_a_loop_is_for() -> None:
    """Statements that repeat in even steps are left to a loop."""
    text = "".join(f"r[{n + 10}] = r[{n + 90}] + 1\n" for n in range(12))
    assert _grouped(text + "use()\n" + text.replace("+ 1", "+ 2"))[0] == []


@pytest.mark.parametrize(
    ("masks", "name"),
    [((2, 1), "quad_max"), ((16, 8, 4, 2, 1), "warp_max"), ((4, 2, 1), "octet_max")],
)
def test_reductions(masks: tuple[int, ...], name: str) -> None:
    """A chain of shuffles is called a reduction if it reaches all lanes of its part of the warp."""
    text = ""
    for n in range(6):
        value, at = f"r[{n}]", 100 * n + 100
        for mask in masks:
            text += f"r[{at}] = ptx.shfl.sync.bfly.b32({value}, {mask}, 31, -1)\n"
            text += f"r[{at + 1}] = ptx.max.f32({value}, r[{at}])\n"
            value, at = f"r[{at + 1}]", at + 2
        text += f"keep_{n}({value})\n"
    assert f"def {name}(" in _check(text, least=1)


def test_a_reduction_is_proved() -> None:
    """A chain without its last step, or with another value in it, is no reduction."""
    steps = [
        "r[1] = ptx.shfl.sync.bfly.b32(r[0], 2, 31, -1)",
        "r[2] = ptx.max.f32(r[0], r[1])",
        "r[3] = ptx.shfl.sync.bfly.b32(r[2], 1, 31, -1)",
        "r[4] = ptx.max.f32(r[2], r[3])",
    ]
    assert reduction_of(read("\n".join(steps), _CLASSES)) == "quad_max"
    assert reduction_of(read("\n".join(steps[:-1]), _CLASSES)) == ""
    for at in range(4):
        changed = [step.replace("r[2],", "r[9],").replace("r[0],", "r[8],") for step in steps]
        other = [*steps[:at], changed[at], *steps[at + 1 :]]
        assert reduction_of(read("\n".join(other), _CLASSES)) == ""
    other = [step.replace("r[2], r[3]", "r[2], r[3], 1") for step in steps]
    assert reduction_of(read("\n".join(other), _CLASSES)) == ""


# ----------------------------------------------------------------------------- for any program


_FORMS = (
    "r[{d}] = r[{a}] + {n}",
    "r[{d}] = r[{a}] * r[{b}]",
    "r[{d}] = {n}",
    "r[{d}] = f[{a}].b32",
    "f[{d}] = ptx.fma.rn.f32(f[{a}], f[{b}], 1.5)",
    "p[{d}] = r[{a}] < r[{b}]",
    "ptx.st.global_.b32([rd[{a}], {n}], r[{b}])",
    "template(r[{a}], r[{b}], {n})",
    "r[{a}], p[{b}] = ptx.shfl.sync.bfly.b32(r[{d}], {n}, 31, -1)",
    "at({n}, {a})",
    "with ptx.unless(p[{a}]) as block:\n    r[{d}] = r[{b}] - {n}\n    block.leave(when=p[{b}])",
    "store(r[{a}:{d}])",
)
_STATEMENT = st.tuples(
    st.integers(0, len(_FORMS) - 1), st.integers(0, 12), st.integers(0, 12), st.integers(0, 40)
)


@given(st.lists(st.lists(_STATEMENT, min_size=1, max_size=8), min_size=1, max_size=4), st.data())
@settings(max_examples=150, deadline=None)
def test_calls_say_what_the_statements_did(
    blocks: list[list[tuple[int, int, int, int]]], data: st.DataObject
) -> None:
    """Groups that are written out again are the statements that there were, for any program."""
    order = data.draw(st.lists(st.integers(0, len(blocks) - 1), min_size=2, max_size=12))
    fresh = data.draw(st.booleans())
    text = ""
    made = 20
    for block in order:
        for form, a, b, n in blocks[block]:
            made += 1
            d = made if fresh or n % 3 else 20 + n
            text += _FORMS[form].format(a=made - a, b=made - b, d=d, n=n) + "\n"
    _check(text)


def test_time_grows_with_length() -> None:
    """A long function takes seconds at most, even where everything is alike."""
    text = "".join(
        _FLOW.format(n, n - 1, n + 1, n - 2, n + 2, n, n + 1, n) for n in range(3, 60000, 6)
    )
    function = _function(text)
    before = time.process_time()
    Groups().apply([function], unique=lambda wanted: f"{wanted[0]}_")
    assert len(function.block) <= 10000
    assert time.process_time() - before < 20


def test_callers_are_deeper_than_what_they_call() -> None:
    """Whatever the order in which groups were found, and however deep others have become."""
    called = {"g0": "g3", "g1": "g0", "g2": "g1", "g3": "g4", "g4": ""}
    for order in itertools.permutations(called):
        groups = {
            name: Group(name, [], [t.Evaluate(t.Call(called[name], ()))], [], 1, {}, {})
            for name in order
        }
        deepen(groups)
        assert {name: group.depth for name, group in groups.items()} == {
            "g4": 1,
            "g3": 2,
            "g0": 3,
            "g1": 4,
            "g2": 5,
        }


def test_a_number_is_no_name() -> None:
    """A parameter is called by a word of its arguments' name, and not by its number."""
    wanted: dict[t.Expression, list[str]] = {"\0a": ["tid_mod_4"], "\0b": ["tid_mod_four"]}
    parameters = [(str(mark), "register") for mark in wanted]
    body = read("r[1] = r[2] + r[3]\n", {"r": "b32"})
    named = names_of_group(body, parameters, {}, wanted, lambda name: name not in wanted["\0a"])
    assert named.names["\0a"].isidentifier()
    assert named.names["\0b"] == "tid_mod_four"
