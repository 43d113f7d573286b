// Memory is set: a range, a rectangle of it, a box of it, on a stream too.
#include "check.cuh"
#include <vector>

int main() {
    unsigned char *plain, back[64];
    CUDA_CHECK(cudaMalloc(&plain, 64));
    CUDA_CHECK(cudaMemset(plain, 0xAB, 64));
    CUDA_CHECK(cudaMemsetAsync(plain + 3, 0x11, 10, cudaStreamLegacy));
    CUDA_CHECK(cudaMemcpy(back, plain, 64, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; ++i) EXPECT_EQUAL(back[i], i >= 3 && i < 13 ? 0x11 : 0xAB);

    // Rows of 20 bytes, 32 apart: 5 columns of 2 rows are set.
    CUDA_CHECK(cudaMemset2D(plain + 4, 32, 0x77, 5, 2));
    CUDA_CHECK(cudaMemcpy(back, plain, 64, cudaMemcpyDeviceToHost));
    for (int i = 4; i < 9; ++i) EXPECT(back[i] == 0x77 && back[32 + i] == 0x77);
    EXPECT(back[3] == 0x11 && back[9] == 0x11 && back[31] == 0xAB && back[41] == 0xAB);

    const cudaExtent whole = make_cudaExtent(10, 4, 3), part = make_cudaExtent(6, 2, 3);
    cudaPitchedPtr box;
    CUDA_CHECK(cudaMalloc3D(&box, whole));
    EXPECT(box.pitch >= 10 && box.xsize == 10 && box.ysize == 4);
    CUDA_CHECK(cudaMemset3D(box, 1, whole));
    CUDA_CHECK(cudaMemset3D(box, 2, part));
    std::vector<unsigned char> all(box.pitch * 4 * 3);
    CUDA_CHECK(cudaMemcpy(all.data(), box.ptr, all.size(), cudaMemcpyDeviceToHost));
    for (int z = 0; z < 3; ++z) {
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 10; ++x) {
                EXPECT_EQUAL(all[(z * 4 + y) * box.pitch + x], x < 6 && y < 2 ? 2 : 1);
            }
        }
    }
    CUDA_CHECK(cudaFree(plain));
    CUDA_CHECK(cudaFree(box.ptr));
    return passed();
}
