/* cuLaunchKernelEx with clusters, streams and events of the driver API. */
#include "driver_check.h"

static const char text[] =
    ".version 8.0\n"
    ".target sm_90\n"
    ".address_size 64\n"
    ".visible .entry ranks(.param .u64 out) {\n"
    "    .reg .u32 %r<6>; .reg .u64 %rd<4>;\n"
    "    ld.param.u64 %rd1, [out];\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %cluster_ctarank;\n"
    "    mov.u32 %r3, %cluster_nctarank;\n"
    "    mad.lo.u32 %r4, %r3, 100, %r2;\n"
    "    mul.wide.u32 %rd2, %r1, 4;\n"
    "    add.u64 %rd3, %rd1, %rd2;\n"
    "    st.global.u32 [%rd3], %r4;\n"
    "    ret;\n"
    "}\n";

int main(void) {
    enum { BLOCKS = 8 };
    unsigned host[BLOCKS];
    float milliseconds;
    CUmodule module;
    CUfunction ranks;
    CUdeviceptr out;
    CUstream stream;
    CUevent before, after;
    start();
    DRIVER_CHECK(cuModuleLoadData(&module, text));
    DRIVER_CHECK(cuModuleGetFunction(&ranks, module, "ranks"));
    DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER_CHECK(cuEventCreate(&before, CU_EVENT_DEFAULT));
    DRIVER_CHECK(cuEventCreate(&after, CU_EVENT_DEFAULT));
    DRIVER_CHECK(cuMemAllocAsync(&out, sizeof host, stream));
    DRIVER_CHECK(cuMemsetD32Async(out, 77, BLOCKS, stream));
    DRIVER_CHECK(cuMemcpyDtoHAsync(host, out, sizeof host, stream));
    DRIVER_CHECK(cuStreamSynchronize(stream));
    for (int i = 0; i < BLOCKS; ++i) EXPECT(host[i] == 77);

    CUlaunchAttribute attribute = {CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    attribute.value.clusterDim.x = 4;
    attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    CUlaunchConfig config = {.gridDimX = BLOCKS, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1,
                             .blockDimY = 1, .blockDimZ = 1, .hStream = stream,
                             .attrs = &attribute, .numAttrs = 1};
    void *arguments[] = {&out};
    DRIVER_CHECK(cuEventRecord(before, stream));
    DRIVER_CHECK(cuLaunchKernelEx(&config, ranks, arguments, 0));
    DRIVER_CHECK(cuEventRecord(after, stream));
    DRIVER_CHECK(cuMemcpyDtoHAsync(host, out, sizeof host, stream));
    DRIVER_CHECK(cuStreamSynchronize(stream));
    for (int i = 0; i < BLOCKS; ++i) EXPECT(host[i] == 400u + i % 4);
    DRIVER_CHECK(cuEventElapsedTime(&milliseconds, before, after));
    EXPECT(milliseconds > 0);
    DRIVER_CHECK(cuMemFreeAsync(out, stream));
    DRIVER_CHECK(cuEventDestroy(before));
    DRIVER_CHECK(cuEventDestroy(after));
    DRIVER_CHECK(cuStreamDestroy(stream));
    DRIVER_CHECK(cuModuleUnload(module));
    printf("PASSED\n");
    return 0;
}
