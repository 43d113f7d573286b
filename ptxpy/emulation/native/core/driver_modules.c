/* The driver API: modules, libraries, functions, linking and occupancy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "linked_image.h"

#define LINK_MAGIC 0x6c696e6bu

static Status load(Module **module, const void *image)
{
    size_t size;
    Status status = driver_begin();
    if (status || image == NULL)
        return status ? status : INVALID_VALUE;
    size = core_image_size(image);
    return core_load(&image, &size, 1, module);
}

EXPORT CUresult cuModuleLoadData(Module **module, const void *image)
{
    return load(module, image);
}

/* The log buffers among the options of a JIT get no text: messages go to standard error. */
static void clear_logs(unsigned count, const int *options, void **values)
{
    enum { INFO_LOG = 3, INFO_SIZE = 4, ERROR_LOG = 5, ERROR_SIZE = 6 };
    for (unsigned i = 0; i < count; i++) {
        if ((options[i] == INFO_LOG || options[i] == ERROR_LOG) && values[i] != NULL)
            *(char *)values[i] = 0;
        else if (options[i] == INFO_SIZE || options[i] == ERROR_SIZE)
            values[i] = NULL; /* the bytes that were written */
    }
}

EXPORT CUresult cuModuleLoadDataEx(Module **module, const void *image, unsigned count, int *options,
                                   void **values)
{
    clear_logs(count, options, values);
    return load(module, image);
}

EXPORT CUresult cuModuleLoadFatBinary(Module **module, const void *image)
{
    const uint32_t *wrapper = image;
    if (image != NULL && *wrapper == 0x466243b1u)
        memcpy(&image, (const char *)image + 8, sizeof image);
    return load(module, image);
}

static Status load_file(Module **module, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return FILE_NOT_FOUND;
    char *data = NULL;
    long size = -1;
    if (!fseek(file, 0, SEEK_END) && (size = ftell(file)) >= 0) {
        rewind(file);
        data = calloc(1, (size_t)size + 1);
        if (data != NULL && fread(data, 1, (size_t)size, file) != (size_t)size)
            size = -1;
    }
    fclose(file);
    Status status = data == NULL ? OUT_OF_MEMORY : size < 0 ? FILE_NOT_FOUND : driver_begin();
    if (!status) {
        const void *image = data;
        size_t bytes = (size_t)size;
        status = core_load(&image, &bytes, 1, module);
    }
    free(data);
    return status;
}

EXPORT CUresult cuModuleLoad(Module **module, const char *path)
{
    return load_file(module, path);
}

static bool is_module(const Module *module)
{
    return handle_is(module, MODULE_MAGIC);
}

EXPORT CUresult cuModuleUnload(Module *module)
{
    return is_module(module) ? core_unload(module) : INVALID_HANDLE;
}

EXPORT CUresult cuModuleGetFunction(Function **function, Module *module, const char *name)
{
    Status status = driver_begin();
    if (!status && (!is_module(module) || name == NULL))
        status = INVALID_HANDLE;
    return status ? status : core_function(module, name, function);
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *size, Module *module, const char *name)
{
    Status status = driver_begin();
    if (!status && !is_module(module))
        status = INVALID_HANDLE;
    return status ? status : core_variable(module, name, address, size);
}

EXPORT CUresult cuModuleGetLoadingMode(int *mode)
{
    *mode = 2; /* CU_MODULE_LAZY_LOADING */
    return SUCCESS;
}

/* Call `visit` for each kernel of a module. */
static Status each_kernel(Module *module, unsigned capacity, Function **functions, unsigned *count)
{
    char *names;
    size_t size;
    if (!is_module(module))
        return INVALID_HANDLE;
    Status status = core_request_any(REQUEST_KERNELS, &module->number, sizeof module->number, NULL, 0,
                                     (void **)&names, &size);
    unsigned found = 0;
    for (size_t at = 0; !status && at < size; at += strlen(names + at) + 1, found++)
        if (functions != NULL && found < capacity)
            status = core_function(module, names + at, &functions[found]);
    free(names);
    if (count != NULL)
        *count = found;
    return status;
}

EXPORT CUresult cuModuleGetFunctionCount(unsigned *count, Module *module)
{
    return each_kernel(module, 0, NULL, count);
}

