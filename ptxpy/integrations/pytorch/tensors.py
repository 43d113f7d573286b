"""PyTorch tensors as tensors of a kernel: their checks, the memory of each, new outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl import DTYPES, Layout, Tile, dtype_name, unify_envs
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.launch import strip_readonly
from ptxpy.launch_request import ArgumentError, ArrayArgument

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch import CallArguments

__all__ = [
    "OutputForm",
    "arrange",
    "check_gradients",
    "check_order",
    "check_tangents",
    "check_tensors",
    "device_of",
    "gradient_error",
    "host_memory",
    "mapped_memory",
    "output_forms",
    "refuse_outputs",
    "tensor_error",
    "tiles_of",
]

torch: Final = require_torch()

_BITS: Final = {
    "bfloat16": torch.uint16,
    "float8_e4m3fn": torch.uint8,
    "float8_e5m2": torch.uint8,
}
"""The types without a counterpart in NumPy, and those that kernels take their bits as."""

MAP_ALIGNMENT: Final = 16
"""Bytes to whose multiples the memory of a tensor map is aligned."""

_DEVICES: Final = frozenset({"cpu", "cuda", "meta"})


def tiles_of(kernel: StandaloneKernel) -> dict[str, Tile]:
    """Return the tiles of the tensors of a kernel, by name."""
    return dict(zip(kernel.tensor_names, (*kernel.in_specs, *kernel.out_specs), strict=True))


def check_tensors(kernel: StandaloneKernel, tensors: Mapping[str, Any]) -> None:
    """Raise an error that names the argument, unless all are tensors that the kernel takes.

    `TypeError` for another kind of array or type of elements, `ArgumentError` (a `ValueError`) for
    tensors on another device, and for those that have no memory of their own.
    """
    tiles, first = tiles_of(kernel), ""
    for name, value in tensors.items():
        tensor = strip_readonly(value)
        if not isinstance(tensor, torch.Tensor):
            raise tensor_error(kernel, name, tensor)
        _check_memory(name, tensor)
        _check_type(name, tiles[name], tensor)
        first = first or name
        # The first tensor decides the device, so the error names both.
        device = strip_readonly(tensors[first]).device
        if tensor.device != device:
            msg = (
                f"{name} is on {tensor.device} and {first} on {device}: "
                f"pass {name}.to({first}.device)"
            )
            raise ArgumentError(msg, name)


def tensor_error(kernel: StandaloneKernel, name: str, value: Any = None) -> TypeError:
    """Return the error for a value that is no tensor; None stands for one that is not known."""
    kind = f"{type(value).__module__}.{type(value).__name__}".removeprefix("builtins.")
    shown = "is no PyTorch tensor, and others are" if value is None else f"is a {kind}"
    remedies = {"numpy.ndarray": f"torch.from_numpy({name})", "list": f"torch.tensor({name})"}
    remedy = remedies.get(kind, "a torch.Tensor")
    return TypeError(f"{kernel.name}: {name} {shown}; pass {remedy}")


def _check_memory(name: str, tensor: Any) -> None:
    """Raise `ArgumentError` for a tensor whose memory a kernel cannot use as it is."""
    remedy = ""
    if tensor.layout is not torch.strided:
        remedy = f"has the layout {tensor.layout}; pass {name}.to_dense()"
    elif tensor.is_neg():
        remedy = f"is a view that negates its memory; pass {name}.resolve_neg()"
    elif tensor.device.type not in _DEVICES:
        remedy = f"is on {tensor.device}; kernels run on cpu and cuda: pass {name}.cpu()"
    if remedy:
        msg = f"{name} {remedy}"
        raise ArgumentError(msg, name)


def _check_type(name: str, tile: Tile, tensor: Any) -> None:
    known = DTYPES[tile.dtype.fundamental]
    if dtype_name(tensor.dtype) in known:
        return
    # A type of elements may have a name in JAX or NumPy alone.
    titles = [f"torch.{title}" for title in known if hasattr(torch, title)]
    msg = (
        f"{name} has elements of {tensor.dtype}; {tile!r} takes {' or '.join(titles)}: "
        f"pass {name}.to({titles[0]})"
    )
    raise TypeError(msg)


def check_gradients(kernel: StandaloneKernel, tensors: Iterable[tuple[str, Any]]) -> None:
    """Raise `ArgumentError` if autograd expects gradients that nothing computes."""
    # Under `torch.no_grad()` nothing asks for gradients.
    if not torch.is_grad_enabled():
        return
    for name, tensor in tensors:
        if strip_readonly(tensor).requires_grad:
            raise gradient_error(kernel, name)


def gradient_error(kernel: StandaloneKernel, name: str) -> ArgumentError:
    """Return the error for a tensor that requires a gradient, of a kernel without one."""
    msg = (
        f"{name} requires a gradient, and the kernel {kernel.name} has none: write "
        f"ptxpy.differentiable_kernel({kernel.name}, its_backward), pass {name}.detach(), "
        "or call it under torch.no_grad()"
    )
    return ArgumentError(msg, name)


def refuse_outputs(kernel: StandaloneKernel, names: Iterable[str]) -> None:
    """Raise `ArgumentError` for outputs of a differentiable kernel that a call gives."""
    outputs = kernel.tensor_names[len(kernel.in_specs) :]
    for name in names:
        if name in outputs:
            msg = (
                f"{name}: the outputs of a differentiable kernel are new tensors; call "
                f"{kernel.name} itself to write to one in place, under torch.no_grad()"
            )
            raise ArgumentError(msg, name)


def check_tangents(kernel: StandaloneKernel, tensors: Iterable[tuple[str, Any]]) -> None:
    """Raise `ArgumentError` for a tensor of forward-mode differentiation, which is not there."""
    for name, tensor in tensors:
        if torch.autograd.forward_ad.unpack_dual(strip_readonly(tensor)).tangent is not None:
            msg = (
                f"{name} has a tangent, and the kernel {kernel.name} has none: kernels are "
                "differentiated in reverse mode, by ptxpy.differentiable_kernel and torch.func.vjp"
            )
            raise ArgumentError(msg, name)


def arrange(tile: Tile, tensor: Any) -> Any:
    """Return the tensor, or a copy with its elements in the order of the tile's layout."""
    # Column-major is row-major of the reversed dimensions.
    if tile.layout is not Layout.COL:
        return tensor.contiguous()
    order = _reversed(tensor.dim())
    return tensor.permute(order).contiguous().permute(order)


