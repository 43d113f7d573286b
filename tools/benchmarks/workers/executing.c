/* A program on the driver API that measures launches and copies; it prints its results as JSON. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The functions of the driver API, under the names that cuda.h gives them. */
int cuInit(unsigned flags);
int cuDevicePrimaryCtxRetain(void **context, int device);
int cuCtxSetCurrent(void *context);
int cuCtxSynchronize(void);
int cuModuleLoadData(void **module, const void *image);
int cuModuleGetFunction(void **function, void *module, const char *name);
int cuLaunchKernel(void *function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned shared, void *stream, void **arguments, void **extra);
int cuMemAlloc_v2(uint64_t *address, size_t size);
int cuMemFree_v2(uint64_t address);
int cuMemcpyHtoD_v2(uint64_t target, const void *source, size_t size);
int cuMemcpyDtoH_v2(void *target, uint64_t source, size_t size);

static const char ptx[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry empty(.param .u64 out, .param .u32 n) { ret; }\n";

enum { LAUNCHES = 1000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void check(int result)
{
    if (result) {
        fprintf(stderr, "a call of the driver returned %d\n", result);
        exit(1);
    }
}

int main(int count, char **arguments)
{
    const size_t size = (size_t)(count > 1 ? atoi(arguments[1]) : 256) << 20;
    void *context, *module, *empty;
    uint64_t memory;
    unsigned n = 1;
    check(cuInit(0));
    check(cuDevicePrimaryCtxRetain(&context, 0));
    check(cuCtxSetCurrent(context));
    check(cuModuleLoadData(&module, ptx));
    check(cuModuleGetFunction(&empty, module, "empty"));
    check(cuMemAlloc_v2(&memory, size));
    void *values[] = {&memory, &n};

    double launch = 1e9, allocation = 1e9, to = 1e9, from = 1e9, plain = 1e9;
    for (int round = 0; round < 5; round++) {
        double start = now();
        for (int i = 0; i < LAUNCHES; i++)
            check(cuLaunchKernel(empty, 1, 1, 1, 32, 1, 1, 0, NULL, values, NULL));
        check(cuCtxSynchronize());
        double taken = (now() - start) / LAUNCHES;
        launch = taken < launch ? taken : launch;
    }
    for (int round = 0; round < LAUNCHES; round++) {
        uint64_t small;
        double start = now();
        check(cuMemAlloc_v2(&small, 1024));
        check(cuMemFree_v2(small));
        double taken = now() - start;
        allocation = taken < allocation ? taken : allocation;
    }
    char *first = malloc(size), *second = malloc(size);
    memset(first, 1, size); /* the pages are there */
    memset(second, 2, size);
    for (int round = 0; round < 5; round++) { /* in the first, pages of the device are made */
        double start = now();
        check(cuMemcpyHtoD_v2(memory, first, size));
        double copied = now();
        check(cuMemcpyDtoH_v2(second, memory, size));
        double back = now();
        memcpy(second, first, size);
        double end = now();
        to = copied - start < to ? copied - start : to;
        from = back - copied < from ? back - copied : from;
        plain = end - back < plain ? end - back : plain;
    }
    printf("{\"launch\": %.9f, \"allocation\": %.9f, \"to the device\": %.9f, "
           "\"from the device\": %.9f, \"memcpy\": %.9f}\n",
           launch, allocation, to, from, plain);
    free(first);
    free(second);
    return cuMemFree_v2(memory);
}
