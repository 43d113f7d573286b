// Structs are passed by value: with pointers in them, nested, and as large as 4 KB allows.
#include "check.cuh"

struct Matrix {
    float *elements;
    int rows, columns;
};

struct Job {
    char tag;
    Matrix matrix;
    double scale;
    short offsets[3];
};

struct Table {
    int values[900];
};

__global__ void scale(Job job) {
    int i = threadIdx.x;
    if (i < job.matrix.rows * job.matrix.columns) {
        job.matrix.elements[i] = float(job.scale) * i + job.offsets[i % 3] + job.tag;
    }
}

__global__ void look_up(const Table table, int *out, int stride) {
    out[threadIdx.x] = table.values[threadIdx.x * stride];
}

int main() {
    Job job = {'A', {nullptr, 7, 9}, 1.5, {10, 20, 30}};
    CUDA_CHECK(cudaMalloc(&job.matrix.elements, 63 * sizeof(float)));
    scale<<<1, 64>>>(job);
    float result[63];
    CUDA_CHECK(cudaMemcpy(result, job.matrix.elements, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 63; ++i) EXPECT_EQUAL(result[i], 1.5f * i + job.offsets[i % 3] + 'A');

    Table table;
    for (int i = 0; i < 900; ++i) table.values[i] = i * i;
    int *device_out, out[32];
    CUDA_CHECK(cudaMalloc(&device_out, sizeof out));
    look_up<<<1, 32>>>(table, device_out, 29);
    CUDA_CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 31; ++i) EXPECT_EQUAL(out[i], i * 29 * i * 29);

    CUDA_CHECK(cudaFree(job.matrix.elements));
    CUDA_CHECK(cudaFree(device_out));
    return passed();
}