def _reversed(rank: int) -> tuple[int, ...]:
    return tuple(range(rank))[::-1]


def check_order(name: str, tile: Tile, tensor: Any) -> None:
    """Raise `ArgumentError` unless the elements are in the order of the tile, without gaps."""
    if tile.layout is not Layout.COL:
        if tensor.is_contiguous():
            return
        order, remedy = "row-major", f"{name}.contiguous()"
    else:
        if tensor.permute(_reversed(tensor.dim())).is_contiguous():
            return
        order, remedy = "column-major", f"{name}.mT.contiguous().mT"
    msg = (
        f"{name} must be {order} without gaps; this tensor of shape {tuple(tensor.shape)} has "
        f"strides of {tensor.stride()} elements: pass {remedy}"
    )
    raise ArgumentError(msg, name)


def device_of(tensors: Mapping[str, Any]) -> Any:
    """Return the device of the tensors, all of which are on one."""
    return strip_readonly(next(iter(tensors.values()))).device


def host_memory(tensor: Any) -> ArrayArgument:
    """Return the memory of a contiguous tensor on the CPU, as an argument of `Kernel.launch`."""
    size = tensor.numel() * tensor.element_size()
    return ArrayArgument(tensor.data_ptr(), size, writable=True, device=None, owner=tensor)


