/* Memory of the driver API: kinds, ranges, attributes, copies and settings. */
#include "driver_check.h"
#include <string.h>

int main(void) {
    unsigned char host[64], *pinned;
    CUdeviceptr memory, other, managed, base, pitched;
    size_t size, free_memory, total, pitch;
    unsigned kind;
    start();
    DRIVER_CHECK(cuMemGetInfo(&free_memory, &total));
    EXPECT(free_memory <= total);
    DRIVER_CHECK(cuMemAlloc(&memory, 64));
    DRIVER_CHECK(cuMemAlloc(&other, 64));
    DRIVER_CHECK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
    DRIVER_CHECK(cuMemHostAlloc((void **)&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER_CHECK(cuMemAllocPitch(&pitched, &pitch, 20, 3, 4));
    EXPECT(pitch >= 20);

    DRIVER_CHECK(cuMemsetD8(memory, 0xAB, 64));
    DRIVER_CHECK(cuMemsetD16(memory + 8, 0x1234, 4));
    DRIVER_CHECK(cuMemsetD32(memory + 16, 0x55667788, 2));
    DRIVER_CHECK(cuMemcpyDtoD(other, memory, 64));
    DRIVER_CHECK(cuMemcpyDtoH(host, other, 64));
    EXPECT(host[7] == 0xAB && host[8] == 0x34 && host[15] == 0x12 && host[16] == 0x88);
    EXPECT(host[23] == 0x55 && host[24] == 0xAB && host[63] == 0xAB);
    DRIVER_CHECK(cuMemcpy(managed, memory, 64));
    EXPECT(memcmp((void *)managed, host, 64) == 0);

    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 20,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = pitched,
                          .dstPitch = pitch, .WidthInBytes = 20, .Height = 3};
    DRIVER_CHECK(cuMemcpy2D(&copy));
    DRIVER_CHECK(cuMemcpyDtoH(pinned, pitched + 2 * pitch, 20));
    EXPECT(memcmp(pinned, host + 40, 20) == 0);

    DRIVER_CHECK(cuMemGetAddressRange(&base, &size, memory + 13));
    EXPECT(base == memory && size == 64);
    DRIVER_CHECK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    EXPECT(kind == CU_MEMORYTYPE_DEVICE);
    DRIVER_CHECK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)pinned));
    EXPECT(kind == CU_MEMORYTYPE_HOST);
    EXPECT(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)host) ==
           CUDA_ERROR_INVALID_VALUE);
    EXPECT(cuMemAlloc(&base, 0) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(cuMemAlloc(&base, (size_t)1 << 50) == CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT(cuMemcpyHtoD(memory, host, 65) == CUDA_ERROR_INVALID_VALUE);

    DRIVER_CHECK(cuMemFree(memory));
    EXPECT(cuMemFree(memory) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuMemFree(other));
    DRIVER_CHECK(cuMemFree(managed));
    DRIVER_CHECK(cuMemFree(pitched));
    DRIVER_CHECK(cuMemFreeHost(pinned));
    printf("PASSED\n");
    return 0;
}
