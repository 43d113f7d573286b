/* The runtime API: attributes of kernels, occupancy, and libraries that are loaded at run time. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* ---- Attributes ---- */

/* cudaFuncAttributes */
typedef struct {
    size_t static_shared, constant, local;
    int max_threads;
    int registers;
    int ptx_version;
    int binary_version;
    int cache_mode;
    int max_dynamic_shared;
    int carveout;
    int needs_cluster;
    int cluster[3];
    int cluster_policy;
    int allows_large_clusters;
    int reserved[16];
} FunctionAttributes;

/* The registers of a thread, which the simulator does not allocate. Programs divide by it. */
#define REGISTERS 32

static Status begin_with(const void *host, Function **function)
{
    Status status = runtime_begin();
    return status ? status : runtime_function(host, function);
}

EXPORT cudaError_t cudaFuncGetAttributes(FunctionAttributes *wanted, const void *host)
{
    Function *function;
    Status status = wanted == NULL ? INVALID_VALUE : begin_with(host, &function);
    if (!status) {
        const KernelReply *info = &function->info;
        *wanted = (FunctionAttributes){
            .static_shared = info->static_shared,
            .constant = info->constant_bytes,
            .local = info->local_bytes,
            .max_threads = info->max_threads ? (int)info->max_threads : 1024,
            .registers = info->registers ? (int)info->registers : REGISTERS,
            .ptx_version = (int)info->architecture,
            .binary_version = 10 * device.major + device.minor,
            .max_dynamic_shared = (int)function->max_dynamic_shared,
            .carveout = function->carveout,
            .needs_cluster = info->cluster[0] != 0,
            .cluster = {(int)info->cluster[0], (int)info->cluster[1], (int)info->cluster[2]},
            .allows_large_clusters = function->allows_large_clusters};
    }
    return runtime_end(status);
}

/* The numbers of cudaFuncAttribute. */
enum { DYNAMIC_SHARED = 8, CARVEOUT = 9, CLUSTER_WIDTH = 11, CLUSTER_DEPTH = 13, LARGE_CLUSTERS = 14,
       CLUSTER_POLICY = 15 };

static Status set_attribute(Function *function, int attribute, int value)
{
    int most;
    switch (attribute) {
    case DYNAMIC_SHARED:
        core_attribute(97, &most);
        if (value < 0 || (uint64_t)value + function->info.static_shared > (uint64_t)most)
            return INVALID_VALUE;
        function->max_dynamic_shared = (uint32_t)value;
        return SUCCESS;
    case CARVEOUT:
        if (value < -1 || value > 100)
            return INVALID_VALUE;
        function->carveout = value; /* a hint */
        return SUCCESS;
    case LARGE_CLUSTERS:
        function->allows_large_clusters = value != 0;
        return SUCCESS;
    case CLUSTER_POLICY:
        return SUCCESS; /* a hint */
    default:
        if (attribute < CLUSTER_WIDTH || attribute > CLUSTER_DEPTH || value < 0)
            return INVALID_VALUE;
        function->cluster[attribute - CLUSTER_WIDTH] = (uint32_t)value;
        return SUCCESS;
    }
}

EXPORT cudaError_t cudaFuncSetAttribute(const void *host, int attribute, int value)
{
    Function *function;
    Status status = begin_with(host, &function);
    return runtime_end(status ? status : set_attribute(function, attribute, value));
}

EXPORT cudaError_t cudaFuncSetCacheConfig(const void *host, int configuration)
{
    Function *function;
    (void)configuration; /* a hint */
    return runtime_end(begin_with(host, &function));
}

EXPORT cudaError_t cudaFuncSetSharedMemConfig(const void *host, int configuration)
{
    return cudaFuncSetCacheConfig(host, configuration);
}

EXPORT cudaError_t cudaFuncGetName(const char **name, const void *host)
{
    Function *function;
    Status status = begin_with(host, &function);
    if (!status)
        *name = function->name;
    return runtime_end(status);
}

EXPORT cudaError_t cudaFuncGetParamInfo(const void *host, size_t number, size_t *offset, size_t *size)
{
    Function *function;
    Status status = begin_with(host, &function);
    if (!status && number >= function->info.parameters)
        status = INVALID_VALUE;
    if (!status) {
        *offset = function->parameters[number].offset;
        if (size != NULL)
            *size = function->parameters[number].size;
    }
    return runtime_end(status);
}

/* ---- Occupancy ---- */

EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host,
                                                                          int threads, size_t shared,
                                                                          unsigned flags)
{
    Function *function;
    Status status = flags > 1 ? INVALID_VALUE : begin_with(host, &function);
    return runtime_end(status ? status : core_occupancy(function, threads, shared, blocks));
}

EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host,
                                                                 int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, threads, shared, 0);
}

EXPORT cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *host, int blocks,
                                                             int threads)
{
    Function *function;
    int all, reserved, most;
    Status status = begin_with(host, &function);
    if (!status && (blocks < 1 || threads < 1))
        status = INVALID_VALUE;
    if (!status) {
        core_attribute(81, &all);
        core_attribute(111, &reserved);
        core_attribute(97, &most);
        int each = all / blocks - reserved;
        each = (each < most ? each : most) - (int)function->info.static_shared;
        *size = each < 0 ? 0 : (size_t)each;
    }
    return runtime_end(status);
}

/* The beginning of cudaLaunchConfig_t and of an attribute of it. */
typedef struct {
    int id;
    char padding[4];
    unsigned value[16];
} LaunchAttribute;

typedef struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
    const LaunchAttribute *attributes;
    unsigned attribute_count;
} LaunchConfiguration;

