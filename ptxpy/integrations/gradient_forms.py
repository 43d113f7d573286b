"""Which tensors a backward kernel takes and returns, checked when the two kernels are joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ptxpy.dsl import StandaloneKernel
from ptxpy.dsl.tensors import Tile
from ptxpy.dsl.tensors.dtypes import DTYPES

__all__ = ["GradientForm", "gradient_form"]

_FLOATS: Final = frozenset({"f16", "bf16", "tf32", "f32", "f64", "e4m3", "e5m2"})


class GradientForm(NamedTuple):
    """How the tensors of two kernels belong together."""

    saved: tuple[str, ...]
    """The inputs and outputs of the forward kernel that the backward kernel takes, in order."""
    floating_outputs: tuple[int, ...]
    """The outputs whose gradients it takes after them, by position."""
    gradients: tuple[str, ...]
    """The inputs whose gradients it returns, in order."""


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
    _check_inputs(forward, backward, taken)
    stated = gradients is not None
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


def _check_inputs(
    forward: StandaloneKernel, backward: StandaloneKernel, taken: list[tuple[str, Tile]]
) -> None:
    names = backward.tensor_names[: len(backward.in_specs)]
    if len(names) != len(taken):
        msg = (
            f"{backward.name} takes {len(names)} tensors ({', '.join(names)}), and is given "
            f"{len(taken)}: {', '.join(title for title, _ in taken)}; say which tensors of "
            f"{forward.name} it takes: save_for_backward=(…)"
        )
        raise TypeError(msg)
    for name, (title, tile), other in zip(names, taken, backward.in_specs, strict=True):
        _check_type(f"{name} of {backward.name} is {title}", other, tile)


def _check_outputs(
    backward: StandaloneKernel, targets: list[tuple[str, Tile]], *, stated: bool
) -> None:
    made = backward.tensor_names[len(backward.in_specs) :]
    listed = ", ".join(name for name, _ in targets) or "none"
    if len(made) != len(targets):
        which = "gradients names" if stated else "the floating-point inputs are"
        msg = (
            f"{backward.name} returns {len(made)} gradients ({', '.join(made) or 'none'}), and "
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
    if not {*DTYPES[kinds[0]]} & {*DTYPES[kinds[1]]}:
        msg = f"{what}: it has elements of {kinds[0]}, not of {kinds[1]}"
        raise TypeError(msg)
    if tile.rank != expected.rank:
        msg = f"{what}: it has {tile.rank} dimensions, not {expected.rank}"
        raise TypeError(msg)
