"""Numba: kernels with shared memory, atomics, device functions, and its own reductions."""

import sys
import warnings
from pathlib import Path

import numba
import numpy as np
from numba import cuda
from numba.cuda.cudadrv.libs import get_cudalib

warnings.simplefilter("ignore")  # the grids are small on purpose


@cuda.jit(device=True)
def squared(x):
    """Return the square."""
    return x * x


@cuda.jit
def total(x, result):
    """Add the squares of a block's elements in shared memory, and the sums of blocks atomically."""
    held = cuda.shared.array(64, numba.float32)
    i = cuda.grid(1)
    held[cuda.threadIdx.x] = squared(x[i]) if i < x.size else 0
    cuda.syncthreads()
    step = 32
    while step:
        if cuda.threadIdx.x < step:
            held[cuda.threadIdx.x] += held[cuda.threadIdx.x + step]
        cuda.syncthreads()
        step //= 2
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(result, 0, held[0])


x = np.arange(200, dtype=np.float32)
result = cuda.to_device(np.zeros(1, np.float32))
total[4, 64](cuda.to_device(x), result)
assert result.copy_to_host()[0] == (x * x).sum()


@cuda.jit(lto=False)
def outer(x, y, product):
    """Write the outer product."""
    i, j = cuda.grid(2)
    if i < x.size and j < y.size:
        product[i, j] = x[i] * y[j]


product = np.zeros((10, 12), np.float64)
outer[(2, 2), (8, 8)](np.arange(10.0), np.arange(12.0), product)
np.testing.assert_array_equal(product, np.outer(np.arange(10.0), np.arange(12.0)))


@cuda.jit
def rows(matrix):
    """Make each row from that before; the grid waits for itself between them."""
    column = cuda.grid(1)
    grid = cuda.cg.this_grid()
    for row in range(1, matrix.shape[0]):
        matrix[row, column] = matrix[row - 1, matrix.shape[1] - column - 1] + 1
        grid.sync()


if Path(get_cudalib("cudadevrt", static=True)).is_file():  # which comes with the toolkit
    matrix = cuda.to_device(np.zeros((4, 64), np.int32))
    rows[2, 32](matrix)
    np.testing.assert_array_equal(matrix.copy_to_host(), np.arange(4)[:, None] + np.zeros(64))
sys.stdout.write("PASSED\n")
