// Half, bfloat16 and eight-bit floats: scalar, packed, conversions, comparisons.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void half_arithmetic(const __half *a, const __half2 *b, __half *out, __half2 *out2) {
    __half x = a[threadIdx.x];
    __half2 y = b[threadIdx.x];
    out[0] = __hfma(x, x, __float2half(0.5f));
    out[1] = hexp(x) + hrcp(x) * hsqrt(x);
    out[2] = __hlt(x, out[3]) ? __hneg(x) : __habs(x);
    out2[0] = __hfma2(y, y, __half2half2(x));
    out2[1] = __hmax2(y, h2exp2(y));
    out2[2] = __floats2half2_rn(__low2float(y), __high2float(y) + 1.0f);
    out2[3] = __hgtu2(y, out2[4]);
    atomicAdd(&out2[5], y);
}

__global__ void brain_arithmetic(const __nv_bfloat162 *in, __nv_bfloat162 *out, float *sum) {
    __nv_bfloat162 x = in[threadIdx.x];
    out[threadIdx.x] = __hfma2(x, __hmul2(x, x), __float2bfloat162_rn(1.5f));
    atomicAdd(sum, __bfloat162float(__low2bfloat16(x)));
}

__global__ void eight_bits(const float4 *in, __nv_fp8x4_e4m3 *small, __nv_fp8x2_e5m2 *wide,
                           __half2 *back) {
    float4 x = in[threadIdx.x];
    small[threadIdx.x] = __nv_fp8x4_e4m3(x);
    wide[threadIdx.x] = __nv_fp8x2_e5m2(make_float2(x.x, x.y));
    back[threadIdx.x] = static_cast<__half2>(wide[threadIdx.x + 32]);
}
