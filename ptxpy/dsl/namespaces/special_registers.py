"""The namespace `ptx.special`: special registers by name (PTX ISA 10)."""

from __future__ import annotations

from ptxpy import isa
from ptxpy.dsl.other_names import advice_for
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Handle, plain_name
from ptxpy.ir import nodes as n
from ptxpy.isa.suggest import nearest


class SpecialRegister(Handle):
    """A special register: an operand, and a call that moves it into a register."""

    __slots__ = ("_components",)

    def __init__(self, node: n.Register | n.Component) -> None:
        """Create the handle of a special register."""
        super().__init__(node)
        self._components: dict[str, SpecialRegister] = {}

    def __getattr__(self, name: str) -> SpecialRegister:
        """Return a component: `ptx.special.tid.x`."""
        if name.startswith("_") or not isinstance(self.node, n.Register):
            raise AttributeError(name)
        found = self._components.get(name)
        if found is None:
            known = isa.lookup(self.node.name)
            if known is not None and name not in known.components + "w"[: len(known.components)]:
                parts = ", ".join(f".{part}" for part in known.components) or "no components"
                msg = f"ptx.special.{self.node.name[1:]} has {parts}, not .{name}"
                raise AttributeError(msg)
            found = SpecialRegister(n.Component(self.node, plain_name(name)))
            self._components[name] = found
        return found

    def __call__(self) -> PendingResult | SpecialRegister:
        """Emit a `mov` of the register, of its type, and return its pending result.

        Outside a kernel nothing is emitted: the result is the register, an operand for later.
        `TypeError` for a vector: only its components can be moved, `ptx.special.tid.x()`.
        """
        base = self.node.base if isinstance(self.node, n.Component) else self.node
        known = isa.lookup(base.name) if isinstance(base, n.Register) else None
        if known is None:
            msg = f"{base!r} is not a special register"
            raise TypeError(msg)
        if known.components and base is self.node:
            name = f"ptx.special.{base.name[1:]}"
            msg = f"{name} is a vector: write {name}.x(), .y() or .z()"
            raise TypeError(msg)
        if not trace.in_function():
            return self
        return Operation("mov", (f".{known.type}",))(self)

    def instead(self) -> str:
        """Return the call that reads the register."""
        part = f".{self.node.component}" if isinstance(self.node, n.Component) else ""
        base = self.node.base if isinstance(self.node, n.Component) else self.node
        name = base.name.removeprefix("%") if isinstance(base, n.Register) else str(base)
        known = isa.lookup(f"%{name}")
        if known is not None and known.components and not part:
            part = f".{known.components[0]}"
        return f"ptx.special.{name}{part}()"

    def __repr__(self) -> str:
        """Show the register as PTX does."""
        part = f".{self.node.component}" if isinstance(self.node, n.Component) else ""
        base = self.node.base if isinstance(self.node, n.Component) else self.node
        return f"<special register {base.name if isinstance(base, n.Register) else base}{part}>"


class SpecialRegisters:
    """The special registers by name without the percent sign (PTX ISA 10)."""

    def __getattr__(self, name: str) -> SpecialRegister:
        """Return a special register; `AttributeError` for one that PTX does not have."""
        if name.startswith("__"):
            raise AttributeError(name)
        if not isa.is_special("%" + name):
            vectors = [
                f"{known.name[1:]}.{part}"
                for known in isa.SPECIAL_REGISTERS
                for part in known.components
            ]
            names = [known.name[1:] for known in isa.SPECIAL_REGISTERS]
            close = [word for word in (*vectors, *names) if word.replace(".", "") == name]
            close = close or [*nearest(name, [*names, *vectors])]
            known = advice_for(name)
            hint = f"; did you mean {' or '.join(close[:2])}?" if close else ""
            hint = f": write {known}" if known else hint
            msg = f"PTX has no special register %{name}{hint}"
            raise AttributeError(msg)
        found = SpecialRegister(n.Register("%" + plain_name(name)))
        setattr(self, name, found)
        return found
