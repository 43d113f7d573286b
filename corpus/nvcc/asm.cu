// Inline assembly as people write it: several statements on a line, scopes within scopes with
// registers and labels of their own, block comments, odd white space, every kind of literal.
__device__ int table[8];

__global__ void special_registers(unsigned long long *out) {
    unsigned long long clock, timer, mask;
    unsigned int lane, sm, environment, size;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock)::"memory");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%smid; /* which multiprocessor */" : "=r"(sm));
    asm("mov.b32 %0, %%envreg3;" : "=r"(environment));
    asm("mov.u32 %0, WARP_SZ;" : "=r"(size));
    asm("{ .reg .u32 t; mov.u32 t, %%lanemask_lt; cvt.u64.u32 %0, t; }" : "=l"(mask));
    out[0] = clock + timer + lane + sm + environment + size + mask;
}

__global__ void literals(int *i, float *f, double *d, int n) {
    int x = n;
    float y = f[0];
    double z = d[0];
    asm("and.b32 %0, %0, 0xFFU;" : "+r"(x));
    asm("add.s32 %0, %0, 0b1011;  add.s32 %0, %0, 017;" : "+r"(x));
    asm("add.s32 %0, %0, (3+4)*2;\n\tadd.s32 %0, %0, -(1 << 4) | 3;" : "+r"(x));
    asm("xor.b32 %0, %0, 0XABCDEF;" : "+r"(x));
    asm("mul.f32 %0, %0, 0F3F800000; add.f32 %0, %0, 1.0e-3;" : "+f"(y));
    asm("fma.rn.f32 %0, %0, 0f40490fdb, .5;" : "+f"(y));
    asm("add.f64 %0, %0, 0d3FF0000000000000; add.f64 %0, %0, -1.5E+10;" : "+d"(z));
    i[0] = x;
    f[0] = y;
    d[0] = z;
}

__global__ void scopes(int *out, int n) {
    int x = n;
    asm volatile("{\n"
                 "  .reg .pred p, q;\n"
                 "  .reg .b32 a, b;\n"
                 "  setp.gt.s32 p|q, %0, 10;\n"
                 "  @p  mov.b32 a, 1 ;\n"
                 "  @!p mov.b32 a, 2 ;\n"
                 "  {\n"
                 "    .reg .b32 a;   // shadows the outer one\n"
                 "    mov.b32 a, 7;\n"
                 "    AGAIN:\n"
                 "    sub.s32 a, a, 1;\n"
                 "    .reg .pred more; setp.ne.s32 more, a, 0;\n"
                 "    @more bra AGAIN;\n"
                 "    add.s32 %0, %0, a;\n"
                 "  }\n"
                 "  selp.b32 b, a, %0, q;\n"
                 "  add.s32 %0, b, a;\n"
                 "}\n"
                 : "+r"(x));
    out[0] = x;
}

__global__ void predicates(int *out, int a, int b) {
    int x;
    asm("{.reg .pred p; setp.lt.s32 p, %1, %2; .reg .pred q; not.pred q, p;"
        " and.pred p, p, q; setp.ge.and.s32 q, %1, 3, !p; selp.s32 %0, 1, 0, q;}"
        : "=r"(x)
        : "r"(a), "r"(b));
    out[0] = x;
    asm volatile("{ .reg .pred p;\n"
                 "  shfl.sync.bfly.b32 %0|p, %0, 0x1, 0x1f, 0xffffffff;\n"
                 "  @!p bra SKIP;\n"
                 "  vote.sync.ballot.b32 %0, !p, -1;\n"
                 "SKIP: }"
                 : "+r"(x));
    out[1] = x;
}

__global__ void vectors(const int *in, int *out) {
    int a, b, c, d;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.s32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(in));
    asm volatile("st.global.cs.v2.b32 [%0+-16], {%1, %2};" ::"l"(out), "r"(a), "r"(b) : "memory");
    asm volatile("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }"
                 : "=r"(c)
                 : "r"(d));
    asm volatile("{ .reg .b32 hi; mov.b64 {_, hi}, %1; mov.b32 %0, hi; }" : "=r"(d) : "l"(out));
    asm volatile("prefetch.global.L2::evict_last [%0]; prefetchu.L1 [%0];" ::"l"(in));
    asm volatile("red.release.gpu.global.add.u32 [%0 + 4], %1;" ::"l"(out), "r"(c + d));
    asm volatile("st.global.u32 [table+8], %0;" ::"r"(c));
}

__global__ void control(int *out, int n) {
    asm volatile("/* a loop that is left\n   by exit */\n"
                 "{ .reg .pred done; .reg .s32 left; mov.s32 left, %0;\n"
                 "AGAIN_AND_AGAIN: add.s32 left, left, -1; setp.lt.s32 done, left, 0;"
                 " @done exit; bra AGAIN_AND_AGAIN; }\n" ::"r"(n));
    out[0] = n;
}

__global__ void video(unsigned int *out, unsigned int a, unsigned int b) {
    unsigned int x;
    asm("vadd.u32.u32.u32.sat.add %0, %1.b0, %2.h1, %1;" : "=r"(x) : "r"(a), "r"(b));
    out[0] = x;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %2;" : "=r"(x) : "r"(a), "r"(b));
    out[1] = x;
    asm("vset2.u32.u32.lt %0.h10, %1, %2, %1;" : "=r"(x) : "r"(a), "r"(b));
    asm("lop3.b32 %0, %1, %2, %0, 0xEA;" : "+r"(x) : "r"(a), "r"(b));
    asm("bfind.shiftamt.u32 %0, %0; \tbfe.u32 %0, %0, 4, 0x8;" : "+r"(x));
    out[2] = x;
}

__global__ void tuned(float *data, int n) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        asm volatile(".pragma \"nounroll\";");
        asm volatile("fence.acq_rel.gpu; fence.sc.sys;" ::: "memory");
        data[i] += 1.0f;
    }
    int voted;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
                 : "=r"(voted)
                 : "r"(n));
    data[0] = voted;
}
