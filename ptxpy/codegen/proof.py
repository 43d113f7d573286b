"""The proof that a file comes back: PTX to Python to PTX, byte for byte.

The generated text is held against an allow-list first, and runs in a namespace that offers the
DSL and nothing else: it comes from a stranger's file.
"""

from __future__ import annotations

import gc
import keyword
import re
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

from ptxpy import dsl
from ptxpy.codegen.generate import generate
from ptxpy.codegen.stages import enter
from ptxpy.dsl.programs.exception_locations import raising_line
from ptxpy.dsl.programs.exec_program import run_program
from ptxpy.dsl.values import types
from ptxpy.dsl.verification.instruction_checks import UnknownInstructionWarning
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import statements
from ptxpy.ir.patterns import compile_pattern
from ptxpy.lift.passes import ALL, PASSES, chosen
from ptxpy.syntax import parse
from ptxpy.syntax.printer import emit_bytes

PROGRAM_NAME = "<generated>"


class ProofError(RuntimeError):
    """A file that does not come back from its Python."""

    __module__ = "ptxpy"


class LeftOutWarning(UserWarning):
    """A program that was written with fewer lift passes than asked for, and why."""

    __module__ = "ptxpy"


class Proof(NamedTuple):
    """A file that comes back, and what it consists of."""

    python: str
    """The program."""
    module: n.Module
    size: int
    """Bytes of the file."""
    kernels: int
    instructions: int
    seconds: float
    """How long reading, generating, running and comparing took."""
    passes: frozenset[str] = ALL
    """The lift passes that made the program."""
    reason: str = ""
    """Why some were left out that were asked for, where they were."""


def prove(  # noqa: PLR0913 - the options of `to_python`, by name
    source: bytes,
    *,
    filename: str = "<ptx>",
    flat: bool = False,
    roll: bool = True,
    without: Iterable[str] = (),
    fallback: bool = False,
) -> Proof:
    """Generate Python for a file, run it, and compare what it emits with the file.

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
    """Why it was not made with all the passes that were asked for, where it was not."""


def proved(
    module: n.Module, passes: frozenset[str], source: bytes | None = None, *, fallback: bool
) -> Lifted:
    """Return a program that gives a module, and the text `source` if there is one, back.

    With `fallback`, where some passes do not do that, one of them is left out, the last that helps,
    or, where none does, the last, and the one before it, and so on. Raises `ProofError` where no
    program does.
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
    """Return the program that some passes make; `ProofError` where it gives something else back."""
    enter("writing")
    python = _generated(module, passes)
    enter("running")
    check_program(python, module, source)
    return python


def _generated(module: n.Module, passes: frozenset[str]) -> str:
    """Return the program of a module; `ProofError` where none can be written."""
    try:
        return generate(module, passes)
    except Exception as error:
        msg = f"no program is written: {type(error).__name__}: {error}"
        raise ProofError(msg) from error


def check_program(python: str, module: n.Module, source: bytes | None) -> None:
    """Run a program as `from_python` does; `ProofError` unless it gives a module and its text."""
    check_text(python)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnknownInstructionWarning)
            rebuilt = run_program(python, PROGRAM_NAME, restricted_namespace())
    except Exception as error:
        line = raising_line(error, PROGRAM_NAME)
        where = f", line {line}: {python.splitlines()[line - 1].strip()}" if line else ""
        msg = f"the generated program fails: {type(error).__name__}: {error}{where}"
        raise ProofError(msg) from error
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
    shown = [ascii(b"".join(side[number : number + 1]))[:200] for side in (left, right)]
    return f"line {number + 1} differs: {shown[0]} became {shown[1]}"


_STRING = r"(?:b?\"(?:[^\"\\\n]|\\.)*+\"|b?'(?:[^'\\\n]|\\.)*+')(?![\"'])"
_NUMBER = r"[0-9][0-9A-Za-z_.]*+(?:(?<=[eE])[-+]?[0-9]++)?+(?![\"'])"
_NAME = r"(?!__)[A-Za-z_][A-Za-z0-9_]*+(?![\"'])"
_ATTRIBUTE = r"\.(?!__)[A-Za-z_][A-Za-z0-9_]*+(?![\"'])"
# `v2` and `v4` read `v0` once numbers are folded, and the view `u32` reads `u0`
_METHODS = "into|align|string|named|ptr|followed|preceded|repeated|v0|(?:b|s|u|f|bf|tf)0(?:x0)?"
_METHOD = rf"[\])](?:\.(?:{_METHODS})(?![A-Za-z0-9_]))*+"
_OPERATOR = r" (?:[-+*/%&|^<>]|[-+=!<>]=|<<|>>) |~(?=[A-Za-z(~])"
_BINDING = ((r"[*/%]",), (r"[-+]",), ("<<", ">>"), ("&",), (r"\^",), (r"\|",))
"""Patterns of binary operators, from those that bind most tightly."""


