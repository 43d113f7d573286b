/* A module of a file: its global variables, and what the driver says of its kernel. */
#include "driver_check.h"
#include <string.h>
#include <unistd.h>

static const char text[] =
    ".version 8.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    ".const .align 4 .u32 factors[4] = {1, 2, 3, 4};\n"
    ".visible .global .align 8 .u64 total = 5;\n"
    ".visible .entry add(.param .align 4 .b8 pair[8], .param .u64 scale)\n"
    ".maxntid 64, 1, 1\n"
    "{\n"
    "    .reg .u32 %r<5>; .reg .u64 %rd<4>; .shared .align 4 .b8 buffer[256];\n"
    "    ld.param.u32 %r1, [pair];\n"
    "    ld.param.u32 %r2, [pair+4];\n"
    "    ld.param.u64 %rd1, [scale];\n"
    "    ld.const.u32 %r3, [factors+8];\n"
    "    mad.lo.u32 %r4, %r1, %r3, %r2;\n"
    "    cvt.u64.u32 %rd2, %r4;\n"
    "    mul.lo.u64 %rd3, %rd2, %rd1;\n"
    "    red.global.add.u64 [total], %rd3;\n"
    "    ret;\n"
    "}\n";

int main(void) {
    char path[] = "module-XXXXXX";
    CUmodule module;
    CUfunction add;
    CUdeviceptr total;
    size_t size, offset;
    int value;
    start();
    int file = mkstemp(path);
    EXPECT(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    CUresult loaded = cuModuleLoad(&module, path);
    unlink(path);
    DRIVER_CHECK(loaded);
    DRIVER_CHECK(cuModuleGetGlobal(&total, &size, module, "total"));
    EXPECT(size == 8);
    EXPECT(cuModuleGetGlobal(&total, &size, module, "missing") == CUDA_ERROR_NOT_FOUND);
    DRIVER_CHECK(cuModuleGetGlobal(&total, &size, module, "total"));

    DRIVER_CHECK(cuModuleGetFunction(&add, module, "add"));
    DRIVER_CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
    EXPECT(value == 64);
    DRIVER_CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, add));
    EXPECT(value == 256);
    DRIVER_CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_PTX_VERSION, add));
    EXPECT(value == 80);
    DRIVER_CHECK(cuFuncGetParamInfo(add, 1, &offset, &size));
    EXPECT(offset == 8 && size == 8);
    EXPECT(cuFuncGetParamInfo(add, 2, &offset, &size) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuFuncSetAttribute(add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));

    unsigned pair[2] = {7, 1};
    unsigned long long scale = 10, result;
    void *arguments[] = {pair, &scale};
    DRIVER_CHECK(cuLaunchKernel(add, 1, 1, 1, 4, 1, 1, 0, 0, arguments, 0));
    DRIVER_CHECK(cuMemcpyDtoH(&result, total, sizeof result));
    EXPECT(result == 5 + 4 * 10 * (7 * 3 + 1));
    DRIVER_CHECK(cuModuleUnload(module));
    EXPECT(cuModuleLoadData(&module, "this is no PTX") == CUDA_ERROR_INVALID_PTX ||
           cuModuleLoadData(&module, "this is no PTX") == CUDA_ERROR_INVALID_IMAGE);
    printf("PASSED\n");
    return 0;
}
