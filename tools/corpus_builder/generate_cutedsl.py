"""Compile one CuTe DSL function to PTX without a GPU.

Runs inside the producer's virtual environment, from the root of the repository::

    python tools/corpus_builder/generate_cutedsl.py corpus/cutedsl/elementwise.py add \
        --arch sm_90a --arg 'Float32[1024,512]' --arg Int32 --output add.ptx

``--arg`` gives the arguments of the host function in their order: a tensor in
row-major order as ``Float16[rows,columns]``, or a scalar by its type alone.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from pathlib import Path

import kernel_source


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compile one CuTe DSL function to PTX.")
    parser.add_argument("source", help="Python file, relative to the current folder")
    parser.add_argument("function", help="name of the host function in that file")
    parser.add_argument("--arch", required=True, help="e.g. sm_90a")
    parser.add_argument("--arg", action="append", default=[], metavar="TYPE[SHAPE]")
    parser.add_argument("--lineinfo", action="store_true")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def make_argument(text: str) -> object:
    """Stand-in for an argument that only exists at a launch."""
    import cutlass  # noqa: PLC0415 - after main() has set the environment
    from cutlass.cute.runtime import make_fake_compact_tensor  # noqa: PLC0415

    match = re.fullmatch(r"(\w+)(?:\[([\d,]+)\])?", text)
    if match is None:
        raise SystemExit(f"argument {text!r} is neither a scalar nor a tensor")
    element = getattr(cutlass, match[1])
    if match[2] is None:
        return element(1)
    shape = tuple(map(int, match[2].split(",")))
    order = tuple(reversed(range(len(shape))))
    return make_fake_compact_tensor(element, shape, stride_order=order, assumed_align=16)


def main() -> None:
    """Write the PTX that CuTe DSL makes of the function."""
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUTE_DSL_ARCH"] = arguments.arch
        os.environ["CUTE_DSL_DUMP_DIR"] = folder
        from cutlass import cute  # noqa: PLC0415 - reads the environment

        module = kernel_source.load(arguments.source)
        options = ["--keep-ptx", *(["--generate-line-info"] if arguments.lineinfo else [])]
        compiled = cute.compile(
            getattr(module, arguments.function),
            *map(make_argument, arguments.arg),
            options=" ".join(options),
        )
        arguments.output.write_bytes(compiled.__ptx__.encode("utf-8"))


if __name__ == "__main__":
    main()
