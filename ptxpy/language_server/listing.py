"""A text of PTX as an editor needs it: statements, functions, scopes, declarations, names.

An edit cuts one block anew and leaves the others. Functions, scopes and declarations are found from
the statements of all blocks at the first question.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.language_server.source_text import SourceText
from ptxpy.language_server.statements import (
    BLOCK_CHARACTERS,
    Block,
    Kind,
    Statement,
    cut_block,
)
from ptxpy.syntax import Token, scan

__all__ = ["Declared", "Found", "Function", "Listing", "Scope", "number_of"]

_DIGITS: Final = "0123456789"
_BRACKETS: Final = frozenset("()[]{}")
MAX_CACHED_DECLARATIONS: Final = 1 << 14
MAX_GROWN: Final = 3 * BLOCK_CHARACTERS // 2
"""The length to which edits may let a block grow before it is cut in two."""
MAX_DIGITS: Final = 9
"""The most digits of the number of registers in a range."""


class Found(NamedTuple):
    """A statement with its place in the whole text."""

    block: Block
    base: int
    """The offset of the block."""
    statement: Statement

    @property
    def kind(self) -> Kind:
        """The kind of the statement."""
        return self.statement.kind

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return self.base + self.statement.start

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.base + self.statement.end

    @property
    def text(self) -> str:
        """Its text."""
        return self.block.text[self.statement.start : self.statement.end]

    def tokens(self) -> list[Token]:
        """Return its tokens without comments, with offsets in the whole text."""
        base = self.base
        return [
            Token(token.kind, token.start + base, token.end + base)
            for token in self.block.tokens[self.statement.first : self.statement.last]
            if token.kind != "comment"
        ]

    def words(self) -> list[str]:
        """Return the texts of its tokens without comments."""
        text = self.block.text
        return [
            text[token.start : token.end]
            for token in self.block.tokens[self.statement.first : self.statement.last]
            if token.kind != "comment"
        ]


class Declared(NamedTuple):
    """A declared name, or a range of names."""

    name: str
    """The name; the prefix of a range."""
    kind: str
    """`register`, `variable`, `parameter`, `label`, `function`, or the directive of a list:
    `.branchtargets`."""
    start: int
    """The offset of the name."""
    end: int
    """The offset behind the name."""
    statement: Found
    """The statement that declares it."""
    specifiers: str
    """The words before the name: `.reg .b32`; empty for a label."""
    count: int = -1  # type: ignore[assignment]  # hides tuple.count
    """The number of names of a range; -1 for a single name."""


class Scope:
    """A function's body, or a scope within it, or the module."""

    def __init__(self, start: int, outer: Scope | None) -> None:
        """Begin a scope at an offset."""
        self.start = start
        self.end = -1
        self.outer = outer
        self.declared: dict[str, Declared] = {}
        """Single names."""
        self.ranges: dict[str, Declared] = {}
        """Ranges, by prefix."""
        self.inner: list[Scope] = []

    def own(self, name: str) -> Declared | None:
        """Return the declaration of a name in this scope alone."""
        found = self.declared.get(name)
        if found is not None:
            return found
        prefix = name.rstrip(_DIGITS)
        if prefix == name or prefix not in self.ranges:
            return None
        return self.ranges[prefix]

    def find(self, name: str) -> tuple[Declared, Scope] | None:
        """Return the declaration of a name here or around, with the scope that declares it."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.own(name)
            if found is not None:
                return found, scope
            scope = scope.outer
        return None

    def around(self) -> Iterator[Scope]:
        """Yield this scope and those around it; the module is last."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def at(self, offset: int) -> Scope:
        """Return the innermost scope that holds an offset."""
        scope = self
        while True:
            # Scopes are in the order of the text, and do not overlap.
            index = bisect_right(scope.inner, offset, key=lambda each: each.start) - 1
            if index < 0 or offset >= scope.inner[index].end:
                return scope
            scope = scope.inner[index]


class Function(NamedTuple):
    """A function with its places."""

    name: str
    kind: str
    """`.entry` or `.func`."""
    head: Found
    name_start: int
    name_end: int
    scope: Scope | None
    """Its body, with its parameters; None for a declaration."""
    end: int
    """The offset behind its closing brace, or behind its head."""

    @property
    def start(self) -> int:
        """The offset of its head."""
        return self.head.start


