"""The statements of a function's own body, with their margins and the names that are registers."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain
from types import CodeType
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import (
    MARGIN_MARK,
    MarginTables,
    expand_margin,
    looks_like_margin,
    looks_like_positions,
    margin_references,
    parse_names,
    parse_positions,
    plain_names,
    split_margin,
)
from ptxpy.dsl.margins.logical_lines import LogicalLine, emptied, is_plain, logical_line

__all__ = ["FunctionSource", "MarginNote", "SourceStatement", "position_call", "read_function"]

_DEFINITION: Final = re.compile(r"\s*(?:async\s+def|def|class)\b")
_CASE: Final = r"case\b(?!\[|\.|\s*[=,)])"
"""The head of a case of `match`, and not the name `case`, `case[4] = …`, which is no keyword."""
_COMPOUND: Final = re.compile(
    r"\s*(?:(?:with|for|while|if|elif|else|try|except|finally|async|match)\b|" + _CASE + ")"
)
_BRANCH: Final = re.compile(rf"\s*(?:(?:else|except|finally)\b|{_CASE})")
"""The head of a block that is a part of a statement."""
_NUMBERED_NAME: Final = re.compile(r"[A-Za-z_]\w*?[0-9]+", re.ASCII)
_TARGETS: Final = re.compile(r"(?:[\w\s,()*]+?(?:[-+*/%&|^@]|<<|>>|//|\*\*)?=(?!=))+", re.ASCII)
_COMPARISON: Final = re.compile(r"[=!]=|(?<![<>])[<>]=")
_BRACKETS: Final = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
_NAMES: Final = re.compile(r"\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*=(?!=)", re.ASCII)
"""The targets of an assignment to one name, or to several."""
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_WHOLE_WORD: Final = re.compile(r"\w+")
_FEW: Final = 8
"""Up to this number, words are searched for one by one: that is quicker than to list all words."""


class MarginNote(NamedTuple):
    """Something wrong in a margin: a line of the text, and what to write instead."""

    line: int
    message: str


class SourceStatement(NamedTuple):
    """A statement with a margin, or with a target that may be a register by its name."""

    line: int
    """Its first line."""
    names: tuple[str | None, ...] = ()
    """The names of registers in its margin."""
    targets: tuple[str | None, ...] = ()
    """The names that it gives to its last value, one for each part that is unpacked.

    None stands for another target. It is empty where no target can be a register by its name.
    """


class FunctionSource(NamedTuple):
    """The registers and margins in the text of a function."""

    first_lines: dict[int, int]
    """The first line of each statement of several lines, by each of its lines."""
    single: dict[int, str]
    """The name in the margin of each statement that has one alone, by its line: most are such."""
    statements: dict[int, SourceStatement]
    """The others with names, by their first lines."""
    numbered: dict[str, int]
    """Names that end in a number and are given to something, each with a line that does so.

    A name that is assigned together with an element of a file, `r2 = r[10] = …`, is left out.
    """
    notes: tuple[MarginNote, ...]
    """The mistake."""
    last_line: int
    """The last line of its last statement."""


def read_function(lines: Sequence[str], code: CodeType) -> FunctionSource | None:
    """Return the registers and margins in the text of a function; None if none begins at its line.

    `lines` are those of the whole text. Only lines of the function are looked at.
    """
    # Only a name such as `r319` can be a register by itself.
    numbered = {name for name in local_names(code) if _NUMBERED_NAME.fullmatch(name)}
    reader = _Reader(lines, numbered)
    head = _find_head(lines, code.co_firstlineno)
    if head is not None:
        reader.read_body(head)
        reader.find_others(code.co_firstlineno)
        reader.refuse_missing()
    if not reader.last_line:
        return None
    return FunctionSource(
        reader.first_lines,
        reader.single,
        reader.statements,
        reader.assigned,
        tuple(reader.notes),
        reader.last_line,
    )


def local_names(code: CodeType) -> Iterator[str]:
    """Yield the names of a function's local variables, but for its parameters."""
    skipped = code.co_argcount + code.co_kwonlyargcount
    yield from chain(code.co_varnames[skipped:], code.co_cellvars)


def _find_head(lines: Sequence[str], number: int) -> LogicalLine | None:
    """Return the head of the function whose decorators begin on a line."""
    while number <= len(lines):
        line = logical_line(lines, number)
        if line is None or _DEFINITION.match(line.code):
            return line
        number = line.last + 1
    return None