def _computed() -> Iterator[str]:
    """Yield a pattern for each kind of operator between two numbers.

    `a + 4 + 3` computes `a + 4` first: a number that is taken by an operator before it, which binds
    as tightly, is no operand of the next.
    """
    number, other = r"(?<![\w.\])])[0-9][\w.]*(?:e-0)?", r"-?[0-9](?![\w.]* \* [a-z])"
    untaken = ""
    for kind in _BINDING:
        untaken += "".join(f"(?<!{each} )(?<!{each} -)" for each in kind)
        yield f"{untaken}{number} (?:{'|'.join(kind)}) {other}"
    yield f"{untaken}{number} (?:[=!<>]=|[<>]) {other}"


_COMPUTED = compile_pattern("|".join(_computed()))
"""An operator between two numbers: only what a loop counts is computed while Python runs."""

_NUMBER_BEHIND = compile_pattern(r"(?:\A|[^\w.\])])[0-9][\w.]*(?:e-0)? [^ \w]{1,2} -?[0-9]")
"""What each of these has, and few other lines: a number, an operator and a number."""

_POWER = r"[0-9]{1,3}(?:\.[05])?\*\*-?[0-9]{1,3}(?:\.5)?(?![\w.*])"
_BITS = r"~?(?:[abc]|\((?:[abc&|^~ ]|\([abc&|^~ ]*+\))*+\))"
_SPELLED = compile_pattern(
    rf"(?<![\w.*])(?:(?:1\.5 \* )?{_POWER}(?: [-+] (?:1|127)(?![\w.*]))?|[12] / [0-9]++(?![\w.*])"
    rf"|lambda a, b, c: {_BITS}(?: [&|^] {_BITS})*+)"
)
"""Numbers as they are spelled that mean something: powers, fractions and tables of truth."""

_LAYOUT = rf"(?:{_STRING}|\({_STRING}, {_STRING}\))"
_GAPS = rf"\{{(?:\Z|(?:{_STRING}: {_LAYOUT}(?:, )?+)*+\}})"
_LINE = compile_pattern(
    rf"(?:{_STRING}|{_NAME}(?:{_ATTRIBUTE})*+|{_NUMBER}|{_METHOD}|{_OPERATOR}"
    rf"|(?:(?<=before|within)|(?<=gaps))={_GAPS}|:(?!=)|=(?!=)|[-+ @,(\[*])*+|    \}},"
)
"""A line of generated Python: names, attributes, numbers, strings and brackets.

Braces stand around gaps by name in the head of a module, on one line or several.
"""

_DOCUMENTATION = compile_pattern(r'(?<=:\n    )"""[ !#-\[\]-~…\n]*+"""(?=\n)')
"""What stands below a function's head: neither quotes nor backslashes are in it."""

_MARGIN = compile_pattern(r"  #: (?:(?:[(]?=?[A-Za-z$_%.0-9]++(?:/-?0)?[)]?| )++)\Z")
"""The names of registers behind a statement, once numbers are folded."""

_COMMENT = compile_pattern(
    r"\A +# [\w$%]++(?: \+ 0)?: (?:0 more|(?:0 x )?(?:0(?:,0)*+ bytes, )?"
    r"(?:[0-9]+ stages of [0-9,]+ bytes, |(?:full|empty) )?"
    r"(?:mbarrier|tile|tensor memory|data)\b[\w$%+,: -]*+)\Z",
    re.ASCII,
)
"""A line of the map of shared memory, once numbers are folded."""

_RETURN = compile_pattern(r"(?<![A-Za-z0-9_.])(?<!^    )return(?![A-Za-z0-9_])")
"""A `return` that does not begin a statement of a function."""
_QUOTED = compile_pattern(_STRING)
_WORD = compile_pattern(r"(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*+(?!=)")
_TARGET = r"[A-Za-z_][A-Za-z0-9_]*+(?:\[[^\]=]*+\])?+"
_TARGETS = compile_pattern(rf"[ (]*+({_TARGET}(?:, {_TARGET})*+),?\)? [-+]?= ")
_TARGET_LINES = compile_pattern(
    rf"^( *)\(\n((?:\1    {_TARGET}(?:, {_TARGET})*+,?\n)++)\1\) = ", re.MULTILINE
)
"""Targets that do not fit one line."""
_FOR = compile_pattern(r" +for ([a-z_][a-z0-9_]*+) in range\(0\):")
_RANGE_LINES = compile_pattern(r"(?<= in range\()\n *0\n *(?=\):)")  # in lines that are too long
_FOR_EACH = compile_pattern(rf"for ([a-z_][a-z0-9_]*+) in \((?:|{_STRING}(?:, {_STRING})*+,?\):)")
"""A loop over symbols at module level, on one line or several."""
_FOR_PAIRS = compile_pattern(
    r"for ([a-z_][a-z0-9_]*+), ([a-z_][a-z0-9_]*+) in "
    rf"\((?:|\({_STRING}, -?{_NUMBER}\)(?:, \({_STRING}, -?{_NUMBER}\))*+\):)"
)
"""A loop over symbols and their numbers."""
_AS = compile_pattern(r"\) as ([A-Za-z_][A-Za-z0-9_]*+)(?=,|:\Z)")
_FUNCTION = compile_pattern(
    r"^def ([A-Za-z_][A-Za-z0-9_]*+)\((?:\n((?:    .*\n)*?)\):|(.*)\):)$", re.MULTILINE
)
"""The beginning of a function, on one line or several."""

