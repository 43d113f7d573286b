// A matrix with padded rows: cudaMallocPitch and cudaMemcpy2D, transposed by a kernel.
#include "check.cuh"

const int ROWS = 5, COLUMNS = 13;

__global__ void transpose(const char *in, size_t in_pitch, char *out, size_t out_pitch) {
    int column = threadIdx.x, row = threadIdx.y;
    const float *source = reinterpret_cast<const float *>(in + row * in_pitch);
    float *target = reinterpret_cast<float *>(out + column * out_pitch);
    target[row] = source[column];
}

int main() {
    float matrix[ROWS][COLUMNS], result[COLUMNS][ROWS];
    for (int i = 0; i < ROWS * COLUMNS; ++i) matrix[i / COLUMNS][i % COLUMNS] = i;
    char *in, *out;
    size_t in_pitch, out_pitch;
    CUDA_CHECK(cudaMallocPitch(&in, &in_pitch, sizeof matrix[0], ROWS));
    CUDA_CHECK(cudaMallocPitch(&out, &out_pitch, sizeof result[0], COLUMNS));
    EXPECT(in_pitch >= sizeof matrix[0] && in_pitch % 32 == 0);

    CUDA_CHECK(cudaMemcpy2D(in, in_pitch, matrix, sizeof matrix[0], sizeof matrix[0], ROWS,
                            cudaMemcpyHostToDevice));
    transpose<<<1, dim3(COLUMNS, ROWS)>>>(in, in_pitch, out, out_pitch);
    CUDA_CHECK(cudaMemcpy2DAsync(result, sizeof result[0], out, out_pitch, sizeof result[0],
                                 COLUMNS, cudaMemcpyDeviceToHost, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int row = 0; row < ROWS; ++row) {
        for (int column = 0; column < COLUMNS; ++column) {
            EXPECT_EQUAL(result[column][row], matrix[row][column]);
        }
    }
    EXPECT(cudaMemcpy2D(in, 4, matrix, 8, 8, 2, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return passed();
}
