/* Devices and contexts of the driver API, and the addresses of its functions by name. */
#include "driver_check.h"
#include <string.h>

typedef CUresult (*GetCount)(int *);

int main(void) {
    char name[100];
    const char *text;
    int major, minor, count;
    size_t total;
    CUdevice device, current;
    CUcontext primary, own, found;
    void *address;
    CUdriverProcAddressQueryResult status;
    EXPECT(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED);
    primary = start();
    DRIVER_CHECK(cuDeviceGet(&device, 0));
    EXPECT(cuDeviceGet(&current, 99) == CUDA_ERROR_INVALID_DEVICE);
    DRIVER_CHECK(cuDeviceGetName(name, sizeof name, device));
    EXPECT(strlen(name) > 0);
    DRIVER_CHECK(cuDeviceTotalMem(&total, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    EXPECT(total > 1 << 28 && major >= 8 && minor >= 0);

    DRIVER_CHECK(cuCtxGetCurrent(&found));
    EXPECT(found == primary);
    DRIVER_CHECK(cuCtxGetDevice(&current));
    EXPECT(current == device);
    DRIVER_CHECK(cuCtxCreate(&own, NULL, 0, device));
    DRIVER_CHECK(cuCtxGetCurrent(&found));
    EXPECT(found == own && own != primary);
    DRIVER_CHECK(cuCtxPushCurrent(primary));
    DRIVER_CHECK(cuCtxPopCurrent(&found));
    EXPECT(found == primary);
    DRIVER_CHECK(cuCtxDestroy(own));
    DRIVER_CHECK(cuDevicePrimaryCtxRelease(device));

    DRIVER_CHECK(cuGetProcAddress("cuDeviceGetCount", &address, 12000, CU_GET_PROC_ADDRESS_DEFAULT,
                                  &status));
    EXPECT(status == CU_GET_PROC_ADDRESS_SUCCESS);
    DRIVER_CHECK(((GetCount)address)(&count));
    EXPECT(count == 1);
    EXPECT(cuGetProcAddress("cuNothing", &address, 12000, 0, &status) == CUDA_ERROR_NOT_FOUND);
    EXPECT(status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    DRIVER_CHECK(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    EXPECT(strcmp(text, "CUDA_ERROR_ILLEGAL_ADDRESS") == 0);
    EXPECT(cuGetErrorName((CUresult)12345, &text) == CUDA_ERROR_INVALID_VALUE);
    printf("PASSED\n");
    return 0;
}