def mapped_memory(name: str, tensor: Any) -> Any:
    """Return a tensor in the same memory for a tensor map: one that DLPack can export.

    Types that NumPy and DLPack do not have are their bits. Raises `ArgumentError` for a tensor on
    the CPU that TMA could not copy on a GPU: memory begins at a multiple of 16 bytes.
    """
    offset = tensor.storage_offset() * tensor.element_size()
    # On a GPU the driver refuses such an address itself.
    if offset % MAP_ALIGNMENT and tensor.device.type == "cpu":
        msg = (
            f"tensor map of {name}: the tensor begins at byte {offset} of its storage, and TMA "
            f"copies from multiples of {MAP_ALIGNMENT}; pass {name}.clone()"
        )
        raise ArgumentError(msg, name)
    held = tensor.detach()
    # A view as bits shares the memory: a copy would not see what the kernel writes.
    bits = _BITS.get(dtype_name(held.dtype))
    return held if bits is None else held.view(bits)


class OutputForm(NamedTuple):
    """A tensor to be allocated."""

    name: str
    shape: tuple[Any, ...]
    """The extents in the order of memory; they may be symbols (`torch.SymInt`)."""
    dtype: Any
    is_reversed: bool
    """Whether the dimensions of the tensor are those in reverse, as of a column-major one."""

    def allocate(self, device: Any) -> Any:
        """Return a new tensor with undefined elements."""
        tensor = torch.empty(self.shape, dtype=self.dtype, device=device)
        return tensor.permute(_reversed(len(self.shape))) if self.is_reversed else tensor


def output_forms(kernel: StandaloneKernel, given: CallArguments) -> tuple[OutputForm, ...]:
    """Return the outputs that a call does not give.

    Element types that may be represented in two ways (`bf16` as such, or as `uint16`) are
    represented as in the tensors given. Raises `ValueError` for shapes that do not fit, and
    `TypeError` for types that do not.
    """
    check_tensors(kernel, given.tensors)
    tiles = tiles_of(kernel)
    known: dict[str, dict[str, Any]] = {}
    for name, value in given.tensors.items():
        try:
            known[name] = tiles[name].extract_env(tuple(strip_readonly(value).shape))
        except ValueError as error:
            msg = f"{name}: {error}"
            raise ValueError(msg) from None
    for name, value in {**given.values, **given.templates}.items():
        # While `torch.compile` traces, extents are symbols.
        if name in kernel.dims and isinstance(value, int | torch.SymInt):
            known[f"the argument {name}"] = {name: value}
    # Arguments of the call win over defaults of template parameters.
    defaults = {name: each for name, each in kernel.template_params.items() if type(each) is int}
    dims = {**defaults, **unify_envs(known)}
    found = []
    for name in kernel.tensor_names[len(kernel.in_specs) :]:
        if name not in given.tensors:
            tile = tiles[name]
            is_reversed = tile.layout is Layout.COL
            for dim in tile.symbolic_dims:
                if dim not in dims:
                    msg = (
                        f"the dimension {dim} of {name} is not a dimension of any input; "
                        f"pass an output tensor, {name}=torch.empty(…)"
                    )
                    raise ValueError(msg)
            shape = tile.resolve_shape(dims)[:: -1 if is_reversed else 1]
            found.append(OutputForm(name, shape, _output_type(name, tiles, given), is_reversed))
    return tuple(found)


def _output_type(name: str, tiles: Mapping[str, Tile], given: CallArguments) -> Any:
    kind = tiles[name].dtype.fundamental
    for other, value in given.tensors.items():
        dtype = strip_readonly(value).dtype
        # Tensors of `bool` may stand for bytes elsewhere: an output does not take that type from
        # them.
        if tiles[other].dtype.fundamental == kind and dtype is not torch.bool:
            return dtype
    return next(getattr(torch, title) for title in DTYPES[kind] if hasattr(torch, title))
