"""The hook of Triton's compiler through which edited kernels take the place of compiled ones.

Triton calls `knobs.runtime.add_stages_inspection_hook` in three places: without arguments before
it looks for a compiled kernel, in memory (`JITFunction.run`) and on disk (`compile`), for a
part of the key; and with the stages of a compilation, which the hook may change. It does
not tell the hook which kernel that is; the frame that calls it knows.
"""

from __future__ import annotations

import hashlib
import sys
from threading import Lock
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Protocol

import triton
from triton import knobs
from triton.compiler import compiler
from triton.runtime.cache import get_override_manager
from triton.runtime.jit import JITFunction

from ptxpy.integrations.triton.errors import OverrideError
from ptxpy.integrations.triton.specializations import Specialization, specialization_of
from ptxpy.syntax import emit, parse

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n

__all__ = ["add", "remove"]

MAX_FRAMES: Final = 32
"""Frames between the hook and Triton's function that calls it; other hooks may be between."""


class Override(Protocol):
    """The part of an override that the hook needs; see `overrides.Override`."""

    key: str

    def concerns(self, function: Any, name: str) -> bool:
        """Return whether it is for a kernel."""

    def is_for(self, specialization: Specialization) -> bool:
        """Return whether it may be for a form of the kernel."""

    def apply(
        self, module: n.Module, specialization: Specialization, metadata: dict[str, Any]
    ) -> n.Module | None:
        """Return the module that runs in the place of one; None if that one does."""


_ACTIVE: Final[list[Override]] = []
"""The overrides in use, the last first."""
_LOCK: Final = Lock()
_BEFORE: Final[list[Any]] = []
"""The hook that was there before; each call is handed on to it."""


def add(override: Override) -> None:
    """Bring an override into use."""
    codes = (compiler.compile.__code__, JITFunction.run.__code__)
    # Without these calls of the hook, the cache would return edited kernels after the edit is gone.
    if not all("add_stages_inspection_hook" in code.co_names for code in codes):
        message = (
            f"Triton {triton.__version__} does not ask a hook for keys of its cache, so that it "
            "would run edited kernels outside of override(): use Triton 3.7 or newer"
        )
        raise OverrideError(message)
    with _LOCK:
        if override in _ACTIVE:
            message = f"{override!r} is in use already"
            raise OverrideError(message)
        # The last override comes first, as with nested `with` statements.
        _ACTIVE.insert(0, override)
        if not _BEFORE:
            _BEFORE.append(knobs.runtime.add_stages_inspection_hook)
            knobs.runtime.add_stages_inspection_hook = _hook


def remove(override: Override) -> None:
    """Take an override out of use; the last one takes the hook with it."""
    with _LOCK:
        if override in _ACTIVE:
            _ACTIVE.remove(override)
        # Another library may have put its own hook over this one, which must not be lost.
        if not _ACTIVE and _BEFORE and knobs.runtime.add_stages_inspection_hook is _hook:
            knobs.runtime.add_stages_inspection_hook = _BEFORE.pop()


def _hook(*arguments: Any) -> Any:
    """Return a part of the key of a kernel, or, given the stages of a compilation, change them."""
    before = _BEFORE[0] if _BEFORE else None
    if not arguments:
        # The key of the hook that was there stays a part of the key.
        key, digest = before() if before is not None else ("", "")
        own = _key()
        return (key + own, str(digest) + own) if own else (key, digest)
    if before is not None:
        before(*arguments)
    frame = _frame_of_triton()
    if frame is not None and frame.f_code is compiler.compile.__code__:
        _change_stages(arguments[1], arguments[2], frame)
    return None


def _key() -> str:
    """Return a digest of the overrides of the kernel that Triton looks for; empty if none.

    If it cannot be known which kernel that is, all are meant: then one more is compiled.
    """
    frame = _frame_of_triton()
    # A key of all overrides compiles once too often, but never uses a wrong kernel.
    chosen = list(_ACTIVE) if frame is None else _overrides_for(frame)
    if not chosen:
        return ""
    return hashlib.sha256("-".join(each.key for each in chosen).encode()).hexdigest()


def _overrides_for(frame: FrameType) -> list[Override]:
    """Return the overrides of the kernel that a frame of Triton is about.

    In the compiler, its form is known too.
    """
    function, name = _function_in(frame)
    chosen = [each for each in _ACTIVE if each.concerns(function, name)]
    if not chosen or function is None or frame.f_code is not compiler.compile.__code__:
        return chosen
    form = _form_in(frame)
    return [each for each in chosen if each.is_for(form)]


def _form_in(frame: FrameType) -> Specialization:
    """Return the form of a kernel that a frame of Triton's compiler is about."""
    names = frame.f_locals
    return specialization_of(names["src"], names["options"], names["target"].arch)


def _frame_of_triton() -> FrameType | None:
    """Return the frame of Triton that calls the hook: of its cache, or of its compiler."""
    codes = (compiler.compile.__code__, JITFunction.run.__code__)
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - there is no other way to it
    for _ in range(MAX_FRAMES):
        if frame is None or frame.f_code in codes:
            return frame
        frame = frame.f_back
    return None


def _function_in(frame: FrameType) -> tuple[Any, str]:
    """Return the kernel that a frame of Triton is about, and its name."""
    name = "self" if frame.f_code is JITFunction.run.__code__ else "src"
    found = frame.f_locals.get(name)
    if found is None:
        message = (
            f"Triton {triton.__version__} does not show which kernel it compiles; "
            "ptxpy knows this of Triton 3.7 to 3.9"
        )
        raise OverrideError(message)
    function = found if name == "self" else getattr(found, "fn", None)
    return function, getattr(function, "__name__", None) or str(getattr(found, "name", ""))


def _change_stages(stages: dict[str, Any], options: Any, frame: FrameType) -> None:
    """Let the stage that makes PTX be followed by the overrides of the kernel."""
    chosen = _overrides_for(frame)
    if not chosen or "ptx" not in stages:
        return
    source = frame.f_locals["src"]
    if not hasattr(source, "fn"):
        message = f"{source.name} is compiled from a file, not from a function: edit the file"
        raise OverrideError(message)
    _check_other_overrides(source, options)
    compile_ptx = stages["ptx"]
    form = _form_in(frame)

    def stage(lowered: Any, metadata: dict[str, Any]) -> str:
        text: str = compile_ptx(lowered, metadata)
        module = parse(text, filename=f"<ptx of {form.kernel}>")
        # The first override that changes the module wins.
        for each in chosen:
            made = each.apply(module, form, metadata)
            if made is not None:
                return emit(made)
        return text

    stages["ptx"] = stage


def _check_other_overrides(source: Any, options: Any) -> None:
    """Refuse overrides of Triton itself, which would replace the edited kernel."""
    given = getattr(options, "ir_override", None) or ""
    # Both would replace the PTX after this stage.
    if given.endswith((".ptx", ".cubin")):
        message = f"{source.name}: ir_override={given!r} and override() are for one kernel"
        raise OverrideError(message)
    if knobs.compilation.override:
        manager = get_override_manager(source.hash())
        for kind in ("ptx", "cubin"):
            path = manager.get_file(f"{source.name[:150]}.{kind}")
            if path is not None:
                message = (
                    f"{source.name}: TRITON_KERNEL_OVERRIDE puts {path} in its place; "
                    "unset it, or remove the file"
                )
                raise OverrideError(message)
