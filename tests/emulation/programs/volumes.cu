// A box within a volume is copied by cudaMemcpy3D.
#include "check.cuh"
#include <cstring>

const int X = 8, Y = 6, Z = 4;

__global__ void fill(cudaPitchedPtr volume) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    char *slice = static_cast<char *>(volume.ptr) + z * volume.pitch * Y;
    reinterpret_cast<int *>(slice + y * volume.pitch)[x] = 100 * z + 10 * y + x;
}

int main() {
    cudaPitchedPtr volume;
    CUDA_CHECK(cudaMalloc3D(&volume, make_cudaExtent(X * sizeof(int), Y, Z)));
    fill<<<1, dim3(X, Y, Z)>>>(volume);

    int host[2][3][5];
    std::memset(host, 0xFF, sizeof host);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = volume;
    copy.srcPos = make_cudaPos(2 * sizeof(int), 1, 2);
    copy.dstPtr = make_cudaPitchedPtr(host, sizeof host[0][0], 5, 3);
    copy.extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CUDA_CHECK(cudaMemcpy3D(&copy));
    for (int z = 0; z < 2; ++z) {
        for (int y = 0; y < 3; ++y) {
            for (int x = 0; x < 4; ++x) {
                EXPECT_EQUAL(host[z][y][x], 100 * (z + 2) + 10 * (y + 1) + x + 2);
            }
            EXPECT_EQUAL(host[z][y][4], -1);
        }
    }
    CUDA_CHECK(cudaFree(volume.ptr));
    return passed();
}
