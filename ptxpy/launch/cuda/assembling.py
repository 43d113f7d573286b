"""The cubin of a module for a GPU."""

from __future__ import annotations

from importlib import metadata
from threading import Lock
from typing import TYPE_CHECKING, Final

from ptxpy.assemble import AssembleError, Assembly, UnsupportedError, assemble, toolchain
from ptxpy.isa import Target, has_feature, parse_target
from ptxpy.launch.cuda.cache import CubinCache, cache_folder, key_of
from ptxpy.launch_request import LaunchError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.launch_request import ModuleSource

__all__ = ["SourceError", "assemble_for", "gpu_target"]

_LIBRARIES: Final = ("nvidia-nvjitlink", "cuda-bindings")


def gpu_target(target: str, number: int, where: str) -> str:
    """Return the target to assemble for: `sm_86` for a module of `.target sm_80` on such a GPU.

    Args:
        target: The target of the module.
        number: The architecture of the GPU: 86.
        where: The GPU, for messages.

    Raises `LaunchError` if the GPU lacks features of the module's target (PTX ISA 11.1.2).
    """
    try:
        needed = parse_target(target)
    except ValueError:
        message = f"the .target of the module is not known: {target!r}"
        raise LaunchError(message) from None
    # The variant is kept: code of `sm_90a` runs on `sm_90` alone, and is assembled as `sm_90a`.
    gpu = Target(number, needed.variant)
    if not has_feature(gpu, needed):
        message = f'the kernel is for {target}, but {where} is sm_{number}; try device="cpu"'
        raise LaunchError(message)
    return str(gpu)


def assemble_for(source: ModuleSource, arch: str) -> Assembly:
    """Return the cubin of a module for an architecture, from memory or the cache if possible.

    Raises `SourceError`, with the lines of the module, if it cannot be assembled;
    `AssemblerMissingError` if there is no assembler, and `UnsupportedError` if all are too old,
    unless the user has named the one to use.
    """
    key = key_of([source.ptx, arch.encode(), *_assemblers()])
    with _lock:
        # Taken out and put back, so that the order of the dictionary is that of the last uses.
        found = _assembled.pop(key, None)
        if found is not None:
            _assembled[key] = found
            return found
    folder = cache_folder()
    cache = None if folder is None else CubinCache(folder)
    found = None if cache is None else cache.find(key)
    if found is None:
        # Without the lock: assembling takes seconds, and two threads at worst do it twice.
        found = _assemble(source, arch)
        if cache is not None:
            cache.store(key, found)
    with _lock:
        _assembled[key] = found
        while sum(len(each.cubin) for each in _assembled.values()) > MAX_ASSEMBLED_BYTES:
            del _assembled[next(iter(_assembled))]
    return found


MAX_ASSEMBLED_BYTES: Final = 64 << 20
"""Bytes of cubins that a process keeps; the least recently used are dropped."""

_assembled: Final[dict[str, Assembly]] = {}
"""The cubins of this process by the key of the cache, the most recently used last."""
_lock: Final = Lock()


def _assemble(source: ModuleSource, arch: str) -> Assembly:
    try:
        return assemble(source.ptx, arch=arch)
    except AssembleError as error:
        if isinstance(error, UnsupportedError) and toolchain.find_configured() is None:
            raise
        raise SourceError(error, source) from None


def _assemblers() -> Iterator[bytes]:
    """Yield bytes that identify the assemblers and their versions, for the key of the cache.

    The size and time of the ptxas file stand for its version, since running it takes longer.
    """
    named = toolchain.find_configured()
    for path in [named] if named is not None else toolchain.candidates():
        try:
            status = path.stat()
        except OSError:
            continue
        yield f"{path}\0{status.st_size}\0{status.st_mtime_ns}".encode("utf-8", "surrogateescape")
    for library in _LIBRARIES:
        try:
            yield f"{library}\0{metadata.version(library)}".encode()
        except metadata.PackageNotFoundError:
            continue
