"""Our declarations of the driver are those of NVIDIA's bindings, and the fake driver has them."""

from __future__ import annotations

import ctypes
import inspect
import re

import pytest

from ptxpy.launch.cuda import functions
from ptxpy.launch.cuda.functions import (
    DECLARATIONS,
    NAME_BYTES,
    SUCCESS,
    LaunchAttribute,
    LaunchConfig,
)
from tests.launch.cuda.fake_driver import FUNCTIONS, REAL

ENUMERATIONS = {
    functions.DeviceAttribute: (REAL.CUdevice_attribute, "CU_DEVICE_ATTRIBUTE_"),
    functions.FunctionAttribute: (REAL.CUfunction_attribute, "CU_FUNC_ATTRIBUTE_"),
    functions.PointerAttribute: (REAL.CUpointer_attribute, "CU_POINTER_ATTRIBUTE_"),
    functions.EventFlag: (REAL.CUevent_flags, "CU_EVENT_"),
    functions.JitOption: (REAL.CUjit_option, "CU_JIT_"),
    functions.LaunchAttributeId: (REAL.CUlaunchAttributeID, "CU_LAUNCH_ATTRIBUTE_"),
}


def test_enumerators_have_the_numbers_of_the_bindings() -> None:
    """Of each enumeration, and that of a success."""
    for ours, (theirs, prefix) in ENUMERATIONS.items():
        assert {each.name: each.value for each in ours} == {
            each.name: getattr(theirs, prefix + each.name).value for each in ours
        }
    assert SUCCESS == REAL.CUresult.CUDA_SUCCESS


def test_structures_have_the_layout_of_the_bindings() -> None:
    """The bytes of a launch with a cluster, as the bindings write them for the same values."""
    theirs, attribute = REAL.CUlaunchConfig(), REAL.CUlaunchAttribute()
    theirs.gridDimX, theirs.gridDimY, theirs.gridDimZ = 1, 2, 3
    theirs.blockDimX, theirs.blockDimY, theirs.blockDimZ = 4, 5, 6
    theirs.sharedMemBytes, theirs.hStream = 7, REAL.CUstream(8)
    attribute.id = REAL.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
    size = attribute.value.clusterDim
    size.x, size.y, size.z = 9, 10, 11
    theirs.attrs, theirs.numAttrs = [attribute], 1
    ours = LaunchConfig((1, 2, 3), (4, 5, 6), 7, 8, (LaunchAttribute * 1)(), 1)
    ours.attributes[0] = LaunchAttribute(4, 0, (9, 10, 11))
    place = LaunchConfig.attributes.offset
    held = ctypes.string_at(theirs.getPtr(), ctypes.sizeof(LaunchConfig))
    assert bytes(ours)[:place] == held[:place]
    assert bytes(ours)[place + 8 : place + 12] == held[place + 8 : place + 12]
    at = int.from_bytes(held[place : place + 8], "little")
    assert bytes(ours.attributes[0])[:20] == ctypes.string_at(at, 20)


@pytest.mark.parametrize("name", DECLARATIONS)
def test_functions_take_as_many_arguments(name: str) -> None:
    """The bindings tell in the first line of their documentation what they take."""
    head = (getattr(REAL, name).__doc__ or "").partition("\n")[0]
    match = re.fullmatch(rf"{name}\((.*)\)", head)
    assert match is not None
    expected = len(match[1].split(", ")) if match[1] else 0
    # The bindings make room for a tensor map, which is given to our functions.
    assert len(DECLARATIONS[name].inputs) - name.startswith("cuTensorMap") == expected
    parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return
    assert len(parameters) - 1 == expected


def test_the_name_of_a_gpu_fits() -> None:
    """The driver is told the size of the memory that it writes the name to."""
    (memory,) = DECLARATIONS["cuDeviceGetName"].results
    assert ctypes.sizeof(memory) == NAME_BYTES
