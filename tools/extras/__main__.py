"""`python -m extras install`, and `python -m extras test` with arguments of `test_frameworks`."""

import sys

from extras.cli import install_here, run_tests

if __name__ == "__main__":
    sys.exit(install_here() if sys.argv[1] == "install" else run_tests(sys.argv[2:]))
