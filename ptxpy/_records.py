"""Named tuples whose classes are made fast.

`typing.NamedTuple` compiles the annotation of each field, and `namedtuple` the constructor of each
class and a set of methods: a fifth of an import of a small kernel. Annotations stay text here, and
classes with as many fields share all but the names. Type checkers take this class
for that of `typing`, and see to it that fields with defaults come last. This module imports none
of the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple  # noqa: TID251 - this is the one
else:
    from collections import namedtuple
    from functools import cache
    from types import CodeType, FunctionType

    @cache
    def _model(size: int) -> tuple[CodeType, list[Any], dict[str, Any]]:
        """Return the constructor, fields in order and methods that classes of some fields share."""
        model = namedtuple("model", [f"field_{number}" for number in range(size)])  # noqa: PYI024
        found = vars(model)
        methods = {key: found[key] for key in ("_make", "_asdict", "__getnewargs__", "__slots__")}
        methods |= {"_replace": _replace, "__repr__": _repr}
        return model.__new__.__code__, [found[name] for name in model._fields], methods

    def _replace(self, /, **changes):  # noqa: ANN001, ANN003, ANN202 - of any named tuple
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            msg = f"Got unexpected field names: {list(changes)!r}"
            raise ValueError(msg)
        return made

    def _repr(self):  # noqa: ANN001, ANN202 - of any named tuple
        values = ", ".join([f"{name}={each!r}" for name, each in self._asdict().items()])
        return f"{type(self).__name__}({values})"

    class _Maker(type):
        """The class of `NamedTuple`, which makes each class that names it a named tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            """Return the named tuple that the body of a class describes."""
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            annotations = namespace.setdefault("__annotations__", {})
            fields = tuple(annotations)
            code, getters, methods = _model(len(fields))
            defaults = {field: namespace[field] for field in fields if field in namespace}
            code = code.replace(co_varnames=(code.co_varnames[0], *fields))
            make = FunctionType(code, _GLOBALS, "__new__", tuple(defaults.values()))
            make.__qualname__ = f"{name}.__new__"
            make.__annotations__ = annotations
            made = {
                "__doc__": f"{name}({', '.join(fields)})",
                "__new__": make,
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
                **methods,
                **namespace,
                **dict(zip(fields, getters, strict=True)),
            }
            return type(name, (tuple,), made)

    _GLOBALS = {"_tuple_new": tuple.__new__, "__builtins__": {}}
    """The names that the code of a constructor reads."""

    class NamedTuple(metaclass=_Maker):
        """The base that a class names to be a named tuple, as `typing.NamedTuple`."""