EXPORT CUresult cuModuleEnumerateFunctions(Function **functions, unsigned capacity, Module *module)
{
    return each_kernel(module, capacity, functions, NULL);
}

/* ---- Libraries, which are modules of no context ---- */

static Status load_library(Module **library, const void *image)
{
    const uint32_t *wrapper = image;
    Status status = image == NULL ? INVALID_VALUE : core_connect();
    if (status)
        return status;
    if (*wrapper == 0x466243b1u)
        memcpy(&image, (const char *)image + 8, sizeof image);
    size_t size = core_image_size(image);
    return core_load(&image, &size, 1, library);
}

EXPORT CUresult cuLibraryLoadData(Module **library, const void *image, int *options, void **values,
                                  unsigned count, int *library_options, void **library_values,
                                  unsigned library_count)
{
    (void)library_options, (void)library_values, (void)library_count;
    clear_logs(count, options, values);
    return load_library(library, image);
}

EXPORT CUresult cuLibraryLoadFromFile(Module **library, const char *path, int *options, void **values,
                                      unsigned count, int *library_options, void **library_values,
                                      unsigned library_count)
{
    (void)library_options, (void)library_values, (void)library_count;
    clear_logs(count, options, values);
    return load_file(library, path);
}

EXPORT CUresult cuLibraryUnload(Module *library)
{
    return is_module(library) ? core_unload(library) : INVALID_HANDLE;
}

EXPORT CUresult cuLibraryGetKernel(Function **kernel, Module *library, const char *name)
{
    return is_module(library) ? core_function(library, name, kernel) : INVALID_HANDLE;
}

EXPORT CUresult cuLibraryGetKernelCount(unsigned *count, Module *library)
{
    return each_kernel(library, 0, NULL, count);
}

EXPORT CUresult cuLibraryEnumerateKernels(Function **kernels, unsigned capacity, Module *library)
{
    return each_kernel(library, capacity, kernels, NULL);
}

EXPORT CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *size, Module *library, const char *name)
{
    return is_module(library) ? core_variable(library, name, address, size) : INVALID_HANDLE;
}

EXPORT CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *size, Module *library, const char *name)
{
    return cuLibraryGetGlobal(address, size, library, name);
}

EXPORT CUresult cuLibraryGetModule(Module **module, Module *library)
{
    *module = library;
    return is_module(library) ? SUCCESS : INVALID_HANDLE;
}

static bool is_function(const Function *function)
{
    return handle_is(function, FUNCTION_MAGIC);
}

EXPORT CUresult cuKernelGetFunction(Function **function, Function *kernel)
{
    *function = kernel;
    return is_function(kernel) ? SUCCESS : INVALID_HANDLE;
}

EXPORT CUresult cuKernelGetLibrary(Module **library, Function *kernel)
{
    if (!is_function(kernel))
        return INVALID_HANDLE;
    *library = kernel->module;
    return SUCCESS;
}

EXPORT CUresult cuKernelGetName(const char **name, Function *kernel)
{
    if (!is_function(kernel))
        return INVALID_HANDLE;
    *name = kernel->name;
    return SUCCESS;
}
ALIAS(CUresult, cuFuncGetName, cuKernelGetName, (const char **, Function *));

EXPORT CUresult cuKernelGetParamInfo(Function *kernel, size_t number, size_t *offset, size_t *size)
{
    if (!is_function(kernel) || number >= kernel->info.parameters)
        return is_function(kernel) ? INVALID_VALUE : INVALID_HANDLE;
    *offset = kernel->parameters[number].offset;
    if (size != NULL)
        *size = kernel->parameters[number].size;
    return SUCCESS;
}
ALIAS(CUresult, cuFuncGetParamInfo, cuKernelGetParamInfo, (Function *, size_t, size_t *, size_t *));

/* ---- Functions ---- */

EXPORT CUresult cuFuncGetModule(Module **module, Function *function)
{
    if (!is_function(function))
        return INVALID_HANDLE;
    *module = function->module;
    return SUCCESS;
}

