"""Plain Python functions for Numba: the producer's script turns them into kernels."""

import math

import numpy as np
from numba import cuda, float32, int32

TILE = 16
WEIGHTS = np.array([0.0625, 0.25, 0.375, 0.25, 0.0625], dtype=np.float32)


def saxpy(a, x, y):
    """Compute y = a * x + y with a grid-stride loop."""
    start = cuda.grid(1)
    for i in range(start, x.size, cuda.gridsize(1)):
        y[i] = a * x[i] + y[i]


def blur(image, out):
    """A five-point filter along rows; the weights lie in constant memory."""
    weights = cuda.const.array_like(WEIGHTS)
    row, column = cuda.grid(2)
    if row < image.shape[0] and 2 <= column < image.shape[1] - 2:
        total = float32(0.0)
        for k in range(5):
            total += weights[k] * image[row, column + k - 2]
        out[row, column] = total


def matmul(a, b, c):
    """A product by tiles in shared memory."""
    left = cuda.shared.array((TILE, TILE), float32)
    right = cuda.shared.array((TILE, TILE), float32)
    row, column = cuda.grid(2)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.0)
    for block in range((a.shape[1] + TILE - 1) // TILE):
        left[x, y] = 0.0
        right[x, y] = 0.0
        if row < a.shape[0] and y + block * TILE < a.shape[1]:
            left[x, y] = a[row, y + block * TILE]
        if column < b.shape[1] and x + block * TILE < b.shape[0]:
            right[x, y] = b[x + block * TILE, column]
        cuda.syncthreads()
        for k in range(TILE):
            total += left[x, k] * right[k, y]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


def histogram(values, bins, low, high):
    """Atomic addition to bins, and the largest value by an atomic maximum."""
    i = cuda.grid(1)
    if i < values.size:
        place = int32((values[i] - low) / (high - low) * bins.size)
        if 0 <= place < bins.size:
            cuda.atomic.add(bins, place, 1)
        cuda.atomic.max(bins, 0, place)
        cuda.atomic.cas(bins, bins.size - 1, 0, 1)


def warp_sum(values, out):
    """A sum by shuffles inside a warp, then through shared memory."""
    partial = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    value = values[i] if i < values.size else float32(0.0)
    step = 16
    while step > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
        step //= 2
    if cuda.laneid == 0:
        partial[cuda.threadIdx.x // 32] = value
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        total = float32(0.0)
        for k in range(cuda.blockDim.x // 32):
            total += partial[k]
        cuda.atomic.add(out, 0, total)


def distances(x, y, out):
    """Functions of the mathematics library, in single and double precision."""
    i = cuda.grid(1)
    if i < out.size:
        angle = math.atan2(y[i], x[i])
        length = math.hypot(x[i], y[i])
        out[i] = math.sin(angle) * math.exp(-length) + math.erf(length) ** 1.5 + math.lgamma(length)


def checked_divide(numerators, denominators, out):
    """Raises on the device, prints, and uses an array in local memory."""
    window = cuda.local.array(8, int32)
    i = cuda.grid(1)
    if i < out.size:
        for k in range(8):
            window[k] = numerators[i] + k
        if denominators[i] == 0:
            print("division by zero at", i)
            raise ZeroDivisionError
        out[i] = window[abs(denominators[i]) % 8] // denominators[i]


def mandelbrot(image, low_x, high_x, low_y, high_y, limit):
    """Complex arithmetic and a loop that leaves early."""
    column, row = cuda.grid(2)
    height, width = image.shape
    if row < height and column < width:
        c = complex(
            low_x + column * (high_x - low_x) / width,
            low_y + row * (high_y - low_y) / height,
        )
        z = 0j
        steps = 0
        for _ in range(limit):
            z = z * z + c
            if z.real * z.real + z.imag * z.imag > 4.0:
                break
            steps += 1
        image[row, column] = steps


def collatz(n):
    """A device function: the number of steps to one."""
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def polar(x, y):
    """A device function with two results."""
    return math.sqrt(x * x + y * y), math.atan2(y, x)
