"""The targets for which a part of a CUDA file is compiled, from the conditions around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.inline_ptx.blocks import Guard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.inline_ptx.directives import Condition

__all__ = ["Surroundings", "surroundings"]


class Surroundings(NamedTuple):
    """What the conditions around a place say."""

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
    """Return what conditions that all hold say about the targets."""
    limits = _Limits()
    for condition in conditions:
        _add(limits, condition)
    return Surroundings(
        Guard(limits.lowest, limits.highest, limits.feature), limits.host, limits.open
    )


def _add(limits: _Limits, condition: Condition) -> None:
    text = condition.text
    if "||" in text:
        if condition.negated and "&&" not in text:
            for part in text.split("||"):
                limits.atom(part.strip(), negated=True)
        else:
            _add_alternatives(limits, condition)
    elif "&&" in text:
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
    if all(_OTHER_MACHINES.search(part) for part in condition.text.split("||")):
        limits.host = True
        return
    bounds = []
    for part in condition.text.split("||"):
        own = _Limits()
        if part.count("(") == part.count(")"):
            for atom in part.split("&&"):
                own.atom(atom.strip(), negated=False)
        bounds.append(own)
    lowest = min(own.lowest for own in bounds)
    if lowest:
        limits.compare(">=", lowest)
