// Virtual memory: addresses that grow, pages at two addresses, access that is granted and taken.
#include "driver_check.h"

#include <stdlib.h>

static const char text[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry add(.param .u64 p, .param .u32 n) {\n"
    "  .reg .b64 %rd<4>;\n  .reg .b32 %r<4>;\n"
    "  ld.param.u64 %rd1, [p];\n  ld.param.u32 %r3, [n];\n"
    "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"
    "  ld.global.u32 %r2, [%rd3];\n  add.s32 %r2, %r2, %r3;\n  st.global.u32 [%rd3], %r2;\n  ret;\n}\n";

static CUfunction function;

static void add(CUdeviceptr values, unsigned amount) {
    void *arguments[] = {&values, &amount};
    DRIVER_CHECK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
}

static unsigned at(CUdeviceptr address) {
    unsigned found;
    DRIVER_CHECK(cuMemcpyDtoH(&found, address, sizeof found));
    return found;
}

int main(void) {
    CUcontext context;
    CUmodule module;
    CUmemGenericAllocationHandle first, second, again;
    CUdeviceptr small, large;
    size_t granularity, before, after, total;
    int is_supported = 0;
    DRIVER_CHECK(cuInit(0));
    DRIVER_CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    DRIVER_CHECK(cuCtxSetCurrent(context));
    DRIVER_CHECK(cuModuleLoadData(&module, text));
    DRIVER_CHECK(cuModuleGetFunction(&function, module, "add"));
    DRIVER_CHECK(cuDeviceGetAttribute(
        &is_supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    EXPECT(is_supported);

    CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemAccessDesc access = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    DRIVER_CHECK(cuMemGetAllocationGranularity(&granularity, &properties,
                                               CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    DRIVER_CHECK(cuMemGetInfo(&before, &total));
    DRIVER_CHECK(cuMemCreate(&first, granularity, &properties, 0));
    DRIVER_CHECK(cuMemCreate(&second, granularity, &properties, 0));
    EXPECT(cuMemCreate(&again, granularity - 1, &properties, 0) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuMemGetInfo(&after, &total));
    EXPECT(before - after == 2 * granularity);

    // Memory in a small range, which then grows: its contents move without a copy.
    DRIVER_CHECK(cuMemAddressReserve(&small, granularity, 0, 0, 0));
    DRIVER_CHECK(cuMemMap(small, granularity, 0, first, 0));
    EXPECT(cuMemMap(small, granularity, 0, second, 0) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuMemSetAccess(small, granularity, &access, 1));
    DRIVER_CHECK(cuMemsetD32(small, 5, granularity / 4));
    add(small, 1);
    EXPECT(at(small) == 6 && at(small + 128) == 5);
    DRIVER_CHECK(cuMemAddressReserve(&large, 2 * granularity, 0, small, 0));
    DRIVER_CHECK(cuMemMap(large, granularity, 0, first, 0)); // the same pages at two addresses
    DRIVER_CHECK(cuMemMap(large + granularity, granularity, 0, second, 0));
    DRIVER_CHECK(cuMemSetAccess(large, 2 * granularity, &access, 1));
    add(large, 10);
    EXPECT(at(small) == 16);
    EXPECT(cuMemAddressFree(small, granularity) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuMemUnmap(small, granularity));
    EXPECT(cuMemcpyDtoH(&after, small, 4) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuMemAddressFree(small, granularity));
    EXPECT(at(large) == 16);

    // A copy, and a kernel, across two mappings.
    unsigned *host = malloc(2 * granularity);
    DRIVER_CHECK(cuMemsetD32(large + granularity, 7, granularity / 4));
    add(large + granularity - 64, 100);
    DRIVER_CHECK(cuMemcpyDtoH(host, large, 2 * granularity));
    EXPECT(host[granularity / 4 - 1] == 105 && host[granularity / 4] == 107);
    EXPECT(host[granularity / 4 + 16] == 7);
    free(host);

    // A handle that has been released keeps its memory as long as that is mapped.
    DRIVER_CHECK(cuMemRetainAllocationHandle(&again, (void *)large));
    EXPECT(again == first);
    DRIVER_CHECK(cuMemRelease(again));
    DRIVER_CHECK(cuMemRelease(first));
    EXPECT(cuMemRelease(first) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(at(large) == 16);
    EXPECT(cuMemFree(large) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuMemUnmap(large, 2 * granularity));
    DRIVER_CHECK(cuMemMap(large, granularity, 0, second, 0));
    DRIVER_CHECK(cuMemSetAccess(large, granularity, &access, 1));
    EXPECT(at(large) == 107);
    DRIVER_CHECK(cuMemUnmap(large, granularity));
    DRIVER_CHECK(cuMemRelease(second));
    DRIVER_CHECK(cuMemAddressFree(large, 2 * granularity));
    DRIVER_CHECK(cuMemGetInfo(&after, &total));
    EXPECT(before == after);

    // Addresses that come back to other memory show their own pages.
    CUdeviceptr plain[3];
    for (int i = 0; i < 3; ++i) {
        DRIVER_CHECK(cuMemAlloc(&plain[i], 200 << 20));
        DRIVER_CHECK(cuMemsetD32(plain[i], 3, 32));
        add(plain[i], 1);
        EXPECT(at(plain[i]) == 4);
        DRIVER_CHECK(cuMemFree(plain[i]));
    }

    // Memory that may only be read.
    DRIVER_CHECK(cuMemCreate(&first, granularity, &properties, 0));
    DRIVER_CHECK(cuMemAddressReserve(&small, granularity, 0, 0, 0));
    DRIVER_CHECK(cuMemMap(small, granularity, 0, first, 0));
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
    DRIVER_CHECK(cuMemSetAccess(small, granularity, &access, 1));
    EXPECT(at(small) == 0);
    add(small, 1);
    EXPECT(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS);
    printf("PASSED\n");
    return 0;
}
