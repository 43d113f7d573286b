"""Compile all kernels of one Warp module to PTX without a GPU.

Runs inside the producer's virtual environment, from the root of the repository::

    python tools/corpus_builder/generate_warp.py corpus/warp/particles.py \
        --arch 90 --output particles.ptx
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import kernel_source
import warp


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compile a module of Warp kernels to PTX.")
    parser.add_argument("source", help="Python file with the kernels")
    parser.add_argument("--arch", type=int, required=True, help="compute capability, e.g. 90")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Write the PTX that Warp makes of the module."""
    arguments = parse_arguments()
    warp.config.quiet = True
    with tempfile.TemporaryDirectory() as folder:
        warp.config.kernel_cache_dir = folder
        module = kernel_source.load(arguments.source)
        warp.compile_aot_module(
            module,
            device=None,
            arch=arguments.arch,
            module_dir=folder,
            use_ptx=True,
            strip_hash=True,
        )
        (ptx,) = Path(folder).glob("*.ptx")
        arguments.output.write_bytes(ptx.read_bytes())


if __name__ == "__main__":
    main()
