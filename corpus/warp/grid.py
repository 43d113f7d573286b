"""A stencil on a grid, small matrices, quaternions, and an array of half floats."""

import warp as wp


@wp.kernel
def diffuse(field: wp.array2d(dtype=float), out: wp.array2d(dtype=float), rate: float):
    i, j = wp.tid()
    height = field.shape[0]
    width = field.shape[1]
    north = field[wp.max(i - 1, 0), j]
    south = field[wp.min(i + 1, height - 1), j]
    west = field[i, wp.max(j - 1, 0)]
    east = field[i, wp.min(j + 1, width - 1)]
    out[i, j] = field[i, j] + rate * (north + south + west + east - 4.0 * field[i, j])


@wp.kernel
def rotate(
    points: wp.array(dtype=wp.vec3), turns: wp.array(dtype=wp.quat), out: wp.array(dtype=wp.vec3)
):
    i = wp.tid()
    matrix = wp.quat_to_matrix(wp.normalize(turns[i]))
    out[i] = wp.inverse(matrix) * (matrix * points[i]) + wp.quat_rotate(turns[i], points[i])


@wp.kernel
def halves(x: wp.array(dtype=wp.float16), y: wp.array(dtype=wp.float64), n: wp.int64):
    i = wp.tid()
    total = wp.float64(x[i])
    for k in range(int(n)):
        total = total * wp.float64(0.5) + wp.float64(x[i + k])
    y[i] = total