EXPORT cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *host,
                                                  const LaunchConfiguration *given)
{
    Function *function;
    int blocks = 0, multiprocessors, threads;
    unsigned size = 1;
    Status status = begin_with(host, &function);
    if (!status) {
        const uint32_t *own = function->info.cluster;
        size = own[0] ? own[0] * own[1] * own[2] : 1;
        for (unsigned i = 0; i < given->attribute_count; i++)
            if (given->attributes[i].id == 4) /* the cluster */
                size = given->attributes[i].value[0] * given->attributes[i].value[1]
                       * given->attributes[i].value[2];
        threads = (int)(given->block.x * given->block.y * given->block.z);
        status = size ? core_occupancy(function, threads, given->shared, &blocks) : INVALID_VALUE;
    }
    if (!status) {
        core_attribute(16, &multiprocessors);
        *clusters = size > 16 ? 0 : blocks * multiprocessors / (int)size;
    }
    return runtime_end(status);
}

EXPORT cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *host,
                                                        const LaunchConfiguration *given)
{
    Function *function;
    int blocks = 0;
    Status status = begin_with(host, &function);
    if (!status)
        status = core_occupancy(function, (int)(given->block.x * given->block.y * given->block.z),
                                given->shared, &blocks);
    if (!status)
        *size = !blocks ? 0 : function->allows_large_clusters ? 16 : 8;
    return runtime_end(status);
}

/* ---- Libraries ---- */

#define WRAPPER_MAGIC 0x466243b1u

static Status load(Module **library, const void *code)
{
    struct {
        uint32_t magic, version;
        const void *container;
    } wrapper;
    memcpy(&wrapper.magic, code, sizeof wrapper.magic);
    if (wrapper.magic == WRAPPER_MAGIC) { /* what nvcc puts around a container */
        memcpy(&wrapper, code, sizeof wrapper);
        code = wrapper.container;
    }
    size_t size = core_image_size(code);
    return core_load(&code, &size, 1, library);
}

EXPORT cudaError_t cudaLibraryLoadData(Module **library, const void *code, const int *jit_options,
                                       void **jit_values, unsigned jit_count, const int *options,
                                       void **values, unsigned count)
{
    (void)jit_options, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    Status status = library == NULL || code == NULL ? INVALID_VALUE : runtime_begin();
    return runtime_end(status ? status : load(library, code));
}

EXPORT cudaError_t cudaLibraryLoadFromFile(Module **library, const char *path, const int *jit_options,
                                           void **jit_values, unsigned jit_count, const int *options,
                                           void **values, unsigned count)
{
    (void)jit_options, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    Status status = library == NULL || path == NULL ? INVALID_VALUE : runtime_begin();
    if (status)
        return runtime_end(status);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return runtime_end(FILE_NOT_FOUND);
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    char *code = size < 0 ? NULL : calloc(1, (size_t)size + 1); /* text ends with a zero */
    rewind(file);
    if (code == NULL || fread(code, 1, (size_t)size, file) != (size_t)size)
        status = FILE_NOT_FOUND;
    else
        status = size < 4 ? INVALID_IMAGE : load(library, code);
    free(code);
    fclose(file);
    return runtime_end(status);
}

static bool is_library(const Module *library)
{
    return handle_is(library, MODULE_MAGIC);
}

EXPORT cudaError_t cudaLibraryUnload(Module *library)
{
    return runtime_end(is_library(library) ? core_unload(library) : INVALID_HANDLE);
}

EXPORT cudaError_t cudaLibraryGetKernel(Function **kernel, Module *library, const char *name)
{
    Status status = kernel == NULL || name == NULL ? INVALID_VALUE : runtime_begin();
    if (!status)
        status = is_library(library) ? core_function(library, name, kernel) : INVALID_HANDLE;
    return runtime_end(status);
}

static Status find_variable(void **address, size_t *size, Module *library, const char *name)
{
    uint64_t found = 0;
    size_t bytes = 0;
    Status status = name == NULL ? INVALID_VALUE : runtime_begin();
    if (!status)
        status = is_library(library) ? core_variable(library, name, &found, &bytes) : INVALID_HANDLE;
    if (!status && address != NULL)
        *address = (void *)found;
    if (!status && size != NULL)
        *size = bytes;
    return status;
}

EXPORT cudaError_t cudaLibraryGetGlobal(void **address, size_t *size, Module *library, const char *name)
{
    return runtime_end(find_variable(address, size, library, name));
}

EXPORT cudaError_t cudaLibraryGetManaged(void **address, size_t *size, Module *library, const char *name)
{
    return runtime_end(find_variable(address, size, library, name));
}

/* Count the kernels of a library, and give the first of them. */
static Status enumerate(Module *library, Function **kernels, unsigned capacity, unsigned *count)
{
    char *names;
    size_t size;
    *count = 0;
    Status status = core_request_any(REQUEST_KERNELS, &library->number, sizeof library->number, NULL, 0,
                                     (void **)&names, &size);
    for (size_t at = 0; !status && at < size; at += strlen(names + at) + 1) {
        if (*count < capacity)
            status = core_function(library, names + at, &kernels[*count]);
        ++*count;
    }
    free(names);
    return status;
}

EXPORT cudaError_t cudaLibraryGetKernelCount(unsigned *count, Module *library)
{
    return runtime_end(is_library(library) ? enumerate(library, NULL, 0, count) : INVALID_HANDLE);
}

EXPORT cudaError_t cudaLibraryEnumerateKernels(Function **kernels, unsigned capacity, Module *library)
{
    unsigned count;
    return runtime_end(is_library(library) ? enumerate(library, kernels, capacity, &count)
                                           : INVALID_HANDLE);
}
