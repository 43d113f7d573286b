"""Arrays that say that they lie on a GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class DlpackArray:
    """An array of NumPy that says in DLPack that it lies on a device."""

    def __init__(
        self,
        array: np.ndarray[Any, Any],
        device: tuple[int, int] = (1, 0),
        *,
        refuses: bool = False,
    ) -> None:
        self.array = array
        self.device = device
        self.refuses = refuses
        self.streams: list[int | None] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, *, stream: int | None = None, max_version: tuple[int, int]) -> object:
        if self.refuses:
            message = "gradients are recorded"
            raise BufferError(message)
        self.streams.append(stream)
        return self.array.__dlpack__(max_version=max_version)


class InterfaceArray:
    """An array with `__cuda_array_interface__`."""

    def __init__(
        self,
        address: int,
        shape: tuple[int, ...],
        *,
        typestr: str = "<f4",
        strides: tuple[int, ...] | None = None,
        stream: int | None = None,
        read_only: bool = False,
    ) -> None:
        self.__cuda_array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": typestr,
            "data": (address, read_only),
            "strides": strides,
            "stream": stream,
        }
