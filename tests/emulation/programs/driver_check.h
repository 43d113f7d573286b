/* What the programs on the driver API share: checks of calls and of results. */
#pragma once

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

/* End the program with status 1 if a call of the driver fails. */
#define DRIVER_CHECK(call)                                                                       \
    do {                                                                                         \
        CUresult result_ = (call);                                                               \
        if (result_ != CUDA_SUCCESS) {                                                           \
            const char *text_ = "?";                                                             \
            cuGetErrorString(result_, &text_);                                                   \
            fprintf(stderr, "%s:%d: %s: %s (%d)\n", __FILE__, __LINE__, #call, text_, result_);  \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

/* End the program with status 1 if a condition does not hold. */
#define EXPECT(condition)                                                                        \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);       \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

/* Start the driver and make a context of device 0 the current one. */
static inline CUcontext start(void) {
    CUdevice device;
    CUcontext context;
    DRIVER_CHECK(cuInit(0));
    DRIVER_CHECK(cuDeviceGet(&device, 0));
    DRIVER_CHECK(cuDevicePrimaryCtxRetain(&context, device));
    DRIVER_CHECK(cuCtxSetCurrent(context));
    return context;
}
