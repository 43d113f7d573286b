/* Libraries of the driver API: kernels that belong to no context, launched as functions. */
#include "driver_check.h"

static const char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry first(.param .u64 out) {\n"
    "    .reg .u64 %rd1; ld.param.u64 %rd1, [out]; st.global.u32 [%rd1], 11; ret;\n"
    "}\n"
    ".visible .entry second(.param .u64 out) {\n"
    "    .reg .u64 %rd1; ld.param.u64 %rd1, [out]; st.global.u32 [%rd1+4], 22; ret;\n"
    "}\n";

int main(void) {
    unsigned host[2], count;
    const char *name;
    CUlibrary library;
    CUkernel first, kernels[2];
    CUfunction function;
    CUdeviceptr out;
    start();
    DRIVER_CHECK(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    DRIVER_CHECK(cuLibraryGetKernelCount(&count, library));
    EXPECT(count == 2);
    DRIVER_CHECK(cuLibraryEnumerateKernels(kernels, 2, library));
    DRIVER_CHECK(cuLibraryGetKernel(&first, library, "first"));
    EXPECT(first == kernels[0] || first == kernels[1]);
    DRIVER_CHECK(cuKernelGetName(&name, first));
    EXPECT(name[0] == 'f');
    DRIVER_CHECK(cuKernelGetFunction(&function, first == kernels[0] ? kernels[1] : kernels[0]));
    DRIVER_CHECK(cuMemAlloc(&out, sizeof host));
    void *arguments[] = {&out};
    DRIVER_CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    DRIVER_CHECK(cuLaunchKernel((CUfunction)first, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    DRIVER_CHECK(cuMemcpyDtoH(host, out, sizeof host));
    EXPECT(host[0] == 11 && host[1] == 22);
    DRIVER_CHECK(cuMemFree(out));
    DRIVER_CHECK(cuLibraryUnload(library));
    printf("PASSED\n");
    return 0;
}
