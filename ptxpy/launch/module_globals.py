"""The variables of a loaded module: what they hold on a device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ptxpy.isa.suggest import nearest
from ptxpy.launch.arguments import Arguments, LaunchError
from ptxpy.launch.backends import Chosen, choose
from ptxpy.launch.request import VariableRequest, decoded, encoded
from ptxpy.launch.request.module_variables import module_variables

if TYPE_CHECKING:
    import numpy as np

    from ptxpy.launch.request import ModuleSource, ModuleVariable

__all__ = ["Globals", "VariablesBackend"]

_NO_ARGUMENTS = Arguments(b"", (), (), ())


@runtime_checkable
class VariablesBackend(Protocol):
    """A back end that gives access to the variables of a module."""

    def read_variable(self, request: VariableRequest) -> bytes:
        """Return what a variable holds."""

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        """Let a variable hold something else; there are as many bytes as it has."""


class Globals(Mapping[str, "np.ndarray[Any, Any]"]):
    """The `.global` and `.const` variables of a module, by name.

    Each access copies: `globals["table"]` is an array of NumPy of its own, and
    `globals["table"] = x` changes the variable, whose value launches then see and keep. Each device
    has variables of its own: those of the default device are meant, or with `on` of another one.
    """

    def __init__(self, source: ModuleSource, target: str, device: str | None = None) -> None:
        """Take a module, the name of its target, and a device as `Kernel.launch` does."""
        self._source = source
        self._target = target
        self._device = device
        self._variables = module_variables(source.module)

    def on(self, device: str) -> Globals:
        """Return the variables on a device: `cpu`, `cuda`, `cuda:1`."""
        return Globals(self._source, self._target, device)

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        """Return a copy of what a variable holds; `KeyError` where there is none of that name."""
        variable = self._variable(name)
        backend, request = self._at(variable)
        return decoded(variable, backend.read_variable(request))

    def __setitem__(self, name: str, value: Any) -> None:
        """Let a variable hold something; `ptxpy.launch.request.encoded` says what it may be."""
        variable = self._variable(name)
        data = encoded(variable, value)
        backend, request = self._at(variable)
        backend.write_variable(request, data)

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(self._variables)

    def __len__(self) -> int:
        """Return how many variables there are."""
        return len(self._variables)

    def __repr__(self) -> str:
        """Show names and types."""
        listed = ", ".join(f"{each.name} {each.type}" for each in self._variables.values())
        return f"<Globals {listed}>"

    def _variable(self, name: str) -> ModuleVariable:
        found = self._variables.get(name)
        if found is None:
            close = nearest(str(name), self._variables)
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            message = f"the module has no variable {name!r} in global or constant memory{hint}"
            raise KeyError(message)
        return found

    def _at(self, variable: ModuleVariable) -> tuple[VariablesBackend, VariableRequest]:
        chosen: Chosen = choose(self._device, _NO_ARGUMENTS)
        if not isinstance(chosen.backend, VariablesBackend):
            message = f"device {chosen.name!r} gives no access to the variables of a module"
            raise LaunchError(message)
        request = VariableRequest(
            self._source, self._target, variable.name, variable.size, chosen.number
        )
        return chosen.backend, request
