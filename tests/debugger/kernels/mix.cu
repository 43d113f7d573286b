// mix.ptx is what nvcc 13.0 makes of it with -lineinfo -arch=sm_80.
__device__ float blend(float a, float b, float w) {
  float d = b - a;
  return a + w * d;
}

__global__ void mix(const float* x, const float* y, float* out, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) {
    float u = x[i] + k;
    float v = y[i] * u
      + sqrtf(u);
    sum += blend(u, v, 0.25f);
  }
  tile[threadIdx.x] = sum;
  __syncthreads();
  for (int k = threadIdx.x; k < n; k += 7)
    sum += tile[k & 63];
  out[i] = sum;
}
