"""Links from signatures of the Python API to the classes that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.domains.python import PythonDomain

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

__all__ = ["RememberingPythonDomain"]


class RememberingPythonDomain(PythonDomain):  # type: ignore[misc]  # Sphinx is an extra
    """Sphinx' domain of Python, which looks for each name once.

    For a name that is no full path, Sphinx goes through all objects, and signatures name the same
    few classes thousands of times.
    """

    def find_obj(
        self,
        env: BuildEnvironment,
        modname: str,
        classname: str,
        name: str,
        type: str | None,  # noqa: A002
        searchmode: int = 0,
    ) -> list[tuple[str, Any]]:
        """Return the objects that a name may mean, with their full names."""
        # The objects become more while pages are read.
        key = (modname, classname, name, type, searchmode, len(self.objects))
        found: dict[object, list[tuple[str, Any]]] = self.__dict__.setdefault("found", {})
        if key not in found:
            found[key] = super().find_obj(env, modname, classname, name, type, searchmode)
        return [*found[key]]