enum {
    FUNCTION_MAX_THREADS = 0,
    FUNCTION_SHARED = 1,
    FUNCTION_CONSTANT = 2,
    FUNCTION_LOCAL = 3,
    FUNCTION_REGISTERS = 4,
    FUNCTION_PTX_VERSION = 5,
    FUNCTION_BINARY_VERSION = 6,
    FUNCTION_CACHE_MODE = 7,
    FUNCTION_MAX_DYNAMIC_SHARED = 8,
    FUNCTION_CARVEOUT = 9,
    FUNCTION_CLUSTER_MUST_BE_SET = 10,
    FUNCTION_CLUSTER_WIDTH = 11,
    FUNCTION_CLUSTER_HEIGHT = 12,
    FUNCTION_CLUSTER_DEPTH = 13,
    FUNCTION_LARGE_CLUSTERS = 14,
    FUNCTION_CLUSTER_SCHEDULING = 15
};

EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, Function *function)
{
    if (!is_function(function))
        return INVALID_HANDLE;
    const KernelReply *info = &function->info;
    const uint32_t *cluster = info->cluster[0] ? info->cluster : function->cluster;
    switch (attribute) {
    case FUNCTION_MAX_THREADS:
        *value = (int)info->max_threads;
        break;
    case FUNCTION_SHARED:
        *value = (int)info->static_shared;
        break;
    case FUNCTION_CONSTANT:
        *value = (int)info->constant_bytes;
        break;
    case FUNCTION_LOCAL:
        *value = (int)info->local_bytes;
        break;
    case FUNCTION_REGISTERS:
        *value = (int)info->registers;
        break;
    case FUNCTION_PTX_VERSION:
        *value = (int)info->architecture;
        break;
    case FUNCTION_BINARY_VERSION:
        *value = device.major * 10 + device.minor;
        break;
    case FUNCTION_CACHE_MODE:
    case FUNCTION_CLUSTER_SCHEDULING:
        *value = 0;
        break;
    case FUNCTION_MAX_DYNAMIC_SHARED:
        *value = (int)function->max_dynamic_shared;
        break;
    case FUNCTION_CARVEOUT:
        *value = function->carveout;
        break;
    case FUNCTION_CLUSTER_MUST_BE_SET:
        *value = info->cluster[0] != 0;
        break;
    case FUNCTION_CLUSTER_WIDTH:
    case FUNCTION_CLUSTER_HEIGHT:
    case FUNCTION_CLUSTER_DEPTH:
        *value = (int)cluster[attribute - FUNCTION_CLUSTER_WIDTH];
        break;
    case FUNCTION_LARGE_CLUSTERS:
        *value = function->allows_large_clusters;
        break;
    default:
        return INVALID_VALUE;
    }
    return SUCCESS;
}

EXPORT CUresult cuKernelGetAttribute(int *value, int attribute, Function *kernel, int number)
{
    (void)number;
    return cuFuncGetAttribute(value, attribute, kernel);
}

static Status set_dynamic_shared(Function *function, int value)
{
    int most;
    Status status = core_attribute(97, &most); /* MAX_SHARED_MEMORY_PER_BLOCK_OPTIN */
    if (!status && (value < 0 || (int64_t)value + function->info.static_shared > most)) {
        core_note("%s: %d bytes of dynamic shared memory and %u static ones, where a block of this device "
                  "has at most %d",
                  function->name, value, function->info.static_shared, most);
        status = INVALID_VALUE;
    }
    if (!status)
        function->max_dynamic_shared = (uint32_t)value;
    return status;
}

EXPORT CUresult cuFuncSetAttribute(Function *function, int attribute, int value)
{
    if (!is_function(function))
        return INVALID_HANDLE;
    switch (attribute) {
    case FUNCTION_MAX_DYNAMIC_SHARED:
        return set_dynamic_shared(function, value);
    case FUNCTION_CARVEOUT:
        function->carveout = value;
        return SUCCESS;
    case FUNCTION_CLUSTER_WIDTH:
    case FUNCTION_CLUSTER_HEIGHT:
    case FUNCTION_CLUSTER_DEPTH:
        if (value < 0 || function->info.cluster[0])
            return INVALID_VALUE;
        function->cluster[attribute - FUNCTION_CLUSTER_WIDTH] = (uint32_t)value;
        return SUCCESS;
    case FUNCTION_LARGE_CLUSTERS:
        function->allows_large_clusters = value != 0;
        return SUCCESS;
    case FUNCTION_CLUSTER_SCHEDULING:
        return SUCCESS;
    default:
        return INVALID_VALUE;
    }
}

