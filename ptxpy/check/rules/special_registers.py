"""Special registers that do not exist, or not in the file's version, and invalid components."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ptxpy.check.rules.directives import too_new
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import SPECIAL_REGISTERS, is_special, lookup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa import SpecialRegister

__all__ = ["check_special_registers", "misspelt"]

_COMPONENTS: Final = frozenset("xyzwrgba")
_SHORTEST: Final = 4
"""Characters, including `%`, from which a name may be a misspelt special register: not `%p1`."""
_ALIKE: Final = 0.8
"""The similarity, from 0 to 1, from which a name may be a misspelt special register."""


@lru_cache(maxsize=256)
def misspelt(name: str) -> str | None:
    """Return the special register that a misspelt name probably stands for, or None."""
    if not name.startswith("%"):
        return f"%{name}" if is_special(f"%{name}") else None
    # Short names such as `%p1` are registers that a program declares, and near to many special
    # ones.
    if len(name.rstrip("0123456789")) < _SHORTEST:
        return None
    if is_special(name.lower()):
        return name.lower()
    known = [register.name for register in SPECIAL_REGISTERS if "<" not in register.name]
    return next(iter(get_close_matches(name, known, n=1, cutoff=_ALIKE)), None)


def check_special_registers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report invalid components of special registers, and registers that are too new."""
    for function in context.functions:
        seen: set[tuple[str, str]] = set()
        code = function.code
        for index, statement in enumerate(code.statements):
            if type(statement) is not n.Instruction:
                continue
            for name, component in _special(statement):
                # A register that is read a hundred times is reported once.
                if (name, component) in seen:
                    continue
                seen.add((name, component))
                # A function may declare a name of a special register, and then means its own.
                if function.declaration(name, code.scopes[index], index) is None:
                    register = lookup(name)
                    if register is None:
                        continue
                    wrong = _wrong_component(register, name, component)
                    newer = too_new(function.module, name, register.version, register.target), ""
                    for message, help_ in (wrong, newer):
                        if message:
                            yield function.report("PTX024", index, message, ("name", name), help_)


def _special(statement: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - a node
    """Yield the special registers of an instruction, each with its component or ""."""
    guard, _, _, operands, _, _ = statement
    if guard is not None and type(guard.register) is n.Register and is_special(guard.register.name):
        yield guard.register.name, ""
    for operand in operands:
        kind = type(operand)
        if kind is n.Register:
            if is_special(operand[0]):
                yield operand[0], ""
        elif kind is n.Component:
            if type(operand.base) is n.Register and is_special(operand.base.name):
                yield operand.base.name, operand.component
        elif kind is n.Vector or kind is n.Pair:
            for node in walk(operand):
                if type(node) is n.Register and is_special(node.name):
                    yield node.name, ""


def _wrong_component(register: SpecialRegister, name: str, component: str) -> tuple[str, str]:
    if component and not register.components:
        return f"{name} has no component .{component}", f"write {name}"
    if component and component not in _COMPONENTS:
        return f"{name} has no component .{component}; it has .x .y .z .w", f"write {name}.x"
    return "", ""
