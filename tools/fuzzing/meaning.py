"""Random kernels of a few lines: each is refused, or does what its Python says.

What Python says is what it would mean if branches and loops of the device were Python's own: a
name that is rebound is the new value where the branch is taken, and in the next round. It is
run here, thread by thread, and beside it the traced kernel in the simulator. Half of the kernels
change nothing but registers that are declared to change: these must not be refused.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

import ptxpy
from fuzzing.cases import BrokenLawError

LAW: Final = "a kernel does what its Python says, or is refused"
ALLOWED: Final = "a kernel that changes only what is declared to change is taken"

THREADS: Final = 8
_MASK: Final = (1 << 32) - 1
_NAMES: Final = ("a", "b", "c", "d")
_DEPTH: Final = 3
_OPERATIONS: Final = {
    "+": lambda x, y: x + y,
    "*": lambda x, y: x * y,
    "^": lambda x, y: x ^ y,
    "&": lambda x, y: x & y,
}

_HEAD: Final = """from ptxpy import *
@kernel(arch="sm_80")
def k(source: u64, target: u64):
    thread = ptx.mul.wide.u32(ptx.special.tid.x(), 16)
    here = ptx.add.u64(ptx.param(u64, "source"), thread)
    there = ptx.add.u64(ptx.param(u64, "target"), thread)
"""


class _Undefined(Exception):  # noqa: N818 - no error: the program says nothing
    """A name that is not bound is read, or a value is set: Python's meaning ends here."""


class Cell:
    """A register that is declared to change."""

    def __init__(self, value: int) -> None:
        """Take its first value."""
        self.value = value


Value: TypeAlias = "int | Cell"
Names: TypeAlias = "dict[str, Value]"


class Expression(NamedTuple):
    """A name, or an operation on a name and another name or a number."""

    left: str
    symbol: str = ""
    right: str | int = 0

    def __str__(self) -> str:
        """Write it."""
        return f"{self.left} {self.symbol} {self.right}" if self.symbol else self.left

    def value(self, names: Names) -> int:
        """Return the number that it is for a thread."""
        left = _read(names, self.left)
        if not self.symbol:
            return left
        right = self.right if isinstance(self.right, int) else _read(names, self.right)
        if self.symbol in ("<", "=="):
            return int(left < right if self.symbol == "<" else left == right)
        return int(_OPERATIONS[self.symbol](left, right)) & _MASK


def _read(names: Names, name: str) -> int:
    if name not in names:
        raise _Undefined
    value = names[name]
    return value.value if isinstance(value, Cell) else value


class Statement(NamedTuple):
    """A statement: what it does, to which name, with what, and the statements in it."""

    kind: str
    name: str = ""
    given: Expression | int = 0
    body: tuple[Any, ...] = ()
    other: tuple[Any, ...] = ()

    def lines(self, indent: str) -> list[str]:
        """Write it."""
        written = [indent + line for line in _WRITTEN[self.kind].format(self=self).splitlines()]
        inner = indent + "    "
        written += [line for each in self.body for line in each.lines(inner)]
        if self.kind == "loop":
            written += [f"{inner}{self.name} += 1"]
            written += [f"{inner}{self.name}_loop.again(when={self.name} < {self.given})"]
        if self.other:
            written.append(f"{indent}with ptx.else_():")
            written += [line for each in self.other for line in each.lines(inner)]
        return written

    def run(self, names: Names) -> None:
        """Do what it says for one thread."""
        getattr(self, f"_run_{self.kind}")(names)

    def _run_bind(self, names: Names) -> None:
        given = self.given
        assert isinstance(given, Expression)  # noqa: S101 - how it is made
        alias = not given.symbol and given.left in names
        names[self.name] = names[given.left] if alias else given.value(names)

    def _run_register(self, names: Names) -> None:
        names[self.name] = Cell(self._number(names))

    def _run_set(self, names: Names) -> None:
        cell = names.get(self.name)
        if not isinstance(cell, Cell):
            raise _Undefined
        cell.value = self._number(names)

    def _run_add(self, names: Names) -> None:
        total = (_read(names, self.name) + self._number(names)) & _MASK
        cell = names[self.name]
        if isinstance(cell, Cell):
            cell.value = total
        else:
            names[self.name] = total

    def _run_if(self, names: Names) -> None:
        for each in self.body if self._number(names) else self.other:
            each.run(names)

    def _run_range(self, names: Names) -> None:
        for number in range(self._number(names)):
            names[self.name] = number
            for each in self.body:
                each.run(names)

    def _run_loop(self, names: Names) -> None:
        counter = Cell(0)
        names[self.name] = counter
        while True:
            for each in self.body:
                each.run(names)
            counter.value += 1
            if counter.value >= self._number(names):
                return

    def _number(self, names: Names) -> int:
        return self.given if isinstance(self.given, int) else self.given.value(names)


