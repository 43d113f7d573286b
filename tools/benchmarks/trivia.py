"""How much text layout holds beyond what the styles predict, as a share of the source."""

from __future__ import annotations

import argparse
import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import corpus
from benchmarks.file_runs import PtxFile, file_runs
from ptxpy.dialect import vocabulary
from ptxpy.ir.patterns import compile_pattern

if TYPE_CHECKING:
    from ptxpy.ir import Module

_STRING = r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'"
_STRINGS = compile_pattern(_STRING)
_TOKEN = compile_pattern(
    rf"(?P<string>{_STRING})"
    r"|\b(?P<option>before|within|closing|begin|end|space)=(?!=)"
    r"|(?P<call>@?[A-Za-z_][\w.]*)\("
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<number>\b\d+\b)|(?P<line>\n)"
)
_NUMBERS = compile_pattern(r"\d+")
_STATEMENTS = frozenset(
    path.removeprefix("ptx.") for path in vocabulary.words(emits=False, operand=False)
).union(("call", "special"))
SIZE_LIMIT = 12_000_000


class Count(NamedTuple):
    """What one file holds."""

    file: str
    size: int
    """Bytes of the source."""
    python: int
    """Characters that the calls in the Python stand for."""
    ir: int
    """Characters of the explicit gaps in the IR."""
    spelled: int
    """Characters that it takes in the Python to say it."""
    gaps: Counter[str]
    """What is said, and how often, times characters, by description."""
    times: Counter[str]


def decoded(text: str) -> str:
    """Return the value of a string literal."""
    value: str = ast.literal_eval(text)
    return value


class Said(NamedTuple):
    """One piece of layout in a Python program."""

    what: str
    """`comment`, `blank`, or the name of the argument."""
    where: str
    """The call that it belongs to, and the statement before."""
    texts: list[str]
    spelled: int
    """Characters of Python."""


def said(python: str) -> Iterator[Said]:
    """Yield what calls and arguments for layout hold in a generated program."""
    stack: list[str] = []
    previous = current = ""
    option: str | None = None
    depth = 0
    start = 0
    texts: list[str] = []
    for match in _TOKEN.finditer(python):
        kind = match.lastgroup
        if kind == "call":
            if not stack and match[0] != "module(":
                previous, current = current, _statement(match["call"])
            stack.append(match["call"])
            if match["call"] in ("ptx.comment", "ptx.blank"):
                option, depth, start, texts = match["call"][4:], len(stack), match.start(), []
        elif kind == "open":
            stack.append("")
        elif kind == "close":
            if option is not None and len(stack) == depth:
                if option == "blank" and not texts:
                    texts = ["\n"]
                yield Said(option, _where(option, previous, current), texts, match.end() - start)
                option = None
            if stack:
                stack.pop()
        elif kind == "option":
            if option == "comment":  # its `space`
                spelled = match.start() - start
                yield Said("comment", _where("comment", previous, current), texts, spelled)
                start, texts = match.start(), []
                option = "space"
            else:
                option, start, texts = match["option"], match.start(), []
                depth = len(stack) + (python[match.end()] == "(")
        elif kind == "string":
            if option is not None and not (option == "comment" and texts):
                said = decoded(match["string"])
                texts.append(said.replace("|", "") if option == "within" else said)
                if depth == len(stack) and option not in ("comment", "blank", "within", "space"):
                    where = _where(option, previous, current)
                    yield Said(option, where, texts, match.end() - start)
                    option = None
        elif kind == "number" and option == "blank":
            texts = ["\n" * int(match[0])]


def _statement(call: str) -> str:
    """Return the class of a statement by its call."""
    if call.startswith("@"):
        return call[1:]
    head, _, rest = call.partition(".")
    if head != "ptx":
        return head if head in ("reg", "var", "section", "extern", "module", "d") else "template"
    word = rest.split(".")[0]
    return word if word in _STATEMENTS else "instruction"


def _where(option: str, previous: str, current: str) -> str:
    return current if option in ("within", "comment", "blank") else f"{previous} -> {current}"


