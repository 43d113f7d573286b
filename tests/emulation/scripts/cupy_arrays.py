"""CuPy: arithmetic of arrays, reductions, sorting, and kernels from CUDA C++."""

import sys

import cupy
import numpy as np

x = cupy.arange(1000, dtype=cupy.float32)
host = np.arange(1000, dtype=np.float32)
np.testing.assert_allclose((x * 2 + 1).get(), host * 2 + 1)
assert float(x.sum()) == host.sum()
np.testing.assert_array_equal(cupy.cumsum(x.astype(cupy.int32)).get(), np.cumsum(host).astype(int))
shuffled = (x.astype(cupy.int64) * 37) % 1000
np.testing.assert_array_equal(cupy.sort(shuffled).get(), np.arange(1000))

square = cupy.ElementwiseKernel("float32 x", "float32 y", "y = x * x", "square")
np.testing.assert_allclose(square(x).get(), host * host)
norm = cupy.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "norm")
assert abs(float(norm(x)) - np.linalg.norm(host)) < 1

SOURCE = r"""
template <typename T> __global__ void scale(T* x, T factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}
extern "C" __global__ void reverse(float* x)
{
    __shared__ float held[64];
    held[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = held[63 - threadIdx.x];
}
"""
module = cupy.RawModule(code=SOURCE, options=("-std=c++17",), name_expressions=["scale<float>"])
y = x.copy()
module.get_function("scale<float>")((8,), (128,), (y, np.float32(3), np.int32(1000)))
np.testing.assert_allclose(y.get(), 3 * host)
module.get_function("reverse")((1,), (64,), (y,))
np.testing.assert_allclose(y[:64].get(), 3 * host[63::-1])

with cupy.cuda.Stream() as stream:
    z = cupy.ones((16, 16)) + 1
    stream.synchronize()
assert (z == 2).all()
sys.stdout.write("PASSED\n")
