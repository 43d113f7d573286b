"""Attention with an online softmax in TileLang."""

import tilelang.language as T


def attention(batch=2, heads=8, length=1024, dim=64, block_M=64, block_N=64, stages=2, causal=True):
    """Forward pass; q, k, v and out are (batch, length, heads, dim)."""
    shape = (batch, length, heads, dim)
    scale = (1.0 / dim) ** 0.5 * 1.44269504

    @T.prim_func
    def program(
        q: T.Tensor(shape, "float16"),
        k: T.Tensor(shape, "float16"),
        v: T.Tensor(shape, "float16"),
        out: T.Tensor(shape, "float16"),
    ):
        with T.Kernel(T.ceildiv(length, block_M), heads, batch, threads=128) as (bx, by, bz):
            query = T.alloc_shared((block_M, dim), "float16")
            key = T.alloc_shared((block_N, dim), "float16")
            value = T.alloc_shared((block_N, dim), "float16")
            scores = T.alloc_fragment((block_M, block_N), "float32")
            weights = T.alloc_fragment((block_M, block_N), "float16")
            total = T.alloc_fragment((block_M, dim), "float32")
            peak = T.alloc_fragment((block_M,), "float32")
            last = T.alloc_fragment((block_M,), "float32")
            part = T.alloc_fragment((block_M,), "float32")
            norm = T.alloc_fragment((block_M,), "float32")
            T.copy(q[bz, bx * block_M : (bx + 1) * block_M, by, :], query)
            T.fill(total, 0)
            T.fill(norm, 0)
            T.fill(peak, -1.0e30)
            steps = T.ceildiv((bx + 1) * block_M if causal else length, block_N)
            for step in T.Pipelined(steps, num_stages=stages):
                T.copy(k[bz, step * block_N : (step + 1) * block_N, by, :], key)
                for i, j in T.Parallel(block_M, block_N):
                    scores[i, j] = T.if_then_else(
                        bx * block_M + i >= step * block_N + j if causal else True, 0, -1.0e30
                    )
                T.gemm(query, key, scores, transpose_B=True, policy=T.GemmWarpPolicy.FullRow)
                T.copy(peak, last)
                T.reduce_max(scores, peak, dim=1, clear=False)
                for i in T.Parallel(block_M):
                    last[i] = T.exp2((last[i] - peak[i]) * scale)
                for i, j in T.Parallel(block_M, block_N):
                    scores[i, j] = T.exp2((scores[i, j] - peak[i]) * scale)
                T.reduce_sum(scores, part, dim=1)
                for i in T.Parallel(block_M):
                    norm[i] = norm[i] * last[i] + part[i]
                for i, j in T.Parallel(block_M, dim):
                    total[i, j] = total[i, j] * last[i]
                T.copy(scores, weights)
                T.copy(v[bz, step * block_N : (step + 1) * block_N, by, :], value)
                T.gemm(weights, value, total, policy=T.GemmWarpPolicy.FullRow)
            for i, j in T.Parallel(block_M, dim):
                total[i, j] = total[i, j] / norm[i]
            T.copy(total, out[bz, bx * block_M : (bx + 1) * block_M, by, :])

    return program
