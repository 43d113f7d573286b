"""Visitors and transformers, as users write them."""

# ruff: noqa: N802 - methods are named after classes

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from ptxpy import ir
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.printer import emit
from tests.ir.support import CORPUS, text_of

# Each occurrence of a register's name stands in « ».
MARKED = """\
.version 8.0
.target sm_90
.address_size 64

.global .u32 x; // x is no register here
.func (.reg .u32 «out») f(.reg .u32 «%a», .param .b32 x)
{
	.reg .pred «p», «%q»;
	.reg .b32 «%r»<10>;
	.reg .b32 «%x1», «%x2», «x»;
	.reg .v4 .f32 «v»;
	// %r1 in a comment
	.pragma "%r1 in a string";
$x:
	@«p» mov.b32 «out», «%a»;
	@!«%q» bra $x;
	setp.lt.s32 «p»|«%q», «%r1», -«%r2»;
	selp.b32 «x», 1, 0, !«p»;
	mov.u32 «%r1», «%tid».x;
	mov.u32 «%r2», «%laneid»;
	mov.f32 «v».x, «v».w;
	ld.b32 «%r1», [«%r2»+4];
	ld.b32 «%r3», [y+«%r3»];
	ld.b32 «%r4», [array[«x»]];
	tex.2d.v4.f32.f32 {«%x1», «%x2», _, «x»}, [t, {«%r1», 0f00000000}];
	{
		.reg .b32 «local»;
		add.u32 «local», «local», (3 + «%r5»);
	}
	mov.b32 local, 1;
	@«p» call («%r1»), «%r2», («%r3», 1, («%r4»));
	st.param.b32 [f_param_0], «%r1»;
	ret;
}
.func g()
{
	mov.b32 x, «%r1»;
	ret;
}
"""
ONE = ir.Literal("1")
MARK = re.compile("«([^»]+)»")
TEXT = MARK.sub(r"\1", MARKED)


def module_of(body: str) -> ir.Module:
    """Parse the body of a function."""
    head = ".version 8.0\n.target sm_90\n.address_size 64\n\n.entry k()\n{\n"
    return read_module(f"{head}{body}\n}}\n")


def body_of(module: ir.Module) -> list[str]:
    """Return the opcodes of the one function of a module."""
    (function,) = module.functions
    return [node.opcode for node in function.body or () if isinstance(node, ir.Instruction)]


class Rename(ir.Transformer):
    """Renames all registers."""

    def visit_Register(self, node: ir.Register) -> ir.Register:
        """Add to the name."""
        return node.replace(name=node.name + "_new")


class Names(ir.Visitor):
    """Lists the names of registers."""

    def __init__(self) -> None:
        """Start with an empty list."""
        self.names: list[str] = []

    def visit_Register(self, node: ir.Register) -> None:
        """List a name."""
        self.names.append(node.name)


def test_every_register_is_visited_in_order() -> None:
    """Registers are visited in operands, guards, declarations, prefixes and parameters."""
    names = Names()
    names.visit(read_module(TEXT))
    assert names.names == MARK.findall(MARKED)


def test_every_register_is_renamed() -> None:
    """A renamed register changes no other byte."""
    assert emit(Rename().visit(read_module(TEXT))) == MARK.sub(r"\1_new", MARKED)


def test_numbered_names_without_a_percent_sign_are_registers() -> None:
    """`.reg .b32 r<2>` declares `r0` and `r1`."""
    names = Names()
    names.visit(module_of(".reg .b32 r<2>; mov.b32 r0, r1;"))
    assert names.names == ["r", "r0", "r1"]


def test_unchanged_nodes_stay_the_same_objects() -> None:
    """Only the ancestors of a changed node are new objects."""
    module = module_of("mov.b32 %r1, 1; { ret; } mov.b32 a, 1;")
    changed = Rename().visit(module)
    (before,) = module.functions
    (after,) = changed.functions
    assert before.body is not None
    assert after.body is not None
    assert changed.body[0] is module.body[0]
    assert after.name is before.name
    assert after.body[0] != before.body[0]
    assert after.body[1] is before.body[1]
    assert after.body[2] is before.body[2]


def test_statements_are_removed() -> None:
    """A method removes a statement at any depth by returning no nodes."""

    class P(ir.Transformer):
        def visit_Instruction(self, node: ir.Instruction) -> ir.Spliced[ir.Statement]:
            return () if node.opcode == "bar" else node

        def visit_Pragma(self, _node: ir.Pragma) -> tuple[()]:
            return ()

    module = module_of('.pragma "a"; bar 0; { bar 1; { bar 2; } } ret;')
    changed = P().visit(module)
    (function,) = changed.functions
    assert body_of(changed) == ["ret"]
    assert not any(isinstance(node, ir.Pragma) for node in ir.walk(changed))
    assert function.body is not None
    assert ir.without_layout(function.body[0]) == ir.Scope((ir.Scope(()),))
    assert P().visit(changed) is changed


