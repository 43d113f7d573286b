"""The simulator's own division of instructions, against the traits of the instruction table.

Which instructions its code may run for lanes that are not active, as only their result counts, is
said where their semantics are (`LANEWISE`), and not read from the table.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from ptxpy.isa import TERMINATORS, is_pure, traits
from ptxpy.isa.notation import Element, Form
from ptxpy.isa.table import all_entries
from ptxpy.sim.compile import emitters
from ptxpy.sim.compile.registry import LANEWISE


def plain(form: Form, elements: tuple[Element, ...]) -> Iterator[str]:
    """Yield the modifiers of a form without optional ones, with the first of each class."""
    for element in elements:
        if not isinstance(element, tuple):
            yield form.classes[element][0] if element in form.classes else element


def test_what_the_simulator_computes_lane_by_lane_is_pure() -> None:
    """But for accesses to memory, branches, and the carry, which the table says."""
    for module in pkgutil.iter_modules(emitters.__path__):
        importlib.import_module(f"{emitters.__name__}.{module.name}")
    seen = set()
    for entry in all_entries():
        for form in entry.forms:
            if form.opcode not in LANEWISE:
                continue
            modifiers = tuple(plain(form, form.elements))
            found = traits(form.opcode, modifiers)
            assert not found.collective, form.syntax
            assert not found.mbarrier, form.syntax
            assert not found.barrier, form.syntax
            if not found.is_known:
                continue  # a modifier that is optional there is needed with others
            seen.add(form.opcode)
            has_state = bool(found.accesses) or found.implicit_reads == {"CC.CF"}
            expected = not has_state and form.opcode not in TERMINATORS
            assert is_pure(form.opcode, modifiers) is expected, form.syntax
    assert len(seen) > 50
