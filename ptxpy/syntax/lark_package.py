"""Lark's package, in its place without having run.

`import lark` loads the reader of grammars, two more parsers, and modules of Python for them: 12 ms.
None of that is needed to parse by tables that have been made. So the package is put where an import
puts it, and its `__init__` runs when something of it is first asked for, by whomever; its modules
are imported as ever.
"""

from __future__ import annotations

import sys
import threading
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any, Final

__all__ = ["place_package"]

_NAME: Final = "lark"
_LOCK: Final = threading.RLock()


class _UnrunPackage(ModuleType):
    """A package whose `__init__` runs when an attribute is asked for that it does not have yet."""

    _runs = False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the package has
        with _LOCK:
            # Another thread may have run it meanwhile; and what runs may ask for names itself.
            if type(self) is _UnrunPackage and not self._runs:
                self._runs = True
                spec = self.__spec__
                try:
                    spec.loader.exec_module(self)  # type: ignore[union-attr] # it was found
                    self.__class__ = ModuleType  # type: ignore[assignment] # as it would have been
                finally:
                    del self._runs
        return ModuleType.__getattribute__(self, name)


def place_package() -> None:
    """Put Lark's package in its place, if nothing has imported it yet."""
    with _LOCK:
        if _NAME in sys.modules:
            return
        spec = find_spec(_NAME)
        # An import that finds nothing, or another kind of module, is Python's to do.
        if spec is None or spec.loader is None or not spec.submodule_search_locations:
            return
        package = module_from_spec(spec)
        if type(package) is ModuleType:
            package.__class__ = _UnrunPackage
            sys.modules[_NAME] = package
