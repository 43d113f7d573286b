"""The parameters of a Python function that describes PTX.

Positional parameters with a PTX type are parameters of the PTX (`n: u32`; a type that is more than
a name is `p: Annotated[b8, b8[976].align(64)]`, or a name for that). Parameters without a type are
tensors, in the order of `in_specs` and `out_specs`. Without specs and types, all parameters are
addresses, `u64`. Keyword-only parameters are template parameters, which Python alone sees.
`raw_params` follow the tensors.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from ptxpy._records import NamedTuple
from ptxpy.dsl.values.types import Type, fundamental, name_node

if TYPE_CHECKING:
    from ptxpy.dsl.tensors.tile import Tile

_POSITIONAL_KINDS = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class Formals(NamedTuple):
    """The parameters of a function, by category."""

    signature: inspect.Signature
    scalars: tuple[tuple[str, Type], ...]
    tensors: tuple[tuple[str, Tile], ...]
    """Inputs, and then outputs."""
    order: tuple[str, ...]
    """The names of scalars and tensors as the function has them."""
    templates: dict[str, Any]
    """Template parameters with their defaults; `inspect.Parameter.empty` for none."""
    raw: tuple[tuple[str, Type], ...]
    """Raw parameters: names and types."""


def formals_of(
    name: str,
    function: Callable[..., Any] | None,
    specs: Sequence[Tile] = (),
    raw_params: Sequence[tuple[Any, str]] = (),
    *,
    is_kernel: bool = False,
) -> Formals:
    """Return the parameters of a function; `TypeError` for one that PTX cannot have.

    The parameters of a kernel are addresses if none has a type.
    """
    _check_specs(name, specs)
    signature = inspect.Signature() if function is None else _signature(name, function)
    if is_kernel and not specs:
        signature = _with_pointers(signature)
    scalars: list[tuple[str, Type]] = []
    untyped: list[str] = []
    order: list[str] = []
    templates: dict[str, Any] = {}
    for item in signature.parameters.values():
        if item.kind is inspect.Parameter.KEYWORD_ONLY:
            templates[item.name] = item.default
        elif item.kind not in _POSITIONAL_KINDS:
            msg = f"{name}: PTX has no parameters like *{item.name}"
            raise TypeError(msg)
        else:
            order.append(item.name)
            kind = annotated_type(item.annotation)
            if kind is not None:
                scalars.append((item.name, kind))
            elif specs and not _annotated(item):
                untyped.append(item.name)
            else:
                msg = f"parameter {item.name!r} of {name} needs a PTX type as its annotation"
                if not specs:
                    msg += ", or a Tile in in_specs or out_specs"
                msg += f": write {item.name}: s32"
                raise TypeError(msg)
    if len(untyped) != len(specs):
        listed = ", ".join(untyped) or "none"
        msg = (
            f"{name} has {len(untyped)} parameters without a type ({listed}), which are its "
            f"tensors, and in_specs and out_specs have {len(specs)}"
        )
        raise TypeError(msg)
    raw = tuple((name_node(title).name, raw_type(kind)) for kind, title in raw_params)
    _check_names(name, [*order, *(title for title, _ in raw)])
    return Formals(
        signature,
        tuple(scalars),
        tuple(zip(untyped, specs, strict=True)),
        tuple(order),
        templates,
        raw,
    )


def _with_pointers(signature: inspect.Signature) -> inspect.Signature:
    """Return a signature whose parameters are pointers if none has a type."""
    given = signature.parameters.values()
    positional = [item for item in given if item.kind in _POSITIONAL_KINDS]
    if any(_annotated(item) for item in positional):
        return signature
    pointer = fundamental("u64")
    return signature.replace(
        parameters=[
            item.replace(annotation=pointer) if item.kind in _POSITIONAL_KINDS else item
            for item in given
        ]
    )


def _check_specs(name: str, specs: Sequence[Any]) -> None:
    if not specs:
        return
    from ptxpy.dsl.tensors.tile import Tile  # noqa: PLC0415 - seldom needed

    for spec in specs:
        if not isinstance(spec, Tile):
            msg = f"{name}: in_specs and out_specs have a Tile for each tensor, not {spec!r}"
            raise TypeError(msg)


def _check_names(name: str, titles: list[str]) -> None:
    for title, count in Counter(titles).items():
        if count > 1:
            msg = f"{name} has two parameters {title!r}"
            raise TypeError(msg)


def _annotated(item: inspect.Parameter) -> bool:
    return item.annotation is not inspect.Parameter.empty and item.annotation is not Any


def _signature(name: str, function: Callable[..., Any]) -> inspect.Signature:
    try:
        # `from __future__ import annotations` makes texts of annotations, which are evaluated here.
        return inspect.signature(function, eval_str=True)
    except NameError as error:
        msg = f"{name}: an annotation names what is not there: {error}"
        raise TypeError(msg) from error


def annotated_type(annotation: Any) -> Type | None:
    """Return the PTX type that an annotation says, or None.

    Type checkers accept `Annotated[b8, b8[976].align(64)]` in place of `b8[976].align(64)`.
    """
    if isinstance(annotation, Type):
        return annotation
    if get_origin(annotation) is not Annotated:
        return None
    # Details that are no types of PTX are for other libraries.
    named, *details = get_args(annotation)
    own = annotated_type(named)
    return next((detail for detail in details if isinstance(detail, Type)), own)


def raw_type(kind: Any) -> Type:
    """Return the type of a raw parameter: a `Type`, or words such as `b8.align64.array128`.

    The first word is the fundamental type; then `alignN` (bytes), `arrayN` (elements), and for
    pointers `ptr`, a state space, and `palignN` (the alignment of the memory that it points to,
    bytes). `ValueError` for any other.
    """
    if isinstance(kind, Type):
        return kind
    first, *words = str(kind).split(".")
    made = fundamental(first)
    if not made.fundamental:
        msg = (
            f"raw parameter {kind!r}: .{first} is not a fundamental type of PTX; the type comes "
            f'first, ("s32", {kind!r})'
        )
        raise ValueError(msg)
    space = None
    pointed = None
    for word in words:
        stem = word.rstrip("0123456789")
        size = word[len(stem) :]
        if stem in ("align", "array", "palign") and size:
            if stem == "align":
                made = made.align(int(size))
            elif stem == "array":
                made = made[int(size)]
            else:
                pointed = int(size)
        elif word in ("global", "shared", "local", "const"):
            space = word
        elif word != "ptr":
            msg = f"raw parameter {kind!r}: {word!r} is not alignN, arrayN, palignN, ptr or a space"
            raise ValueError(msg)
    return made.ptr(space, align=pointed) if "ptr" in words else made
