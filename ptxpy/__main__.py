"""`python -m ptxpy` is the command `ptxpy`."""

from __future__ import annotations

import sys

from ptxpy.cli import main

if __name__ == "__main__":
    sys.exit(main())
