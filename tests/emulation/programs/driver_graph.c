/* Graphs of the driver API: a captured stream, a graph of nodes, and new parameters of a node. */
#include "driver_check.h"

static const char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry add(.param .u64 out, .param .u32 amount) {\n"
    "    .reg .u32 %r<5>; .reg .u64 %rd<4>;\n"
    "    ld.param.u64 %rd1, [out];\n"
    "    ld.param.u32 %r1, [amount];\n"
    "    mov.u32 %r2, %tid.x;\n"
    "    mul.wide.u32 %rd2, %r2, 4;\n"
    "    add.u64 %rd3, %rd1, %rd2;\n"
    "    ld.global.u32 %r3, [%rd3];\n"
    "    add.u32 %r4, %r3, %r1;\n"
    "    st.global.u32 [%rd3], %r4;\n"
    "    ret;\n"
    "}\n";

static void expect_all(CUdeviceptr memory, unsigned value) {
    unsigned host[16];
    DRIVER_CHECK(cuMemcpyDtoH(host, memory, sizeof host));
    for (int i = 0; i < 16; ++i) EXPECT(host[i] == value);
}

int main(void) {
    unsigned amount = 5;
    size_t count = 0;
    CUmodule module;
    CUfunction add;
    CUdeviceptr memory;
    CUstream stream;
    CUgraph captured, built;
    CUgraphExec first, second;
    CUgraphNode clear, launch;
    start();
    DRIVER_CHECK(cuModuleLoadData(&module, text));
    DRIVER_CHECK(cuModuleGetFunction(&add, module, "add"));
    DRIVER_CHECK(cuMemAlloc(&memory, 64));
    DRIVER_CHECK(cuMemsetD32(memory, 1, 16));
    DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    void *arguments[] = {&memory, &amount};

    DRIVER_CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    DRIVER_CHECK(cuLaunchKernel(add, 1, 1, 1, 16, 1, 1, 0, stream, arguments, NULL));
    DRIVER_CHECK(cuLaunchKernel(add, 1, 1, 1, 16, 1, 1, 0, stream, arguments, NULL));
    DRIVER_CHECK(cuStreamEndCapture(stream, &captured));
    expect_all(memory, 1);
    DRIVER_CHECK(cuGraphGetNodes(captured, NULL, &count));
    EXPECT(count == 2);
    DRIVER_CHECK(cuGraphInstantiate(&first, captured, 0));
    DRIVER_CHECK(cuGraphLaunch(first, stream));
    DRIVER_CHECK(cuStreamSynchronize(stream));
    expect_all(memory, 11);

    CUDA_MEMSET_NODE_PARAMS fill = {.dst = memory, .value = 100, .elementSize = 4, .width = 16,
                                    .height = 1};
    CUDA_KERNEL_NODE_PARAMS kernel = {.func = add, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
                                      .blockDimX = 16, .blockDimY = 1, .blockDimZ = 1,
                                      .kernelParams = arguments};
    DRIVER_CHECK(cuGraphCreate(&built, 0));
    DRIVER_CHECK(cuGraphAddMemsetNode(&clear, built, NULL, 0, &fill, NULL));
    DRIVER_CHECK(cuGraphAddKernelNode(&launch, built, &clear, 1, &kernel));
    DRIVER_CHECK(cuGraphInstantiate(&second, built, 0));
    DRIVER_CHECK(cuGraphLaunch(second, stream));
    DRIVER_CHECK(cuStreamSynchronize(stream));
    expect_all(memory, 105);
    amount = 7;
    DRIVER_CHECK(cuGraphExecKernelNodeSetParams(second, launch, &kernel));
    DRIVER_CHECK(cuGraphLaunch(second, stream));
    DRIVER_CHECK(cuStreamSynchronize(stream));
    expect_all(memory, 107);
    DRIVER_CHECK(cuGraphExecDestroy(first));
    DRIVER_CHECK(cuGraphExecDestroy(second));
    DRIVER_CHECK(cuGraphDestroy(captured));
    DRIVER_CHECK(cuGraphDestroy(built));
    DRIVER_CHECK(cuStreamDestroy(stream));
    DRIVER_CHECK(cuMemFree(memory));
    printf("PASSED\n");
    return 0;
}
