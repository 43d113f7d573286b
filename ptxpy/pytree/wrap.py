"""The lines of a tree: a line a statement; long ones are wrapped as black wraps them.

The generator writes one statement at a time, so it needs only black's rules for one: the last
pair of brackets opens; its content goes on one line if it fits, else one line an element.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from ptxpy.ir import compile_pattern
from ptxpy.pytree import tree as t
from ptxpy.pytree.tree_text import expression_text, statement_text

WIDTH = 88
"""The columns of a line."""
INDENT = "    "
"""The indentation of a block, as black writes it."""
MAX_TERMS_ON_A_LINE = 2
"""The most terms of a sum that is broken in the brackets of its last term."""
_OPEN = "([{"
_CLOSE = ")]}"
_QUOTES = "\"'"


def wrap_margin(line: str, margin: str, depth: int) -> list[str]:
    """Return the lines of a statement with its margin, a comment behind the last line.

    black counts a comment as part of its line, and breaks the line where both are too long.
    """
    if len(INDENT) * depth + len(line) + len(margin) <= WIDTH:
        return [f"{INDENT * depth}{line}{margin}"]
    lines = wrap(line, depth, room=WIDTH - len(margin))
    target, equals, value = _partition_assignment(line)
    has_room = len(INDENT) * (depth + 1) + len(value) <= WIDTH
    # An attribute may follow the brackets: `ptx.ld.u8([p]).as_b32`.
    called, _, _ = value.rpartition(".")
    in_brackets = value.endswith((")", "]", "}")) or called.endswith(")")
    is_split = len(lines) > 1 and (in_brackets or _begins_in_brackets(value))
    if equals and has_room and not is_split:
        indent = INDENT * depth
        lines = [f"{indent}{target} = (", f"{indent}{INDENT}{value}", f"{indent})"]
    lines[-1] += margin
    return lines


def _begins_in_brackets(value: str) -> bool:
    """Return whether an operator has brackets on its left, which black opens: `(a | b) << 1`."""
    return value.startswith("(") and len(_terms(value)) == MAX_TERMS_ON_A_LINE


def wrap(line: str, depth: int, *, left: bool = False, room: int = WIDTH) -> list[str]:
    """Return the lines of a statement at an indentation depth; `left` for `def` lines.

    `room` are the columns of a statement that stays on one line.
    """
    indent = INDENT * depth
    if len(indent) + len(line) <= room:
        return [indent + line]
    contexts = _elements(line[len("with ") : -1]) if line.startswith("with ") else []
    if len(contexts) > 1:
        rows = [row for context in contexts for row in wrap(f"{context},", depth + 1)]
        return [f"{indent}with (", *rows, f"{indent}):"]
    summed = [] if left else _wrapped_sum(line, depth)
    if summed:
        return summed
    split = _split_at_bracket(line, left=left)
    if split is None:
        return [indent + line]
    head, body, tail = split
    if not body:
        return [indent + line]
    target, equals, value = _partition_assignment(line)
    if equals and len(indent) + len(head) > WIDTH:
        return _wrapped_assignment(target, value, depth)
    inner = INDENT * (depth + 1)
    elements = _elements(body)
    listed = len(elements) > 1 or body.endswith(",")
    # black ends the parameter of a `def` with a comma if it is on a line of its own.
    if left and not listed:
        body += ","
    if len(inner) + len(body) <= WIDTH and not (listed and _is_display(head)):
        return [indent + head, inner + body, indent + tail]
    if not listed:
        terms = _terms(body)
        rows = [row for term in terms for row in wrap(term, depth + 1)]
        return [indent + head, *rows, indent + tail]
    lines = [indent + head]
    for element in elements:
        lines += _wrapped_element(element, depth + 1)
    lines.append(indent + tail)
    return lines


def _wrapped_assignment(target: str, value: str, depth: int) -> list[str]:
    """Return the lines of an assignment whose value does not begin on the line of its targets."""
    indent = INDENT * depth
    if len(indent) + len(target) + len(" = (") <= WIDTH:
        return [f"{indent}{target} = (", *wrap(value, depth + 1), f"{indent})"]
    targets = _elements(target)
    if len(targets) == 1:
        return [f"{indent}{target} = {value}"]
    first, *rest = wrap(f"_ = {value}", depth)
    rows = [f"{indent}{INDENT}{each}," for each in targets]
    return [f"{indent}(", *rows, f"{indent}){first[len(indent) + 1 :]}", *rest]


def _wrapped_element(element: str, depth: int) -> list[str]:
    """Return the lines of an element in brackets, which breaks at its operators if it has any."""
    line = f"{element},"
    if len(INDENT) * depth + len(line) <= WIDTH:
        return [INDENT * depth + line]
    terms = _terms(line)
    return [row for term in terms for row in wrap(term, depth)]


def _wrapped_sum(line: str, depth: int) -> list[str]:
    """Return the lines of an assignment of a sum, which black breaks, not the brackets in it."""
    target, equals, value = _partition_assignment(line)
    terms = _terms(value) if equals and len(target) < WIDTH // 2 else []
    # Of two terms, black breaks the brackets that begin or end them, but no index.
    in_brackets = value[:1] == "(" or value[-1:] == ")"
    if len(terms) <= 1 or (len(terms) <= MAX_TERMS_ON_A_LINE and in_brackets):
        return []
    indent = INDENT * depth
    # A sum that fits into its parentheses stays on one line.
    parts = [value] if len(indent) + len(INDENT) + len(value) <= WIDTH else terms
    rows = [row for part in parts for row in wrap(part, depth + 1)]
    return [f"{indent}{target} = (", *rows, f"{indent})"]


def _partition_assignment(line: str) -> tuple[str, str, str]:
    """Split a line at the equals sign of an assignment, as `str.partition`; a string has none."""
    target, equals, value = line.partition(" = ")
    # Only a target with quotes, `b8["a = b"]`, can have the sign in a string.
    if '"' not in target and "'" not in target:
        return target, equals, value
    start = 0
    for string in _QUOTED.finditer(line):
        at = line.find(" = ", start, string.start())
        if at >= 0:
            break
        start = string.end()
    else:
        at = line.find(" = ", start)
    return (line[:at], " = ", line[at + 3 :]) if at >= 0 else (line, "", "")


def _is_display(head: str) -> bool:
    """Whether an opening bracket begins a tuple or list, not a call or subscript."""
    before = head[-2:-1]
    return not (before.isalnum() or before in "_)]")


_STRING = r"\"(?:[^\"\\]|\\.)*+\"?|'(?:[^'\\]|\\.)*+'?"
_SEPARATORS = compile_pattern(rf"{_STRING}|[()\[\]{{}},]", re.DOTALL)
"""Strings, brackets and commas."""
_WORDS = compile_pattern(rf"{_STRING}|[()\[\]{{}} ]", re.DOTALL)
"""Strings, brackets and blanks."""
_QUOTED = compile_pattern(_STRING, re.DOTALL)
_BETWEEN_TERMS = compile_pattern(r" (?:[<>|^&+*/%-]|[<>=!]=|<<|>>) ")
"""An operator of Python between blanks."""


def _scan(line: str) -> list[tuple[int, str]]:
    """Return the brackets and commas outside strings, with their positions."""
    found = ((match.start(), match[0]) for match in _SEPARATORS.finditer(line))
    return [each for each in found if each[1][0] not in _QUOTES]


def _split_at_bracket(line: str, *, left: bool) -> tuple[str, str, str] | None:
    """Split at the last pair of brackets of depth one, or the first with `left`."""
    depth = 0
    pair: tuple[int, int] | None = None
    start = -1
    for position, character in _scan(line):
        if character in _OPEN:
            if depth == 0:
                start = position
            depth += 1
        elif character in _CLOSE:
            depth -= 1
            if depth == 0:
                pair = (start, position)
                # A `def` opens its first brackets, those of the parameters; other lines open their
                # last ones.
                if left:
                    break
    if pair is None:
        return None
    start, end = pair
    return line[: start + 1], line[start + 1 : end], line[end:]


def _elements(body: str) -> list[str]:
    """Split the content of brackets at its commas."""
    depth = 0
    last = 0
    elements: list[str] = []
    for position, character in _scan(body):
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
        elif depth == 0:
            elements.append(body[last:position].strip())
            last = position + 1
    rest = body[last:].strip()
    if rest:
        elements.append(rest)
    return elements


_LOOSEST_FIRST = (
    ("<", ">", "==", "!=", "<=", ">="),
    ("|",),
    ("^",),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""The operators of Python, those that bind least first."""


