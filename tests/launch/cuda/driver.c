/* A CUDA driver without a GPU: its memory is the host's, and its only kernel scales an array.
 * It lets the real bindings run, and writes what a launch was given to standard error. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int R;
typedef uint64_t P;

struct attribute { int id; char pad[4]; unsigned value[16]; };
struct config {
    unsigned grid[3], block[3], shared;
    void *stream;
    struct attribute *attributes;
    unsigned count;
};

R cuInit(unsigned flags) { return flags; }
R cuDriverGetVersion(int *version) { *version = 13000; return 0; }
R cuDeviceGetCount(int *count) { *count = 1; return 0; }
R cuDeviceGet(int *device, int number) { *device = number; return 0; }
R cuDeviceGetName(char *name, int size, int device) {
    snprintf(name, size, "No GPU %d", device);
    return 0;
}
R cuDeviceGetAttribute(int *value, int name, int device) {
    int known[] = {0, 1024, 1024, 1024, 64, 2147483647, 65535, 65535};
    if (device) return 101;
    *value = name < 8 ? known[name] : name == 75 ? 9 : name == 76 ? 0 : name == 97 ? 232448 : -1;
    return 0;
}
R cuDevicePrimaryCtxRetain(void **context, int device) { *context = (void *)8; return device; }
static _Thread_local int current;
R cuCtxPushCurrent_v2(void *context) { current++; return context == (void *)8 ? 0 : 201; }
R cuCtxPopCurrent_v2(void **context) { *context = (void *)8; current--; return 0; }
R cuCtxGetCurrent(void **context) { *context = current ? (void *)8 : NULL; return 0; }
R cuCtxGetDevice(int *device) { *device = 0; return current ? 0 : 201; }
R cuModuleLoadData(void **module, const void *image) {
    *module = (void *)16;
    return memcmp(image, "\177ELF", 4) ? 200 : 0;
}
/* It compiles all but what says "refuse", of which it names the third line. */
R cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *names, void **values) {
    char *log = NULL;
    size_t size = 0;
    for (unsigned n = 0; n < count; n++) {
        if (names[n] == 5) log = values[n];
        else if (names[n] == 6) size = (size_t)(uintptr_t)values[n];
        else return 1;
    }
    fprintf(stderr, "compile %zu characters, messages in %zu bytes\n", strlen(image), size);
    *module = (void *)16;
    if (!strstr(image, "refuse")) return 0;
    snprintf(log, size, "ptxas application ptx input, line 3; error   : no such word\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n");
    return 218;
}
R cuModuleUnload(void *module) { return module == (void *)16 ? 0 : 400; }
R cuModuleGetFunction(void **function, void *module, const char *name) {
    *function = (void *)24;
    return module != (void *)16 ? 400 : strcmp(name, "scale") ? 500 : 0;
}
R cuFuncGetAttribute(int *value, int name, void *function) {
    *value = name == 0 ? 1024 : name == 4 ? 10 : 0;
    return function == (void *)24 ? 0 : 400;
}
R cuFuncSetAttribute(void *function, int name, int value) {
    fprintf(stderr, "set %d %d\n", name, value);
    return function == (void *)24 ? 0 : 400;
}
R cuMemAlloc_v2(P *address, size_t size) {
    *address = (P)(uintptr_t)malloc(size);
    return size > 1u << 30 ? 2 : 0;
}
R cuMemFree_v2(P address) { free((void *)(uintptr_t)address); return 0; }
R cuMemcpyHtoDAsync_v2(P to, const void *from, size_t size, void *stream) {
    memcpy((void *)(uintptr_t)to, from, size);
    return stream == (void *)1 ? 400 : 0;
}
R cuMemcpyDtoHAsync_v2(void *to, P from, size_t size, void *stream) {
    memcpy(to, (void *)(uintptr_t)from, size);
    return stream == (void *)1 ? 400 : 0;
}
R cuPointerGetAttribute(void *value, int name, P address) {
    *(int *)value = 0;
    return name == 9 && address ? 0 : 1;
}
R cuStreamIsCapturing(void *stream, int *status) { *status = 0; return stream == (void *)1; }
R cuStreamSynchronize(void *stream) { fprintf(stderr, "wait %p\n", stream); return 0; }
R cuEventCreate(void **event, unsigned flags) { *event = (void *)32; return flags == 2 ? 0 : 1; }
R cuEventRecord(void *event, void *stream) {
    fprintf(stderr, "record %p\n", stream);
    return event == (void *)32 ? 0 : 400;
}
R cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
    fprintf(stderr, "behind %p\n", stream);
    return event == (void *)32 ? (R)flags : 400;
}
R cuEventDestroy_v2(void *event) { return event == (void *)32 ? 0 : 400; }
R cuGetErrorName(R error, const char **text) {
    *text = error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_OF_SOME_KIND";
    return 0;
}
R cuGetErrorString(R error, const char **text) { *text = "some words"; return error < 0; }

