"""The proof that a file comes back: PTX to Python to PTX, byte for byte.

The generated text is held against the grammar of `ptxpy.dialect` first, and runs in a namespace
that offers the DSL and nothing else: it comes from a stranger's file.
"""

from __future__ import annotations

import ast
import gc
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Annotated, Any, Final

from ptxpy import dsl
from ptxpy._records import NamedTuple
from ptxpy.codegen.generate import generate
from ptxpy.codegen.passes import PASSES, chosen
from ptxpy.codegen.stages import enter
from ptxpy.dialect import ProgramGrammarError, parse_program
from ptxpy.dsl import UnknownInstructionWarning, code_of, run_program
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.syntax import emit_bytes, parse

_LARGE: Final = 500_000
"""The characters of a program before which memory is given back: a sixtieth of its time."""

PROGRAM_NAME = "<generated>"
"""The file name under which a generated program is compiled: tracebacks show it."""


class ProofError(RuntimeError):
    """A file that does not come back from its Python."""

    __module__ = "ptxpy"


class LeftOutWarning(UserWarning):
    """A program that was written with fewer lift passes than asked for, and why."""

    __module__ = "ptxpy"


class Proof(NamedTuple):
    """A file that comes back, and its contents."""

    python: str
    """The program."""
    module: n.Module
    size: int
    """Bytes of the file."""
    kernels: int
    instructions: int
    seconds: float
    """How long reading, generating, running and comparing took."""
    passes: frozenset[str]
    """The lift passes that made the program."""
    reason: str = ""
    """The reason why some that were asked for were left out; empty if none were."""


def prove(
    source: bytes,
    *,
    filename: str = "<ptx>",
    flat: bool = False,
    roll: bool = True,
    without: Iterable[str] = (),
    fallback: bool = False,
) -> Proof:
    """Generate Python for a file, run it, and compare the PTX that it emits with the file.

    `flat`, `roll` and `without` are those of `to_python`. With `fallback`, a program that does not
    come back is made again with fewer passes (`proved`). Raises
    `PtxSyntaxError` when the file does not parse, `ProofError` when it does not come back.
    """
    started = time.perf_counter()
    passes = chosen(flat=flat, roll=roll, without=without)
    with collector_off():
        enter("reading")
        module = parse(source, filename)
        lifted = proved(module, passes, source, fallback=fallback)
    found = list(statements(module))
    return Proof(
        lifted.python,
        module,
        len(source),
        len(module.kernels),
        sum(type(node) in (n.Instruction, n.Call) for node in found),
        time.perf_counter() - started,
        lifted.passes,
        lifted.reason,
    )


class Lifted(NamedTuple):
    """A program that gives its module back."""

    python: str
    passes: frozenset[str]
    """The lift passes that made it."""
    reason: str = ""
    """The reason why passes that were asked for were left out; empty if none were."""


def proved(
    module: n.Module, passes: frozenset[str], source: bytes | None = None, *, fallback: bool
) -> Lifted:
    """Return a program that gives a module, and the text `source` if there is one, back.

    With `fallback`, a failure with all passes is followed by tries without one pass, the last pass
    first, and then without the last two, the last three, and so on. Raises `ProofError` if no
    program gives the module back.
    """
    try:
        return Lifted(_attempt(module, passes, source), passes)
    except ProofError as error:
        if not fallback or not passes:
            raise
        failure = error
    last_first = [name for name in reversed(PASSES) if name in passes]
    fewer = [passes - {name} for name in last_first]
    fewer += [passes.difference(last_first[:count]) for count in range(2, len(last_first) + 1)]
    for choice in fewer:
        try:
            return Lifted(_attempt(module, choice, source), choice, str(failure))
        except ProofError:
            continue
    raise failure


def _attempt(module: n.Module, passes: frozenset[str], source: bytes | None) -> str:
    """Return the program that some passes make; `ProofError` if it gives something else back."""
    enter("writing")
    python = _generated(module, passes)
    if len(python) > _LARGE:
        # The allocator keeps memory of freed objects for new ones until a collection gives it back.
        gc.collect()
    enter("running")
    check_program(python, module, source)
    return python


def _generated(module: n.Module, passes: frozenset[str]) -> str:
    """Return the program of a module; `ProofError` if none can be written."""
    try:
        return generate(module, passes)
    # Whatever goes wrong in a pass, the program may do without that pass.
    except Exception as error:
        msg = f"no program is written: {type(error).__name__}: {error}"
        raise ProofError(msg) from error


def check_program(python: str, module: n.Module, source: bytes | None) -> None:
    """Run a program as `from_python` does; `ProofError` unless it gives a module and its text."""
    # Of the tree nothing is kept: it takes more memory than all else here.
    code = code_of(python, PROGRAM_NAME, checked_tree(python))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnknownInstructionWarning)
            rebuilt = run_program(python, PROGRAM_NAME, restricted_namespace(), code=code)
    except Exception as error:
        from ptxpy.dsl import raising_line  # noqa: PLC0415 - seldom needed

        line = raising_line(error, PROGRAM_NAME)
        where = f", line {line}: {python.splitlines()[line - 1].strip()}" if line else ""
        msg = f"the generated program fails: {type(error).__name__}: {error}{where}"
        raise ProofError(msg) from error
    # Bytes are compared first: a line that differs tells more than an IR that does.
    if source is not None:
        emitted = emit_bytes(rebuilt)
        if emitted != source:
            raise ProofError(first_difference(source, emitted))
    if rebuilt != module:
        msg = "the generated program gives the same text, but another IR"
        raise ProofError(msg if source is not None else "the generated program gives another IR")


@contextmanager
def collector_off() -> Iterator[None]:
    """Keep the garbage collector from looking at millions of objects of which none is garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def first_difference(expected: bytes, actual: bytes) -> str:
    """Say where two texts first differ."""
    left, right = expected.split(b"\n"), actual.split(b"\n")
    number = next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
    # ASCII keeps the control characters of a stranger's file off the terminal.
    shown = [ascii(b"".join(side[number : number + 1]))[:200] for side in (left, right)]
    return f"line {number + 1} differs: {shown[0]} became {shown[1]}"


def checked_tree(python: str) -> ast.Module:
    """Return the tree of generated text; `ProofError` for what `ptxpy.dialect` does not allow.

    That would be a fault of the generator's.
    """
    try:
        return parse_program(python)
    except ProgramGrammarError as error:
        raise ProofError(str(error)) from error


class _Offer:
    """What `from ptxpy import …` finds in a program that is proved."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the name is
        """Return a name of the language: most programs need few, and load few modules."""
        if name in dsl.PROGRAM_NAMES:
            return getattr(dsl, name)
        if name in dsl.NAMED:
            return dsl.NAMED[name]
        raise AttributeError(name)


def _import(name: str, *_arguments: object) -> Any:  # noqa: ANN401 - what can be imported from
    if name == "typing":
        return SimpleNamespace(Annotated=Annotated)
    if name != "ptxpy":
        msg = f"generated programs import ptxpy, not {name!r}"
        raise ImportError(msg)
    return _Offer()


_BUILTINS: Final = {"__import__": _import, "enumerate": enumerate, "range": range}
"""The built-in names that imports and loops need; a stranger's file reaches no others."""


def restricted_namespace() -> dict[str, Any]:
    """Return globals with the DSL to import, and no builtins."""
    return {"__name__": PROGRAM_NAME, "__builtins__": _BUILTINS}