class _Reader:
    """Collects the registers and margins of a function's logical lines."""

    def __init__(self, lines: Sequence[str], numbered: set[str]) -> None:
        self.lines = lines
        self.numbered = numbered
        """The local names that end in a number."""
        self.first_lines: dict[int, int] = {}
        self.statements: dict[int, SourceStatement] = {}
        self.single: dict[int, str] = {}
        self.assigned: dict[str, int] = {}
        self.beside: set[str] = set()
        """Names that are assigned together with an element of a file."""
        self.notes: list[MarginNote] = []
        self.rows: dict[str, None] = {}
        """The names of rows of the table at the end of the function."""
        self.referred: set[str] = set()
        """The names of rows that margins have."""
        self.missing: dict[str, int] = {}
        """Names in margins that no row has, each with its line."""
        self.last_line = 0

    @cached_property
    def _tables(self) -> MarginTables:
        return MarginTables(self.lines)

    def read_body(self, head: LogicalLine) -> None:
        """Read the lines after the head of a function that are indented more than it is.

        Lines that cannot say anything are passed over: they are nearly all of a large kernel.
        """
        lines, last = self.lines, len(self.lines)
        outer = head.code[: len(head.code) - len(head.code.lstrip())]
        tab, blank = outer + "\t", outer + " "
        number = head.last + 1
        while number <= last:
            text = lines[number - 1]
            # A line with a string before its comment has quotation marks in `code`, and so is not
            # plain.
            code, _, comment = text.partition("#")
            if (
                text.startswith((blank, tab))
                and "def " not in code
                and "class " not in code
                and is_plain(code)
                and self._read_plain(number, code, comment)
            ):
                number += 1
                continue
            line = logical_line(lines, number)
            # A comment that is indented less does not end the body.
            if line is None or (line.code.strip() and line.indent <= head.indent):
                return
            number = line.last + 1
            if _DEFINITION.match(line.code):
                number = self._pass_over(line)
            else:
                self.read(line)

    def find_others(self, first: int) -> None:
        """Find the names that are given by `for`, `with … as` or `:=`, as lines of assignments."""
        lines = self.lines[first - 1 : self.last_line]
        text = "".join(lines)
        ends = [*accumulate(map(len, lines))]
        names = self.numbered.difference(self.assigned, self.beside)
        for name, at in _find_words(text, names):
            self.assigned[name] = first + bisect_right(ends, at)

    def _read_plain(self, number: int, code: str, comment: str) -> bool:
        """Take a line that is a logical line without strings; return False for one that is rare.

        Its margin has plain names, and its target is a name, or no target is a register by its
        name.
        """
        if comment[:1] == ":":
            registers, positions = split_margin(comment[1:])
            names = plain_names(registers)
            if (
                (not names and (not positions or not registers.isspace()))
                or (positions and _has_no_place(positions, code))
                or ";" in code
                or (":" in code and not code.rstrip().endswith(":"))
                or code.isspace()
            ):
                # What may be wrong, or is rare, is left to `read`.
                return False
        elif code.isspace():
            return True
        else:
            names = []
        targets: tuple[str | None, ...] = ()
        if self.numbered and "=" in code:
            target, _, value = code.partition("=")
            target = target.strip()
            if target in self.numbered:
                if _has_target(value):
                    return False
                targets = (target,)
                self.assigned.setdefault(target, number)
            elif not (
                ("=" not in value and target.isidentifier())
                or self.numbered.isdisjoint(_WORD.findall(code[: code.rindex("=")]))
            ):
                return False
        self.last_line = number
        if targets or len(names) > 1:
            self.statements[number] = SourceStatement(number, tuple(names), targets)
        elif names:
            self.single[number] = names[0]
        return True

    def _pass_over(self, head: LogicalLine) -> int:
        """Return the line behind a function within; a margin in its body is wrong."""
        number = head.last + 1
        self.last_line = head.last
        while number <= len(self.lines):
            line = logical_line(self.lines, number)
            has_code = line is not None and bool(line.code.strip())
            if line is None or (has_code and line.indent <= head.indent):
                break
            if line.comment.startswith(MARGIN_MARK) and looks_like_margin(line.comment):
                msg = (
                    "a margin stands behind a statement of the kernel's own body: write it behind "
                    "the one that calls this function, for whose values it is then"
                )
                _, positions = split_margin(line.comment[len(MARGIN_MARK) :])
                if positions:
                    msg += f"; a position here is {position_call(positions)}, on a line before this"
                self.notes.append(MarginNote(line.last, msg))
            number = line.last + 1
            if has_code:
                self.last_line = line.last
        return number

    def read(self, line: LogicalLine) -> None:
        """Take a logical line."""
        first, last, code, comment, inner, *_ = line
        if not code.strip():
            self._refuse_alone(last, comment)
            return
        self.last_line = last
        if last != first:
            for number in range(first, last + 1):
                self.first_lines[number] = first
            for at, text in inner:
                if text.startswith(MARGIN_MARK) and looks_like_margin(text):
                    msg = "a margin stands behind the end of its statement: behind the last bracket"
                    self.notes.append(MarginNote(at, msg))
        names: tuple[str | None, ...] = ()
        if comment.startswith(MARGIN_MARK):
            names = self._names(line)
        targets: tuple[str | None, ...] = ()
        if self.numbered:
            targets = self._targets(line)
        if names or targets:
            self.statements[first] = SourceStatement(first, names, targets)

    def _refuse_alone(self, number: int, comment: str) -> None:
        if comment.startswith(MARGIN_MARK) and looks_like_margin(comment):
            msg = (
                "a margin stands behind its statement, on the same line: nothing is named by one "
                "on a line of its own"
            )
            self.notes.append(MarginNote(number, msg))

    def _names(self, line: LogicalLine) -> tuple[str | None, ...]:
        """Return the names in the margin of a logical line."""
        shares_line = line.has_separator or (
            _COMPOUND.match(line.code) is not None and not line.ends_in_colon
        )
        if shares_line:
            msg = "two statements share the line of this margin: write each on a line of its own"
            self.notes.append(MarginNote(line.last, msg))
            return ()
        text = line.comment[len(MARGIN_MARK) :]
        if "&" in text:
            text = self._expanded(line, text)
            if not text:
                return ()
        registers, positions = split_margin(text)
        if positions and _BRANCH.match(line.code) is not None:
            msg = f"no statement begins here: write {positions} behind the first one of the block"
            self.notes.append(MarginNote(line.last, msg))
            return ()
        try:
            if positions:
                parse_positions(positions)
                if not registers.strip():
                    return ()
            return tuple(parse_names(registers))
        except ValueError as error:
            self.notes.append(MarginNote(line.last, str(error)))
            return ()

    def _expanded(self, line: LogicalLine, text: str) -> str:
        """Return the text of a margin with the rows of the table in place of their names."""
        rows = self._tables.behind(line.last)
        self.rows.update(dict.fromkeys(rows))
        for name in margin_references(text):
            if name in rows:
                self.referred.add(name)
            else:
                self.missing.setdefault(name, line.last)
        return expand_margin(text, rows)

    def refuse_missing(self) -> None:
        """Refuse a name without a row, if there is a row without a name that may be meant."""
        unused = [f"&{name}" for name in self.rows if name not in self.referred]
        if unused:
            for name, line in self.missing.items():
                msg = (
                    f"&{name} has no row behind the last statement of the function, where "
                    f"{', '.join(unused)} is of no margin: write that name, or leave &{name} out"
                )
                self.notes.append(MarginNote(line, msg))

    def _plain_targets(self, line: LogicalLine) -> tuple[str, ...] | None:
        """Return the targets of an assignment of a value to names, told by its brackets.

        They are none of another statement. None where brackets are not enough, so that Python has
        to parse the statement.
        """
        texts = [emptied(text) for text in self.lines[line.first - 1 : line.last]]
        code = "".join(["\\" if text is None else text.partition("#")[0] for text in texts])
        if line.has_separator or "\\" in code:
            return None
        if "=" not in _outside_brackets(_COMPARISON.sub("", code)):
            return ()
        match = _NAMES.match(code)
        if match is None:
            return None
        value = _outside_brackets(_COMPARISON.sub("", code[match.end() :]))
        names = tuple(map(str.strip, match[1].split(",")))
        # `a5, b6 = x, y` names two values, and so may what consists of brackets alone.
        if "=" in value or (len(names) > 1 and ("," in value or not value.strip())):
            return None
        for name in names:
            if name in self.numbered:
                self.assigned.setdefault(name, line.first)
        return names

    def _targets(self, line: LogicalLine) -> tuple[str | None, ...]:
        """Return the targets of an assignment, if one may be a register by its name."""
        match = _TARGETS.match(line.code.lstrip()) if "=" in line.code else None
        if match is None:
            is_open = line.first != line.last and line.code.lstrip().startswith(("(", "["))
            if not is_open:  # the targets are on the first line
                return ()
        elif self.numbered.isdisjoint(_WORD.findall(match[0])):
            return ()
        plain = self._plain_targets(line)
        if plain is not None:
            return () if self.numbered.isdisjoint(plain) else plain
        import textwrap  # noqa: PLC0415 - seldom needed

        text = "".join(self.lines[line.first - 1 : line.last])
        try:
            (statement,) = ast.parse(textwrap.dedent(text)).body
        except (SyntaxError, ValueError):
            return ()
        targets = _targets_of(statement)
        if not targets and isinstance(statement, ast.Assign):
            self.beside.update(self.numbered.intersection(_WORD.findall(text)))
        for name in chain.from_iterable(map(_names_in, targets)):
            if name in self.numbered:
                self.assigned.setdefault(name, line.first)
        for target in targets:
            names = _names_in(target)
            if self.numbered.isdisjoint(names):
                continue
            if isinstance(target, ast.Name):
                return (target.id,)
            # `a5, b6 = x, y` names two values, which are not the parts of one.
            of_tuple = isinstance(getattr(statement, "value", None), ast.Tuple | ast.List)
            starred = any(isinstance(each, ast.Starred) for each in getattr(target, "elts", ()))
            if not (of_tuple or starred):
                return tuple(names)
        return ()


