"""Instructions of LLVM IR as text, with numbered names."""

from __future__ import annotations

__all__ = ["InstructionText"]


class InstructionText:
    """Writes the instructions of a function of the run-time, line by line."""

    def __init__(self) -> None:
        """Begin without lines."""
        self.lines: list[str] = []
        self._last_name = 0

    def emit(self, text: str) -> None:
        """Write an instruction without a result."""
        self.lines.append(f"  {text}")

    def let(self, text: str) -> str:
        """Write an instruction, and return the name of its result."""
        self._last_name += 1
        self.emit(f"%v{self._last_name} = {text}")
        return f"%v{self._last_name}"

    def place(self, base: str, offset: int) -> str:
        """Return the pointer that is some bytes behind another."""
        return self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def __str__(self) -> str:
        """Return all lines."""
        return "\n".join(self.lines)
