"""Imports a file of kernels for the `generate_*.py` scripts."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType


def load(path: str) -> ModuleType:
    """Import the file at `path`, relative to the current folder, as a module of its name.

    Its functions know the file under just this path, so that no path of this
    machine gets into a compiler's line table.
    """
    sys.dont_write_bytecode = True
    name = Path(path).stem
    loader = SourceFileLoader(name, path)
    specification = ModuleSpec(name, loader, origin=path)
    specification.has_location = True
    module = module_from_spec(specification)
    sys.modules[name] = module
    loader.exec_module(module)
    return module
