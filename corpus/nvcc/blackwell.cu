// Blackwell in inline assembly: tensor memory, tcgen05.mma, commit, ld, and packed floats.
__device__ __forceinline__ unsigned int shared_address(const void *pointer) {
    return static_cast<unsigned int>(__cvta_generic_to_shared(pointer));
}

__device__ __forceinline__ unsigned int elect_one() {
    unsigned int chosen = 0;
    asm volatile("{\n"
                 ".reg .b32 %%rx;\n"
                 ".reg .pred %%px;\n"
                 "     elect.sync %%rx|%%px, %1;\n"
                 "@%%px mov.s32 %0, 1;\n"
                 "}\n"
                 : "+r"(chosen)
                 : "r"(0xffffffff));
    return chosen;
}

__global__ void __launch_bounds__(128)
    multiply(unsigned long long a, unsigned long long b, float *out, int steps) {
    __shared__ unsigned int tensor_memory;
    __shared__ unsigned long long done;
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                         shared_address(&tensor_memory)),
                     "r"(256));
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&done)));
    }
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;");
    unsigned int accumulator = tensor_memory;
    constexpr unsigned int kInstruction = 0x8400490;

    if (threadIdx.x < 32 && elect_one()) {
        for (int step = 0; step < steps; ++step) {
            asm volatile("{\n\t"
                         ".reg .pred p;\n\t"
                         "setp.ne.b32 p, %4, 0;\n\t"
                         "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; \n\t"
                         "}\n" ::"r"(accumulator),
                         "l"(a + step * 2), "l"(b + step * 2), "r"(kInstruction), "r"(step));
        }
        asm volatile(
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                shared_address(&done)));
    }
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0, 0x989680;\n"
                 "@!done bra again;\n"
                 "}\n" ::"r"(shared_address(&done)));

    unsigned int lane_base = accumulator + (threadIdx.x / 32 << 21);
    for (int column = 0; column < 256; column += 8) {
        unsigned int v[8];
        asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
                     "[%8];"
                     : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]), "=r"(v[4]), "=r"(v[5]),
                       "=r"(v[6]), "=r"(v[7])
                     : "r"(lane_base + column));
        asm volatile("tcgen05.wait::ld.sync.aligned;");
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            out[(threadIdx.x * 256 + column) + i] = __uint_as_float(v[i]);
        }
    }
    asm volatile("tcgen05.fence::before_thread_sync;");
    __syncthreads();
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(accumulator),
                     "r"(256));
    }
}

__global__ void packed(const float2 *in, float2 *out) {
    unsigned long long x = *reinterpret_cast<const unsigned long long *>(in + threadIdx.x);
    asm volatile("fma.rn.f32x2 %0, %0, %0, %0;" : "+l"(x));
    asm volatile("add.rn.ftz.f32x2 %0, %0, %0;" : "+l"(x));
    reinterpret_cast<unsigned long long *>(out)[threadIdx.x] = x;
}
