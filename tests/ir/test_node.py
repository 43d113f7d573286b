"""The base class `Node`: construction, equality, copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from ptxpy import ir
from ptxpy.ir.node_children import NODES
from tests.ir.support import cases

R1 = ir.Register("%r1")
MOV = ir.Instruction(None, "mov", (".u32",), (R1, ir.Literal("4")))


def test_fields_are_read_by_name_and_position() -> None:
    """A node is a record, and a tuple underneath."""
    assert MOV.opcode == "mov"
    assert MOV.operands == (R1, ir.Literal("4"))
    assert MOV.fields[:2] == ("guard", "opcode")
    _guard, opcode, *_ = MOV
    assert opcode == "mov"


def test_fields_have_defaults() -> None:
    """Named fields may be in any order."""
    assert MOV.before is None
    assert ir.Address(offset=ir.Literal("4"), base=R1) == ir.Address(R1, ir.Literal("4"), ())
    assert ir.Address.defaults == {"offset": None, "coordinates": ()}


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((), {}, "Label: field 'name' is missing"),
        (("a", None, None, None), {}, "Label takes 3 fields, but 4 were given"),
        (("a",), {"name": "b"}, "Label: repeated field 'name'"),
        (("a",), {"nmae": "b"}, "Label: unknown field 'nmae'"),
    ],
)
def test_wrong_fields(values: tuple[Any, ...], named: dict[str, Any], message: str) -> None:
    """Errors name the class and the field."""
    with pytest.raises(TypeError, match=message):
        ir.Label(*values, **named)


def test_equality_is_by_class_and_value() -> None:
    """Equality includes layout."""
    assert ir.Register("%r1") == R1
    assert ir.Register("x") != ir.Symbol("x")
    assert ir.Register("%r2") != R1
    assert ir.Label("a") != ir.Label("a", before="\n")
    assert ir.Label("a") != ir.Label("a", before="")
    plain: Any = ("%r1",)
    assert plain != R1
    assert R1 != plain  # noqa: SIM300 - both orders
    assert not plain == R1  # noqa: SIM201 - `==` and `!=` are separate methods
    assert not R1 == plain  # noqa: SIM201, SIM300


def test_hash_follows_equality() -> None:
    """Nodes are members of sets and keys of dictionaries."""
    assert hash(ir.Register("%r1")) == hash(R1)
    assert len({ir.Register("x"), ir.Symbol("x"), ir.Register("x"), MOV, MOV.replace()}) == 3


def test_replace() -> None:
    """`replace` returns a changed copy; the node is unchanged."""
    changed = MOV.replace(opcode="add", before="\n")
    assert (changed.opcode, changed.before, changed.operands) == ("add", "\n", MOV.operands)
    assert type(changed) is ir.Instruction
    assert MOV.opcode == "mov"
    with pytest.raises(TypeError, match="Instruction has no field 'opcdoe'"):
        MOV.replace(opcdoe="add")


@pytest.mark.parametrize("name", ["opcode", "before", "anything", "fields"])
def test_nodes_are_immutable(name: str) -> None:
    """Fields cannot be set, and no attribute can be added."""
    with pytest.raises(AttributeError):
        setattr(MOV, name, "x")
    with pytest.raises(AttributeError):
        delattr(MOV, name)


@pytest.mark.parametrize("cls", NODES)
def test_nodes_are_slotted(cls: type[ir.Node]) -> None:
    """No node has a dictionary of its own."""
    assert not hasattr(cls(*cls.fields), "__dict__")


@pytest.mark.parametrize("cls", NODES)
def test_layout_comes_last(cls: type[ir.Node]) -> None:
    """Layout fields are optional and are the last fields."""
    gaps = [name for name in cls.fields if name in ir.layout.LAYOUT_FIELDS]
    assert list(cls.fields[len(cls.fields) - len(gaps) :]) == gaps
    assert all(cls.defaults[name] is None for name in gaps)


def test_repr_shows_what_is_not_default() -> None:
    """The repr is a Python expression that creates the node."""
    assert repr(R1) == "Register(name='%r1')"
    assert repr(ir.Address(R1)) == "Address(base=Register(name='%r1'))"
    assert repr(ir.Label("a", "\n", ("",))) == r"Label(name='a', before='\n', within=('',))"


def test_match_by_position_and_name() -> None:
    """Patterns of `match` take fields."""
    match MOV:
        case ir.Instruction(None, "mov", operands=(ir.Register(name), ir.Literal(text))):
            assert (name, text) == ("%r1", "4")
        case _:
            pytest.fail("no match")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(protocol: int) -> None:
    """Modules go to other processes and come back equal, with their classes."""
    for case in cases():
        module = case.module
        back = pickle.loads(pickle.dumps(module, protocol))  # noqa: S301 - our own bytes
        assert back == module
        assert list(map(type, ir.walk(back))) == list(map(type, ir.walk(module)))


@pytest.mark.parametrize("copied", [copy.copy(MOV), copy.deepcopy(MOV)])
def test_copying(copied: ir.Node) -> None:
    """Copies are equal."""
    assert copied == MOV
    assert type(copied) is ir.Instruction


def nested(depth: int) -> ir.Statement:
    """Return scopes in scopes around an instruction."""
    statement: ir.Statement = MOV
    for _ in range(depth):
        statement = ir.Scope((statement,))
    return statement


def test_deep_nesting() -> None:
    """Equality, hash, repr, pickling and visitors go as deep as the parser does."""
    deep, twin = nested(130), nested(130)
    assert deep == twin
    assert hash(deep) == hash(twin)
    assert repr(deep) == repr(twin)
    assert pickle.loads(pickle.dumps(deep)) == deep  # noqa: S301 - our own bytes
    assert ir.Transformer().visit(deep) is deep
    assert ir.without_layout(deep) == deep


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("16", 16),
        ("-1", -1),
        ("017", 15),
        ("0", 0),
        ("0x7f", 127),
        ("0XFFU", 255),
        ("0b101", 5),
        ("7U", 7),
        ("0f3F800000", 1.0),
        ("-0f3F800000", -1.0),
        ("0dBFF0000000000000", -1.0),
        ("1.5e-3", 0.0015),
        ("1e3", 1000.0),
        (".5", 0.5),
    ],
)
def test_literals_mean_numbers(text: str, value: float) -> None:
    """A literal has the value of its text."""
    literal = ir.Literal(text)
    assert literal.value == value
    assert type(literal.value) is type(value)
