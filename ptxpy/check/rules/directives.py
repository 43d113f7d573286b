"""Directives of functions and pragmas: where they are allowed, their values, their conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis import fixes_registers, registers_at_entry
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECTIVES, PRAGMAS, TARGETS, traits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.isa import Version

__all__ = ["check_directives", "check_pragmas", "check_setmaxnreg", "newer", "too_new"]


_CODE: Final = "PTX031"
_OF_KERNELS: Final = {
    ".maxnreg": (1, 1),
    ".maxntid": (1, 3),
    ".reqntid": (1, 3),
    ".minnctapersm": (1, 1),
    ".maxnctapersm": (1, 1),
    ".reqnctapercluster": (1, 3),
    ".explicitcluster": (0, 0),
    ".maxclusterrank": (1, 1),
    ".blocksareclusters": (0, 0),
    ".local_maxnreg": (1, 1),
}
"""The directives of kernels, with the minimum and maximum number of their values."""
_OF_FUNCTIONS: Final = {
    ".noreturn": (0, 0),
    ".abi_preserve": (1, 1),
    ".abi_preserve_control": (1, 1),
}
_POSITIVE: Final = frozenset({".maxnreg", ".maxntid", ".reqntid", ".minnctapersm"})
_LARGEST: Final = (1 << 32) - 1
_EXCLUSIVE: Final = ((".maxntid", ".reqntid"), (".reqnctapercluster", ".maxclusterrank"))
_LATEST: Final = (9, 0)
"""The latest version whose directives are all known."""
_GONE: Final = (2, 1)
"""The version that removed `.maxnctapersm`."""


def check_directives(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report invalid directives in the heads of functions."""
    for ordinal, item in context.items:
        if type(item) is n.Function:
            for message, name, help_ in _function(context, item):
                yield Diagnostic(_CODE, message, ordinal, ("name", name), help_)


def newer(context: ModuleContext, name: str) -> str:
    """Return a message if a directive is too new for a file, or an empty string."""
    directive = DIRECTIVES.get(name)
    if directive is None:
        return ""
    return too_new(context, name, directive.version, directive.target)


def too_new(context: ModuleContext, name: str, since: Version, lowest: int) -> str:
    """Return a message if a file's version or target has no such thing, or an empty string."""
    version, target = context.version, context.target
    if target is not None and target.number < lowest:
        # A target may be newer than the directive: then its own version is the one to ask for.
        due = max(since, TARGETS.get(f"sm_{lowest}", since))
        is_late = version is not None and version < due
        also = f" with PTX {due[0]}.{due[1]}" if is_late else ""
        return f"{name} needs sm_{lowest}{also}; the file is for {target}"
    if version is not None and version < since:
        major, minor = since
        return f"{name} came with PTX {major}.{minor}; the file is PTX {version[0]}.{version[1]}"
    return ""


def _function(context: ModuleContext, function: n.Function) -> Iterator[tuple[str, str, str]]:
    """Yield messages, each with its token and help."""
    known, other = _OF_FUNCTIONS, _OF_KERNELS
    if function.kind == ".entry":
        known, other = other, known
    names: list[str] = []
    for directive in function.directives:
        if type(directive) is not n.TuningDirective:
            if function.kind == ".func":
                yield "the head of a .func cannot have a .pragma", ".pragma", "write it in the body"
            continue
        name = directive.name
        if name in other:
            owner, taker = (".func", "a kernel") if known is _OF_KERNELS else (".entry", "a .func")
            yield f"{taker} cannot have {name}; it belongs to {owner}", name, "remove it"
        elif name not in known:
            # A file of a later version may have directives that are not known here.
            if context.version is not None and context.version <= _LATEST:
                near = context.nearest(name, known)[:1]
                help_ = f"is it {near[0]}?" if near else ""
                yield f"there is no directive {name}", name, help_
        else:
            names.append(name)
            message = newer(context, name)
            if message:
                yield message, name, ""
            elif name == ".maxnctapersm" and (context.version or _GONE) >= _GONE:
                yield ".maxnctapersm was removed in PTX 2.1", name, "write .minnctapersm"
            else:
                yield from _values(directive, known[name])
    if ".noreturn" in names and function.returns:
        yield "a .func with a return value cannot be .noreturn", ".noreturn", "remove one of them"
    for first, second in _EXCLUSIVE:
        if first in names and second in names:
            yield f"{first} and {second} cannot be combined", second, "remove one"
    if ".blocksareclusters" in names and not {".reqntid", ".reqnctapercluster"} <= set(names):
        message = ".blocksareclusters needs .reqntid and .reqnctapercluster"
        yield message, ".blocksareclusters", ""
    for name in (".noreturn", ".abi_preserve", ".abi_preserve_control"):
        if names.count(name) > 1:
            yield f"{name} is given {names.count(name)} times", name, "write it once"