def test_a_missing_return_is_refused() -> None:
    """A method that returns nothing deletes nothing: it is an error that says what to write."""

    class P(ir.Transformer):
        def visit_Instruction(self, node: ir.Instruction) -> None:  # type: ignore[override]
            node.replace(opcode="trap")

    with pytest.raises(TypeError, match=r"None \(is a return missing\?\).*`return \(\)` removes"):
        P().visit(module_of("ret;"))


def test_statements_are_spliced() -> None:
    """A method replaces a statement by several by returning a sequence."""

    class P(ir.Transformer):
        def visit_Instruction(self, node: ir.Instruction) -> list[ir.Statement]:
            trap = ir.Instruction(None, "trap", (), ())
            return [trap, node] if node.opcode == "st" else []

        def visit_Function(self, node: ir.Function) -> tuple[ir.Function, ...]:
            return (self.generic_visit(node), node.replace(name=ir.Symbol("copy")))

    changed = P().visit(module_of("st.b32 [a], 1; add.u32 %r1, 1, 2; st.b32 [b], 2;"))
    one, two = changed.functions
    assert [node.opcode for node in one.body or () if isinstance(node, ir.Instruction)] == [
        *("trap", "st", "trap", "st")
    ]
    assert two.name.name == "copy"
    assert emit(changed).count("trap;") == 2


def test_directives_of_a_head_are_spliced() -> None:
    """Directives of a function may be removed and spliced; a pragma is one of them."""
    module = read_module('.entry k() .maxntid 1 .pragma "a"; { ret; }')

    class P(ir.Transformer):
        def visit_TuningDirective(self, node: ir.TuningDirective) -> list[ir.TuningDirective]:
            return [node, ir.TuningDirective(".noreturn")]

        def visit_Pragma(self, _node: ir.Pragma) -> tuple[()]:
            return ()

    (function,) = P().visit(module).functions
    assert [d.name for d in function.directives if isinstance(d, ir.TuningDirective)] == [
        *(".maxntid", ".noreturn")
    ]
    assert len(function.directives) == 2


def test_a_node_takes_the_place_of_another() -> None:
    """A node may be replaced by a node of any class that its place allows."""

    class P(ir.Transformer):
        def visit_Register(self, _node: ir.Register) -> ir.Operand:
            return ir.Literal("0")

    changed = P().visit(module_of("add.u32 x, %r1, {%r2};"))
    (function,) = changed.functions
    zero = ir.Literal("0")
    assert ir.without_layout(function).body == (
        ir.Instruction(None, "add", (".u32",), (ir.Symbol("x"), zero, ir.Vector((zero,)))),
    )


@pytest.mark.parametrize(
    ("method", "given", "text", "message"),
    [
        (
            "Register",
            None,
            "mov x, %r1;",
            r"visit_Register returned None \(is a return missing\?\)",
        ),
        (
            "Register",
            ir.Literal("1"),
            "@%p1 ret;",
            "Literal, but Guard.register holds Component, Reg",
        ),
        (
            "Register",
            ir.Literal("1"),
            ".reg .b32 %r;",
            "but Declarator.name holds Register, Symbol",
        ),
        ("Register", "%r2", "mov %r1, 1;", "a value of type str, but Instruction.operands holds"),
        ("Register", ir.Label("a"), "mov {%r1}, 1;", "type Label, but Vector.elements holds"),
        ("Register", [ir.Literal("1")], "mov %r1, 1;", "a value of type list, but Instruction"),
        ("Register", [ir.Literal("1")], "mov [%r1], 1;", "a value of type list, but Address.base"),
        ("Guard", None, "@%p1 ret;", "Guard.guard|Instruction.guard holds Guard"),
        ("Instruction", ir.Register("a"), "ret;", "type Register, but Function.body holds Alias"),
        (
            "Instruction",
            [ir.Register("a")],
            "{ ret; }",
            "type Register, but Scope.body holds Alias",
        ),
        ("Instruction", ir.Version("9.0"), "ret;", "type Version, but Function.body"),
        ("Instruction", "ret;", "ret;", "type str, but Function.body"),
        ("Function", ir.Label("a"), "ret;", "type Label, but Module.body"),
        ("Module", None, "ret;", "visit_Module returned None .* its place holds Module"),
        ("Module", [], "ret;", "visit_Module returned a value of type list"),
    ],
)
def test_wrong_values(method: str, given: object, text: str, message: str) -> None:
    """Errors name the method, its result and the place."""
    methods = {f"visit_{method}": lambda _self, _node: given}
    transformer: Any = type("P", (ir.Transformer,), methods)()
    with pytest.raises(TypeError, match=message):
        transformer.visit(module_of(text))