def position_call(positions: str) -> str:
    """Return how the first position of a margin is written as a call, for messages."""
    for place, function, inlined_at, stem, number in parse_positions(positions):
        if place is None:
            numbered = "" if number is None else f", {number}"
            return f'mark("{stem}"{numbered})'
        text = f"at({place.line}, {place.column}"
        if place.file is not None:
            text += f", file={place.file}"
        if inlined_at is not None:
            where = tuple(each for each in inlined_at if each is not None)
            text += f", function={function}, inlined_at={where}"
        return f"{text})"
    return "at(line, column)"


def _has_no_place(positions: str, code: str) -> bool:
    """Return whether positions do not parse, or follow a head that begins no statement."""
    return not looks_like_positions(positions) or _BRANCH.match(code) is not None


def _has_target(value: str) -> bool:
    """Return whether what follows the `=` of an assignment may have a target, too, or is a `=`.

    A `=` of a comparison is none, nor is that of a keyword in brackets. There are no strings.
    """
    if "=" not in value:
        return False
    if value[0] == "=" or ";" in value:
        return True
    return "=" in _outside_brackets(_COMPARISON.sub("", value))


def _outside_brackets(code: str) -> str:
    """Return the part of a text without strings that is in no brackets."""
    while True:
        # The innermost brackets go first.
        outside = _BRACKETS.sub("", code)
        if outside == code:
            return code
        code = outside


