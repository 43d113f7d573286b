// PTX text is loaded as a library at run time; its kernel and its variable are found by name.
#include "check.cuh"

static const char text[] = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .entry scale(.param .u64 values) {
    .reg .u32 %r<4>;
    .reg .u64 %rd<4>;
    ld.param.u64 %rd1, [values];
    cvta.to.global.u64 %rd1, %rd1;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    ld.global.u32 %r2, [%rd1];
    ld.global.u32 %r3, [factor];
    mul.lo.u32 %r2, %r2, %r3;
    st.global.u32 [%rd1], %r2;
    ret;
}
)";

int main() {
    cudaLibrary_t library;
    cudaKernel_t kernel;
    CUDA_CHECK(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUDA_CHECK(cudaLibraryGetKernel(&kernel, library, "scale"));
    EXPECT(cudaLibraryGetKernel(&kernel, library, "missing") != cudaSuccess);
    CUDA_CHECK(cudaLibraryGetKernel(&kernel, library, "scale"));

    int *values;
    CUDA_CHECK(cudaMallocManaged(&values, 32 * sizeof(int)));
    for (int i = 0; i < 32; ++i) values[i] = i;
    void *arguments[] = {&values};
    CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(32), arguments, 0, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(values[i], 3 * i);

    void *factor;
    size_t size;
    CUDA_CHECK(cudaLibraryGetGlobal(&factor, &size, library, "factor"));
    EXPECT_EQUAL(size, 4);
    const int ten = 10;
    CUDA_CHECK(cudaMemcpy(factor, &ten, sizeof ten, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(32), arguments, 0, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(values[i], 30 * i);
    CUDA_CHECK(cudaLibraryUnload(library));
    CUDA_CHECK(cudaFree(values));
    return passed();
}