def _values(
    directive: n.TuningDirective, bounds: tuple[int, int]
) -> Iterator[tuple[str, str, str]]:
    name, values = directive.name, directive.values
    syntax = DIRECTIVES[name].syntax if name in DIRECTIVES else f"{name} n"
    if not bounds[0] <= len(values) <= bounds[1]:
        yield f"{name} takes {_numbers(bounds)}, not {len(values)}", name, f"it is {syntax}"
        return
    # The value is computed only for literals of a sane length, as hostile ones take long.
    for operand in values:
        value = (
            operand.value
            if type(operand) is n.Literal and len(operand.text) < MAX_LITERAL_CHARACTERS
            else None
        )
        if type(operand) is not n.Literal:
            yield f"{name} takes numbers", name, f"it is {syntax}"
        elif name in _POSITIVE and (value is None or not 0 < value <= _LARGEST):
            yield f"{name} takes positive numbers of 32 bits, not {operand.text}", name, ""


MAX_LITERAL_CHARACTERS: Final = 40
"""Characters of a literal that is converted: a number of 64 bits takes fewer."""


def _numbers(bounds: tuple[int, int]) -> str:
    low, high = bounds
    if high == 0:
        return "no number"
    return "one number" if low == high else f"{low} to {high} numbers"


_ANYWHERE: Final = frozenset({"nounroll"})
_KNOWN: Final = {
    pragma.string.partition(" ")[0]: pragma for pragma in PRAGMAS if pragma.string not in _ANYWHERE
}
"""The strings that ptxas evaluates, by their first words."""
_INLINED: Final = (7, 0)


def check_pragmas(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report pragma strings and `.loc` that are too new for the file or outside of functions."""
    for ordinal, item in context.items:
        # A `.func` with a pragma in its head is reported by the rule on directives.
        heads = item.directives if type(item) is n.Function and item.kind == ".entry" else (item,)
        for head in heads:
            for word in _words(head) if type(head) is n.Pragma else ():
                message = f"the pragma {word} is allowed in functions only"
                help_ = "move it into the body of a function"
                yield Diagnostic(_CODE, message, ordinal, None, help_)
    if context.version is not None:
        for function in context.functions:
            version = context.version
            own = f"the file is PTX {version[0]}.{version[1]}"
            for index, statement in enumerate(function.code.statements):
                if type(statement) is n.Pragma:
                    for word in _words(statement):
                        major, minor = _KNOWN[word].version
                        if version < (major, minor):
                            message = f"the pragma {word} came with PTX {major}.{minor}; {own}"
                            yield function.report(_CODE, index, message)
                elif type(statement) is n.Location and statement.inlined and version < _INLINED:
                    message = f"inlined_at came with PTX 7.0; {own}"
                    yield function.report(_CODE, index, message, ("name", "inlined_at"))


def _words(pragma: n.Pragma) -> list[str]:
    """Return the first words of the strings that ptxas evaluates, such as `frequency`."""
    # A pragma has arguments after its name: `frequency 10`.
    return [word for string in pragma.strings for word in _KNOWN if string.startswith(word)]


def check_setmaxnreg(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report `setmaxnreg` without effect, or in the wrong direction.

    The first one on a path starts from that count
    (PTX ISA 9.7.19.5).
    """
    for function in context.functions:
        if not function.is_kernel:
            continue
        counts = {
            index: statement
            for index, statement in enumerate(function.code.statements)
            if type(statement) is n.Instruction
            and "register-count" in traits(statement.opcode, statement.modifiers).implicit_writes
        }
        if not counts:
            continue
        if not fixes_registers(function.function):
            message = "setmaxnreg has no effect: the kernel's register count is not determined"
            help_ = "add .maxnreg, or .minnctapersm together with .maxntid, to the kernel"
            # One note suffices: the reason is the same for all in the kernel.
            yield function.report("PTX057", min(counts), message, None, help_)
            continue
        entry = registers_at_entry(function.function)
        if entry is not None:
            yield from _wrong_directions(function, counts, entry)


def _wrong_directions(
    function: FunctionContext, counts: Mapping[int, n.Instruction], entry: int
) -> Iterator[Diagnostic]:
    for index, statement in counts.items():
        operand = statement.operands[0]
        if type(operand) is not n.Literal:
            continue
        number, grows = int(operand.text, 0), ".inc" in statement.modifiers
        if number == entry or (number > entry) == grows:
            continue
        # Behind another one the count is not that of the entry.
        if function.nearest_before(index, lambda at: at in counts, lambda _: False) is not None:
            continue
        verb, other = ("increases", "dec") if grows else ("decreases", "inc")
        own = "inc" if grows else "dec"
        message = (
            f"setmaxnreg.{own} to {number}, and a thread of the kernel starts with {entry} "
            f"registers: it {verb} nothing"
        )
        help_ = f"write setmaxnreg.{other}, or another number"
        yield function.report("PTX057", index, message, None, help_)
