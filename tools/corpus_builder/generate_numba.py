"""Compile one Numba function to PTX without a GPU.

Runs inside the producer's virtual environment, from the root of the repository::

    python tools/corpus_builder/generate_numba.py corpus/numba/kernels.py saxpy \
        --signature 'float32, float32[::1], float32[::1]' --arch 9.0 --output saxpy.ptx
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from unittest import mock

import kernel_source
import numba
from numba import cuda


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compile one Numba function to PTX.")
    parser.add_argument("source", help="Python file, relative to the current folder")
    parser.add_argument("function", help="name of the plain function in that file")
    parser.add_argument("--signature", required=True, help="types of the arguments")
    parser.add_argument("--arch", required=True, help="compute capability, e.g. 9.0")
    parser.add_argument("--device", action="store_true", help="a device function, not a kernel")
    parser.add_argument("--abi", choices=("numba", "c"), default="numba")
    parser.add_argument("--debug", action="store_true", help="full debug information")
    parser.add_argument("--lineinfo", action="store_true", help="line numbers only")
    parser.add_argument("--fastmath", action="store_true")
    parser.add_argument("--launch-bounds", type=int, nargs="+", metavar="N")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Write the PTX that Numba makes of the function."""
    arguments = parse_arguments()
    function = getattr(kernel_source.load(arguments.source), arguments.function)
    signature = numba.core.sigutils.normalize_signature(f"({arguments.signature},)")[0]
    major, minor = map(int, arguments.arch.split("."))
    bounds = {"launch_bounds": tuple(arguments.launch_bounds)} if arguments.launch_bounds else {}
    # Numba makes the paths of source files absolute; those belong to this machine.
    with mock.patch.object(os.path, "abspath", os.path.normpath):
        ptx, _ = cuda.compile(
            function,
            signature,
            cc=(major, minor),
            device=arguments.device,
            abi=arguments.abi,
            debug=arguments.debug,
            lineinfo=arguments.lineinfo,
            fastmath=arguments.fastmath,
            opt=not arguments.debug,
            output="ptx",
            **bounds,
        )
    arguments.output.write_bytes(ptx if isinstance(ptx, bytes) else ptx.encode("utf-8"))


if __name__ == "__main__":
    main()
