"""Packages list the names that they load at their first use."""

from __future__ import annotations

import subprocess
import sys

import ptxpy.ir


def test_names_are_listed_before_they_are_used() -> None:
    """`dir` of a package has all its names, and loads nothing for that."""
    program = (
        "import sys, ptxpy.ir, ptxpy.check, ptxpy.summaries\n"
        "packages = ptxpy.ir, ptxpy.check, ptxpy.summaries\n"
        "missing = [name for p in packages for name in set(p.__all__) - set(dir(p))]\n"
        "assert not missing, missing\n"
        "assert 'ptxpy.ir.visitors' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_fields_of_nodes_have_documentation() -> None:
    """The help of a field says its type."""
    assert ptxpy.ir.Instruction.modifiers.__doc__ == "`tuple[str, ...]`"