class Listing:
    """A text of PTX, with its blocks."""

    def __init__(self, source: SourceText, blocks: tuple[Block, ...], *, is_body: bool) -> None:
        """Take a text and its blocks; `Listing.of` makes them.

        Args:
            source: The text.
            blocks: Its blocks.
            is_body: Whether it is the inside of a function, as inline PTX is.
        """
        self.source = source
        self.text = source.text
        self.blocks = blocks
        self.is_body = is_body

    @classmethod
    def of(cls, source: SourceText, *, is_body: bool = False) -> Listing:
        """Return the listing of a text."""
        return cls(source, tuple(_blocks(source.text, 0, len(source.text))), is_body=is_body)

    def changed(self, source: SourceText) -> Listing:
        """Return the listing of another text, with the blocks of this one that are in it."""
        text = source.text
        front = start = 0
        while front < len(self.blocks) and text.startswith(self.blocks[front].text, start):
            start += len(self.blocks[front].text)
            front += 1
        # Whether the last block before the change still ends where it did depends on what follows.
        if front:
            front -= 1
            start -= len(self.blocks[front].text)
        back = len(self.blocks)
        end = len(text)
        while back > front and end - len(self.blocks[back - 1].text) >= start:
            block = self.blocks[back - 1]
            if not text.startswith(block.text, end - len(block.text)):
                break
            end -= len(block.text)
            back -= 1
        lengths = (len(each.text) for each in self.blocks[back:-1])
        kept = dict(
            zip(accumulate(lengths, initial=end), range(back, len(self.blocks)), strict=False)
        )
        middle: list[Block] = []
        at = start
        while at < len(text):
            # From where a block begins as before, all later ones are as before.
            if at >= end and at in kept:
                return Listing(
                    source,
                    (*self.blocks[:front], *middle, *self.blocks[kept[at] :]),
                    is_body=self.is_body,
                )
            block = cut_block(text, at, least=self._length_to(kept, at))
            middle.append(block)
            at += len(block.text)
        return Listing(source, (*self.blocks[:front], *middle), is_body=self.is_body)

    def _length_to(self, kept: dict[int, int], at: int) -> int:
        """Return the length of a new block at an offset: up to where a kept block begins, if near.

        Blocks of a fixed length would be cut one statement earlier than before, one after another.
        """
        following = next((place for place in kept if place > at), 0)
        if not 0 < following - at <= MAX_GROWN:
            return BLOCK_CHARACTERS
        before = self.blocks[kept[following] - 1]
        ended = before.statements[-1].end if before.statements else len(before.text)
        # The rest of the last line, behind its statement, is taken with it.
        return max(following - at - (len(before.text) - ended), 1)

    @cached_property
    def bases(self) -> list[int]:
        """The offset of each block."""
        return [0, *accumulate(len(block.text) for block in self.blocks)][:-1]

    def statements(self, start: int = 0, end: int | None = None) -> Iterator[Found]:
        """Yield the statements that are at least partly between two offsets, in order."""
        stop = len(self.text) if end is None else end
        first = max(bisect_right(self.bases, start) - 1, 0)
        for base, block in zip(self.bases[first:], self.blocks[first:], strict=True):
            if base > stop:
                return
            for statement in block.statements:
                if base + statement.end > start and base + statement.start < stop:
                    yield Found(block, base, statement)

    def statement_at(self, offset: int) -> Found | None:
        """Return the statement that an offset is in or directly behind, or None."""
        index = bisect_right(self.bases, offset) - 1
        for at in (index, index - 1):
            if 0 <= at < len(self.blocks):
                block, base = self.blocks[at], self.bases[at]
                position = bisect_right(
                    block.statements, offset - base, key=lambda each: each.start
                )
                if position:
                    found = Found(block, base, block.statements[position - 1])
                    return found if offset <= found.end else None
        return None

    def statement_before(self, offset: int) -> Found | None:
        """Return the last statement that begins before an offset."""
        index = max(bisect_right(self.bases, offset) - 1, 0)
        for at in range(index, -1, -1):
            block, base = self.blocks[at], self.bases[at]
            for statement in reversed(block.statements):
                if base + statement.start < offset:
                    return Found(block, base, statement)
        return None

    def token_at(self, offset: int) -> Token | None:
        """Return the token that an offset is in or directly behind; a word before a mark."""
        index = bisect_right(self.bases, offset) - 1
        found: Token | None = None
        for at in (index - 1, index):
            if not 0 <= at < len(self.blocks):
                continue
            block, base = self.blocks[at], self.bases[at]
            position = bisect_right(block.tokens, offset - base, key=lambda each: each.start)
            for token in block.tokens[max(position - 2, 0) : position]:
                if base + token.start <= offset <= base + token.end:
                    here = Token(token.kind, base + token.start, base + token.end)
                    # Directly behind a word the cursor means the word.
                    if (
                        found is None
                        or found.kind == "mark"
                        or here.kind not in ("mark", "comment")
                    ):
                        found = here
        return found

    def occurrences(self, name: str, start: int, end: int) -> Iterator[int]:
        """Yield the offsets of a name between two offsets, outside of comments and strings."""
        first = max(bisect_right(self.bases, start) - 1, 0)
        for base, block in zip(self.bases[first:], self.blocks[first:], strict=True):
            if base > end:
                return
            for offset in block.names.get(name, ()):
                if start <= base + offset < end:
                    yield base + offset

    def names_in(self, start: int, end: int) -> Iterator[str]:
        """Yield the names in the blocks between two offsets; some twice, and those around them."""
        first = max(bisect_right(self.bases, start) - 1, 0)
        for base, block in zip(self.bases[first:], self.blocks[first:], strict=True):
            if base > end:
                return
            yield from block.names

    @cached_property
    def _structure(self) -> tuple[Scope, list[Function], list[Found]]:
        return _Reader(self).read()

    @property
    def module(self) -> Scope:
        """The scope of the module; of inline PTX, that of the code."""
        return self._structure[0]

    @property
    def functions(self) -> list[Function]:
        """The functions, declarations among them."""
        return self._structure[1]

    @property
    def directives(self) -> list[Found]:
        """The directives outside of functions, such as `.version` and `.target`."""
        return self._structure[2]

    def function_at(self, offset: int) -> Function | None:
        """Return the function whose head or body an offset is in."""
        index = bisect_right(self.functions, offset, key=lambda each: each.start) - 1
        if index < 0 or offset > self.functions[index].end:
            return None
        return self.functions[index]

    def declarations(self) -> list[Declared]:
        """Return the declarations of the module and of all scopes, in order."""
        found: list[Declared] = []
        waiting = [self.module]
        while waiting:
            scope = waiting.pop()
            found += [*scope.declared.values(), *scope.ranges.values()]
            waiting += scope.inner
        return sorted(found, key=lambda each: each.start)

    def scope_at(self, offset: int) -> Scope:
        """Return the innermost scope at an offset; in a function's head, that of its body."""
        function = self.function_at(offset)
        if function is None or function.scope is None:
            return self.module.at(offset)
        if offset < function.scope.start:
            return function.scope
        return function.scope.at(offset)


