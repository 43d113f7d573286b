"""`kernel.globals`: read and write the variables of a loaded module on a device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ptxpy.isa import nearest
from ptxpy.launch.backends import ChosenDevice, choose_device
from ptxpy.launch_request import (
    Arguments,
    LaunchError,
    VariableRequest,
    decode_variable,
    encode_variable,
    module_variables,
)

if TYPE_CHECKING:
    import numpy as np

    from ptxpy.launch_request import ModuleSource, ModuleVariable

__all__ = ["Globals", "VariablesBackend"]

_NO_ARGUMENTS = Arguments(b"", (), (), ())


@runtime_checkable
class VariablesBackend(Protocol):
    """A back end that can read and write the variables of a module."""

    def read_variable(self, request: VariableRequest) -> bytes:
        """Return the bytes of a variable."""

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        """Set a variable to bytes of its own size."""


class Globals(Mapping[str, "np.ndarray[Any, Any]"]):
    """The `.global` and `.const` variables of a module, by name.

    Each access copies: `globals["table"]` is a new NumPy array, and `globals["table"] = x` sets the
    variable for the launches that follow, which may change it again. Each device has its own
    variables; without `on`, an access is to those of the default device.
    """

    def __init__(self, source: ModuleSource, target: str, device: str | None = None) -> None:
        """Refer to the variables of a module on a device, which is named as in `Kernel.launch`."""
        self._source = source
        self._target = target
        self._device = device
        self._variables = module_variables(source.module)

    def on(self, device: str) -> Globals:
        """Return the variables on a device: `cpu`, `cuda`, `cuda:1`."""
        return Globals(self._source, self._target, device)

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        """Return a copy of a variable's value; raise `KeyError` if no variable has that name."""
        variable = self._variable(name)
        backend, request = self._at(variable)
        return decode_variable(variable, backend.read_variable(request))

    def __setitem__(self, name: str, value: Any) -> None:
        """Set a variable; see `ptxpy.launch_request.encode_variable` for the values it takes."""
        variable = self._variable(name)
        data = encode_variable(variable, value)
        backend, request = self._at(variable)
        backend.write_variable(request, data)

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(self._variables)

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self._variables)

    def __repr__(self) -> str:
        """Return the names and types of the variables, for display."""
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
        # Chosen at each access: without `on`, the default device follows the back ends that are
        # registered.
        chosen: ChosenDevice = choose_device(self._device, _NO_ARGUMENTS)
        if not isinstance(chosen.backend, VariablesBackend):
            message = f"device {chosen.name!r} cannot read or write the variables of a module"
            raise LaunchError(message)
        request = VariableRequest(
            self._source, self._target, variable.name, variable.size, chosen.number
        )
        return chosen.backend, request
