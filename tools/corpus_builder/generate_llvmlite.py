"""Compile LLVM's textual IR to PTX with the NVPTX back end that llvmlite carries.

Runs inside the producer's virtual environment, from the root of the repository::

    python tools/corpus_builder/generate_llvmlite.py corpus/llvmlite/vectors.ll \
        --cpu sm_90 --features +ptx80 --optimise 2 --output vectors.ptx
"""

from __future__ import annotations

import argparse
from pathlib import Path

import llvmlite.binding as llvm


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compile LLVM IR to PTX.")
    parser.add_argument("source", type=Path, help="file with LLVM IR as text")
    parser.add_argument("--cpu", required=True, help="e.g. sm_90")
    parser.add_argument("--features", default="", help="e.g. +ptx80")
    parser.add_argument("--triple", default="nvptx64-nvidia-cuda")
    parser.add_argument("--optimise", type=int, default=0, choices=range(4))
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, level: int) -> None:
    """Run the standard pipeline of passes on ``module``."""
    builder = llvm.create_pass_builder(
        machine, llvm.create_pipeline_tuning_options(speed_level=level)
    )
    builder.getModulePassManager().run(module, builder)


def main() -> None:
    """Write the PTX that LLVM makes of the module."""
    arguments = parse_arguments()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(arguments.triple).create_target_machine(
        cpu=arguments.cpu, features=arguments.features, opt=arguments.optimise
    )
    module = llvm.parse_assembly(arguments.source.read_text(encoding="utf-8"))
    module.triple = arguments.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    if arguments.optimise:
        optimise(module, machine, arguments.optimise)
    arguments.output.write_bytes(machine.emit_assembly(module).encode("utf-8"))


if __name__ == "__main__":
    main()
