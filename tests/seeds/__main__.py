"""Say how many of the symbols that the seeds ask for are there, and what others lack.

`python -m tests.seeds` ends with 1 if any is missing or differs.
"""

from __future__ import annotations

import sys

from tests.seeds.symbols import files, symbols


def main() -> int:
    """Print what is missing, and the count; return 1 if anything is."""
    total = present = 0
    for path in files():
        for symbol in symbols(path):
            problems = symbol.problems()
            total += 1
            present += not problems
            if problems:
                sys.stdout.write(f"{path.stem}: {symbol.name}: {'; '.join(problems)}\n")
    sys.stdout.write(f"present: {present} of {total}\n")
    return 0 if present == total else 1


if __name__ == "__main__":
    sys.exit(main())
