// Sums of blocks; sums.ptx is what nvcc 13.0 makes of it with -lineinfo -arch=sm_80.
__device__ float warp_sum(float value) {
#pragma unroll
  for (int offset = 16; offset; offset >>= 1)
    value = value + __shfl_xor_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sums(const float* x, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float square = x[i] * x[i];
  float total = warp_sum(square);
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}
