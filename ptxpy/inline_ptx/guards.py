"""Conditions of the preprocessor: the targets that they let through, and the false ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.blocks import Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.inline_ptx.preprocessing import Condition

__all__ = ["Surroundings", "is_excluded", "surroundings"]


class Surroundings(NamedTuple):
    """The meaning of the conditions around a place."""

    guard: Guard
    is_host: bool
    """Whether the place is compiled for the host, or not for NVIDIA's GPUs."""
    is_open: bool
    """Whether there is a condition that could not be evaluated."""


_COMPARISON: Final = re.compile(
    r"\(*\s*(?:__CUDA_ARCH__\s*(?P<operator>>=|<=|==|!=|>|<)\s*(?P<number>\d+)"
    r"|(?P<turned>\d+)\s*(?P<back>>=|<=|==|>|<)\s*__CUDA_ARCH__)\s*\)*"
)
_TURNED: Final = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "=="}
_OPPOSITE: Final = {">=": "<", "<": ">=", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_DEFINED: Final = re.compile(r"\(*\s*(!?)\s*defined\s*\(?\s*(\w+)\s*\)?\s*\)*")
_FEATURE: Final = re.compile(r"__CUDA_ARCH_FEAT_SM(\d+)_ALL")
_SPECIFIC: Final = re.compile(r"\(*\s*__CUDA_ARCH_(FAMILY_)?SPECIFIC__\s*==\s*(\d+)\s*\)*")
_OTHER_MACHINES: Final = re.compile(
    r"\b(?:__x86_64(?:__)?|__i[36]86(?:__)?|__amd64(?:__)?|_M_X64|_M_IX86|_M_ARM64|__aarch64__"
    r"|__arm__|__ARM_ARCH\w*|__powerpc(?:64)?__|__PPC__|__ppc\w*|__riscv|__s390x?__|__loongarch\w*"
    r"|__HIP_\w+|__HIPCC__|USE_ROCM|__SYCL_\w+|__AVX\w*|__SSE\w*)\b"
)


class _Limits:
    """The bounds collected so far."""

    def __init__(self) -> None:
        self.lowest = self.highest = 0
        self.feature = ""
        self.host = self.open = False

    def compare(self, operator: str, number: int) -> None:
        """Add a comparison of `__CUDA_ARCH__` with a number."""
        if operator in {">=", "=="}:
            self.lowest = max(self.lowest, number)
        elif operator == ">":
            self.lowest = max(self.lowest, number + 1)
        if operator in {"<=", "=="}:
            self._bound(number)
        elif operator == "<":
            self._bound(number - 1)
        # `!=` leaves out one architecture in the middle, which two bounds cannot say.
        if operator == "!=":
            self.open = True

    def _bound(self, number: int) -> None:
        self.highest = min(self.highest, number) if self.highest else number

    def atom(self, text: str, *, negated: bool) -> None:
        """Add a condition without `&&` and `||`."""
        comparison = _COMPARISON.fullmatch(text)
        if comparison is not None:
            operator = comparison["operator"] or _TURNED[comparison["back"]]
            number = int(comparison["number"] or comparison["turned"])
            self.compare(_OPPOSITE[operator] if negated else operator, number)
            return
        defined = _DEFINED.fullmatch(text)
        name = defined[2] if defined is not None else text.strip("() ")
        wanted = (defined is None or not defined[1]) is not negated
        # `__CUDA_ARCH__` is defined for devices alone: `#ifndef __CUDA_ARCH__` is host code.
        if name == "__CUDA_ARCH__":
            self.host = self.host or not wanted
            return
        feature = _FEATURE.fullmatch(name)
        specific = _SPECIFIC.fullmatch(text)
        if feature is not None and wanted:
            self.compare(">=", int(feature[1]) * 10)
            self.feature = "a"
        elif specific is not None and not negated:
            self.compare(">=", int(specific[2]))
            self.feature = "f" if specific[1] else "a"
        elif wanted and _OTHER_MACHINES.fullmatch(name):
            self.host = True
        elif name not in {"__CUDACC__", "__NVCC__", "1"}:
            self.open = True


def surroundings(conditions: Iterable[Condition]) -> Surroundings:
    """Return the targets that satisfy all of some conditions."""
    limits = _Limits()
    for condition in conditions:
        _add(limits, condition)
    return Surroundings(
        Guard(limits.lowest, limits.highest, limits.feature), limits.host, limits.open
    )


def _add(limits: _Limits, condition: Condition) -> None:
    text = condition.text
    if "||" in text:
        # By De Morgan, `!(A || B)` is `!A && !B`: each part counts by itself.
        if condition.negated and "&&" not in text:
            for part in text.split("||"):
                limits.atom(part.strip(), negated=True)
        else:
            _add_alternatives(limits, condition)
    elif "&&" in text:
        # `!(A && B)` is an alternative, which bounds cannot say.
        if condition.negated:
            limits.open = True
        else:
            for part in text.split("&&"):
                limits.atom(part.strip(), negated=False)
    else:
        limits.atom(text, negated=condition.negated)


def _add_alternatives(limits: _Limits, condition: Condition) -> None:
    """Add `A || B`: of lower bounds the lowest, if each has one."""
    limits.open = True
    if condition.negated:
        return
    # Where all alternatives are other machines, none of them is a GPU.
    if all(_OTHER_MACHINES.search(part) for part in condition.text.split("||")):
        limits.host = True
        return
    bounds = []
    for part in condition.text.split("||"):
        own = _Limits()
        # `(A || B) && C` splits within parentheses: such a part has no bound of its own.
        if part.count("(") == part.count(")"):
            for atom in part.split("&&"):
                own.atom(atom.strip(), negated=False)
        bounds.append(own)
    lowest = min(own.lowest for own in bounds)
    if lowest:
        limits.compare(">=", lowest)


_ALWAYS_DEFINED: Final = frozenset(
    ("__CUDACC__", "__NVCC__", "__cplusplus", "__LP64__", "_LP64", "__linux__", "__x86_64__")
) | {"__GNUC__", "__CUDA_ARCH__"}
_NEVER_DEFINED: Final = frozenset(
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
    """The evaluation of one condition; unknown values are None."""

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
        # One true part decides, even if another is unknown.
        return True if True in values else None if None in values else False

    def conjunction(self) -> bool | None:
        """Return the value of `A && B`."""
        values = [self.comparison()]
        while self.peek() == "&&":
            self.take()
            values.append(self.comparison())
        # One false part decides, even if another is unknown.
        return False if False in values else None if None in values else True

    def comparison(self) -> bool | None:
        """Return the value of an operand of `&&` or `||`; None for a comparison."""
        value = self.negation()
        compared = False
        # Comparisons and arithmetic are not evaluated: their words are passed over.
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
            return True if name in _ALWAYS_DEFINED else False if name in _NEVER_DEFINED else None
        if word.isdecimal():
            return int(word) != 0
        known = 0 if word in _NEVER_DEFINED else self.number(word)
        return None if known is None else known != 0