R cuLaunchKernelEx(const struct config *c, void *function, void **parameters, void **extra) {
    if (function != (void *)24 || extra || !parameters) return 1;
    float *out = *(float **)parameters[0], by = *(float *)parameters[1];
    float *x = *(float **)parameters[2];
    unsigned n = *(unsigned char *)parameters[3];
    if (getenv("STAND_IN_QUIET")) { by += x[0]; return 0; }
    fprintf(stderr, "launch %u %u %u, %u %u %u, %u bytes, stream %p", c->grid[0], c->grid[1],
            c->grid[2], c->block[0], c->block[1], c->block[2], c->shared, c->stream);
    for (unsigned i = 0; i < c->count; i++)
        fprintf(stderr, ", %d: %u %u %u", c->attributes[i].id, c->attributes[i].value[0],
                c->attributes[i].value[1], c->attributes[i].value[2]);
    fprintf(stderr, "\n");
    if (n == 255) return 700;
    for (unsigned i = 0; i < n; i++) out[i] = by * x[i];
    return 0;
}

static void print(const char *name, const unsigned *values, unsigned count) {
    fprintf(stderr, ", %s", name);
    for (unsigned i = 0; i < count; i++) fprintf(stderr, " %d", (int)values[i]);
}

static R encode(unsigned char *map, int type, unsigned rank, void *address, const uint64_t *dims,
                const uint64_t *strides) {
    memset(map, rank, 128);
    fprintf(stderr, "encode type %d at %p, dims", type, address);
    for (unsigned i = 0; i < rank; i++) fprintf(stderr, " %lu", (unsigned long)dims[i]);
    fprintf(stderr, ", strides");
    for (unsigned i = 0; i + 1 < rank; i++) fprintf(stderr, " %lu", (unsigned long)strides[i]);
    return 0;
}

R cuTensorMapEncodeTiled(unsigned char *map, int type, unsigned rank, void *address,
                         const uint64_t *dims, const uint64_t *strides, const unsigned *box,
                         const unsigned *steps, int interleave, int swizzle, int l2, int fill) {
    encode(map, type, rank, address, dims, strides);
    print("box", box, rank);
    print("steps", steps, rank);
    fprintf(stderr, ", %d %d %d %d\n", interleave, swizzle, l2, fill);
    return 0;
}

R cuTensorMapEncodeIm2col(unsigned char *map, int type, unsigned rank, void *address,
                          const uint64_t *dims, const uint64_t *strides, const unsigned *lower,
                          const unsigned *upper, unsigned channels, unsigned pixels,
                          const unsigned *steps, int interleave, int swizzle, int l2, int fill) {
    encode(map, type, rank, address, dims, strides);
    print("lower", lower, rank - 2);
    print("upper", upper, rank - 2);
    print("steps", steps, rank);
    fprintf(stderr, ", %u of %u, %d %d %d %d\n", pixels, channels, interleave, swizzle, l2, fill);
    return 0;
}

R cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status) {
    char versioned[256];
    (void)version, (void)flags;
    snprintf(versioned, sizeof versioned, "%s_v2", name);
    *function = dlsym(RTLD_DEFAULT, versioned);
    if (!*function) {
        Dl_info info;
        dladdr((void *)cuInit, &info);
        void *self = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
        *function = dlsym(self, versioned);
        if (!*function) *function = dlsym(self, name);
    }
    if (status) *status = *function ? 0 : 1;
    return *function ? 0 : 500;
}
R cuGetProcAddress(const char *name, void **function, int version, uint64_t flags) {
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}
