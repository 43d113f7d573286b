"""Conditions of the preprocessor whose values are known for nvcc on 64-bit Linux."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.inline_ptx.directives import Condition

__all__ = ["is_excluded"]

_DEFINED: Final = frozenset(
    ("__CUDACC__", "__NVCC__", "__cplusplus", "__LP64__", "_LP64", "__linux__", "__x86_64__")
) | {"__GNUC__", "__CUDA_ARCH__"}
_UNDEFINED: Final = frozenset(
    ("_MSC_VER", "_WIN32", "_WIN64", "__CUDACC_RTC__", "__HIP__", "__HIPCC__", "__APPLE__")
) | {"__INTELLISENSE__", "DOXYGEN_SHOULD_SKIP_THIS", "__DOXYGEN_ONLY__", "_CCCL_DOXYGEN_INVOKED"}
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<defined>defined\s*(?:\(\s*\w+\s*\)|\w+))|(?P<number>\d+)[uUlL]*|(?P<name>\w+)"
    r"|(?P<mark>&&|\|\||[=!<>]=|<<|>>|.))"
)
MAX_TOKENS: Final = 300


def _unknown(_: str) -> int | None:
    return None


def is_excluded(
    conditions: Iterable[Condition], number: Callable[[str], int | None] = _unknown
) -> bool:
    """Return whether one of several conditions is known to be false.

    `number` returns the value of a macro, or None.
    """
    return any(_value(each.text, number) is each.negated for each in conditions)


def _value(text: str, number: Callable[[str], int | None]) -> bool | None:
    """Return the value of a condition; None if it is not known."""
    words = [match[match.lastgroup or 0] for match in _TOKEN.finditer(text)]
    if len(words) > MAX_TOKENS:
        return None
    reader = _Reader(words, number)
    value = reader.alternatives()
    return value if reader.at == len(words) else None


class _Reader:
    """The evaluation of one condition, with `None` for what is not known."""

    def __init__(self, words: list[str], number: Callable[[str], int | None]) -> None:
        self.words = words
        self.number = number
        self.at = 0

    def peek(self) -> str:
        """Return the next word; empty at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self) -> str:
        """Return the next word, and go on."""
        word = self.peek()
        self.at += 1
        return word

    def alternatives(self) -> bool | None:
        """Return the value of `A || B`."""
        values = [self.conjunction()]
        while self.peek() == "||":
            self.take()
            values.append(self.conjunction())
        return True if True in values else None if None in values else False

    def conjunction(self) -> bool | None:
        """Return the value of `A && B`."""
        values = [self.comparison()]
        while self.peek() == "&&":
            self.take()
            values.append(self.comparison())
        return False if False in values else None if None in values else True

    def comparison(self) -> bool | None:
        """Return the value of what stands between `&&` and `||`; None for a comparison."""
        value = self.negation()
        compared = False
        while self.peek() not in {"", "&&", "||", ")"}:
            compared = True
            self.take()
            if self.peek() not in {"", "&&", "||", ")"}:
                self.negation()
        return None if compared else value

    def negation(self) -> bool | None:
        """Return the value of `!A`, `(A)`, `defined(X)`, a number or a name."""
        word = self.take()
        if word == "!":
            value = self.negation()
            return None if value is None else not value
        if word == "(":
            value = self.alternatives()
            if self.take() != ")":
                return None
            return value
        if word.startswith("defined"):
            name = word.removeprefix("defined").strip("() \t")
            return True if name in _DEFINED else False if name in _UNDEFINED else None
        if word.isdecimal():
            return int(word) != 0
        known = 0 if word in _UNDEFINED else self.number(word)
        return None if known is None else known != 0
