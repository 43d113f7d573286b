"""Effects of groups on memory: two values are exchanged, one is added to, or all are copied."""

from __future__ import annotations

from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.pytree import expression_text
from ptxpy.pytree import tree as t

__all__ = ["effect_of"]


class _Place(NamedTuple):
    """An address in a space of memory."""

    space: str
    address: str


class _Computed(NamedTuple):
    """A value that operations make of loaded ones."""

    operations: frozenset[str]
    """Their words; none if a loaded value is stored as it is."""
    loaded: frozenset[_Place]


_OPERATIONS: Final = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "&": "and",
    "|": "or",
    "^": "xor",
}
_OPCODES: Final = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "max": "max",
    "min": "min",
    "and_": "and",
    "or_": "or",
    "xor": "xor",
}
_SPACES: Final = ("shared", "global_", "local")
_TYPES: Final = frozenset(f"{kind}{width}" for kind in "usbf" for width in (8, 16, 32, 64))


def effect_of(body: t.Block) -> str:
    """Return the name of a group for its effect on memory and for a barrier behind it, or nothing.

    `compare_exchange`, `exchange`, `exchange_add`, `add_shared`, `copy_global_to_shared`;
    with `_sync` behind it where a barrier of the block is the last instruction.
    """
    memory = _Memory()
    for statement in t.walk_statements(body):
        memory.read(statement)
    name = memory.effect()
    return f"{name}_sync" if name and memory.waits else name


class _Memory:
    """The loads and stores of a group."""

    def __init__(self) -> None:
        self.values: dict[t.Expression, _Computed] = {}
        self.stores: list[tuple[_Place, _Computed]] = []
        self.waits = False
        """Whether the last instruction is a barrier of the block."""
        self.is_guarded = False
        self.is_known = True
        """Whether all stored values are made of loaded ones."""

    def read(self, statement: t.Statement) -> None:
        """Read a statement."""
        if isinstance(statement, t.With):
            heads = [str(value) for value, _ in statement.contexts]
            self.is_guarded |= any(vocabulary.UNLESS in head for head in heads)
            self.is_guarded |= any(vocabulary.IF in head for head in heads)
            return
        if isinstance(statement, t.Assign):
            self.waits = False
            # A name for the copies around a product would hide it.
            self.is_known &= "mma" not in str(getattr(statement.value, "function", ""))
            value = self._value(statement.value)
            if value is not None and len(statement.targets) == 1:
                self.values[statement.targets[0]] = value
            return
        call = statement.value if isinstance(statement, t.Evaluate) else ""
        name = str(call.function) if isinstance(call, t.Call) else ""
        if name in (vocabulary.AT, vocabulary.MARK) or not isinstance(call, t.Call):
            return
        self.waits = name.startswith(("ptx.bar.sync", "ptx.barrier.sync"))
        if name.startswith("ptx.st."):
            value = self._value(call.arguments[1])
            self.is_known &= value is not None
            self.stores.append((_place(call), value or _NOTHING))
        elif not self.waits:
            self.is_known = False

    def _value(self, expression: t.Expression) -> _Computed | None:
        """Return the loads and operations that make a value; None for other values."""
        if isinstance(expression, t.View | t.Value):
            inner = expression.value if isinstance(expression, t.View) else expression.expression
            return self._value(inner)
        if expression in self.values:
            return self.values[expression]
        if isinstance(expression, t.Binary):
            return self._combined(
                _OPERATIONS.get(expression.operator, ""), (expression.left, expression.right)
            )
        if not isinstance(expression, t.Call):
            return None
        root, *words = str(expression.function).split(".")
        if root in _TYPES and expression.arguments:
            return self._value(expression.arguments[0])
        if root != "ptx" or not words:
            return None
        if words[0] == "ld":
            return _Computed(frozenset(), frozenset({_place(expression)}))
        if words[0] == "mov":
            return self._value(expression.arguments[0])
        return self._combined(_OPCODES.get(words[0], ""), expression.arguments)

    def _combined(self, word: str, operands: tuple[t.Expression, ...]) -> _Computed | None:
        made = [found for each in operands if (found := self._value(each)) is not None]
        if not word or not made:
            return None
        operations = frozenset({word}).union(*[each.operations for each in made])
        return _Computed(operations, frozenset().union(*[each.loaded for each in made]))

    def effect(self) -> str:
        """Return the name of what happens to memory, or nothing."""
        if not self.stores or not self.is_known:
            return ""
        if len(self.stores) == len(_PAIR):
            [(one, first), (other, second)] = self.stores
            # Whether each place gets what was in the other one.
            if one != other and one in second.loaded and other in first.loaded:
                words = first.operations | second.operations
                if not words:
                    return "compare_exchange" if self.is_guarded else "exchange"
                if len(words) == 1 and not (first.operations and second.operations):
                    return f"exchange_{min(words)}"
        spaces = {place.space for place, _ in self.stores}
        if len(spaces) != 1:
            return ""
        [space] = spaces
        words = frozenset().union(*[value.operations for _, value in self.stores])
        if words and all(place in value.loaded for place, value in self.stores):
            return f"{min(words)}_{space}" if len(words) == 1 else f"update_{space}"
        sources = {place.space for _, value in self.stores for place in value.loaded}
        if words or len(sources) != 1:
            return ""
        [source] = sources
        return f"copy_in_{space}" if source == space else f"copy_{source}_to_{space}"


_PAIR: Final = ("one", "other")
_NOTHING: Final = _Computed(frozenset(), frozenset())


def _place(call: t.Call) -> _Place:
    words = str(call.function).split(".")
    space = next((word.removesuffix("_") for word in _SPACES if word in words), "memory")
    return _Place(space, expression_text(call.arguments[0]))
