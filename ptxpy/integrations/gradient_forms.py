"""Pairs of kernels: which tensors a backward kernel takes and returns, checked at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.dsl import DTYPES, StandaloneKernel, Tile

__all__ = ["GradientForm", "KernelPair", "are_of_jax", "gradient_form", "is_shared"]

_FLOATS: Final = frozenset({"f16", "bf16", "tf32", "f32", "f64", "e4m3", "e5m2"})

_JAX: Final = frozenset({"jax", "jaxlib"})
"""The root modules of the types of JAX's arrays."""


class GradientForm(NamedTuple):
    """How the tensors of two kernels belong together."""

    saved: tuple[str, ...]
    """The inputs and outputs of the forward kernel that the backward kernel takes, in order."""
    floating_outputs: tuple[int, ...]
    """The outputs whose gradients it takes after them, by position."""
    gradients: tuple[str, ...]
    """The inputs whose gradients it returns, in order."""


class KernelPair(ABC):
    """A forward kernel, and the backward kernel that computes its gradients."""

    def __init__(self, forward: StandaloneKernel, backward: Any, form: GradientForm) -> None:
        """Take both, and how their tensors belong together; `backward` may be a pair itself."""
        self.forward_kernel = forward
        self.backward_kernel = backward
        self.form = form
        self.name = f"{forward.name}_differentiable"
        self.__name__ = forward.__name__
        self.__doc__ = forward.__doc__
        self.__signature__ = forward.__signature__

    @abstractmethod
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run the forward kernel; differentiation of the call runs the backward kernel."""

    def __deepcopy__(self, memo: dict[int, Any]) -> KernelPair:
        """Return itself: it has no state, and modules of PyTorch are copied with all they have."""
        del memo
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Return its parts, by which it is pickled; the kernels are pickled by name."""
        return type(self), (self.forward_kernel, self.backward_kernel, self.form)

    def __repr__(self) -> str:
        """Show both kernels."""
        return f"<differentiable {self.forward_kernel!r} with {self.backward_kernel!r}>"


def are_of_jax(values: Iterable[Any]) -> bool:
    """Return whether some of the arguments of a call are arrays of JAX, or stand for one."""
    return any(type(value).__module__.partition(".")[0] in _JAX for value in values)


def is_shared(kernel: StandaloneKernel, name: str) -> bool:
    """Return whether a backward kernel takes a value of a call over from the forward kernel."""
    values = (*kernel.scalars, *kernel.raw_params, *kernel.template_params)
    return name in values or name in ("device", "strict")


def gradient_form(
    forward: StandaloneKernel,
    backward: StandaloneKernel,
    saved: Sequence[int | str] | None,
    gradients: Sequence[int | str] | None,
) -> GradientForm:
    """Return how two kernels belong together; without a statement, saved are all inputs.

    Raises `TypeError` for tensors that do not fit, in number or type, and `ValueError` for names
    and positions that there are not.
    """
    inputs = forward.tensor_names[: len(forward.in_specs)]
    outputs = forward.tensor_names[len(inputs) :]
    tiles = dict(zip(forward.tensor_names, (*forward.in_specs, *forward.out_specs), strict=True))
    if not inputs or not outputs:
        msg = f"{forward.name} needs in_specs and out_specs to be differentiable"
        raise TypeError(msg)
    kept = _names("save_for_backward", inputs if saved is None else saved, inputs, outputs)
    floating = tuple(at for at, name in enumerate(outputs) if is_floating(tiles[name]))
    if not floating:
        msg = f"{forward.name} has no floating-point output to differentiate"
        raise TypeError(msg)
    taken = [(name, tiles[name]) for name in kept]
    taken += [(f"the gradient of {outputs[at]}", tiles[outputs[at]]) for at in floating]
    names = backward.tensor_names[: len(backward.in_specs)]
    if len(names) != len(taken):
        msg = (
            f"{backward.name} takes {format_count(len(names), 'tensor')} "
            f"({', '.join(names)}), and is given "
            f"{len(taken)}: {', '.join(title for title, _ in taken)}; say which tensors of "
            f"{forward.name} it takes: save_for_backward=(…)"
        )
        raise TypeError(msg)
    for name, (title, tile), other in zip(names, taken, backward.in_specs, strict=True):
        _check_type(f"{name} of {backward.name} is {title}", other, tile)
    stated = gradients is not None
    # Integers have no gradients, so only floating-point inputs are meant by default.
    named = gradients if stated else [name for name in inputs if is_floating(tiles[name])]
    targets = _names("gradients", named or (), inputs, ())
    _check_outputs(backward, [(name, tiles[name]) for name in targets], stated=stated)
    return GradientForm(kept, floating, targets)


def is_floating(tile: Tile) -> bool:
    """Return whether a tensor has elements that can have gradients."""
    return tile.dtype.fundamental in _FLOATS


def _names(
    what: str, given: Sequence[int | str], inputs: tuple[str, ...], outputs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return tensors by name; a number is the position of an input."""
    found = []
    for each in given:
        if type(each) is int and 0 <= each < len(inputs):
            found.append(inputs[each])
        elif each in inputs or each in outputs:
            found.append(str(each))
        else:
            msg = f"{what} has {each!r}; expected one of {', '.join((*inputs, *outputs))}"
            raise ValueError(msg)
    if len(set(found)) != len(found):
        msg = f"{what} has a tensor twice: {', '.join(found)}"
        raise ValueError(msg)
    return tuple(found)


def _check_outputs(
    backward: StandaloneKernel, targets: list[tuple[str, Tile]], *, stated: bool
) -> None:
    made = backward.tensor_names[len(backward.in_specs) :]
    listed = ", ".join(name for name, _ in targets) or "none"
    if len(made) != len(targets):
        which = "gradients names" if stated else "the floating-point inputs are"
        msg = (
            f"{backward.name} returns "
            f"{format_count(len(made), 'gradient')} ({', '.join(made) or 'none'}), and "
            f"{which} {listed}; name the inputs that they are of: gradients=(…)"
        )
        raise TypeError(msg)
    for name, (title, tile), other in zip(made, targets, backward.out_specs, strict=True):
        if not is_floating(tile):
            msg = f"{title} has elements of {tile.dtype.fundamental}, which have no gradient"
            raise TypeError(msg)
        _check_type(f"{name} of {backward.name} is the gradient of {title}", other, tile)


def _check_type(what: str, tile: Tile, expected: Tile) -> None:
    kinds: list[Any] = [each.dtype.fundamental for each in (tile, expected)]
    # Types agree if some array type represents both, as `uint16` does `bf16`.
    if not {*DTYPES[kinds[0]]} & {*DTYPES[kinds[1]]}:
        msg = f"{what}: it has elements of {kinds[0]}, not of {kinds[1]}"
        raise TypeError(msg)
    if tile.rank != expected.rank:
        msg = f"{what}: it has {format_count(tile.rank, 'dimension')}, not {expected.rank}"
        raise TypeError(msg)