def _blocks(text: str, start: int, end: int) -> Iterator[Block]:
    while start < end:
        block = cut_block(text, start)
        yield block
        start += len(block.text)


class _Reader:
    """Reads the statements of a listing into functions, scopes and declarations."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.text = listing.text
        self.module = Scope(0, None)
        self.module.end = len(self.text) + 1
        self.functions: list[Function] = []
        self.directives: list[Found] = []
        self.scope = self.module
        self.in_section = False

    def read(self) -> tuple[Scope, list[Function], list[Found]]:
        """Read all statements."""
        steps = {
            Kind.LABEL: self._label,
            Kind.DECLARATION: self._declare,
            Kind.HEAD: self._head,
            Kind.OPEN: self._open,
            Kind.CLOSE: self._close,
            Kind.DIRECTIVE: self._directive,
            Kind.SECTION: self._section,
        }
        base = 0
        for block in self.listing.blocks:
            for statement in block.frame:
                steps[statement.kind](Found(block, base, statement))
            base += len(block.text)
        while self.scope is not self.module:
            self._leave(len(self.text))
        return self.module, self.functions, self.directives

    def _leave(self, end: int) -> None:
        """End the scope at an offset."""
        scope = self.scope
        scope.end = end
        outer = scope.outer or self.module
        if outer is self.module and self.functions and self.functions[-1].scope is scope:
            self.functions[-1] = self.functions[-1]._replace(end=end)
        self.scope = outer

    def _head(self, found: Found) -> None:
        # A function begins in another only where that one lacks its closing brace.
        has_body = self.text[found.end - 1] == "{"
        if has_body or not found.statement.is_ended:
            while self.scope is not self.module:
                self._leave(found.start)
        self.in_section = False
        tokens, words = found.tokens(), found.words()
        at = next((i for i, word in enumerate(words) if word in (".entry", ".func")), 0)
        name = _name_of_function(words, at + 1)
        if name < 0:
            return
        token = tokens[name]
        scope = Scope(found.end, self.scope) if has_body else None
        function = Function(words[name], words[at], found, token.start, token.end, scope, found.end)
        known = self.scope.declared.get(words[name])
        # The definition of a function counts, and not its declaration before.
        if known is None or has_body:
            self.scope.declared[words[name]] = Declared(
                words[name], "function", token.start, token.end, found, words[at]
            )
        if self.scope is self.module:
            self.functions.append(function)
        if scope is not None:
            self.module.inner.append(scope)
            self.scope = scope
            scope.start = found.start
            self._parameters(found, tokens, words, scope)
            scope.start = found.end

    def _parameters(
        self, found: Found, tokens: list[Token], words: list[str], scope: Scope
    ) -> None:
        """Declare the parameters in a function's head."""
        specifiers: list[str] = []
        for at, word in enumerate(words):
            if word in (".param", ".reg"):
                specifiers = [word]
            elif not specifiers:
                continue
            elif tokens[at].kind in ("word", "register") and words[at - 1] != ".align":
                scope.declared.setdefault(
                    word,
                    Declared(
                        word,
                        "register" if specifiers[0] == ".reg" else "parameter",
                        tokens[at].start,
                        tokens[at].end,
                        found,
                        " ".join(specifiers),
                    ),
                )
                specifiers = []
            else:
                specifiers.append(word)

    def _declare(self, found: Found) -> None:
        for name, kind, start, specifiers, count in _declared_in(found.text):
            at = found.start + start
            declared = Declared(name, kind, at, at + len(name), found, specifiers, count)
            table = self.scope.declared if count < 0 else self.scope.ranges
            table.setdefault(name, declared)

    def _label(self, found: Found) -> None:
        if self.in_section:
            return
        token = found.block.tokens[found.statement.first]
        name = found.block.text[token.start : token.end]
        if name not in self.scope.declared:
            start, end = found.base + token.start, found.base + token.end
            self.scope.declared[name] = Declared(name, "label", start, end, found, "")

    def _open(self, found: Found) -> None:
        if self.scope is self.module and not self.listing.is_body:
            return
        scope = Scope(found.start, self.scope)
        self.scope.inner.append(scope)
        self.scope = scope

    def _close(self, found: Found) -> None:
        if self.in_section:
            self.in_section = False
        elif self.scope is not self.module:
            self._leave(found.end)

    def _directive(self, found: Found) -> None:
        words = found.words()
        if words[1:2] == [":"] and words[2:]:
            token = found.tokens()[0]
            self.scope.declared.setdefault(
                words[0], Declared(words[0], words[2], token.start, token.end, found, words[2])
            )
        elif words[0] == ".alias" and len(words) > 1:
            token = found.tokens()[1]
            self.scope.declared.setdefault(
                words[1], Declared(words[1], "function", token.start, token.end, found, ".alias")
            )
        elif self.scope is self.module and not self.in_section:
            self.directives.append(found)

    def _section(self, found: Found) -> None:
        if self.text[found.end - 1] == "{":
            self.in_section = True


