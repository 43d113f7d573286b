"""The decorator `kernel`, as an import path: `from ptxpy.kernel import Kernel, kernel`.

The module is the decorator `ptxpy.kernel` itself, so that `import ptxpy.kernel` leaves
`@ptxpy.kernel` what it is. `Kernel` is what the decorator returns, and `TensorSpec` what its body
gets for a tensor; a kernel that is loaded to be launched is a `ptxpy.Kernel`.
"""

from sys import modules

from ptxpy.dsl import StandaloneKernel as Kernel
from ptxpy.dsl import kernel
from ptxpy.dsl.tensors.tensor_parameters import Tensor as TensorSpec

__all__ = ["Kernel", "TensorSpec", "kernel"]

modules[__name__] = kernel  # type: ignore[assignment]  # a function with the same names
