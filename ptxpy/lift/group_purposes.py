"""The purpose of a group, by its instructions: its result, or its effect if it has one.

`add_butterfly` for an exchange between lanes and a sum, `mma_sync_aligned`, `cp_async_and_sync`. A
group with several purposes, or one that only computes, has no name here: a list of opcodes tells no
reader the purpose of a function. It is named after its only result or its place in the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.lift.group_flow import is_position, written
from ptxpy.pytree import tree as t

__all__ = ["Step", "purpose_of", "result_name", "steps_of"]

_PLAIN: Final = frozenset(
    {
        *("mov", "setp", "bra", "add", "sub", "selp", "cvt", "cvta", "shl", "shr", "and", "or"),
        *("xor", "not", "ret", "prmt", "mad", "mul", "neg", "bfe", "bfi", "pack", "unpack"),
        *("lop3", "shf", "set", "empty", "special", *vocabulary.branch_methods()),
        *(path.removeprefix("ptx.") for path in vocabulary.words(layout=True)),
        *(vocabulary.AT, vocabulary.MARK),
    }
)
"""Opcodes that say little about the purpose of a group."""

_MEMORY: Final = frozenset({"ld", "st", "fma"})
"""Opcodes that most groups have: they tell less than an instruction of one purpose."""
_OPERATORS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "rem",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shl",
    ">>": "shr",
    "~": "not",
}
_TYPE: Final = re.compile(
    r"(?:[bsuf][0-9]+(?:x[0-9]+)?|bf16(?:x2)?|tf32|e[0-9]m[0-9]x?[0-9]*|pred|v[248])\Z"
)
_SILENT: Final = frozenset({"sync", "aligned", "cta", "shared__cta", "rn", "approx", "ftz"})
_LONGEST: Final = 44
_MAX_WORDS: Final = 3
_TYPES: Final = frozenset({f"{kind}{width}" for kind in "usbf" for width in (8, 16, 32, 64)})
"""Functions of constants: the move of one."""


class Step(NamedTuple):
    """The operation of a statement."""

    word: str
    """The name of an instruction or function."""
    rank: int
    """How little it tells."""


def steps_of(body: t.Block) -> Iterator[Step]:
    """Yield the operations of the statements of a group, those of its blocks included."""
    for statement in t.walk_statements(body):
        if isinstance(statement, t.Assign | t.Evaluate):
            value = statement.value
            if not (isinstance(value, t.Call) and str(value.function).startswith("reg.")):
                yield _step(value)


def _step(value: t.Expression) -> Step:
    if isinstance(value, t.Binary):
        return Step(_OPERATORS.get(value.operator, "setp"), _LEAST_TELLING)
    if isinstance(value, t.Unary):
        return Step(_OPERATORS.get(value.operator, "not"), 3)
    if not isinstance(value, t.Call):
        return Step("mov", 3)
    name = str(value.function)
    if name.endswith(".set"):
        return _step(value.arguments[0])
    if name.endswith((".leave", ".again")):
        return Step(name.rpartition(".")[2], 3)
    if name in _TYPES:
        return Step("mov", _LEAST_TELLING)
    if not name.startswith("ptx."):
        # A template has the name of its opcode: `cvt_rn_2` is as plain as `cvt`.
        opcode = name.partition("_")[0]
        return Step(name, 3 if opcode in _PLAIN or name == vocabulary.AT else 0)
    words = [word.rstrip("_") for word in name.split(".")[1:] if word != "inst"]
    opcode = words[0]
    kept = [opcode, *(w for w in words[1:] if not _TYPE.match(w) and w not in _SILENT)]
    if opcode == "cvt":
        # `cvt.rn.f32.s32` is told by the type that it makes.
        kept = words[:1] + words[-2:-1]
    rank = 3 if opcode in _PLAIN else 2 if opcode in _MEMORY else 1
    return Step("_".join(kept[:_MAX_WORDS]), rank)


def _of_copies(steps: Sequence[Step]) -> str:
    """Return the name of a group whose instructions move or multiply as one unit of work, or ""."""
    words = [step.word for step in steps]
    copies = [word for word in words if word.startswith("cp_async_bulk_tensor")]
    copies = [word for word in copies if "commit" not in word and "wait" not in word]
    begins = "wait_and_" if any("wait" in word for word in words[:1]) else ""
    tile = "tile" if len(copies) == 1 else "tiles"
    if any("mma" in word for word in words):
        copies = []
    if copies and any("expect_tx" in word for word in words):
        return f"{begins}load_{tile}"
    if copies and any(word.startswith("cp_async_bulk_commit_group") for word in words):
        waits = any(word.startswith("cp_async_bulk_wait_group") for word in words)
        return f"{begins}store_{tile}" + ("_and_wait" if waits else "")
    groups = [word for word in words if word.startswith("wgmma_group")]
    if groups or ("wgmma_commit_group" in words and any("wgmma_mma" in word for word in words)):
        waits = "wgmma_wait_group" in words or any("wait" in word for word in groups)
        return f"{begins}wgmma_group" + ("_and_wait" if waits else "")
    return ""


def purpose_of(body: t.Block) -> str:
    """Return the name of a group for its result or effect, "" for several.

    The only kind of instruction with a purpose names the group, or two joined by `and`. A barrier
    before or after them is `sync`.
    """
    steps = [*steps_of(body)]
    return _of_copies(steps) or _exchange(body) or _described(body)


def _described(body: t.Block) -> str:
    """Return a name made of the one or two purposes of a group, or nothing."""
    words: dict[str, None] = {}
    found: list[str] = []
    only: set[str] = set()
    is_elected = False
    for statement in t.walk_statements(body):
        if not isinstance(statement, t.Assign | t.Evaluate):
            continue
        for step in steps_of([statement]):
            if step.word in _UNNAMED:
                continue
            word = step.word.replace("_sync_aligned", "")
            only.add(word)
            if word.startswith("elect_sync") or word == "elect":
                # What one thread is elected for comes behind it.
                is_elected |= not any(each != _SYNC for each in found)
            elif step.rank < _LEAST_TELLING:
                found.append(_SYNC if _BARRIER.match(word) else word)
    if not found:
        # What only computes has the name of its operation if all of it is this one.
        return only.pop() if len(only) == 1 and not is_elected else "" if only else "copy"
    begins = len(found) > 1 and found[0] == _SYNC
    ends = len(found) > 1 and found[-1] == _SYNC
    words = dict.fromkeys(word for word in found if word != _SYNC)
    if any(_MEMORY_WORD.match(word) is None for word in words):
        # Loads bring the operands of an instruction with a purpose.
        loads = [word for word in words if word.startswith(("ld_", "fma"))]
        words = dict.fromkeys(word for word in words if word not in loads)
        if loads and all(word.startswith("st_") for word in words):
            words = {"compute": None, **words}
    if ends and len(words) > 1:
        words.pop("fence_proxy_async", None)
    parts = [*words]
    if len(parts) <= _MAX_PURPOSES and any(_is_consumed(body, part) for part in parts):
        return ""
    if len(parts) > _MAX_PURPOSES or any(_AND in part for part in parts[: len(parts) - 1]):
        return ""
    if is_elected and parts:
        parts[0] = f"elected_{parts[0]}"
    if not parts:
        return _SYNC
    named = [*[_SYNC] * begins, *parts, *[_SYNC] * ends]
    if len(named) > len(parts):
        named = [part.replace("mbarrier_arrive_", "arrive_") for part in named]
    name = re.sub(r"[^A-Za-z0-9_]+", "_", _AND.join(named)).strip("_")
    if len(name) > _LONGEST:
        return ""
    return name if name.isidentifier() else f"group_{name}"


def _is_consumed(body: t.Block, word: str) -> bool:
    """Return whether a value that an instruction makes is an operand of further ones.

    The instruction is a step on the way then, as an exchange whose result is added is.
    """
    if word.startswith(("ld", "cvt", "mov")):
        return False
    made: set[t.Expression] = set()
    for statement in t.walk_statements(body):
        if not isinstance(statement, t.Assign | t.Evaluate) or is_position(statement):
            continue
        own = [step.word.replace("_sync_aligned", "") for step in steps_of([statement])]
        if own and own[0] not in (word, *_UNNAMED):
            for part in t.walk_expression(statement.value):
                if part in made:
                    return True
        if own and own[0] == word and isinstance(statement, t.Assign):
            made.update(part for each in statement.targets for part in t.walk_expression(each))
    return False


def result_name(body: t.Block, names: Sequence[str]) -> str:
    """Return the name of a function after its only result, "" for a vague one.

    The function must only compute: one with an effect is not called after its result.
    """
    words = {word for name in names for word in name.split("_")}
    if len(names) != 1 or words <= _VAGUE or len(names[0]) <= 1:
        return ""
    for statement in t.walk_statements(body):
        value = statement.value if isinstance(statement, t.Evaluate) else None
        if value is not None and not is_position(statement) and written(statement)[0] is None:
            return ""
    return f"compute_{names[0]}"


# ---------------------------------------------------------------------- exchanges between lanes


def _exchange(body: Sequence[t.Statement]) -> str:
    """Return the name of an exchange of values between lanes, and of the operations on them.

    `add_butterfly`, `max_from_higher`; `combine_from_lower` if several operations take the
    value. Nothing else may be in the group but comparisons, which say which lanes take part.
    """
    modes: set[str] = set()
    exchanged: set[t.Expression] = set()
    operations: dict[str, None] = {}
    begins = ""
    for statement in body:
        if is_position(statement):
            continue
        if not isinstance(statement, t.Assign | t.Evaluate):
            return ""
        target, value = written(statement)
        word = next((step.word for step in steps_of([statement])), "")
        if target is None:
            if not _BARRIER.match(word) or modes or begins:
                return ""
            begins = f"{_SYNC}{_AND}"
            continue
        takes = any(part in exchanged for part in t.walk_expression(value))
        mode = _MODES.get(word.removeprefix("shfl_").partition("_")[0], "")
        made = statement.targets if isinstance(statement, t.Assign) else [target]
        if word.startswith("shfl_") and mode:
            modes.add(mode)
        elif takes:
            if word not in _MOVES:
                operations[word] = None
        elif word not in _MOVES and word != "setp":
            return ""
        if takes or (word.startswith("shfl_") and mode):
            exchanged.update(part for each in made for part in t.walk_expression(each))
    if len(modes) != 1:
        return ""
    [mode] = modes
    named = [word for word in operations if word not in ("selp", "setp")]
    if not operations:
        return f"{begins}exchange_{mode}"
    verb = named[0] if len(named) == len(operations) == 1 else "combine"
    return f"{begins}{verb}_{mode}" if verb.isidentifier() else ""


_MODES: Final = {
    "bfly": "butterfly",
    "up": "from_lower",
    "down": "from_higher",
    "idx": "from_lane",
}
_MOVES: Final = frozenset({"mov", "pack", "unpack"})
_BARRIER: Final = re.compile(r"(?:bar|barrier)(?:_cta)?(?:_sync)?(?:_[0-9]+)?\Z")
_MEMORY_WORD: Final = re.compile(r"(?:ld|fma)(?:_|\Z)")
_SYNC: Final = "sync"
_AND: Final = "_and_"
_MAX_PURPOSES: Final = 2
_VAGUE: Final = frozenset(
    {
        *("joined", "mixed", "masked", "shifted", "chosen", "result", "value", "bits", "high"),
        *("low", "sum", "diff", "product", "addr", "loaded", "field", "packed", "converted"),
        *("old", "negated", "inverted", ""),
    }
)
"""Names of values that tell the last operation alone."""
_UNNAMED: Final = frozenset({vocabulary.AT, vocabulary.MARK, "mov", "empty_asm", "pragma"})
_LEAST_TELLING: Final = 3
