"""The examples of `ptxpy/isa/descriptions.txt` as kernels, which are run and imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

import ptxpy
from ptxpy.check import check_text
from ptxpy.cli.sources import Source
from ptxpy.cli.sources import load as load_source
from ptxpy.codegen import PASSES
from ptxpy.ir import nodes as n
from ptxpy.ir import statements, without_layout
from ptxpy.isa import TYPES, Example, Match, Slot, matches, register_class
from ptxpy.isa.legality import arrangements
from ptxpy.launch import Surface, Texture, load
from ptxpy.launch_request import Reference
from ptxpy.syntax import positions

HEADERS = (
    ("8.0", "sm_80"),
    ("6.0", "sm_60"),
    ("8.6", "sm_90a"),
    ("8.8", "sm_100a"),
    ("9.4", "sm_103a"),
    ("9.5", "sm_107a"),
)
"""Versions and targets; the first counts for which an example is legal."""

FUNCTIONS = ".func (.reg .b32 r) twice(.reg .b32 x) { add.u32 r, x, x; ret; }"
_ITEM = re.compile(r"(\w+) = (.*)|(\w+) -> (?:(\.\w+|multicast|texture|surface) (\.\w+) )?(\{.*\})")
_NAME = re.compile(r"(?<![\w.:$%])[A-Za-z_]\w*(?!\w)")


Statement = TypeVar("Statement", n.Instruction, n.Call)


class Memory(NamedTuple):
    """What a register points to."""

    space: str
    type: str
    values: str
    """The elements in braces."""

    def elements(self, block: int) -> list[Any]:
        """Return the elements in the shared memory of a block."""
        text = self.values.replace("{", "[").replace("}", "]")
        return [element.item() for element in np.ravel(evaluate(text, block=block))]

    def nested(self) -> Any:
        """Return the elements, of two dimensions in lists of lists."""
        return evaluate(self.values.replace("{", "[").replace("}", "]"))


class Given(NamedTuple):
    """What holds before or after."""

    values: dict[str, str]
    memory: dict[str, Memory]


def evaluate(text: str, **names: int) -> Any:
    """Return the value of an expression of the file, which is part of ptxpy."""
    constants = {"inf": float("inf"), "nan": float("nan"), "true": True, "false": False}
    return eval(text, {"__builtins__": {}, **constants, **names})  # noqa: S307 - our own file


def split(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found if part.strip()]


def read(text: str) -> Given:
    """Read `a = 2, p -> .shared .u32 {1}`."""
    values, memory = {}, {}
    for item in split(text):
        found = _ITEM.fullmatch(item)
        assert found, f"not `name = value` or `name -> .space .type {{…}}`: {item}"
        if found[1]:
            values[found[1]] = found[2]
        else:
            memory[found[3]] = Memory(found[4] or "", (found[5] or "")[1:], found[6])
    return Given(values, memory)


class Harness:
    """A kernel around the statements of an example."""

    def __init__(self, example: Example) -> None:
        """Read the example, and find the types of its registers and a target that has it."""
        self.example = example
        self.before = read(example.given)
        self.after = read(example.result)
        shape = dict(part.split() for part in split(example.launch))
        uses_lanes = re.search(r"\blane\b", example.given) or "..." in example.result
        self.grid, self.cluster = int(shape.get("grid", 1)), int(shape.get("cluster", 0))
        self.block = int(shape.get("block", 32 if uses_lanes else 1))
        self.types = dict(self._types())
        self.header = next((each for each in HEADERS if not self._problems(each)), HEADERS[-1])

    def problems(self) -> list[str]:
        """Return what the checker finds wrong with the statements."""
        return self._problems(self.header)

    def _problems(self, header: tuple[str, str]) -> list[str]:
        found = check_text(self.text(header)).found
        return [f"{each.code}: {each.message}" for each in found if each.severity == "error"]

    # ------------------------------------------------------------------ the types of registers

    def nodes(self, kind: type[Statement]) -> Iterator[Statement]:
        """Yield the instructions of the example, or its calls."""
        body = "\n".join(self.example.statements)
        module = ptxpy.parse(f".version 9.5\n.target sm_107a\n.entry k() {{\n{body}\n}}\n")
        yield from (each for each in statements(module) if isinstance(each, kind))

    def _types(self) -> Iterator[tuple[str, str]]:
        """Yield the type of each register, the first that an instruction asks for."""
        found: dict[str, str] = {}
        for call in self.nodes(n.Call):
            operands = (*(call.returns or ()), *(call.arguments or ()))
            found |= {each.name: "b32" for each in operands if isinstance(each, n.Symbol)}
        for instruction in self.nodes(n.Instruction):
            if instruction.guard is not None:
                found.setdefault(name_of(instruction.guard.register), "pred")
            for name, type_ in asked_types(instruction):
                found[name] = found.get(name) or type_
        for name, memory in self.before.memory.items():
            if memory.space in OPAQUE:
                found.pop(name, None)
            else:
                found.setdefault(name, "")
        for name, value in self.before.values.items():
            found.setdefault(name, "pred" if value in ("true", "false") or "==" in value else "u32")
        found.pop("_", None)
        yield from ((name, type_ or "u64") for name, type_ in found.items())

    # ------------------------------------------------------------------ the text

    def text(self, header: tuple[str, str] | None = None) -> str:
        """Return the kernel: what holds before comes from arrays, what holds after goes there."""
        version, target = header or self.header
        pointed = self.before.memory
        arrays = [
            f"{name}_at" for name, m in pointed.items() if m.space in (".global", "multicast")
        ]
        parameters = [*arrays, "taken", "given"]
        listed = ", ".join(f".param .u64 {name}" for name in parameters)
        lines = [f".version {version}", f".target {target}", ".address_size 64", FUNCTIONS]
        for name, held in pointed.items():
            if held.space in OPAQUE:
                lines.append(f".global {OPAQUE[held.space]} {name};")
        lines += [f".visible .entry kernel({listed})", "{"]
        for name, held in pointed.items():
            if held.space == ".shared":
                count = max(16, len(held.elements(0)))
                lines.append(f".shared .align 128 .{held.type} {name}_held[{count}];")
        for name, type_ in self.types.items():
            lines.append(f".reg .{register_class(type_)} {name};")
        lines += [
            ".reg .b64 %at, %in, %out, %w;",
            ".reg .b32 %t, %n, %b, %s;",
            ".reg .pred %first;",
        ]
        lines += ["ld.param.u64 %in, [given];", "ld.param.u64 %out, [taken];"]
        lines += ["mov.u32 %t, %tid.x;", "mov.u32 %n, %ntid.x;", "mov.u32 %b, %ctaid.x;"]
        lines += ["setp.eq.u32 %first, %t, 0;", "mad.lo.u32 %t, %b, %n, %t;"]
        lines += [*self._loads(), *self.example.statements]
        lines += [*self._stores(), "ret;", "}"]
        return "\n".join(lines) + "\n"

    def _loads(self) -> Iterator[str]:
        """Yield what gives registers and memory what they hold; a thread has a row of words."""
        for name, held in self.before.memory.items():
            size = "u32" if TYPES[self.types.get(name, "u64")].bits == WORD else "u64"
            if held.space in DEVICE_SPACES:
                yield f"ld.param.{size} {name}, [{name}_at];"
            elif held.space == ".shared":
                yield f"mov.{size} {name}, {name}_held;"
        rows = self.rows()
        yield f"mad.wide.u32 %at, %t, {8 * len(rows)}, %in;"
        for row, (name, type_, _) in enumerate(rows):
            yield f"ld.global.b64 %w, [%at+{8 * row}];"
            memory, _, index = name.partition(" ")
            if index:
                width = TYPES[type_].bits
                yield "cvt.u32.u64 %s, %w;"
                word = "%s" if width == WORD else "%w"
                place = int(index) * width // 8
                yield f"@%first st.shared.b{width} [{memory}_held+{place}], {word};"
            else:
                yield from from_word(name, register_class(type_))
        yield "bar.sync 0;"

    def _stores(self) -> Iterator[str]:
        """Yield what writes registers and shared memory, a row of words a thread."""
        count = len(self.results())
        yield f"mad.wide.u32 %at, %t, {8 * count}, %out;"
        for row, (name, type_) in enumerate(self.results()):
            memory, _, index = name.partition(" ")
            if index:
                width = TYPES[type_].bits
                yield f"ld.shared.u{width} %w, [{memory}_held+{int(index) * width // 8}];"
            else:
                yield from to_word(name, register_class(type_))
            yield f"st.global.b64 [%at+{8 * row}], %w;"
        if self.cluster > 1:
            yield "barrier.cluster.arrive;"
            yield "barrier.cluster.wait;"

    def rows(self) -> list[tuple[str, str, str]]:
        """Return what each word that a thread is given is for, its type and its expression."""
        found = [(name, self.types[name], text) for name, text in self.before.values.items()]
        for name, held in self.before.memory.items():
            if held.space == ".shared":
                found += [
                    (f"{name} {index}", held.type, value)
                    for index, value in enumerate(split(held.values[1:-1]))
                ]
        return found

    def results(self) -> list[tuple[str, str]]:
        """Return the register or place that each word of the result is of, and its type."""
        found = [(name, self.types[name]) for name in self.after.values]
        for name, held in self.after.memory.items():
            before = self.before.memory[name]
            if before.space == ".shared":
                found += [(f"{name} {k}", before.type) for k in range(len(held.elements(0)))]
        return found

    # ------------------------------------------------------------------ the launch

    def run(self) -> None:
        """Run the kernel in the simulator, and compare with what the example says."""
        threads = self.grid * self.block
        given = np.zeros((threads, max(1, len(self.rows()))), np.uint64)
        for thread in range(threads):
            names = {"thread": thread, "lane": thread % WORD, "block": thread // self.block}
            for row, (_, type_, text) in enumerate(self.rows()):
                given[thread, row] = encode(type_, evaluate(text, **names))
        taken = np.zeros((threads, max(1, len(self.results()))), np.uint64)
        arrays: dict[str, Any] = {}
        references: dict[str, Reference] = {}
        for name, held in self.before.memory.items():
            if held.space == "texture":
                references[name] = Texture(np.array(held.nested(), numpy_type(held.type)))
            elif held.space == "surface":
                arrays[name] = np.array(held.nested(), numpy_type(held.type))
                references[name] = Surface(arrays[name])
            elif held.space != ".shared":
                codes = [encode(held.type, value) for value in held.elements(0)]
                # Copies and matrices want 128 bytes or more; what is not said is zero.
                codes += [codes[-1] if len(codes) == 1 else 0] * (512 - len(codes))
                arrays[name] = np.array(codes, f"u{TYPES[held.type].bits // 8}")
        arguments = [
            ptxpy.multicast(arrays[name]) if held.space == "multicast" else arrays[name]
            for name, held in self.before.memory.items()
            if held.space in DEVICE_SPACES
        ]
        load(self.text()).launch(
            *arguments,
            taken,
            given,
            grid=self.grid,
            block=self.block,
            cluster=self.cluster or None,
            device="cpu",
            references=references,
        )
        self._compare(taken)
        for name, held in self.after.memory.items():
            if name in arrays:
                type_ = self.before.memory[name].type
                found = [int(code) for code in arrays[name]]
                wanted = [encode(type_, value) for value in held.elements(0)]
                assert found[: len(wanted)] == wanted, name

    def _compare(self, taken: Any) -> None:
        for row, (name, type_) in enumerate(self.results()):
            words = [int(word) for word in taken[:, row]]
            memory, _, index = name.partition(" ")
            if index:
                expected = self.after.memory[memory].elements(0)[int(index)]
                wanted = [encode(type_, expected)]
            elif (text := self.after.values[name]).startswith("["):
                each = evaluate(text.replace(", ...]", "]"))
                assert text.endswith("...]") or len(each) == len(words), "a value a thread"
                wanted = [encode(type_, value) for value in each]
            else:
                # A value that is no list is that of all threads.
                wanted = [encode(type_, evaluate(text))] * len(words)
            assert words[: len(wanted)] == wanted, f"{name}: {[hex(word) for word in words[:4]]}"


EXAMPLES = Path(ptxpy.__file__).parent / "examples"
OPAQUE = {"texture": ".texref", "surface": ".surfref"}
LETTERS = {
    "pred": "p",
    "b8": "rb",
    "b16": "rs",
    "b32": "r",
    "f32": "f",
    "b64": "rd",
    "f64": "fd",
    "b128": "rq",
}
DEVICE_SPACES = (".global", "multicast")
WORD = 32


def from_word(name: str, kind: str) -> Iterator[str]:
    """Yield what sets a register of a class from the 64 bits of `%w`."""
    if kind == "pred":
        yield f"setp.ne.u64 {name}, %w, 0;"
    elif kind in ("b64", "f64"):
        yield f"mov.b64 {name}, %w;"
    elif kind in ("b16", "b8"):
        yield f"cvt.u16.u64 {name}, %w;"
    else:
        yield "cvt.u32.u64 %s, %w;"
        yield f"mov.b32 {name}, %s;"


def to_word(name: str, kind: str) -> Iterator[str]:
    """Yield what sets `%w` to the bits of a register of a class."""
    if kind == "pred":
        yield f"selp.u64 %w, 1, 0, {name};"
    elif kind in ("b64", "f64"):
        yield f"mov.b64 %w, {name};"
    elif kind in ("b16", "b8"):
        yield f"cvt.u64.u16 %w, {name};"
    else:
        yield f"mov.b32 %s, {name};"
        yield "cvt.u64.u32 %w, %s;"


def numpy_type(name: str) -> str:
    """Return the NumPy type of a type of memory."""
    return {"f32": "f4", "u32": "u4", "s32": "i4"}[name]


def encode(name: str, value: Any) -> int:
    """Return the bits of a value of a type, of a packed one from a tuple, the lowest first."""
    kind = TYPES[name]
    if isinstance(value, tuple):
        element = re.sub(r"x\d+$", "", name) if kind.lanes > 1 else "f16"
        width = TYPES[element].bits
        return sum(encode(element, each) << width * k for k, each in enumerate(value))
    if isinstance(value, float):
        if name == "f16":
            return int(np.float16(value).view(np.uint16))
        if kind.bits == 2 * WORD:
            return int(np.float64(value).view(np.uint64))
        return int(np.float32(value).view(np.uint32))
    return int(value) & ((1 << max(kind.bits, 16)) - 1)


def asked_types(instruction: n.Instruction) -> Iterator[tuple[str, str]]:
    """Yield each register of an instruction with the type that its form asks for."""
    for match in matches(instruction.opcode, instruction.modifiers):
        for slots in arrangements(match.form.slots, len(instruction.operands)):
            found = []
            for slot, operand in zip(slots, instruction.operands, strict=True):
                found.append([*pairs_of(match, slot, operand)])
            if None not in [pair for part in found for pair in part]:
                yield from [pair for part in found for pair in part if pair]
                return


def name_of(operand: n.Operand) -> str:
    """Return the name of a register, also of a part or the complement of one; empty for others."""
    if isinstance(operand, n.Component):
        return name_of(operand.base)
    if isinstance(operand, n.Unary):
        return name_of(operand.operand)
    return operand.name if isinstance(operand, n.Symbol) else ""


def pairs_of(match: Match, slot: Slot, operand: n.Operand) -> Iterator[tuple[str, str] | None]:
    """Yield the registers of an operand with their types; None where it does not fit the slot."""
    if isinstance(operand, n.Address):
        if slot.shape != "address":
            yield None
            return
        if isinstance(operand.base, n.Symbol):
            at = match.form.constraint_of(slot.parts[0].name, match.binding)
            # An address is 64 bits unless something asks for 32.
            names = at.type_names(match.binding) if at.base == "type" else ()
            yield operand.base.name, names[0] if names else ""
        for part, each in zip(slot.parts[1:], operand.coordinates, strict=False):
            yield from pairs_of(match, part, each)
        return
    if isinstance(operand, n.Pair):
        if slot.shape != "pair":
            yield None
        for part, each in zip(slot.parts, (operand.first, operand.second), strict=False):
            yield from pairs_of(match, part, each)
        return
    if slot.shape == "address":
        yield None
        return
    if slot.shape == "pair":
        slot = slot.parts[0]
    constraint = match.form.constraint_of(slot.name, match.binding)
    choices = constraint.parts if constraint.base == "or" else (constraint,)
    is_vector = isinstance(operand, n.Vector)
    for choice in choices:
        vector = choice.base in ("vec", "list") and not choice.is_single(match.binding)
        if vector != is_vector and choice is choices[-1]:
            yield None
        if vector != is_vector:
            continue
        inner = choice.parts[0] if choice.base in ("vec", "list") else choice
        types = inner.type_names(match.binding) if inner.base == "type" else ()
        type_ = types[0] if types else "pred" if inner.base == "pred" else ""
        for each in operand.elements if isinstance(operand, n.Vector) else (operand,):
            name = name_of(each)
            if name and type_:
                yield name, type_
        return


# ---------------------------------------------------------------------------------- Python


def python_of(example: Example) -> list[str]:
    """Return the Python of each statement of an example, as an import writes it.

    Where an operator is written for an instruction, the call that emits the same is behind it.
    """
    harness = Harness(example)
    called = imported(harness, without=PASSES)
    written = imported(harness, without=[name for name in PASSES if name != "operators"])
    return [
        short if short == long else f"{short}  # {long.partition(' = ')[2]}"
        for short, long in zip(written, called, strict=True)
    ]


def imported(harness: Harness, *, without: Iterable[str]) -> list[str]:
    """Return the Python of the statements of an example.

    Registers are numbered for the import, two apart so that none make a slice, and are given their
    names again.
    """
    version, target = harness.header
    lines = [f".version {version}", f".target {target}", ".address_size 64", FUNCTIONS]
    for name, held in harness.before.memory.items():
        if held.space in OPAQUE:
            lines.append(f".global {OPAQUE[held.space]} {name};")
    lines += [".visible .entry k()", "{"]
    lines += [f".reg .{kind} %{letters}<99>;" for kind, letters in LETTERS.items()]
    numbered = {
        name: (LETTERS[register_class(type_)], 2 * k + 1)
        for k, (name, type_) in enumerate(harness.types.items())
    }
    in_ptx = {name: f"%{letters}{number}" for name, (letters, number) in numbered.items()}
    in_python = {f"{letters}[{number}]": name for name, (letters, number) in numbered.items()}
    lines += [
        _NAME.sub(lambda found: in_ptx.get(found[0], found[0]), statement)
        for statement in harness.example.statements
    ]
    module = without_layout(ptxpy.parse("\n".join([*lines, "}"]) + "\n"))
    text = ptxpy.to_python(module, without=without)
    functions = [each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef)]
    found = []
    for node in next(each for each in functions if each.name == "k").body:
        line = one_line(ast.get_source_segment(text, node) or "")
        if not re.search(r"\breg\.(bulk|array)\(", line):
            found.append(re.sub(r"\b[a-z]+\[\d+\]", lambda at: in_python.get(at[0], at[0]), line))
    return found


def one_line(text: str) -> str:
    """Return a statement of Python in one line."""
    return re.sub(r"\s*\n\s*", " ", re.sub(r"\(\n\s+", "(", re.sub(r",?\s*\n\s*\)", ")", text)))


# --------------------------------------------------------------------- kernels of the examples


@cache
def example_source(name: str) -> Source:
    """Return the module that a file of `ptxpy/examples` makes."""
    return load_source(str(EXAMPLES / name))


def statement_of(name: str, opcode: str) -> tuple[str, str]:
    """Return the first statement of an example that begins with an opcode, as PTX and as Python.

    Long vectors of PTX are shown by their first and last element.
    """
    source = example_source(name)
    assert source.lines is not None
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    placed = positions(source.module)
    named = re.compile(rf"{re.escape(opcode)}(\.|:|$)")
    for start, statement, line in zip(
        placed.offsets, statements(source.module), source.lines, strict=True
    ):
        if not isinstance(statement, n.Instruction) or not line:
            continue
        if named.match("".join((statement.opcode, *statement.modifiers))):
            end = placed.text.index(";", start) + 1
            ptx = " ".join(placed.text[start:end].split())
            shortened = re.sub(r"\{(%\w+), %\w+,[^{}]+, (%\w+)\}", r"{\1, ..., \2}", ptx)
            return shortened, python_at(text, line)
    msg = f"no kernel of {name} has {opcode}"
    raise LookupError(msg)


def python_at(text: str, line: int) -> str:
    """Return the simple statement of Python at a line of a file, in one line."""
    simple = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Return))
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return ast.unparse(simple[-1]) if simple else text.splitlines()[line - 1].strip()
