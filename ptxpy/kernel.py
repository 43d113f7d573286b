"""The decorator `kernel`, as an import path: `from ptxpy.kernel import Kernel, kernel`.

The module is the decorator `ptxpy.kernel` itself, so that `import ptxpy.kernel` does
not change `@ptxpy.kernel`. `Kernel` is the class of its results, and `TensorSpec` that of tensors
in its body; a kernel that is loaded to be launched is a `ptxpy.Kernel`.
"""

from sys import modules

from ptxpy.dsl import StandaloneKernel as Kernel
from ptxpy.dsl import kernel
from ptxpy.dsl.tensors.tensor_parameters import Tensor as TensorSpec

__all__ = ["Kernel", "TensorSpec", "kernel"]

_ATTRIBUTES = {"Kernel": Kernel, "TensorSpec": TensorSpec, "__all__": __all__, "kernel": kernel}
for _name, _value in _ATTRIBUTES.items():
    setattr(kernel, _name, _value)

modules[__name__] = kernel  # type: ignore[assignment]  # a function with the same names
