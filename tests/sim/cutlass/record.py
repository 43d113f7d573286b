"""Build the programs of this folder, and write what they print: `python record.py INCLUDE…`.

Each prints the launches of a file of `corpus/cutlass`, a line of JSON each. It wants nvcc 13.0 and
the folders of CUTLASS 4.2's headers, `include` and `tools/util/include`; no GPU. Padding of a
struct holds what happened to be in memory: what is not the same in several runs is left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
FLAGS = ("-O0", "-std=c++17", "--expt-relaxed-constexpr", "-DNDEBUG")
ARCHITECTURES = {"hopper": "compute_90a", "blackwell": "compute_100a"}
"""For the first word of a program's name."""
RUNS = 5


def record(program: Path) -> str:
    """Return the launches that a program prints."""
    runs = [
        subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
        for _ in range(RUNS)
    ]
    lines = []
    for versions in zip(*runs, strict=True):
        launches = [json.loads(line) for line in versions]
        words = launches[0]["words"]
        launches[0]["words"] = {
            at: word
            for at, word in words.items()
            if all(other["words"].get(at) == word for other in launches)
        }
        lines.append(json.dumps(launches[0]))
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Record all programs."""
    includes = [f"-I{folder}" for folder in sys.argv[1:]]
    for source in sorted(FOLDER.glob("*.cu")):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / source.stem
            arch = ARCHITECTURES[source.stem.partition("_")[0]]
            flags = (*FLAGS, "-gencode", f"arch={arch},code={arch}")
            subprocess.run(["nvcc", *flags, *includes, source, "-o", program], check=True)
            source.with_suffix(".jsonl").write_text(record(program))


if __name__ == "__main__":
    main()
