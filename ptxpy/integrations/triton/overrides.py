"""`override`: an edited kernel runs in the place of the one that Triton compiled."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Mapping
from math import prod
from types import TracebackType
from typing import Any, Final, Self

from ptxpy._counts import format_count
from ptxpy.analysis import Storage
from ptxpy.integrations.triton.edits import Edit, NotApplicable, edit_of
from ptxpy.integrations.triton.errors import OverrideError, StaleOverrideWarning, require_triton
from ptxpy.integrations.triton.origins import REPLACED, ptx_digest
from ptxpy.integrations.triton.specializations import Specialization, condition_of, jit_function
from ptxpy.ir import nodes as n
from ptxpy.launch_request import (
    Signature,
    describe_type,
    find_kernel,
    has_dynamic_shared,
    limits_of_target,
    signature_of,
)

__all__ = ["Override", "check_fit", "override"]


_USED: Final[set[str]] = set()
"""The keys of edits that were used in this process: Triton keeps the kernels compiled with them."""


class Override:
    """An edited kernel in the place of the one that Triton compiles; made by `override`.

    It is a context manager; `install()` and `remove()` are its two ends. `applied` are the forms
    of the kernel that were compiled with the edit, `key` is its digest.
    """

    def __init__(
        self,
        kernel: Any,
        edit: Any,
        where: Mapping[str, Any],
        *,
        origin: Any,
        shared: int | None,
        key: str | None,
    ) -> None:
        """Keep the arguments; files are read at `install`."""
        self.function = kernel if isinstance(kernel, str) else jit_function(kernel)
        self.applied: list[Specialization] = []
        self.key = ""
        self._skipped: list[str] = []
        self._given = (edit, where, origin, key)
        self._shared = shared
        self._edits: list[tuple[Mapping[str, Any], Edit]] = []

    @property
    def name(self) -> str:
        """The name of the kernel."""
        return self.function if isinstance(self.function, str) else self.function.__name__

    # ----------------------------------------------------------------- for a user

    def install(self) -> Self:
        """Read the edit, and let it run in the place of the kernel from now on.

        Raises `MissingPackageError` without Triton.
        """
        require_triton()
        from ptxpy.integrations.triton import stage_hook  # noqa: PLC0415 - imports Triton

        edit, where, origin, key = self._given
        self._edits = [
            ({**where, **condition}, edit_of(each, origin, key))
            for condition, each in _by_configuration(edit)
        ]
        # The condition is part of the key: the same edit for other forms compiles others.
        parts = [f"{sorted(map(str, when.items()))} {each.key}" for when, each in self._edits]
        self.key = hashlib.sha256(f"{parts} {self._shared}".encode()).hexdigest()
        self.applied.clear()
        self._skipped.clear()
        stage_hook.add(self)
        return self

    def remove(self) -> None:
        """Let the original run again. An edit that no form of the kernel fits gets a warning."""
        from ptxpy.integrations.triton import stage_hook  # noqa: PLC0415 - imports Triton

        stage_hook.remove(self)
        # What an earlier use of the same edit has compiled runs without asking again, so it was not
        # skipped.
        if self._skipped and self.key not in _USED:
            self._warn("; ".join(dict.fromkeys(self._skipped)))

    def __enter__(self) -> Self:
        """Begin, as `install` does."""
        return self.install()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End, as `remove` does."""
        # After an error a warning about forms would only hide it.
        if error is not None:
            self._skipped.clear()
        self.remove()

    def __repr__(self) -> str:
        """Return the name of the kernel and its edits, for display."""
        return f"<Override of {self.name}>"

    # ----------------------------------------------------------------- for the hook

    def concerns(self, function: Any, name: str) -> bool:
        """Return whether it is for a function of Triton; one without function has a name."""
        return self.function is function or self.function == name

    def is_for(self, specialization: Specialization) -> bool:
        """Return whether an edit may be for a form of the kernel; the original runs if not.

        Raises `OverrideError` if more than one is.
        """
        edit = self._edit_for(specialization)
        if edit is None:
            return False
        difference = edit.difference(specialization)
        if difference:
            self._skipped.append(difference)
        else:
            _USED.add(self.key)
        return not difference

    def apply(
        self, module: n.Module, specialization: Specialization, metadata: dict[str, Any]
    ) -> n.Module | None:
        """Return the module that runs in the place of one; None if that one does.

        `metadata` has the options with which Triton launches the kernel.
        """
        edit = self._edit_for(specialization)
        if edit is None:
            return None
        try:
            made = edit.apply(module, specialization)
        except NotApplicable as reason:
            self._warn(str(reason))
            return None
        # A function that returns its module unchanged leaves Triton's own text.
        if made is None or made is module:
            return None
        if self._shared is not None:
            metadata["shared"] = self._shared
        check_fit(made, module, metadata, edit.name)
        metadata[REPLACED] = ptx_digest(module)
        self.applied.append(specialization)
        return made

    def _edit_for(self, specialization: Specialization) -> Edit | None:
        edits = [edit for where, edit in self._edits if specialization.satisfies(where)]
        # With two edits for a form, the order of a dictionary would decide.
        if len(edits) > 1:
            names = " and ".join(edit.name for edit in edits)
            message = f"{specialization}: {names} are both for it; state more of the configuration"
            raise OverrideError(message)
        return edits[0] if edits else None

    def _warn(self, reason: str) -> None:
        message = f"the original {self.name} ran: {reason}"
        warnings.warn(message, StaleOverrideWarning, stacklevel=4)