@pytest.mark.parametrize("base", [ir.Visitor, ir.Transformer])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "visit_Registers",
            "P.visit_Registers: there is no node class .* did you mean visit_Register?",
        ),
        ("visit_XYZ_1234567", "P.visit_XYZ_1234567: there is no node class of that name$"),
    ],
)
def test_methods_that_no_node_reaches(base: type[Any], name: str, message: str) -> None:
    """A misspelt method would do nothing, so it is an error."""
    with pytest.raises(TypeError, match=message):
        type("P", (base,), {name: lambda _self, _node: None})


def test_helpers_may_have_such_names() -> None:
    """Methods in lower case are the user's."""

    class P(ir.Visitor):
        def visit_later(self) -> None:
            """Do nothing."""

    P().visit(ir.Register("%r1"))


@pytest.mark.parametrize("base", [ir.Visitor, ir.Transformer])
@pytest.mark.parametrize("value", ["ret;", None, (ir.Register("a"),)])
def test_only_nodes_are_visited(base: type[Any], value: object) -> None:
    """A value that is not a node is refused."""
    with pytest.raises(TypeError, match="is not a node class"):
        base().visit(value)


def test_generic_visit_sees_what_has_no_method() -> None:
    """Methods take precedence over `generic_visit`, which is inherited."""

    class P(ir.Visitor):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def generic_visit(self, node: ir.Node) -> None:
            self.seen.append(type(node).__name__)
            super().generic_visit(node)

    class Q(P):
        def visit_Instruction(self, node: ir.Instruction) -> None:
            self.seen.append("!")
            super().generic_visit(node)

        def visit_Register(self, node: ir.Register) -> None:
            self.seen.append(node.name)

    q = Q()
    q.visit(ir.Scope((ir.Instruction(None, "x", (), (ir.Register("%r1"), ir.Literal("1"))),)))
    assert q.seen == ["Scope", "!", "Instruction", "%r1", "Literal"]


def test_methods_are_inherited_and_mixed_in() -> None:
    """Visitor methods are inherited."""

    class Mixin:
        def visit_Symbol(self, _node: ir.Symbol) -> ir.Operand:
            return ir.Register("%mixed")

    class P(Mixin, Rename):
        pass

    changed = P().visit(ir.Vector((ir.Register("%a"), ir.Symbol("b"))))
    assert changed == ir.Vector((ir.Register("%a_new"), ir.Register("%mixed")))


def test_results_for_a_root() -> None:
    """A statement by itself may be removed or spliced as well."""

    class P(ir.Transformer):
        def visit_Label(self, _node: ir.Label) -> tuple[()]:
            return ()

        def visit_Instruction(self, node: ir.Instruction) -> list[ir.Statement]:
            return [node, node]

    ret = ir.Instruction(None, "ret", (), ())
    assert P().visit(ir.Label("a")) == ()
    assert P().visit(ret) == [ret, ret]


class Instrument(ir.Transformer):
    """Inserts a statement before every instruction, and removes barriers."""

    def __init__(self, probe: ir.Statement) -> None:
        """Store the statement to insert."""
        self.probe = probe

    def visit_Instruction(self, node: ir.Instruction) -> list[ir.Statement]:
        """Return both statements, or remove a barrier."""
        return [] if node.opcode == "bar" else [self.probe, node]


PROBE = ir.Instruction(
    ir.Guard(ir.Register("%probed")), "st", (".global",), (ir.Address(ir.Symbol("$probe")), ONE)
)


@pytest.mark.parametrize(
    "probe",
    [
        PROBE,
        ir.Location(ONE, ONE, ONE),
        ir.Pragma(("probe",)),
    ],
)
def test_instrumented_modules_read_back(probe: ir.Statement) -> None:
    """Inserted statements are printed between statements of any layout."""
    for path in (*CORPUS.glob("handwritten/*.ptx"), *CORPUS.glob("nvcc/halves*.ptx")):
        module = Instrument(probe).visit(read_module(text_of(path)))
        back = read_module(emit(module))
        assert ir.without_layout(back).body == ir.without_layout(module).body, path


def test_a_large_module_is_fast() -> None:
    """A hundred thousand nodes in well under a second; the bound leaves room for a slow machine."""
    module = read_module(text_of(max(CORPUS.rglob("*.ptx"), key=lambda path: path.stat().st_size)))
    size = sum(1 for _ in ir.walk(module))
    start = time.process_time()
    ir.Visitor().visit(module)
    ir.Transformer().visit(module)
    Rename().visit(module)
    assert (time.process_time() - start) / size < 3 * 1e-5