@lru_cache(maxsize=MAX_CACHED_DECLARATIONS)
def _declared_in(text: str) -> tuple[tuple[str, str, int, str, int], ...]:
    """Return the names that a declaration declares: name, kind, offset, specifiers and count."""
    tokens = [token for token in scan(text) if token.kind != "comment"]
    words = [text[token.start : token.end] for token in tokens]
    specifiers: list[str] = []
    at = 0
    # Specifiers end at the first name: a word that is no number of `.align`.
    while at < len(words) and tokens[at].kind in ("modifier", "number"):
        if words[at] not in (".visible", ".extern", ".weak", ".common"):
            specifiers.append(words[at])
        at += 1
    kind = "register" if ".reg" in specifiers else "variable"
    shown = " ".join(specifiers)
    found = []
    depth = 0
    is_name = True
    for index in range(at, len(words)):
        word = words[index]
        if word == "," and depth == 0:
            is_name = True
            continue
        if is_name and tokens[index].kind in ("word", "register"):
            is_name = False
            is_range = words[index + 1 : index + 2] == ["<"]
            count = max(number_of("".join(words[index + 2 : index + 3])), 0) if is_range else -1
            found.append((word, kind, tokens[index].start, shown, count))
        if word in _BRACKETS:
            depth += 1 if word in "([{" else -1
    return tuple(found)


def number_of(digits: str) -> int:
    """Return the number that decimal digits are; -1 if they are none, or more than any file has."""
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS
    return int(digits) if is_number else -1


def _name_of_function(words: list[str], at: int) -> int:
    """Return the number of the token with the name in a function's head; -1 if there is none."""
    depth = 0
    while at < len(words):
        word = words[at]
        depth += (word == "(") - (word == ")")
        if depth == 0 and (word[0].isalpha() or word[0] in "_$%"):
            return at
        at += 1
    return -1
