// Memory of malloc is registered, and a kernel reads and writes it in place.
#include "check.cuh"
#include <vector>

__global__ void square(float *values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main() {
    std::vector<float> values(256);
    for (int i = 0; i < 256; ++i) values[i] = i;
    const size_t bytes = values.size() * sizeof(float);
    CUDA_CHECK(cudaHostRegister(values.data(), bytes, cudaHostRegisterMapped));
    float *alias;
    CUDA_CHECK(cudaHostGetDevicePointer(&alias, values.data(), 0));
    square<<<1, 256>>>(alias);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 256; ++i) EXPECT_EQUAL(values[i], float(i) * i);

    // Copies from and to registered memory are copies as any other.
    float *device;
    CUDA_CHECK(cudaMalloc(&device, bytes));
    CUDA_CHECK(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice));
    square<<<1, 256>>>(device);
    CUDA_CHECK(cudaMemcpy(values.data(), device, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; ++i) EXPECT_EQUAL(values[i], (float(i) * i) * (float(i) * i));
    CUDA_CHECK(cudaHostUnregister(values.data()));
    CUDA_CHECK(cudaFree(device));
    return passed();
}
