"""Edits of a compiled kernel, as a file, a module or a function."""

from __future__ import annotations

import hashlib
import inspect
import os
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib.util import decode_source
from pathlib import Path
from typing import Any

from ptxpy.dsl import located_messages, trace_python
from ptxpy.integrations.triton.errors import OverrideError, TritonError
from ptxpy.integrations.triton.origins import Origin, origin_of_text, ptx_digest
from ptxpy.integrations.triton.specializations import Specialization
from ptxpy.ir import nodes as n
from ptxpy.launch import compiled_kernel
from ptxpy.syntax import emit_bytes, parse

__all__ = ["Edit", "NotApplicable", "edit_of"]


class NotApplicable(Exception):  # noqa: N818 - no error: another form of the kernel was edited
    """The edit is of another form of the kernel, which is left as it is."""


class Edit(ABC):
    """A maker of the module that runs in the place of the one that Triton compiled."""

    name: str
    """What to call it in messages."""
    key: str
    """Changes whenever the edit does; Triton keeps compiled kernels by it."""

    def difference(self, specialization: Specialization) -> str:
        """Return why a form of a kernel is not the one that was edited; empty if it may be."""
        del specialization
        return ""

    @abstractmethod
    def apply(self, module: n.Module, specialization: Specialization) -> n.Module | None:
        """Return the module that runs in the place of a module; None to leave that one.

        Raises `NotApplicable` if the edit is of another form of the kernel.
        """


class ModuleEdit(Edit):
    """An edited module, in the place of the one that it was made from."""

    def __init__(self, module: n.Module, name: str, origin: Origin | None) -> None:
        """Keep a module. Raises `OverrideError` if its origin is not known."""
        if origin is None:
            message = (
                f"{name} does not say which PTX it was made from, so it could run in the place of "
                "another kernel: write it by ptxpy.triton.export, or import it from a folder of "
                "Triton's cache; or state origin=, the compiled kernel or its PTX file"
            )
            raise OverrideError(message)
        self.module, self.name, self.origin = module, name, origin
        # Where the form is not known, only the PTX says whether the edit is for it: nothing that
        # another process compiled is used, so that each process warns.
        scope = "" if origin.is_complete() else uuid.uuid4()
        self.key = f"{scope} {origin.digest} {hashlib.sha256(emit_bytes(module)).hexdigest()}"

    def difference(self, specialization: Specialization) -> str:
        """Return how the form is another than the one that the edit was made from."""
        differences = self.origin.differences(specialization)
        return self._other(specialization, "; ".join(differences)) if differences else ""

    def _other(self, specialization: Specialization, reason: str) -> str:
        return f"{self.name} was made from other PTX than {specialization}: {reason}"

    def apply(self, module: n.Module, specialization: Specialization) -> n.Module:
        """Return the edited module, if it was made from this one."""
        # The digest ignores debug information, so that a change of lines alone keeps the edit.
        if ptx_digest(module) == self.origin.digest:
            return self.module
        # PTX that was compiled for other types is no mistake: the original runs, with a warning.
        if not self.origin.is_complete():
            reason = self._other(specialization, "its types and constants are not known")
            raise NotApplicable(reason)
        message = (
            f"{self.name} was made from other PTX than Triton compiles now for {specialization}: "
            "the kernel, an option or Triton has changed since. Export the kernel again, and "
            "repeat the edit there"
        )
        raise OverrideError(message)


class FunctionEdit(Edit):
    """A function from the module that Triton compiled to the one that runs."""

    def __init__(self, function: Callable[..., n.Module | None], key: str | None) -> None:
        """Keep a function.

        Args:
            function: It takes the module, and the form of the kernel if it takes two arguments.
            key: A name of the function's effect, by which another process finds the kernel that
                Triton compiled with it; without it, each process compiles anew, as the function
                or its callees may have changed.
        """
        self.function = function
        self.name = getattr(function, "__qualname__", type(function).__name__)
        self.key = f"{self.name} {uuid.uuid4() if key is None else key}"
        try:
            # Only the signature tells whether the function takes the form, too.
            inspect.signature(function).bind(None, None)
            self.takes_specialization = True
        except (TypeError, ValueError):
            self.takes_specialization = False

    def apply(self, module: n.Module, specialization: Specialization) -> n.Module | None:
        """Return the result of the function."""
        more = (specialization,) if self.takes_specialization else ()
        made = self.function(module, *more)
        if made is not None and not isinstance(made, n.Module):
            message = (
                f"{self.name} returned a {type(made).__name__}: return a module "
                "(ptxpy.ir.Module), or None to leave the kernel as it is"
            )
            raise OverrideError(message)
        return made


def edit_of(edit: Any, origin: Any, key: str | None) -> Edit:
    """Return an edit.

    Args:
        edit: A path, a module, or a function from module to module.
        origin: For a path or module: the compiled kernel or the PTX that it was made from; None if
            the file says so.
        key: For a function: the name of its effect.
    """
    if not isinstance(edit, str | os.PathLike | n.Module):
        # A compiled kernel is callable as well, but is what is edited and no edit.
        if not callable(edit) or compiled_kernel(edit) is not None:
            message = (
                f"a {type(edit).__name__} is no edit; pass a path, a module, or a function from "
                "the module that Triton compiled to the one that is to run"
            )
            raise OverrideError(message)
        return FunctionEdit(edit, key)
    if isinstance(edit, n.Module):
        return ModuleEdit(edit, "the module", _origin(origin))
    path = Path(edit)
    module, text = _read(path)
    stated = origin_of_text(text, str(path)) if origin is None else _origin(origin)
    return ModuleEdit(module, str(path), stated)


def _read(path: Path) -> tuple[n.Module, str]:
    """Return the module of a file and its text; a file that ends with `.py` is executed."""
    data = path.read_bytes()
    # An edited Python file is executed, as by `ptxpy emit`.
    if path.suffix == ".py":
        text = decode_source(data)
        with located_messages(str(path)):
            return trace_python(text, filename=str(path)).module, text
    return parse(data, filename=str(path)), data.decode("utf-8", "replace")


def _origin(origin: Any) -> Origin | None:
    """Return the origin that a caller states: a compiled kernel, a module, or a PTX file."""
    if origin is None or isinstance(origin, Origin):
        return origin
    if isinstance(origin, n.Module):
        return Origin(ptx_digest(origin), {})
    if isinstance(origin, Mapping) or not isinstance(origin, str | os.PathLike):
        found = compiled_kernel(origin)
        if found is None:
            message = f"origin: a {type(origin).__name__} is neither a compiled kernel nor a path"
            raise TritonError(message)
        return Origin(ptx_digest(parse(found.ptx, filename=found.filename)), {})
    path = Path(origin)
    return Origin(ptx_digest(parse(path.read_bytes(), filename=str(path))), {})
