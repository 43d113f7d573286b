"""Compile one TileLang program to PTX without a GPU and without PyTorch.

TileLang writes CUDA C++, which nvcc then compiles. Runs inside the producer's
virtual environment, from the root of the repository::

    python tools/corpus_builder/generate_tilelang.py corpus/tilelang/matmul.py matmul \
        --arch sm_90a --const M=1024 --output matmul.ptx

``--const name=value`` sets an argument of the function that builds the program.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import subprocess
import sys
import types
from collections.abc import Sequence
from pathlib import Path

import kernel_source

SOURCES = Path(".cache/corpus/tilelang")


class _Nothing(type):
    """A stand-in for every name of the absent package: empty, false, callable."""

    def __getattr__(cls, name: str) -> _Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Nothing(name, (), {})

    def __bool__(cls) -> bool:
        return False

    def __call__(cls, *_: object, **__: object) -> _Nothing:
        return _Nothing("result", (), {})


class _AbsentModule(types.ModuleType):
    """A module in which any name can be looked up."""

    __version__ = "2.4.0"

    def __getattr__(self, name: str) -> _Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        value = _Nothing(name, (), {})
        setattr(self, name, value)
        return value


class _AbsentPackage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports PyTorch as an empty package: TileLang needs it to launch, not to compile."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Take every module of the package."""
        del path, target
        if fullname.partition(".")[0] != "torch":
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Make the empty module."""
        return _AbsentModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing is to be run."""


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compile one TileLang program to PTX.")
    parser.add_argument("source", help="Python file with the program")
    parser.add_argument("function", help="name of the function that builds the program")
    parser.add_argument("--arch", required=True, help="e.g. sm_90a")
    parser.add_argument("--const", action="append", default=[], metavar="NAME=LITERAL")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def lower(program: object, arch: str) -> str:
    """The CUDA C++ that TileLang makes of ``program``."""
    import tilelang  # noqa: PLC0415 - after PyTorch has been replaced
    from tilelang import tvm  # noqa: PLC0415

    target = tvm.target.Target({"kind": "cuda", "arch": arch})
    with target:
        lowered = tilelang.lower(program, target=target, target_host="c")
        return str(lowered.kernel_source)


def compile_cuda(source: str, arch: str, output: Path) -> None:
    """Run nvcc on ``source`` with the headers that TileLang ships."""
    import tilelang  # noqa: PLC0415 - after PyTorch has been replaced

    package = Path(tilelang.__file__).parent
    # A fixed place: nvcc puts a hash of the path into names with internal linkage.
    file = SOURCES / f"{output.stem}.cu"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8")
    command = [
        "nvcc",
        "-ptx",
        "-std=c++17",
        f"-arch={arch}",
        f"-I{package / 'src'}",
        f"-I{package / '3rdparty/cutlass/include'}",
        "-o",
        str(output),
        str(file),
    ]
    subprocess.run(command, check=True)


def main() -> None:
    """Write the PTX of the program."""
    arguments = parse_arguments()
    sys.meta_path.insert(0, _AbsentPackage())
    build = getattr(kernel_source.load(arguments.source), arguments.function)
    constants = {}
    for pair in arguments.const:
        name, _, value = pair.partition("=")
        constants[name] = ast.literal_eval(value)
    source = lower(build(**constants), arguments.arch)
    compile_cuda(source, arguments.arch, arguments.output)


if __name__ == "__main__":
    main()
