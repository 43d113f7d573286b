"""The command `tools/build_manual`."""

from __future__ import annotations

import sys

from manual.cli import main

if __name__ == "__main__":
    sys.exit(main())
