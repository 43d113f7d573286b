"""Replacement of macros in C++, by the rules of the standard ([cpp.replace]), with places kept."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy.inline_ptx.preprocessing import OUTSIDE, Token, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ptxpy.inline_ptx.preprocessing import Macro

__all__ = ["MAX_EXPANDED_TOKENS", "ExpansionError", "expand"]

MAX_EXPANDED_TOKENS: Final = 200_000
"""Tokens after which an expansion is given up: a bound on time and memory."""
MAX_DEPTH: Final = 60


class ExpansionError(ValueError):
    """An expansion that is not possible."""


def expand(given: Iterable[Token], lookup: Callable[[str], Macro | None]) -> list[Token]:
    """Return tokens with all macros replaced.

    Raises `ExpansionError` if a call has too few arguments or the result is too large.
    """
    return _Expander(lookup).expand(list(given), frozenset(), 0)


class _Expander:
    """An expansion, with a bound on its size."""

    def __init__(self, lookup: Callable[[str], Macro | None]) -> None:
        self.lookup = lookup
        self.made = 0

    def expand(self, given: Sequence[Token], hidden: frozenset[str], depth: int) -> list[Token]:
        """Return tokens with macros replaced, but for the hidden ones."""
        if depth > MAX_DEPTH:
            msg = "macros are nested too deeply"
            raise ExpansionError(msg)
        waiting = deque(given)
        found: list[Token] = []
        while waiting:
            token = waiting.popleft()
            macro = self.lookup(token.text) if token.kind == "name" and not token.frozen else None
            if macro is None:
                found.append(token)
                continue
            # The standard says so: a macro in its own expansion stays, and stays for good.
            if macro.name in hidden:
                found.append(token._replace(frozen=True))
                continue
            arguments: list[list[Token]] = []
            if macro.parameters is not None:
                # The name of a macro with parameters is a plain name where no parenthesis follows.
                if not waiting or waiting[0].text != "(":
                    found.append(token)
                    continue
                arguments = _bind(macro, _take_arguments(waiting))
            inner = hidden | {macro.name}
            # Arguments are expanded before they are put in, except next to `#` and `##`.
            ready = [self.expand(argument, hidden, depth + 1) for argument in arguments]
            body = _Substitution(macro, arguments, ready).replace()
            # The white space before the macro's name becomes that before its expansion.
            if body:
                body[0] = body[0]._replace(spaced=token.spaced)
            self.made += len(body)
            if self.made > MAX_EXPANDED_TOKENS:
                msg = "the expansion of macros is too large"
                raise ExpansionError(msg)
            # What the body ends with may be the name of a macro whose arguments follow it.
            expanded = self.expand(body, inner, depth + 1)
            if expanded and waiting and waiting[0].text == "(" and expanded[-1].kind == "name":
                waiting.appendleft(expanded.pop())
            found += expanded
        return found


class _Substitution:
    """The replacement of the parameters in the body of one macro."""

    def __init__(
        self, macro: Macro, arguments: list[list[Token]], ready: list[list[Token]]
    ) -> None:
        self.macro = macro
        self.arguments = arguments
        self.ready = ready
        """The arguments with their macros replaced."""
        self.found: list[Token] = []
        self.pastes = False

    def replace(self) -> list[Token]:
        """Return the body with the parameters replaced."""
        body = deque(self.macro.body)
        while body:
            token = body.popleft()
            if token.text == "##" and self.found:
                self.pastes = True
            else:
                piece = self._piece(token, body)
                # A token that replaces a parameter takes over the white space before the parameter.
                if piece and token.spaced:
                    piece[0] = piece[0]._replace(spaced=True)
                if self.pastes and not piece and self.found and self.found[-1].text == ",":
                    self.found.pop()  # GNU's `, ## __VA_ARGS__` without arguments
                if self.pastes and piece and self.found:
                    piece = _pasted(self.found.pop(), piece[0]) + piece[1:]
                self.found += piece
                self.pastes = False
        return self.found

    def _piece(self, token: Token, body: deque[Token]) -> list[Token]:
        """Return the replacement of a token of the body, and remove its operands from there."""
        after = body[0] if body else None
        if token.text == "#" and self.macro.parameters is not None and after is not None:
            number = self._parameter(after)
            if number is not None:
                body.popleft()
                return [_stringised(self.arguments[number], token)]
        if token.text == "__VA_OPT__" and self.macro.variadic and after is not None:
            # `__VA_OPT__(x)` is `x` if there are variable arguments, and nothing otherwise.
            (inside,) = _take_arguments(body, split=False)
            part = self.macro._replace(body=tuple(inside))
            given = bool(self.arguments and self.arguments[-1])
            return _Substitution(part, self.arguments, self.ready).replace() if given else []
        number = self._parameter(token)
        if number is None:
            return [token]
        # Next to `##` an argument is pasted as it is written.
        raw = self.pastes or (after is not None and after.text == "##")
        return list((self.arguments if raw else self.ready)[number])

    def _parameter(self, token: Token) -> int | None:
        names = self.macro.parameters or ()
        if token.text == "__VA_ARGS__" and self.macro.variadic:
            return len(names) - 1
        return names.index(token.text) if token.text in names else None


def _pasted(left: Token, right: Token) -> list[Token]:
    """Return the token that two make, or both if they make none."""
    # Pasting `+` and `x` makes no token of C++: then both stay.
    made = list(tokens(left.text + right.text))
    origin = left.origin if left.origin != OUTSIDE else right.origin
    joined = [token._replace(origin=origin, spaced=left.spaced) for token in made[:1]]
    return joined + [token._replace(origin=right.origin) for token in made[1:]]


def _stringised(argument: Sequence[Token], at: Token) -> Token:
    parts: list[str] = []
    for token in argument:
        text = token.text
        # A quote or backslash in a string must be escaped once more in the string around it.
        if token.kind in {"string", "character", "raw"}:
            text = text.replace("\\", "\\\\").replace('"', '\\"')
        parts.append(f" {text}" if token.spaced and parts else text)
    origin = argument[0].origin if argument else at.origin
    return Token('"' + "".join(parts) + '"', "string", origin, at.spaced)


_OPEN: Final = {"(": 1, ")": -1}


def _take_arguments(waiting: deque[Token], *, split: bool = True) -> list[list[Token]]:
    """Remove `(…)` from the front of the tokens; return the arguments."""
    # The opening parenthesis has been seen by the caller.
    waiting.popleft()
    found: list[list[Token]] = [[]]
    depth = 1
    while waiting:
        token = waiting.popleft()
        if token.kind == "mark":
            depth += _OPEN.get(token.text, 0)
            if depth == 0:
                return found
            # Commas in inner parentheses separate nothing.
            if token.text == "," and depth == 1 and split:
                found.append([])
                continue
        found[-1].append(token)
    msg = "a macro's arguments do not end"
    raise ExpansionError(msg)


def _bind(macro: Macro, given: list[list[Token]]) -> list[list[Token]]:
    """Return an argument for each parameter; those for `...` are joined by commas."""
    names = macro.parameters or ()
    if not names:
        return []
    if macro.variadic:
        fixed = len(names) - 1
        rest: list[Token] = []
        for number, part in enumerate(given[fixed:]):
            if number:
                rest.append(Token(",", "mark", OUTSIDE))
            rest += part
        given = [*given[:fixed], rest]
        # The variable arguments may be absent altogether, and so may fixed ones before them.
        given += [[] for _ in range(len(names) - len(given))]
    if len(given) != len(names):
        msg = f"{macro.name} takes {format_count(len(names), 'argument')}, not {len(given)}"
        raise ExpansionError(msg)
    return given
