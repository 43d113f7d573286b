"""Matrix products in TileLang: plain, with an activation, with 4-bit weights."""

import tilelang.language as T


def matmul(M=1024, N=1024, K=1024, block_M=128, block_N=128, block_K=32, stages=3, dtype="float16"):
    """Compute C = A @ B with a software pipeline; the compiler picks the instructions."""

    @T.prim_func
    def program(
        A: T.Tensor((M, K), dtype),
        B: T.Tensor((K, N), dtype),
        C: T.Tensor((M, N), "float16"),
    ):
        with T.Kernel(T.ceildiv(N, block_N), T.ceildiv(M, block_M), threads=128) as (bx, by):
            left = T.alloc_shared((block_M, block_K), dtype)
            right = T.alloc_shared((block_K, block_N), dtype)
            total = T.alloc_fragment((block_M, block_N), "float32")
            T.use_swizzle(panel_size=8)
            T.clear(total)
            for k in T.Pipelined(T.ceildiv(K, block_K), num_stages=stages):
                T.copy(A[by * block_M, k * block_K], left)
                T.copy(B[k * block_K, bx * block_N], right)
                T.gemm(left, right, total)
            for i, j in T.Parallel(block_M, block_N):
                total[i, j] = T.max(total[i, j], 0.0)
            T.copy(total, C[by * block_M, bx * block_N])

    return program


def matmul_transposed(M=1024, N=1024, K=1024, block=64, dtype="float8_e4m3"):
    """Compute C = A @ B.T with 8-bit operands and one scale for each row of A."""

    @T.prim_func
    def program(
        A: T.Tensor((M, K), dtype),
        B: T.Tensor((N, K), dtype),
        scale: T.Tensor((M,), "float32"),
        C: T.Tensor((M, N), "float32"),
    ):
        with T.Kernel(T.ceildiv(N, block), T.ceildiv(M, block), threads=128) as (bx, by):
            left = T.alloc_shared((block, block), dtype)
            right = T.alloc_shared((block, block), dtype)
            total = T.alloc_fragment((block, block), "float32")
            T.clear(total)
            for k in T.Pipelined(T.ceildiv(K, block), num_stages=2):
                T.copy(A[by * block, k * block], left)
                T.copy(B[bx * block, k * block], right)
                T.gemm(left, right, total, transpose_B=True)
            for i, j in T.Parallel(block, block):
                total[i, j] = total[i, j] * scale[by * block + i]
            T.copy(total, C[by * block, bx * block])

    return program
