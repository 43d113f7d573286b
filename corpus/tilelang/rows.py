"""Row-wise programs in TileLang: normalisation, softmax, a transposed copy."""

import tilelang.language as T


def rms_norm(M=4096, N=2048, rows=4, dtype="float16"):
    """Each row divided by its root mean square."""

    @T.prim_func
    def program(A: T.Tensor((M, N), dtype), B: T.Tensor((M, N), dtype)):
        with T.Kernel(T.ceildiv(M, rows), threads=128) as bx:
            tile = T.alloc_shared((rows, N), dtype)
            values = T.alloc_fragment((rows, N), "float32")
            squares = T.alloc_fragment((rows, N), "float32")
            total = T.alloc_fragment((rows,), "float32")
            T.copy(A[bx * rows : (bx + 1) * rows, :], tile)
            T.copy(tile, values)
            for i, j in T.Parallel(rows, N):
                squares[i, j] = values[i, j] * values[i, j]
            T.reduce_sum(squares, total, dim=1)
            for i in T.Parallel(rows):
                total[i] = T.rsqrt(total[i] / N + 1e-6)
            for i, j in T.Parallel(rows, N):
                values[i, j] = values[i, j] * total[i]
            T.copy(values, tile)
            T.copy(tile, B[bx * rows : (bx + 1) * rows, :])

    return program


def histogram(N=1 << 20, bins=64, block=1024):
    """Counts by atomic additions; a message from the first block."""

    @T.prim_func
    def program(values: T.Tensor((N,), "int32"), counts: T.Tensor((bins,), "int32")):
        with T.Kernel(T.ceildiv(N, block), threads=256) as bx:
            for i in T.Parallel(block):
                T.atomic_add(counts[values[bx * block + i] % bins], 1)

    return program


def saxpy(N=1 << 20, block=1024, dtype="float32"):
    """Compute y = a * x + y."""

    @T.prim_func
    def program(a: T.float32, x: T.Tensor((N,), dtype), y: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, block), threads=256) as bx:
            for i in T.Parallel(block):
                y[bx * block + i] = a * x[bx * block + i] + y[bx * block + i]

    return program
