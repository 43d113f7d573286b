"""Whether an edited kernel can run in the place of the one that Triton compiled.

Triton launches by its metadata, which it made with the original: with the original's parameters,
number of threads, cluster and dynamic shared memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final

from ptxpy.analysis.storage import Storage
from ptxpy.integrations.triton.errors import OverrideError
from ptxpy.ir import nodes as n
from ptxpy.launch_request import (
    Signature,
    describe_type,
    find_kernel,
    has_dynamic_shared,
    limits_of_target,
    signature_of,
)

__all__ = ["check_fit"]

THREADS_PER_WARP: Final = 32


def check_fit(
    edited: n.Module, compiled: n.Module, metadata: Mapping[str, Any], where: str
) -> None:
    """Check an edited module against the one that Triton compiled.

    Args:
        edited: The edited module.
        compiled: Triton's module.
        metadata: Triton's metadata of the compiled kernel.
        where: What to call the edited module in messages.

    Raises `OverrideError` with what does not fit, and what to write instead.
    """
    name = metadata["name"]
    kernels = [kernel.name.name for kernel in edited.kernels]
    if name not in kernels:
        found = ", ".join(kernels) or "none"
        message = f"{where} has no kernel {name}, but {found}: keep its name, or its symbol="
        raise OverrideError(message)
    new = signature_of(edited, find_kernel(edited, name))
    old = signature_of(compiled, find_kernel(compiled, name))
    problems = [*_problems(new, old, metadata)]
    if not metadata["shared"] and _is_dynamic(edited, name) and not _is_dynamic(compiled, name):
        problems.append(
            "it uses dynamic shared memory, and Triton launches it without any: "
            "state the bytes, override(…, shared=4096)"
        )
    if problems:
        message = f"{where} does not fit the kernel {name} that Triton launches: "
        raise OverrideError(message + "; ".join(problems))


def _problems(new: Signature, old: Signature, metadata: Mapping[str, Any]) -> Iterator[str]:
    """Yield what does not fit."""
    if new.target != old.target:
        yield (
            f".target is {new.target or 'missing'}, and Triton compiles for {old.target} "
            f"(ptxpy emit --arch {old.target} writes it for that)"
        )
    yield from _parameter_problems(new, old)
    threads = metadata["num_warps"] * THREADS_PER_WARP
    required = None if new.block is None else prod(new.block)
    if required not in (None, threads):
        yield f"it requires {required} threads (.reqntid), and Triton launches {threads}"
    elif new.threads is not None and new.threads < threads:
        yield f"it allows {new.threads} threads (.maxntid), and Triton launches {threads}"
    if new.cluster != old.cluster:
        yield f"its cluster is {new.cluster}, and that of Triton's launches {old.cluster}"
    dynamic = metadata["shared"]
    limit = limits_of_target(new.target).shared
    if limit is not None and new.shared + dynamic > limit:
        yield (
            f"it has {new.shared:,} bytes of static shared memory, {dynamic:,} are dynamic, "
            f"and {new.target} has {limit:,}"
        )


def _parameter_problems(new: Signature, old: Signature) -> Iterator[str]:
    if len(new.parameters) != len(old.parameters):
        yield f"it has {len(new.parameters)} parameters, and Triton passes {len(old.parameters)}"
        return
    for number, (one, other) in enumerate(zip(new.parameters, old.parameters, strict=True)):
        if _layout(one) != _layout(other):
            yield (
                f"parameter {number}, {one.name}, is {describe_type(one)}, "
                f"and Triton passes {describe_type(other)}"
            )


def _is_dynamic(module: n.Module, name: str) -> bool:
    """Return whether a kernel uses shared memory whose size the launch says."""
    return has_dynamic_shared(module, find_kernel(module, name))


def _layout(parameter: Storage) -> tuple[object, ...]:
    """Return what a launcher needs to know of a parameter."""
    return parameter.type, parameter.dimensions, parameter.size, parameter.offset
