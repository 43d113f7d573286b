"""Tiles: cooperative loads, a reduction and a product in shared memory."""

import warp as wp

ROWS = wp.constant(16)
COLUMNS = wp.constant(16)


@wp.kernel(enable_backward=False)
def row_sums(x: wp.array2d(dtype=float), out: wp.array(dtype=float)):
    i = wp.tid()
    tile = wp.tile_load(x[i], shape=64)
    wp.tile_store(out, wp.tile_sum(tile), offset=i)


@wp.kernel(enable_backward=False)
def scale(x: wp.array2d(dtype=float), out: wp.array2d(dtype=float), factor: float):
    i, j = wp.tid()
    tile = wp.tile_load(x, shape=(ROWS, COLUMNS), offset=(i * ROWS, j * COLUMNS), storage="shared")
    wp.tile_store(out, wp.tile_transpose(tile * factor), offset=(j * COLUMNS, i * ROWS))