def _find_words(text: str, words: set[str]) -> Iterator[tuple[str, int]]:
    """Yield those of some words that a text has outside of comments, with their first places."""
    if len(words) <= _FEW:
        found = [(word, _find_word(text, word)) for word in words]
        yield from [each for each in found if each[1] >= 0]
        return
    missing = set(words)
    for match in _WHOLE_WORD.finditer(text):
        word = match[0]
        if word in missing and not _is_in_comment(text, match.start()):
            missing.discard(word)
            yield word, match.start()


def _find_word(text: str, word: str) -> int:
    """Return the first place of a word that is not in a comment; -1 if it does not."""
    at = text.find(word)
    while at >= 0:
        behind = at + len(word)
        if (
            not _is_of_word(text[at - 1 : at])
            and not _is_of_word(text[behind : behind + 1])
            and not _is_in_comment(text, at)
        ):
            return at
        at = text.find(word, at + 1)
    return -1


def _is_in_comment(text: str, at: int) -> bool:
    """Return whether a `#` precedes a place on its line."""
    return text.find("#", text.rfind("\n", 0, at) + 1, at) >= 0


def _is_of_word(character: str) -> bool:
    """Return whether a character may be a part of a name, which "" is not."""
    return character == "_" or character.isalnum()


def _targets_of(statement: ast.stmt) -> list[ast.expr]:
    """Return the targets of an assignment; none where the register of the value is told."""
    if isinstance(statement, ast.Assign):
        if any(isinstance(each, ast.Subscript | ast.Attribute) for each in statement.targets):
            return []  # x = r[10] = …
        return statement.targets
    if isinstance(statement, ast.AugAssign | ast.AnnAssign):
        return [statement.target]
    return []


def _names_in(target: ast.expr) -> list[str | None]:
    """Return the names that a target consists of, with None for other parts."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple | ast.List):
        return [each.id if isinstance(each, ast.Name) else None for each in target.elts]
    return []
