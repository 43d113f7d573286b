"""An opcode with its modifiers, and the types of its results."""

from __future__ import annotations

from ptxpy import isa


class QualifiedOpcode:
    """An opcode with its modifiers; the types are looked up in the instruction table once."""

    explicit = False
    """Whether all operands are given in PTX order, the destination first."""

    is_written = True
    """Whether the author has written the instruction: then the sign of its type is one that was
    chosen. An operator has the sign of its operands or of a view, a helper the one it needs."""

    def __init__(self, opcode: str, modifiers: tuple[str, ...]) -> None:
        """Take opcode and modifiers, which have been checked."""
        self.opcode = opcode
        self.modifiers = modifiers
        self.checked = True
        """Whether instructions are held against the instruction table."""
        self._result = ""
        self._typed = ""
        self._type_sources: tuple[int, ...] | None = None
        self._makes_vector: bool | None = None
        self._needs_predicate: bool | None = None

    original: QualifiedOpcode | None = None
    """The opcode of which this is a copy with another class of results."""

    def set_result(self, kind: str) -> None:
        """Let results have registers of the class for a type, without its dot."""
        self._result = self._typed = kind

    @property
    def result(self) -> str:
        """The type of a register for the result, without its dot."""
        if not self._result:
            self._result = isa.result_type(self.opcode, self.modifiers) or "b32"
        return self._result

    @property
    def typed(self) -> str:
        """The type of the result's value, without its dot: `u32` of `ld.param.u32`."""
        if not self._typed:
            self._typed = isa.value_type(self.opcode, self.modifiers) or self.result
        return self._typed

    @property
    def makes_vector(self) -> bool:
        """Whether the destination is several registers; that of `mov` may be one as well."""
        if self._makes_vector is None:
            count, form = isa.destination_arity(self.opcode, self.modifiers)
            parts = isa.part_types(self.opcode, self.modifiers)
            self._makes_vector = form == "vector" and count > 1 and parts[:1] == (self.result,)
        return self._makes_vector

    @property
    def needs_predicate(self) -> bool:
        """Whether the destination is a register and a predicate, and never the register alone."""
        if self._needs_predicate is None:
            self._needs_predicate = isa.needs_predicate(self.opcode, self.modifiers)
        return self._needs_predicate

    @property
    def type_sources(self) -> tuple[int, ...]:
        """The indices of the sources whose type the result has (`isa.type_sources`)."""
        if self._type_sources is None:
            self._type_sources = isa.type_sources(self.opcode, self.modifiers)
        return self._type_sources
