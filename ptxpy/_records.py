"""Named tuples whose classes are made fast.

`typing.NamedTuple` compiles the annotation of each field, which takes more than half of the time:
13 ms of an import of a small kernel. Annotations stay text here. Type checkers take this class for
that of `typing`, and see to it that fields with defaults come last. This module imports none of
the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple  # noqa: TID251 - this is the one
else:
    from collections import namedtuple

    class _Maker(type):
        """The class of `NamedTuple`, which makes each class that names it a named tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            """Return the named tuple that the body of a class describes."""
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = namespace.get("__annotations__", {})
            made = namedtuple(  # noqa: PYI024 - this is what makes the typed ones
                name,
                fields,
                defaults=[namespace[field] for field in fields if field in namespace],
                module=namespace["__module__"],
            )
            made.__annotations__ = made.__new__.__annotations__ = fields
            for key, value in namespace.items():
                if key not in fields and key not in {"__annotations__", "__module__"}:
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base that a class names to be a named tuple, as `typing.NamedTuple`."""