def _terms(body: str) -> list[str]:
    """Split the content of brackets before the operators that bind least, if there are any."""
    # Most texts have no operator at all, and a search tells so faster than counting brackets.
    if _BETWEEN_TERMS.search(body) is None:
        return [body]
    depth = 0
    blanks: list[int] = []
    for match in _WORDS.finditer(body):
        found = match[0]
        if found == " ":
            if depth == 0:
                blanks.append(match.start())
        elif found in _OPEN:
            depth += 1
        elif found in _CLOSE:
            depth -= 1
    words = [(start, body[start + 1 : stop]) for start, stop in itertools.pairwise(blanks)]
    for operators in _LOOSEST_FIRST:
        at = [start for start, word in words if word in operators]
        if at:
            ends = [*at[1:], len(body)]
            return [body[: at[0]], *[body[a + 1 : b] for a, b in zip(at, ends, strict=True)]]
    return [body]


def quoted(text: str) -> str:
    """Return a string literal as black writes it, in ASCII."""
    return _black_quotes(ascii(text), text.count("'"), text.count('"'))


def quoted_bytes(data: bytes) -> str:
    """Return a bytes literal as black writes it."""
    return "b" + _black_quotes(repr(data)[1:], data.count(b"'"), data.count(b'"'))


def _black_quotes(literal: str, single: int, double: int) -> str:
    """Return a literal in double quotes, unless that takes more backslashes."""
    if literal[0] == '"' or double > single:
        return literal
    body = literal[1:-1].replace("\\'", "'")
    return '"' + body.replace('"', '\\"') + '"'


def lay_out(block: Sequence[t.Statement], depth: int = 0) -> Iterator[str]:
    """Yield the lines of a block, wrapped where they are too long."""
    stack: list[Iterator[t.Statement]] = [iter(block)]
    while stack:
        statement = next(stack[-1], None)
        if statement is None:
            stack.pop()
            continue
        deep = depth + len(stack) - 1
        if type(statement) is t.Define:
            for decorator in statement.decorators:
                yield from _laid_out(f"@{expression_text(decorator)}", deep)
        text = statement_text(statement)
        if statement.margin:
            yield from wrap_margin(text, f"  #: {statement.margin}", deep)
        elif isinstance(statement, t.Comment):
            yield INDENT * deep + text
        else:
            yield from _laid_out(text, deep, left=type(statement) is t.Define)
        if type(statement) is t.Define and statement.documentation:
            yield f'{INDENT * (deep + 1)}"""{statement.documentation}"""'
        inner = t.statement_bodies(statement)
        if inner is not None:
            stack.append(iter(inner))


def _laid_out(text: str, depth: int, *, left: bool = False) -> Iterable[str]:
    if len(text) + len(INDENT) * depth <= WIDTH:
        return (INDENT * depth + text if text else "",)
    return wrap(text, depth, left=left)
