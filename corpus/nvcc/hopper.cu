// Hopper in inline assembly: mbarriers, TMA, wgmma, clusters, register reallocation.
#include <cuda.h>
#include <cuda_bf16.h>

__device__ __forceinline__ unsigned int shared_address(const void *pointer) {
    return static_cast<unsigned int>(__cvta_generic_to_shared(pointer));
}

__device__ __forceinline__ void barrier_init(unsigned long long *bar, int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\n" ::"r"(shared_address(bar)),
                 "r"(count));
}

__device__ __forceinline__ void barrier_expect(unsigned long long *bar, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n" ::"r"(
                     shared_address(bar)),
                 "r"(bytes));
}

__device__ __forceinline__ void barrier_wait(unsigned long long *bar, int phase) {
    asm volatile("{\n"
                 ".reg .pred                P1;\n"
                 "LAB_WAIT:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
                 "@P1                       bra DONE;\n"
                 "bra                   LAB_WAIT;\n"
                 "DONE:\n"
                 "}\n" ::"r"(shared_address(bar)),
                 "r"(phase));
}

__device__ __forceinline__ void barrier_arrive_remote(unsigned long long *bar, int block) {
    asm volatile("{\n\t"
                 ".reg .b32 remAddr32;\n\t"
                 "mapa.shared::cluster.u32  remAddr32, %0, %1;\n\t"
                 "mbarrier.arrive.release.cluster.shared::cluster.b64  _, [remAddr32];\n\t"
                 "}" ::"r"(shared_address(bar)),
                 "r"(block));
}

__device__ __forceinline__ void load_tile(void *to, const CUtensorMap *map,
                                          unsigned long long *bar, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%3, %4}], [%2];" ::"r"(shared_address(to)),
                 "l"(map), "r"(shared_address(bar)), "r"(x), "r"(y)
                 : "memory");
}

__device__ __forceinline__ void store_tile(const CUtensorMap *map, const void *from, int x,
                                           int y) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::
                     "l"(map),
                 "r"(shared_address(from)), "r"(x), "r"(y)
                 : "memory");
}

__device__ __forceinline__ unsigned long long descriptor(const void *tile) {
    unsigned long long start = (shared_address(tile) & 0x3ffff) >> 4;
    return start | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

__device__ __forceinline__ void multiply(float (&d)[4][8], unsigned long long a,
                                         unsigned long long b, int accumulate) {
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{%0,   %1,   %2,   %3,   %4,   %5,   %6,   %7,   "
                 " %8,   %9,   %10,  %11,  %12,  %13,  %14,  %15,  "
                 " %16,  %17,  %18,  %19,  %20,  %21,  %22,  %23,  "
                 " %24,  %25,  %26,  %27,  %28,  %29,  %30,  %31},"
                 " %32, %33, p, 1, 1, 0, 0;\n}\n"
                 : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]), "+f"(d[0][4]),
                   "+f"(d[0][5]), "+f"(d[0][6]), "+f"(d[0][7]), "+f"(d[1][0]), "+f"(d[1][1]),
                   "+f"(d[1][2]), "+f"(d[1][3]), "+f"(d[1][4]), "+f"(d[1][5]), "+f"(d[1][6]),
                   "+f"(d[1][7]), "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]),
                   "+f"(d[2][4]), "+f"(d[2][5]), "+f"(d[2][6]), "+f"(d[2][7]), "+f"(d[3][0]),
                   "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]), "+f"(d[3][4]), "+f"(d[3][5]),
                   "+f"(d[3][6]), "+f"(d[3][7])
                 : "l"(a), "l"(b), "r"(accumulate));
}

constexpr int kStages = 4;

struct Shared {
    alignas(1024) __nv_bfloat16 a[kStages][64][64];
    alignas(1024) __nv_bfloat16 b[kStages][64][64];
    alignas(1024) __nv_bfloat16 c[64][64];
    unsigned long long full[kStages];
    unsigned long long empty[kStages];
};

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(256, 1)
    gemm(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
         const __grid_constant__ CUtensorMap map_c, int steps) {
    extern __shared__ __align__(1024) unsigned char storage[];
    Shared &shared = *reinterpret_cast<Shared *>(storage);
    if (threadIdx.x == 0) {
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map_a) : "memory");
        for (int i = 0; i < kStages; ++i) {
            barrier_init(&shared.full[i], 1);
            barrier_init(&shared.empty[i], 2);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("barrier.cluster.arrive.release.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;\n" ::: "memory");

    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;\n" : : "n"(40));
        if (threadIdx.x == 0) {
            for (int step = 0; step < steps; ++step) {
                int stage = step % kStages;
                barrier_wait(&shared.empty[stage], (step / kStages & 1) ^ 1);
                barrier_expect(&shared.full[stage], 2 * sizeof(shared.a[0]));
                load_tile(shared.a[stage], &map_a, &shared.full[stage], step * 64,
                          blockIdx.y * 64);
                load_tile(shared.b[stage], &map_b, &shared.full[stage], step * 64,
                          blockIdx.x * 64);
            }
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;\n" : : "n"(232));
        float sum[4][8];
        for (int step = 0; step < steps; ++step) {
            int stage = step % kStages;
            barrier_wait(&shared.full[stage], step / kStages & 1);
            asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                multiply(sum, descriptor(&shared.a[stage][0][k * 16]),
                         descriptor(&shared.b[stage][0][k * 16]), step + k > 0);
            }
            asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
            asm volatile("wgmma.wait_group.sync.aligned %0;\n" ::"n"(0) : "memory");
            if (threadIdx.x == 128) {
                barrier_arrive_remote(&shared.empty[stage], 0);
                barrier_arrive_remote(&shared.empty[stage], 1);
            }
        }
        int t = threadIdx.x - 128;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            __nv_bfloat162 packed[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                packed[j] = __floats2bfloat162_rn(sum[i][2 * j], sum[i][2 * j + 1]);
            }
            const unsigned int *words = reinterpret_cast<const unsigned int *>(packed);
            void *to = &shared.c[t / 32 * 16 + t % 16][i * 16 + t % 32 / 16 * 8];
            asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                             shared_address(to)),
                         "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]));
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("bar.sync 1, 128;" ::: "memory");
        if (t == 0) {
            store_tile(&map_c, shared.c, blockIdx.x * 64, blockIdx.y * 64);
            asm volatile("cp.async.bulk.commit_group;");
            asm volatile("cp.async.bulk.wait_group.read 0;");
        }
    }
    // No block may leave while the other still arrives on its barriers.
    asm volatile("barrier.cluster.arrive.release;\n"
                 "barrier.cluster.wait.acquire;\n" ::: "memory");
}

__global__ void copy_bulk(const float4 *in, float4 *out, unsigned int bytes) {
    extern __shared__ __align__(128) float4 buffer[];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) {
        barrier_init(&bar, 1);
        barrier_expect(&bar, bytes);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1], %2, [%3]; // bulk" ::"r"(shared_address(buffer)),
                     "l"(in), "r"(bytes), "r"(shared_address(&bar))
                     : "memory");
    }
    __syncthreads();
    barrier_wait(&bar, 0);
    unsigned int rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    out[rank * blockDim.x + threadIdx.x] = buffer[threadIdx.x];
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" :::);
    asm volatile("red.global.add.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(out), "f"(1.0f));
}
