/* Two units of PTX are linked at run time: one calls a function and has a variable of the other. */
#include "driver_check.h"

static const char library[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .global .align 4 .u32 offset = 1000;\n"
    ".visible .func (.reg .u32 result) square(.reg .u32 value) {\n"
    "    mul.lo.u32 result, value, value;\n"
    "    ret;\n"
    "}\n";

static const char program[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".extern .global .align 4 .u32 offset;\n"
    ".extern .func (.reg .u32 result) square(.reg .u32 value);\n"
    ".visible .entry squares(.param .u64 out) {\n"
    "    .reg .u32 %r<5>; .reg .u64 %rd<4>;\n"
    "    ld.param.u64 %rd1, [out];\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    call (%r2), square, (%r1);\n"
    "    ld.global.u32 %r3, [offset];\n"
    "    add.u32 %r4, %r2, %r3;\n"
    "    mul.wide.u32 %rd2, %r1, 4;\n"
    "    add.u64 %rd3, %rd1, %rd2;\n"
    "    st.global.u32 [%rd3], %r4;\n"
    "    ret;\n"
    "}\n";

int main(void) {
    unsigned host[16];
    void *image;
    size_t size;
    CUlinkState linker;
    CUmodule module;
    CUfunction squares;
    CUdeviceptr out;
    start();
    DRIVER_CHECK(cuLinkCreate(0, NULL, NULL, &linker));
    DRIVER_CHECK(cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)library, sizeof library, "library",
                               0, NULL, NULL));
    DRIVER_CHECK(cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)program, sizeof program, "program",
                               0, NULL, NULL));
    DRIVER_CHECK(cuLinkComplete(linker, &image, &size));
    DRIVER_CHECK(cuModuleLoadData(&module, image));
    DRIVER_CHECK(cuLinkDestroy(linker));
    DRIVER_CHECK(cuModuleGetFunction(&squares, module, "squares"));
    DRIVER_CHECK(cuMemAlloc(&out, sizeof host));
    void *arguments[] = {&out};
    DRIVER_CHECK(cuLaunchKernel(squares, 1, 1, 1, 16, 1, 1, 0, NULL, arguments, NULL));
    DRIVER_CHECK(cuMemcpyDtoH(host, out, sizeof host));
    for (unsigned i = 0; i < 16; ++i) EXPECT(host[i] == i * i + 1000);
    DRIVER_CHECK(cuMemFree(out));
    DRIVER_CHECK(cuModuleUnload(module));
    printf("PASSED\n");
    return 0;
}