_PARAMETER = compile_pattern(r"(?:^ *|, )([A-Za-z_][A-Za-z0-9_]*+)(?=: |,|$)", re.MULTILINE)
_SPOKEN = frozenset({"def", "with", "as", "pass", "return", "None", "True", "False"})
_REFUSED = frozenset(keyword.kwlist) - _SPOKEN
_KEYWORDS = _SPOKEN | {"_", "d"}
"""Words of Python, the sink of unpacking, and the lines of a section."""
_IMPORT = compile_pattern(
    r"(?:from typing import Annotated\n\n)?"
    r"from ptxpy import (?:\(\n(?:    [A-Za-z0-9_]+,\n)+\)|[A-Za-z0-9_]+(?:, [A-Za-z0-9_]+)*)\n"
)
_FOLD = compile_pattern(r"[0-9]+")


def _returns_within(line: str) -> bool:
    """Return whether there is a `return` in a line that does not begin a function's statement."""
    return "return" in line and _RETURN.search(_QUOTED.sub("0", line)) is not None


def _defined(folded: str) -> Iterator[str]:
    """Yield the functions and parameters of a text, and targets that have lines of their own."""
    for function in _FUNCTION.finditer(folded):
        yield function[1]
        yield from _PARAMETER.findall(_QUOTED.sub("0", function[2] or function[3] or ""))
    for targets in _TARGET_LINES.finditer(folded):
        yield from re.findall(_TARGET, targets[2])


def check_text(python: str) -> None:
    """Hold generated text against the forms that the generator writes; linear in its length.

    Every line consists of names, attributes, numbers, strings and brackets, and every name is
    imported from ptxpy or defined by the text. Raises `ProofError` for anything else, which would
    be a fault of the generator's.
    """
    head = _IMPORT.match(python)
    if head is None:
        msg = "the generated program does not begin with its import"
        raise ProofError(msg)
    known = {_FOLD.sub("0", name) for name in re.findall(r"[A-Za-z0-9_]+", head[0])} | _KEYWORDS
    used: set[str] = set()
    # Numbers do not matter here: lines and names that differ in nothing else are seen once.
    body = _SPELLED.sub("0", python[head.end() :])
    folded = _RANGE_LINES.sub("0", _DOCUMENTATION.sub('"0"', _FOLD.sub("0", body)))
    known.update(_defined(folded))
    for whole in dict.fromkeys(folded.split("\n")):
        line = _MARGIN.sub("", _COMMENT.sub("", whole))
        if _LINE.fullmatch(line) is None or _returns_within(line):
            msg = f"a line of the generated program is not of an expected form: {line[:80]!r}"
            raise ProofError(msg)
        repeated = _FOR.fullmatch(line) or _FOR_EACH.fullmatch(line)
        if repeated is not None:
            known.add(repeated[1])
            continue
        pairs = _FOR_PAIRS.fullmatch(line)
        if pairs is not None:
            known.update(pairs.groups())
            continue
        bare = _QUOTED.sub("0", line) if '"' in line or "'" in line else line
        if _NUMBER_BEHIND.search(bare) is not None and _COMPUTED.search(bare) is not None:
            msg = f"a line of the generated program computes with numbers: {line[:80]!r}"
            raise ProofError(msg)
        if " as " in bare:
            known.update(_AS.findall(bare))
        targets = _TARGETS.match(bare)
        if targets is not None:
            known.update(targets[1].split(", "))
        used.update(_WORD.findall(bare))
    unknown = (used - known) | (used & _REFUSED)
    if unknown:
        msg = f"the generated program uses {min(unknown)!r}, which it does not define"
        raise ProofError(msg)


_OFFERED: dict[str, Any] = {
    **{name: getattr(dsl, name) for name in dsl.__all__},
    **types.NAMED,
}


class _Offer:
    """What `from ptxpy import …` finds in a program that is proved."""

    def __init__(self) -> None:
        self.__dict__.update(_OFFERED)


def _import(name: str, *_arguments: object) -> Any:  # noqa: ANN401 - what can be imported from
    if name == "typing":
        return SimpleNamespace(Annotated=Annotated)
    if name != "ptxpy":
        msg = f"generated programs import ptxpy, not {name!r}"
        raise ImportError(msg)
    return _Offer()


def restricted_namespace() -> dict[str, Any]:
    """Return globals with the DSL to import, and no builtins."""
    return {"__name__": PROGRAM_NAME, "__builtins__": {"__import__": _import, "range": range}}
