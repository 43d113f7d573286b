// Four-bit floats and block scaling on the consumer architecture (sm_120a).
__global__ void convert(const float2 *in, unsigned char *out) {
    float2 x = in[threadIdx.x];
    unsigned short packed;
    asm("{\n.reg .b8 t;\ncvt.rn.satfinite.e2m1x2.f32 t, %2, %1;\nmov.b16 %0, {t, 0};\n}\n"
        : "=h"(packed)
        : "f"(x.x), "f"(x.y));
    out[threadIdx.x] = static_cast<unsigned char>(packed);
}

__global__ void multiply_scaled(const unsigned int *a, const unsigned int *b, float *d,
                                const unsigned int *scales) {
    int lane = threadIdx.x;
    float sum[4] = {};
    asm volatile(
        "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1"
        ".f32.ue4m3 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}, {%10}, {%12, "
        "%13}, {%11}, {%12, %13};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[lane]), "r"(a[lane + 32]), "r"(a[lane + 64]), "r"(a[lane + 96]), "r"(b[lane]),
          "r"(b[lane + 32]), "r"(scales[0]), "r"(scales[1]), "h"((short)0), "h"((short)0));
    for (int i = 0; i < 4; ++i) {
        d[lane * 4 + i] = sum[i];
    }
}
