// Ampere's pipeline in inline assembly: cp.async into shared memory, ldmatrix, mma.sync.
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned int shared_address(const void *pointer) {
    return static_cast<unsigned int>(__cvta_generic_to_shared(pointer));
}

__device__ __forceinline__ void copy_async(void *to, const void *from, bool valid) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\n" ::"r"(
                     shared_address(to)),
                 "l"(from), "r"(valid ? 16 : 0));
}

__device__ __forceinline__ void load_matrix(unsigned int (&fragment)[4], const void *from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                 : "r"(shared_address(from)));
}

__device__ __forceinline__ void load_matrix_transposed(unsigned int (&fragment)[2],
                                                       const void *from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(fragment[0]), "=r"(fragment[1])
                 : "r"(shared_address(from)));
}

__device__ __forceinline__ void multiply(float (&d)[4], const unsigned int (&a)[4],
                                         const unsigned int (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

constexpr int kStages = 3;
constexpr int kTile = 64;
constexpr int kDepth = 32;

__global__ void __launch_bounds__(128)
    mma_pipeline(const __half *a, const __half *b, float *c, int m, int n, int k) {
    __shared__ __align__(128) __half left[kStages][kTile][kDepth + 8];
    __shared__ __align__(128) __half right[kStages][kDepth][kTile + 8];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * kTile;
    int column = blockIdx.x * kTile;

    auto fetch = [&](int stage, int step) {
        for (int i = threadIdx.x; i < kTile * kDepth / 8; i += 128) {
            int y = i / (kDepth / 8), x = i % (kDepth / 8) * 8;
            bool inside = row + y < m && step + x < k;
            copy_async(&left[stage][y][x], a + (row + y) * k + step + x, inside);
            y = i / (kTile / 8), x = i % (kTile / 8) * 8;
            copy_async(&right[stage][y][x], b + (step + y) * n + column + x, step + y < k);
        }
        asm volatile("cp.async.commit_group;");
    };

    float sum[8][4] = {};
    for (int stage = 0; stage < kStages - 1; ++stage) {
        fetch(stage, stage * kDepth);
    }
    for (int step = 0, stage = 0; step < k; step += kDepth, stage = (stage + 1) % kStages) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
        __syncthreads();
        fetch((stage + kStages - 1) % kStages, step + (kStages - 1) * kDepth);
#pragma unroll
        for (int inner = 0; inner < kDepth; inner += 16) {
            unsigned int x[4];
            load_matrix(x, &left[stage][warp * 16 + lane % 16][inner + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                unsigned int y[2];
                load_matrix_transposed(y, &right[stage][inner + lane % 16][j * 8]);
                multiply(sum[j], x, y);
            }
        }
    }
    asm volatile("cp.async.wait_all;\n" ::: "memory");
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float *to = c + (row + warp * 16 + lane / 4) * n + column + j * 8 + lane % 4 * 2;
        *reinterpret_cast<float2 *>(to) = make_float2(sum[j][0], sum[j][1]);
        *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sum[j][2], sum[j][3]);
    }
}

__global__ void mma_sparse(const unsigned int *a, const unsigned int *b, const unsigned int *meta,
                           float *c) {
    float d[4] = {};
    int lane = threadIdx.x;
    asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[lane]), "r"(a[lane + 32]), "r"(a[lane + 64]), "r"(a[lane + 96]),
                   "r"(b[lane]), "r"(b[lane + 32]), "r"(b[lane + 64]), "r"(b[lane + 96]),
                   "r"(meta[lane]));
    for (int i = 0; i < 4; ++i) {
        c[lane * 4 + i] = d[i];
    }
}