_WRITTEN: Final = {
    "bind": "{self.name} = {self.given}",
    "register": "{self.name} = reg.from_({self.given}, u32)",
    "set": "{self.name}.set({self.given})",
    "add": "{self.name} += {self.given}",
    "if": "with ptx.if_({self.given}):",
    "range": "for {self.name} in ptx.range_(0, {self.given}):",
    "loop": "{self.name} = reg.scalar(u32, 0)\nwith ptx.loop() as {self.name}_loop:",
}


class _Writer:
    """Makes the statements of a kernel at random."""

    def __init__(self, rng: Random, *, careful: bool) -> None:
        self.rng = rng
        self.careful = careful
        """Whether names stay what they are, and only registers change."""
        self.made = 0

    def block(self, depth: int) -> tuple[Statement, ...]:
        count = self.rng.randint(1, 4 if depth == 0 else 3)
        return tuple(each for _ in range(count) for each in self.statement(depth))

    def statement(self, depth: int) -> list[Statement]:
        kinds = ["set", "set", "add", "add"] if self.careful else ["bind", "bind", "add", "set"]
        if depth < _DEPTH:
            kinds += ["if", "if", "range", "loop"]
        kind = self.rng.choice(kinds)
        if kind == "if":
            other = self.block(depth + 1) if self.rng.random() < 0.4 else ()
            return [Statement("if", "", self.condition(), self.block(depth + 1), other)]
        if kind in ("range", "loop"):
            self.made += 1
            least = 1 if kind == "loop" else 0
            count = self.rng.randint(least, 3)
            return [Statement(kind, f"i{self.made}", count, self.block(depth + 1))]
        if self.careful and self.rng.random() < 0.3:
            self.made += 1
            fresh = f"t{self.made}"
            name = self.rng.choice(_NAMES)
            return [
                Statement("bind", fresh, self.expression()),
                Statement("set", name, Expression(fresh, "+", self.rng.choice(_NAMES))),
            ]
        return [Statement(kind, self.rng.choice(_NAMES), self.expression())]

    def expression(self) -> Expression:
        left = self.rng.choice(_NAMES)
        if not self.careful and self.rng.random() < 0.25:
            return Expression(left)
        right = self.rng.choice([self.rng.choice(_NAMES), self.rng.randint(1, 9)])
        return Expression(left, self.rng.choice([*_OPERATIONS]), right)

    def condition(self) -> Expression:
        symbol = self.rng.choice(("<", "<", "=="))
        least = int(symbol == "<")  # `< 0` of what has no sign is refused
        return Expression(self.rng.choice(_NAMES), symbol, self.rng.randint(least, 40))

    def first(self, at: int) -> Statement:
        """Return the statement that gives a name its first value."""
        name = _NAMES[at]
        if self.careful or self.rng.random() < 0.5:
            return Statement("register", name, Expression(f"{name}0"))
        return Statement("bind", name, Expression(f"{name}0"))


class Program(NamedTuple):
    """A kernel: its statements, and whether it changes registers alone."""

    statements: tuple[Statement, ...]
    careful: bool

    def python(self) -> str:
        """Return the text."""
        lines = [
            f"    {name}0 = ptx.ld.global_.u32([here, {4 * at}])" for at, name in enumerate(_NAMES)
        ]
        lines += [line for each in self.statements for line in each.lines("    ")]
        lines += [
            f"    ptx.st.global_.u32([there, {4 * at}], {name})" for at, name in enumerate(_NAMES)
        ]
        return _HEAD + "".join(f"{line}\n" for line in [*lines, "    ptx.ret()"])

    def expected(self, given: list[int]) -> list[int] | None:
        """Return what a thread stores, None where Python's meaning ends before."""
        names: Names = {f"{name}0": given[at] for at, name in enumerate(_NAMES)}
        try:
            for each in self.statements:
                each.run(names)
            return [_read(names, name) for name in _NAMES]
        except _Undefined:
            return None


def random_program(rng: Random) -> Program:
    """Return a kernel."""
    writer = _Writer(rng, careful=rng.random() < 0.5)
    first = tuple(writer.first(at) for at in range(len(_NAMES)))
    return Program((*first, *writer.block(0)), writer.careful)


def check_random_kernel(rng: Random) -> bool:
    """Check the laws of a random kernel, and return whether it was taken."""
    program = random_program(rng)
    text = program.python()
    given = np.array([[rng.randint(0, 50) for _ in _NAMES] for _ in range(THREADS)], np.uint32)
    try:
        module = ptxpy.from_python(text, filename="random.py")
    except (ptxpy.TraceError, TypeError) as error:
        if program.careful:
            raise BrokenLawError(ALLOWED, str(error), python=text) from error
        return False
    wanted = [program.expected(row) for row in given.tolist()]
    found = np.zeros_like(given)
    ptxpy.load(module).launch(given, found, grid=1, block=THREADS, device="cpu")
    for thread, row in enumerate(wanted):
        if row is not None and row != found[thread].tolist():
            detail = (
                f"thread {thread} of {given[thread].tolist()}: {row} is {found[thread].tolist()}"
            )
            raise BrokenLawError(LAW, detail, python=text)
    return True