def _by_configuration(edit: Any) -> list[tuple[Mapping[str, Any], Any]]:
    """Return the edits with the configuration that each is for."""
    if not isinstance(edit, Mapping | list):
        return [({}, edit)]
    pairs = edit.items() if isinstance(edit, Mapping) else edit
    return [(condition_of(config), each) for config, each in pairs]


def override(
    kernel: Any,
    edit: Any,
    where: Mapping[str, Any] | None = None,
    *,
    origin: Any = None,
    shared: int | None = None,
    key: str | None = None,
) -> Override:
    """Run an edited kernel in the place of the one that Triton compiles.

    `with override(kernel, "edited.py"): kernel[grid](…)`; `override(…).install()` stays until
    `.remove()`. Outside, the original runs again. All launches go through it, those of an
    autotuner too. Triton's cache keeps the kernel by the contents of the edit.

    A file or a module runs in the place of exactly the PTX that it was made from: for other types,
    constants or options the original runs. A function is called for each form that is compiled.

    Args:
        kernel: A function with `@triton.jit`, also with `@triton.autotune`; or its name, for those
            that other libraries make.
        edit: A file that `export` or `ptxpy import` wrote, which is executed if it ends with `.py`;
            a module; a function from the module that Triton compiled, and if it takes two arguments
            its `Specialization`, to the module that runs or None; or a mapping, or a list of pairs,
            from configurations to these.
        where: The forms that the edit is for: values of constants, types of arguments, `num_warps`,
            `num_stages`, `num_ctas`, `target`, by name.
        origin: What a file or module was made from, if it does not say so: the compiled kernel, its
            module, or its PTX file.
        shared: Bytes of dynamic shared memory of the edited kernel, if it needs other than the
            original's.
        key: For a function: names what it does. Other processes then use what Triton compiled
            with it; change the key when the function changes.

    Raises `OverrideError`, here or when the kernel is compiled, for an edit that does not fit.
    """
    return Override(kernel, edit, where or {}, origin=origin, shared=shared, key=key)


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

    Raises `OverrideError` with the differences, and what to write instead.
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
    # Triton passes the bytes of dynamic memory from its metadata: 0 leaves such a kernel without
    # any.
    if not metadata["shared"] and _is_dynamic(edited, name) and not _is_dynamic(compiled, name):
        problems.append(
            "it uses dynamic shared memory, and Triton launches it without any: "
            "state the bytes, override(…, shared=4096)"
        )
    if problems:
        message = f"{where} does not fit the kernel {name} that Triton launches: "
        raise OverrideError(message + "; ".join(problems))


def _problems(new: Signature, old: Signature, metadata: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences that do not fit."""
    if new.target != old.target:
        yield (
            f".target is {new.target or 'missing'}, and Triton compiles for {old.target} "
            f"(ptxpy emit --arch {old.target} writes it for that)"
        )
    yield from _parameter_problems(new, old)
    # The number of threads is fixed by Triton's launcher, whatever the PTX says.
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
    # Static and dynamic shared memory come from the same limit of a CTA.
    if limit is not None and new.shared + dynamic > limit:
        yield (
            f"it has {new.shared:,} bytes of static shared memory, {dynamic:,} are dynamic, "
            f"and {new.target} has {limit:,}"
        )


def _parameter_problems(new: Signature, old: Signature) -> Iterator[str]:
    # Parameters that are too few or too many shift all others, so one message suffices.
    if len(new.parameters) != len(old.parameters):
        yield (
            f"it has {format_count(len(new.parameters), 'parameter')}, "
            f"and Triton passes {len(old.parameters)}"
        )
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
    """Return the facts about a parameter that a launcher needs."""
    return parameter.type, parameter.dimensions, parameter.size, parameter.offset
