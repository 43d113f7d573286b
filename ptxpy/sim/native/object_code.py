"""LLVM IR compiled to machine code of this computer, which a folder of the user's cache keeps."""

from __future__ import annotations

import os
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

import llvmlite
import llvmlite.binding as llvm

from ptxpy import _user_cache
from ptxpy.sim.native.layout import CODE_KIND, MAX_CODE_BYTES
from ptxpy.sim.native.runtime import function_text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["add_object", "compile_object", "function_address", "missing_objects"]

_LEVEL: Final = 1
"""Of LLVM's optimisation: no loops over lanes are left that higher levels would turn to vectors."""
_MANY_RANGES: Final = 500_000
"""The product of branches and registers of a function from which on its registers are allocated one
block at a time: splitting live ranges over all blocks takes minutes, for code twice as fast."""


class _Compiler:
    """LLVM for this computer, and its compiled code."""

    def __init__(self) -> None:
        """Initialise LLVM."""
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        # A hypervisor may hide what the processor of that name has, so the features count.
        cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        self._target = self._new_target(cpu, features)
        self._quick_target = self._new_target(cpu, features, level=0)
        version = ".".join(map(str, llvm.llvm_version_info))
        self._key = f"{llvmlite.__version__} {version} {cpu} {features} {_LEVEL}".encode()
        # An engine owns its target.
        empty = llvm.parse_assembly("")
        self._engine = llvm.create_mcjit_compiler(empty, self._new_target(cpu, features))
        folder = _user_cache.cache_folder(CODE_KIND)
        self._files = (
            None if folder is None else _user_cache.UserCache(folder, CODE_KIND, MAX_CODE_BYTES)
        )
        self._objects: dict[str, bytes] = {}
        """Object code that has been compiled elsewhere, by its text."""
        self._kept: list[Any] = []
        """Objects that must live as long as their code may run."""

    @staticmethod
    def _new_target(cpu: str, features: str, level: int = _LEVEL) -> Any:
        return llvm.Target.from_default_triple().create_target_machine(
            cpu=cpu, features=features, opt=level, jit=True
        )

    def _key_of(self, text: str) -> str:
        return _user_cache.key_of([self._key, text.encode()])

    def has(self, text: str) -> bool:
        """Return whether there is object code of LLVM IR, here or in the user's cache."""
        if text in self._objects:
            return True
        return self._files is not None and self._files.find(self._key_of(text)) is not None

    def add(self, text: str, data: bytes) -> None:
        """Keep object code, here and in the user's cache."""
        self._objects[text] = data
        if self._files is not None:
            self._files.store(self._key_of(text), data)

    def load(self, name: str, text: str) -> int:
        """Return the address of a function that LLVM IR defines under a name of its own."""
        data = self._objects.pop(text, None)
        if data is None and self._files is not None:
            data = self._files.find(self._key_of(text))
        if data is None:
            self.add(text, self.compile(text))
            data = self._objects.pop(text)
        loaded = llvm.ObjectFileRef.from_data(data)
        self._kept += [loaded, data]
        self._engine.add_object_file(loaded)
        self._engine.finalize_object()
        address: int = self._engine.get_function_address(name)
        return address

    def compile(self, text: str) -> bytes:
        """Return the object code of LLVM IR."""
        module = llvm.parse_assembly(text)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
        options.loop_vectorization = options.slp_vectorization = False
        passes = llvm.create_pass_builder(self._target, options)
        passes.getModulePassManager().run(module, passes)
        ranges = text.count("\n  br ") * text.count(" = alloca ")
        target = self._target if ranges < _MANY_RANGES else self._quick_target
        data: bytes = target.emit_object(module)
        return data


_LOCK: Final = RLock()
"""Held while LLVM compiles: several threads of Python may launch kernels."""
if hasattr(os, "register_at_fork"):
    # A process that is forked while another thread holds the lock would wait for ever.
    os.register_at_fork(
        before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )
_ADDRESSES: Final[dict[str, int]] = {}


@cache
def _compiler() -> _Compiler:
    return _Compiler()


def compile_object(text: str) -> bytes:
    """Return the object code of LLVM IR."""
    return _compiler().compile(text)


def missing_objects(functions: Mapping[str, str]) -> list[str]:
    """Return the LLVM IR of which there is no object code.

    Args:
        functions: The text of each function; empty for one of the run-time.
    """
    found = []
    with _LOCK:
        for name, text in {**dict.fromkeys(("run_ctas", "locate"), ""), **functions}.items():
            if name not in _ADDRESSES:
                ir = text or function_text(name)
                found += [] if _compiler().has(ir) else [ir]
    return found


def add_object(text: str, data: bytes) -> None:
    """Keep the object code of LLVM IR, which `function_address` then loads."""
    with _LOCK:
        _compiler().add(text, data)


def function_address(name: str, text: str = "") -> int:
    """Return the address of a function, given its LLVM IR, or of one of the run-time."""
    with _LOCK:
        found = _ADDRESSES.get(name)
        if found is None:
            if not text:
                text = function_text(name)
                if "@locate(" in text and name != "locate":
                    function_address("locate")
            found = _ADDRESSES[name] = _compiler().load(name, text)
            llvm.add_symbol(name, found)
        return found
