"""Parts of a pipeline of `cp.async` copies as comments: `# main loop: mma m16n8k16, f16`.

The main loop is the only loop that both copies with `cp.async` and multiplies. The copies before
it are the prologue. The stores to global memory after it are the epilogue, if no copy or product
follows. A wait is told which copies are complete behind it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from ptxpy.dialect import vocabulary
from ptxpy.lift.role_headings import Program
from ptxpy.pytree import tree as t

__all__ = ["write_pipeline_headings"]

_COPY: Final = re.compile(r"cp\.async_\.c[ag]\.")
_PRODUCT: Final = re.compile(r"(?:mma|wmma\.mma)\.")
_WAIT: Final = re.compile(r"cp\.async_\.wait_(?:group|all)")
_BARRIER: Final = re.compile(r"(?:bar|barrier)(?:\.cta)?\.sync")
_STORE: Final = re.compile(r"st\.(?:[a-z_]+\.)*global_")
_SHAPE: Final = re.compile(r"m\d+n\d+k\d+")
_TYPE: Final = re.compile(r"(?:[bsuf]|bf|tf)\d+|e\dm\d")
_LOOPS: Final = (vocabulary.LOOP,)
_MAX_FORMS: Final = 2
"""The most shapes and types that a heading lists."""


def write_pipeline_headings(
    blocks: Iterable[t.Block],
    definitions: Iterable[t.Define],
    buffers: Collection[str] = (),
) -> None:
    """Write comments before the prologue, the main loop, the epilogue and the waits of kernels.

    Args:
        blocks: The bodies of the kernels.
        definitions: The functions of the program that they call, and that emit their statements.
        buffers: The variables in shared memory of the module. If it is a single one, a wait is told
            to guard it, as `cp.async` copies to shared memory alone.
    """
    program = Program(definitions)
    buffer = next(iter(buffers)) if len(buffers) == 1 else "shared memory"
    for block in blocks:
        _write(program, block, buffer)


def _write(program: Program, block: t.Block, buffer: str) -> None:
    """Write the comments of one kernel."""
    loops = [
        (inner, index)
        for inner in _blocks(block)
        for index, statement in enumerate(inner)
        if _is_loop(statement) and _has(program, [statement], _COPY, _PRODUCT)
        # A loop over tiles has the main loop within it.
        and not any(
            _is_loop(each) and _has(program, [each], _COPY, _PRODUCT)
            for each in t.walk_statements(statement.body or [])
        )
    ]
    # Of two loops that do it, neither is the main one.
    if len(loops) == 1:
        [(inner, at)] = loops
        loop = inner[at]
        forms = {_form(each) for each in program.emitted([loop]) if _PRODUCT.match(each)}
        is_listed = "" not in forms and len(forms) <= _MAX_FORMS
        kind = f"mma {' and '.join(sorted(forms))}" if is_listed else "mma"
        _write_epilogue(program, block, inner, at)
        inner.insert(at, t.Comment(f"main loop: copies to {buffer}, {kind}"))
        _write_prologue(program, block, loop, buffer)
    _write_waits(program, block, buffer)


def _write_prologue(program: Program, block: t.Block, loop: t.Statement, buffer: str) -> None:
    """Write a comment before the first copies, if they precede the main loop."""
    for index, statement in enumerate(block):
        if _has(program, [statement], _COPY):
            if not any(each is loop for each in t.walk_statements([statement])):
                block.insert(index, t.Comment(f"prologue: the first copies to {buffer}"))
            elif statement is not loop and statement.body is not None:
                _write_prologue(program, statement.body, loop, buffer)
            return


def _write_epilogue(program: Program, block: t.Block, inner: t.Block, at: int) -> None:
    """Write a comment behind the main loop, if only stores of results follow and no product."""
    every = [*t.walk_statements(block)]
    end = next(index for index, each in enumerate(every) if each is inner[at])
    behind = every[end + 1 + sum(1 for _ in t.walk_statements(inner[at].body or [])) :]
    rest = [each for each in behind if each.body is None]
    if _has(program, rest, _PRODUCT) or _has(program, rest, _COPY):
        return
    if _has(program, rest, _STORE) and inner[at + 1 :]:
        inner.insert(at + 1, t.Comment("epilogue: stores the results"))


def _write_waits(program: Program, block: t.Block, buffer: str) -> None:
    """Write a comment before each wait: which copies it and the barrier after it complete."""
    for inner in _blocks(block):
        index = 0
        while index < len(inner):
            statement = inner[index]
            if statement.body is None and _has(program, [statement], _WAIT):
                following = next(
                    (each for each in inner[index + 1 :] if not _is_silent(each)), None
                )
                is_shared = (
                    following is not None
                    and following.body is None
                    and _has(program, [following], _BARRIER)
                )
                inner.insert(
                    index, t.Comment(_wait(program, statement, buffer, is_shared=is_shared))
                )
                index += 1
            index += 1


def _wait(program: Program, statement: t.Statement, buffer: str, *, is_shared: bool) -> str:
    """Return the comment for a wait."""
    number = t.number_of(_pending(program, statement))
    if not isinstance(number, int):
        copies = "older groups of copies"
    elif number > 1:
        copies = f"all but the last {number} groups of copies"
    else:
        copies = "all but the last group of copies" if number else "all copies"
    where = "behind the barrier" if is_shared else "for this thread"
    return f"{copies} to {buffer} are complete {where}"


def _pending(program: Program, statement: t.Statement) -> t.Expression:
    """Return how many groups of copies a wait leaves pending, "" if unknown."""
    for head in t.head_expressions(statement):
        for part in t.walk_expression(head):
            name = str(part.function) if isinstance(part, t.Call) else ""
            if not isinstance(part, t.Call) or not name:
                continue
            if _WAIT.match(name.removeprefix("ptx.").removeprefix("inst.")):
                return 0 if "wait_all" in name else next(iter(part.arguments), "")
            called = program.definitions.get(name)
            inner = called.body if called is not None else []
            waits = [each for each in inner if _has(program, [each], _WAIT)]
            if called is not None and len(waits) == 1:
                if waits[0].body is not None:
                    waits = [e for e in waits[0].body if _has(program, [e], _WAIT)]
                number = _pending(program, waits[0]) if len(waits) == 1 else ""
                # The number may be a parameter of the function.
                names = [each.name for each in called.parameters]
                if number in names and names.index(str(number)) < len(part.arguments):
                    return part.arguments[names.index(str(number))]
                return number
    return ""


def _form(instruction: str) -> str:
    """Return the shape and the types of the factors of a product, "" if it names no shape."""
    words = [word for word in instruction.split(".") if word not in ("row", "col")]
    for position, word in enumerate(words):
        if _SHAPE.fullmatch(word):
            # The types are those of the result, the factors, the sum and the scales. `wmma.mma`
            # names the types of the accumulators alone.
            types = [each for each in words[position + 1 :] if _TYPE.fullmatch(each)]
            factors = [] if instruction.startswith("wmma.") else types[1:3]
            return f"{word}, {' x '.join(dict.fromkeys(factors))}".removesuffix(", ")
    return ""


def _has(program: Program, statements: Sequence[t.Statement], *kinds: re.Pattern[str]) -> bool:
    """Return whether statements emit instructions of each kind."""
    emitted = program.emitted(statements)
    return all(any(kind.match(each) for each in emitted) for kind in kinds)


def _is_loop(statement: t.Statement) -> bool:
    """Return whether a statement is a loop of the kernel, and none that Python unrolls."""
    return isinstance(statement, t.With) and any(
        getattr(each.value, "function", "") in _LOOPS for each in statement.contexts
    )


def _is_silent(statement: t.Statement) -> bool:
    """Return whether a statement emits no instruction: a comment or a source position."""
    if isinstance(statement, t.Comment):
        return True
    value = statement.value if isinstance(statement, t.Evaluate) else None
    return isinstance(value, t.Call) and value.function in (vocabulary.AT, vocabulary.MARK)


def _blocks(block: t.Block) -> list[t.Block]:
    """Return a block and those within it."""
    found = [block]
    for statement in block:
        if statement.body is not None:
            found += _blocks(statement.body)
    return found
