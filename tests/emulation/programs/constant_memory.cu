// __constant__ memory is written by the host, in whole and in part, and read by every launch.
#include "check.cuh"

__constant__ float coefficients[4];
__constant__ int initialised[3] = {5, 6, 7};

__global__ void polynomial(const float *x, float *y) {
    int i = threadIdx.x;
    float sum = 0;
    for (int k = 3; k >= 0; --k) sum = sum * x[i] + coefficients[k];
    y[i] = sum + initialised[i % 3];
}

static void check(const float *x, float *y, const float *c) {
    float host_y[32];
    polynomial<<<1, 32>>>(x, y);
    CUDA_CHECK(cudaMemcpy(host_y, y, sizeof host_y, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) {
        float expected = ((c[3] * i + c[2]) * i + c[1]) * i + c[0] + (5 + i % 3);
        EXPECT_EQUAL(host_y[i], expected);
    }
}

int main() {
    float host_x[32], *x, *y;
    for (int i = 0; i < 32; ++i) host_x[i] = i;
    CUDA_CHECK(cudaMalloc(&x, sizeof host_x));
    CUDA_CHECK(cudaMalloc(&y, sizeof host_x));
    CUDA_CHECK(cudaMemcpy(x, host_x, sizeof host_x, cudaMemcpyHostToDevice));

    float c[4] = {1, -2, 3, 0.5f};
    CUDA_CHECK(cudaMemcpyToSymbol(coefficients, c, sizeof c));
    check(x, y, c);

    c[2] = 8;
    CUDA_CHECK(cudaMemcpyToSymbol(coefficients, &c[2], sizeof(float), 2 * sizeof(float)));
    check(x, y, c);

    float back[4];
    CUDA_CHECK(cudaMemcpyFromSymbol(back, coefficients, sizeof back));
    for (int k = 0; k < 4; ++k) EXPECT_EQUAL(back[k], c[k]);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(y));
    return passed();
}
