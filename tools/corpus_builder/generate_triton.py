"""Compile one Triton kernel to PTX without a GPU and without PyTorch.

Runs inside the producer's virtual environment, from the root of the repository::

    python tools/corpus_builder/generate_triton.py corpus/triton/softmax.py softmax \
        --arch 90 --arg 'x=*fp32:16' --arg n=i32 --const BLOCK=1024 --output softmax.ptx

``--arg name=type`` gives an argument its Triton type; ``:16`` after the type
tells the compiler that the value is divisible by 16, as the just-in-time
compiler finds out by itself at a launch. ``--const name=value`` fixes a
``tl.constexpr`` parameter; the value is a Python literal.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

# Triton reads its settings when it is imported. A fresh cache makes sure that
# the line table is written for the paths of this run.
os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="triton-")
# The default is about to change; what 3.x has always done is wanted.
os.environ["TRITON_DEFAULT_FP_FUSION"] = "1"

import kernel_source
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

SITE_PACKAGES = Path(triton.__file__).parents[1]


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compile one Triton kernel to PTX.")
    parser.add_argument("source", help="Python file, relative to the current folder")
    parser.add_argument("kernel", help="name of the kernel in that file")
    parser.add_argument("--arch", type=int, required=True, help="compute capability, e.g. 90")
    parser.add_argument("--arg", action="append", default=[], metavar="NAME=TYPE[:DIVISIBILITY]")
    parser.add_argument("--const", action="append", default=[], metavar="NAME=LITERAL")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=LITERAL")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def neutralise_library_paths() -> None:
    """Name Triton's own files relative to site-packages in the line table."""
    prefix = f"{SITE_PACKAGES}{os.sep}"
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] != "triton" or module is None:
            continue
        for value in list(vars(module).values()):
            function = getattr(value, "fn", None)
            if not isinstance(function, types.FunctionType):
                continue
            filename = function.__code__.co_filename.removeprefix(prefix)
            function.__code__ = function.__code__.replace(co_filename=filename)
            if hasattr(value, "file_name"):  # newer versions keep a copy
                value.file_name = filename


def split_pair(text: str) -> tuple[str, str]:
    """``'n=i32'`` -> ``('n', 'i32')``."""
    name, _, value = text.partition("=")
    return name, value


def literals(pairs: list[str]) -> dict[str, Any]:
    """``['BLOCK=64', "MODE='rn'"]`` -> ``{'BLOCK': 64, 'MODE': 'rn'}``."""
    return {name: ast.literal_eval(value) for name, value in map(split_pair, pairs)}


def make_source(
    function: triton.JITFunction, types_: dict[str, str], constants: dict[str, Any]
) -> ASTSource:
    """Describe the specialisation of ``function`` that is wanted."""
    signature: dict[str, str] = {}
    attributes: dict[tuple[int, ...], list[list[Any]]] = {}
    for index, name in enumerate(function.arg_names):
        if name in constants:
            signature[name] = "constexpr"
            continue
        type_, _, divisibility = types_[name].partition(":")
        signature[name] = type_
        if divisibility:
            attributes[(index,)] = [["tt.divisibility", int(divisibility)]]
    return ASTSource(fn=function, signature=signature, constexprs=constants, attrs=attributes)


def main() -> None:
    """Write the PTX that Triton makes of the kernel."""
    arguments = parse_arguments()
    module = kernel_source.load(arguments.source)
    neutralise_library_paths()
    source = make_source(
        getattr(module, arguments.kernel),
        dict(map(split_pair, arguments.arg)),
        literals(arguments.const),
    )
    compiled = triton.compile(
        source,
        target=GPUTarget("cuda", arguments.arch, 32),
        options=literals(arguments.option),
    )
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_bytes(compiled.asm["ptx"].encode("utf-8"))


if __name__ == "__main__":
    main()
