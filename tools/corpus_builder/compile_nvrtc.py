"""Compile one CUDA C++ file with the NVRTC that is installed beside this interpreter.

Run by the environment's own Python:
`compile_nvrtc.py SOURCE OUTPUT OPTION...`
"""

import ctypes
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path


def main(source: str, output: str, *options: str) -> None:
    """Write the PTX of `source`, compiled with `options`, to `output`."""
    Path(output).write_bytes(compile_file(_load(), source, options))


def compile_file(nvrtc: ctypes.CDLL, source: str, options: tuple[str, ...]) -> bytes:
    """The PTX of `source`; RuntimeError with the compiler's log if there is none."""
    program = ctypes.c_void_p()
    text = Path(source).read_bytes()
    _check(
        nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, source.encode(), 0, None, None),
        "nvrtcCreateProgram",
    )
    spelt = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    if nvrtc.nvrtcCompileProgram(program, len(options), spelt):
        log = _fetch(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, program)
        raise RuntimeError(log.decode("utf-8", "replace"))
    return _fetch(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX, program)


def _load() -> ctypes.CDLL:
    packages = Path(sysconfig.get_path("purelib")) / "nvidia"
    for name in ("libnvrtc-builtins.so.*", "libnvrtc.so.*"):
        library = ctypes.CDLL(str(next(packages.glob(f"*/lib/{name}"))), ctypes.RTLD_GLOBAL)
    return library


def _fetch(
    size_of: Callable[..., int], read: Callable[..., int], program: ctypes.c_void_p
) -> bytes:
    """A string of NVRTC, without its terminator."""
    size = ctypes.c_size_t()
    _check(size_of(program, ctypes.byref(size)), "size of a string")
    buffer = ctypes.create_string_buffer(size.value)
    _check(read(program, buffer), "a string")
    return buffer.raw[: size.value - 1]


def _check(status: int, what: str) -> None:
    if status:
        raise RuntimeError(f"NVRTC: {what}: status {status}")


if __name__ == "__main__":
    main(*sys.argv[1:])