def within_differences(module: Module) -> Iterator[tuple[str, int]]:
    """Yield how the explicit gaps inside statements differ from the style's, with characters."""
    from ptxpy.ir.layout import walk  # noqa: PLC0415 - workers import it
    from ptxpy.ir.tokens import tokens  # noqa: PLC0415
    from ptxpy.styles import style_of  # noqa: PLC0415

    style = style_of(module)
    for node in walk(module):
        gaps = getattr(node, "within", None)
        if gaps is None:
            continue
        spelled = tokens(node)
        if "body" in type(node).fields:
            spelled = tokens(node.replace(body=()))
        roles = [role for role, _ in spelled][1:]
        guesses = [style.predict_inner_gaps(spelled, asm=asm) for asm in (False, True)]
        wrong = [
            [
                (role, expected, gap)
                for role, expected, gap in zip(roles, guess, gaps, strict=False)
                if expected != gap
            ]
            for guess in guesses
        ]
        name = f"within {type(node).__name__} {getattr(node, 'opcode', '')}".strip()
        if not wrong[0]:
            yield f"{name}: in asm, laid out as outside", sum(map(len, gaps))
            continue
        if not wrong[1]:
            yield f"{name}: outside asm, laid out as inside", sum(map(len, gaps))
            continue
        asm = len(wrong[1]) < len(wrong[0])
        differences = sorted({f"{role}: {a!r} is {b!r}" for role, a, b in wrong[asm]})
        place = " in asm" if asm else ""
        yield f"{name}{place}: {'; '.join(differences)}", sum(map(len, gaps))


def count(file: PtxFile) -> Count | str:
    """Count one file; return the reason when it fails."""
    import ptxpy  # noqa: PLC0415 - in the worker
    from ptxpy.ir.layout import gaps  # noqa: PLC0415

    source = file.read()
    try:
        module = ptxpy.parse(source)
        python = ptxpy.to_python(module, flat=True)
    except Exception as error:  # noqa: BLE001 - the report names it
        return f"{file.name}: {type(error).__name__}: {str(error)[:200]}"
    total = spelled = 0
    sizes: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for item in said(python):
        length = sum(map(len, item.texts))
        total += length
        spelled += item.spelled
        if item.what == "within":
            continue
        text = "".join(item.texts)
        if item.what == "comment":
            text = _NUMBERS.sub("N", text)[:60]
        key = f"{item.what} {item.where}: {text!r}"
        sizes[key] += length
        times[key] += 1
    for key, length in within_differences(module):
        sizes[key] += length
        times[key] += 1
    held = sum(map(len, gaps(module)))
    return Count(file.name, len(source), total, held, spelled, sizes, times)


def report(
    counts: Sequence[tuple[Path, Count]], group: Callable[[Path], str], top: int
) -> list[dict[str, Any]]:
    """Print and return a row per group."""
    groups: dict[str, list[Count]] = defaultdict(list)
    for path, item in counts:
        groups[group(path)].append(item)
    rows = []
    print(f"{'producer':32} {'files':>5} {'bytes':>11} {'Python':>8} {'IR':>8} {'spelled':>8}")
    for name, items in sorted(groups.items()):
        size = sum(item.size for item in items)
        shares = [
            100 * sum(getattr(item, field) for item in items) / size
            for field in ("python", "ir", "spelled")
        ]
        print(
            f"{name:32} {len(items):>5} {size:>11,} "
            + " ".join(f"{share:>7.3f}%" for share in shares)
        )
        row = dict(zip(("python_percent", "ir_percent", "spelled_percent"), shares, strict=True))
        rows.append(
            {"producer": name, "files": len(items), "bytes": size}
            | {key: round(value, 4) for key, value in row.items()}
        )
        if top:
            sizes: Counter[str] = Counter()
            times: Counter[str] = Counter()
            for item in items:
                sizes += item.gaps
                times += item.times
            for key, length in sizes.most_common(top):
                print(f"    {times[key]:>6} x {length:>7} characters  {key}")
            worst = sorted(items, key=lambda item: item.python / item.size, reverse=True)[:3]
            for item in worst:
                print(f"    {100 * item.python / item.size:>7.3f}% of {item.file}")
    return rows


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--top", type=int, default=0, metavar="N", help="trivia: list the N largest gaps"
    )
    parser.add_argument(
        "--variants", action="store_true", help="trivia: group by version and flags too"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Count, print, and return the table."""
    limit = options.limit or SIZE_LIMIT
    paths = [path for path in corpus.find(options.files) if path.stat().st_size <= limit]
    with file_runs(options) as runs:
        results = [*runs.results(count, paths)]
    failures = [result for _, result in results if isinstance(result, str)]
    counts = [(path, result) for path, result in results if not isinstance(result, str)]
    group = corpus.variant if options.variants else corpus.producer
    rows = report(counts, group, options.top)
    print(f"{len(failures)} files failed")
    for failure in failures[:20]:
        print(f"    {failure}")
    return {"producers": rows, "failed": len(failures)}
