/* The driver API from the first call to a kernel of PTX text. */
#include "driver_check.h"

static const char text[] =
    ".version 8.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    ".visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n) {\n"
    "    .reg .pred %p<2>; .reg .u32 %r<6>; .reg .f32 %f<5>; .reg .u64 %rd<6>;\n"
    "    ld.param.u64 %rd1, [x];\n"
    "    ld.param.u64 %rd2, [y];\n"
    "    ld.param.f32 %f1, [a];\n"
    "    ld.param.u32 %r1, [n];\n"
    "    mov.u32 %r2, %ctaid.x;\n"
    "    mov.u32 %r3, %ntid.x;\n"
    "    mov.u32 %r4, %tid.x;\n"
    "    mad.lo.u32 %r5, %r2, %r3, %r4;\n"
    "    setp.ge.u32 %p1, %r5, %r1;\n"
    "    @%p1 bra done;\n"
    "    mul.wide.u32 %rd3, %r5, 4;\n"
    "    add.u64 %rd4, %rd1, %rd3;\n"
    "    add.u64 %rd5, %rd2, %rd3;\n"
    "    ld.global.f32 %f2, [%rd4];\n"
    "    ld.global.f32 %f3, [%rd5];\n"
    "    fma.rn.f32 %f4, %f1, %f2, %f3;\n"
    "    st.global.f32 [%rd5], %f4;\n"
    "done:\n"
    "    ret;\n"
    "}\n";

int main(void) {
    enum { N = 100 };
    float x[N], y[N], a = 2.5f;
    unsigned n = N;
    int version, count;
    CUdeviceptr device_x, device_y;
    CUmodule module;
    CUfunction saxpy;
    start();
    DRIVER_CHECK(cuDriverGetVersion(&version));
    DRIVER_CHECK(cuDeviceGetCount(&count));
    EXPECT(version >= 12000 && count == 1);
    DRIVER_CHECK(cuModuleLoadData(&module, text));
    DRIVER_CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
    EXPECT(cuModuleGetFunction(&saxpy, module, "missing") == CUDA_ERROR_NOT_FOUND);
    DRIVER_CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));

    for (int i = 0; i < N; ++i) x[i] = i, y[i] = N - i;
    DRIVER_CHECK(cuMemAlloc(&device_x, sizeof x));
    DRIVER_CHECK(cuMemAlloc(&device_y, sizeof y));
    DRIVER_CHECK(cuMemcpyHtoD(device_x, x, sizeof x));
    DRIVER_CHECK(cuMemcpyHtoD(device_y, y, sizeof y));
    void *arguments[] = {&device_x, &device_y, &a, &n};
    DRIVER_CHECK(cuLaunchKernel(saxpy, 4, 1, 1, 32, 1, 1, 0, 0, arguments, 0));
    DRIVER_CHECK(cuCtxSynchronize());
    DRIVER_CHECK(cuMemcpyDtoH(y, device_y, sizeof y));
    for (int i = 0; i < N; ++i) EXPECT(y[i] == a * i + (N - i));

    /* The parameters in one buffer, as older programs pass them. */
    struct { CUdeviceptr x, y; float a; unsigned n; } packed = {device_x, device_y, 1, 10};
    size_t size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    DRIVER_CHECK(cuLaunchKernel(saxpy, 1, 1, 1, 32, 1, 1, 0, 0, 0, extra));
    DRIVER_CHECK(cuMemcpyDtoH(y, device_y, sizeof y));
    for (int i = 0; i < N; ++i) EXPECT(y[i] == a * i + (N - i) + (i < 10 ? x[i] : 0));
    DRIVER_CHECK(cuMemFree(device_x));
    DRIVER_CHECK(cuMemFree(device_y));
    DRIVER_CHECK(cuModuleUnload(module));
    printf("PASSED\n");
    return 0;
}
