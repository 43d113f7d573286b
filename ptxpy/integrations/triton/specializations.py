"""Specialisations: the forms of a kernel that Triton compiles, each to a PTX module of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ptxpy.integrations.triton.errors import OverrideError, TritonError

__all__ = ["CONSTANT", "Specialization", "condition_of", "jit_function", "specialization_of"]


CONSTANT: Final = "constexpr"
"""The type in Triton's signature of an argument that is compiled into the kernel."""

OPTIONS: Final = ("num_warps", "num_stages", "num_ctas")
"""The options of a configuration that a form of a kernel has."""


@dataclass(frozen=True)
class Specialization:
    """A form of a kernel: types, constants and options that Triton compiles it for."""

    kernel: str
    """The name of the function."""
    target: str
    """The architecture: `sm_90`."""
    num_warps: int
    num_stages: int
    num_ctas: int
    signature: Mapping[str, str]
    """Triton's types of the arguments by name, without constants: `{"x": "*fp32"}`."""
    constants: Mapping[str, Any]
    """The values of constants by name, those included that are compiled in as 1 or None."""
    divisible: tuple[str, ...]
    """The arguments that are known to be multiples of 16."""

    def value(self, name: str) -> Any:
        """Return the constant, type or option of a configuration by name.

        Raises `OverrideError` for a name that the kernel does not have.
        """
        if name in self.constants:
            return self.constants[name]
        if name in self.signature:
            return self.signature[name]
        # Options come last, so that an argument may be called `num_warps`.
        if name in (*OPTIONS, "target"):
            return getattr(self, name)
        names = ", ".join((*self.constants, *self.signature, *OPTIONS, "target"))
        message = f"{self.kernel} has no {name!r} to choose a form by; there are {names}"
        raise OverrideError(message)

    def satisfies(self, condition: Mapping[str, Any]) -> bool:
        """Return whether it has the values that a configuration names."""
        return all(plain(self.value(name)) == plain(each) for name, each in condition.items())

    def as_json(self) -> dict[str, Any]:
        """Return its fields as JSON has them."""
        return {
            "kernel": self.kernel,
            "target": self.target,
            **{name: getattr(self, name) for name in OPTIONS},
            "signature": dict(self.signature),
            "constants": {name: plain(value) for name, value in self.constants.items()},
            "divisible": list(self.divisible),
        }

    def __str__(self) -> str:
        """Return a line for messages: ``add[BLOCK=128, x=*fp32, num_warps=4, …, sm_90]``."""
        named = [f"{name}={value}" for name, value in {**self.constants, **self.signature}.items()]
        if self.divisible:
            named.append(f"multiples of 16: {' '.join(self.divisible)}")
        named += [f"{name}={getattr(self, name)}" for name in OPTIONS]
        return f"{self.kernel}[{', '.join((*named, self.target))}]"


def plain(value: Any) -> Any:
    """Return a constant as JSON can hold it; other values than numbers and text become text."""
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    inner = getattr(value, "value", None)
    # `tl.constexpr(4)` and 4 are the same constant.
    if type(value).__name__ == CONSTANT and inner is not value:
        return plain(inner)
    return getattr(value, "__name__", None) or str(value)


def condition_of(config: Any) -> Mapping[str, Any]:
    """Return the names and values of a configuration: a `triton.Config`, or a mapping.

    Raises `OverrideError` for anything else.
    """
    if isinstance(config, Mapping):
        return config
    if hasattr(config, "kwargs") and hasattr(config, "num_warps"):
        options = {name: getattr(config, name, None) for name in OPTIONS}
        # A configuration need not state all options.
        return {**config.kwargs, **{k: v for k, v in options.items() if v is not None}}
    message = f"{config!r} is not a configuration: a triton.Config, or a dict of names and values"
    raise OverrideError(message)


def specialization_of(source: Any, options: Any, architecture: object) -> Specialization:
    """Return the form of a kernel that Triton compiles.

    Args:
        source: Triton's `ASTSource`.
        options: Triton's options or metadata.
        architecture: The number of the architecture, 90 for `sm_90`.
    """
    names = list(source.fn.arg_names)
    constants = {
        # A path of several numbers leads into a tuple among the arguments.
        names[path[0]] + "".join(f"[{index}]" for index in path[1:]): value
        for path, value in source.constants.items()
    }
    divisible = [
        names[path[0]] + "".join(f"[{index}]" for index in path[1:])
        for path, attributes in (source.attrs or {}).items()
        if path[0] < len(names) and any(each[0] == "tt.divisibility" for each in attributes)
    ]
    return Specialization(
        source.name,
        f"sm_{architecture}",
        options.num_warps,
        options.num_stages,
        options.num_ctas,
        {name: str(kind) for name, kind in source.signature.items() if kind != CONSTANT},
        constants,
        tuple(divisible),
    )


def jit_function(kernel: Any) -> Any:
    """Return the function with `@triton.jit` that an autotuner or heuristics are for.

    Raises `TritonError` for another object, or a kernel for Triton's interpreter.
    """
    found, kinds = kernel, []
    # Decorators such as `@triton.autotune` wrap the function, possibly several times.
    while hasattr(found, "fn") and not hasattr(found, "cache_key"):
        kinds.append(type(found).__name__)
        found = found.fn
    if "InterpretedFunction" in kinds:
        message = (
            f"{getattr(kernel, '__name__', 'the kernel')} runs in Triton's interpreter, without "
            "PTX: unset TRITON_INTERPRET before the kernel is defined"
        )
        raise TritonError(message)
    if not hasattr(found, "cache_key") or not hasattr(found, "run"):
        message = f"a {type(kernel).__name__} is not a kernel of Triton: use @triton.jit"
        raise TritonError(message)
    return found