EXPORT CUresult cuKernelSetAttribute(int attribute, int value, Function *kernel, int number)
{
    (void)number;
    return cuFuncSetAttribute(kernel, attribute, value);
}

EXPORT CUresult cuFuncSetCacheConfig(Function *function, int configuration)
{
    (void)configuration; /* a hint */
    return is_function(function) ? SUCCESS : INVALID_HANDLE;
}

EXPORT CUresult cuFuncSetSharedMemConfig(Function *function, int configuration)
{
    (void)configuration;
    return is_function(function) ? SUCCESS : INVALID_HANDLE;
}

EXPORT CUresult cuFuncIsLoaded(int *state, Function *function)
{
    *state = 1;
    return is_function(function) ? SUCCESS : INVALID_HANDLE;
}

EXPORT CUresult cuFuncLoad(Function *function)
{
    return is_function(function) ? SUCCESS : INVALID_HANDLE;
}

/* ---- Occupancy ---- */

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Function *function,
                                                                     int threads, size_t shared,
                                                                     unsigned flags)
{
    (void)flags;
    return is_function(function) ? core_occupancy(function, threads, shared, blocks) : INVALID_HANDLE;
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Function *function, int threads,
                                                            size_t shared)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, Function *function,
                                                          size_t (*shared_of)(int), size_t shared,
                                                          int limit, unsigned flags)
{
    (void)flags;
    int multiprocessors, most = 0;
    if (!is_function(function))
        return INVALID_HANDLE;
    Status status = core_attribute(16, &multiprocessors);
    int first = (int)function->info.max_threads;
    if (limit > 0 && limit < first)
        first = limit;
    for (int threads = first; !status && threads > 0; threads -= 32) {
        int blocks;
        status = core_occupancy(function, threads, shared_of ? shared_of(threads) : shared, &blocks);
        if (!status && blocks * threads > most) {
            most = blocks * threads;
            *block = threads;
            *grid = blocks * multiprocessors;
        }
    }
    return status;
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, Function *function,
                                                 size_t (*shared_of)(int), size_t shared, int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared_of, shared, limit, 0);
}

/* ---- Linking ---- */

typedef struct {
    LinkedImage image;
} Link;

EXPORT CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, Link **link)
{
    clear_logs(count, options, values);
    Status status = driver_begin();
    if (!status && (*link = calloc(1, sizeof **link)) == NULL)
        status = OUT_OF_MEMORY;
    if (!status && (!linked_begin(&(*link)->image) || !handle_add(*link, LINK_MAGIC))) {
        free((*link)->image.bytes);
        free(*link);
        status = OUT_OF_MEMORY;
    }
    return status;
}

static bool is_link(const Link *link)
{
    return handle_is(link, LINK_MAGIC);
}

EXPORT CUresult cuLinkAddData_v2(Link *link, int type, void *data, size_t size, const char *name,
                                 unsigned count, int *options, void **values)
{
    enum { CUBIN = 0, LIBRARY = 4 };
    (void)name;
    clear_logs(count, options, values);
    if (!is_link(link))
        return INVALID_HANDLE;
    if (type == CUBIN || type > LIBRARY)
        return core_refuse("cuLinkAddData", type == CUBIN ? "a cubin" : "an input that has no PTX");
    return linked_add(&link->image, data, size) ? SUCCESS : OUT_OF_MEMORY;
}

EXPORT CUresult cuLinkAddFile_v2(Link *link, int type, const char *path, unsigned count, int *options,
                                 void **values)
{
    size_t size;
    char *data = bytes_of_file(path, &size);
    if (data == NULL)
        return FILE_NOT_FOUND;
    Status status = cuLinkAddData_v2(link, type, data, size, path, count, options, values);
    free(data);
    return status;
}

EXPORT CUresult cuLinkComplete(Link *link, void **image, size_t *size)
{
    if (!is_link(link))
        return INVALID_HANDLE;
    *image = link->image.bytes;
    if (size != NULL)
        *size = link->image.size;
    return SUCCESS;
}

EXPORT CUresult cuLinkDestroy(Link *link)
{
    if (!is_link(link))
        return INVALID_HANDLE;
    handle_remove(link);
    free(link->image.bytes);
    free(link);
    return SUCCESS;
}
