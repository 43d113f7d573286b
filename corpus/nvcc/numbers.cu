// Arithmetic of every type: rounding modes, conversions, 64 and 128 bits, special functions.
__global__ void doubles(const double *in, double *out) {
    double x = in[0], y = in[1];
    out[0] = __dadd_ru(x, y) + __dmul_rd(x, y) - __ddiv_rz(x, y);
    out[1] = __fma_rn(x, y, 3.14159265358979);
    out[2] = sqrt(x) + rsqrt(y);
    out[3] = exp(x) * log(y);
    out[4] = pow(x, y) + fmod(x, y);
    out[5] = floor(x) + ceil(y) + trunc(x) + rint(y);
    out[6] = copysign(x, y) + fmin(x, y) + fabs(x);
    sincospi(x, &out[8], &out[9]);
    out[7] = erf(y);
    out[10] = isnan(x) ? 1e-310 : (isinf(y) ? -1.0e300 : 0.1);
}

__global__ void floats(const float *in, float *out) {
    float x = in[0], y = in[1];
    out[0] = __fadd_rz(x, y) + __fmul_ru(x, y) + __frcp_rn(x) + __fsqrt_rd(y);
    out[1] = x / y + __fdividef(x, y);
    out[2] = sinf(x) + cosf(y) + tanf(x);
    out[3] = __sinf(x) + __cosf(y) + __log2f(x) + exp2f(y);
    out[4] = tanhf(x) + atan2f(x, y) + cbrtf(x);
    out[5] = __saturatef(x) + fdimf(x, y) + remainderf(x, y);
    out[6] = ldexpf(x, 3) + ilogbf(y) + nextafterf(x, y);
    out[7] = x != x ? __int_as_float(0x7fc00001) : __uint_as_float(0xff800000u);
    out[8] = hypotf(x, y) + lgammaf(x);
}

__global__ void conversions(const float *f, const double *d, long long *l, int *i) {
    i[0] = __float2int_rn(f[0]) + __float2int_rd(f[1]) + (int)f[2];
    i[1] = __double2int_rz(d[0]) + __float_as_int(f[3]) + __double2hiint(d[1]);
    l[0] = __float2ll_ru(f[0]) + __double2ll_rn(d[0]) + (long long)d[2];
    l[1] = __double_as_longlong(d[3]);
    reinterpret_cast<float *>(i)[2] = __ll2float_rd(l[2]) + __uint2float_rz(i[3]) + (float)d[1];
    reinterpret_cast<double *>(l)[3] = __hiloint2double(i[4], i[5]) + (double)f[4] + l[5];
    reinterpret_cast<signed char *>(i)[30] = (signed char)f[5];
    reinterpret_cast<unsigned short *>(i)[30] = (unsigned short)i[6];
}

__global__ void integers(const long long *in, long long *out, unsigned int n) {
    long long x = in[0], y = in[1];
    out[0] = x * y + x / y - x % y;
    out[1] = __mul64hi(x, y) + __umul64hi(x, y);
    out[2] = (x << (n & 63)) | ((unsigned long long)y >> n) | (x >> 3);
    out[3] = __clzll(x) + __popcll(y) + __ffsll(x) + __brevll(y);
    out[4] = n / 7 + n % 10 + (int)n / 3 + (short)n / (short)y;
    out[5] = x < y ? ~x : x & y;
    out[6] = min(x, y) + max(x, 12345678901234ll) + abs(x);
    unsigned __int128 wide = (unsigned __int128)x * y + n;
    out[7] = (long long)(wide >> 64) ^ (long long)wide;
    out[8] = (long long)(wide / 1000000007u);
}
