/* The functions that the code which nvcc makes calls: registration of kernels and variables, and
 * launches by `<<<…>>>`.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

#define WRAPPER_MAGIC 0x466243b1u
#define ENTRY_PTX 1

typedef struct {
    uint32_t magic, version;
    const void *container;
    const void *const *units; /* in version 2: containers of the units that are linked, up to NULL */
} Wrapper;

typedef struct Binary {
    const Wrapper *wrapper;
    Module *module; /* once loaded */
    Status failure; /* of the attempt to load it */
    bool has_failed;
    bool is_initialized;
    struct Binary *next;
} Binary;

typedef struct Kernel {
    Binary *binary;
    const void *host;
    const char *name;
    Function *function;
    struct Kernel *next;
} Kernel;

typedef struct Variable {
    Binary *binary;
    const void *host;
    void **managed; /* where the program keeps the address of a managed variable */
    const char *name;
    size_t size;
    uint64_t address;
    struct Variable *next;
} Variable;

static Binary *binaries;
static Kernel *kernels;
static Variable *variables;

static unsigned read32(const char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t read64(const char *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* The highest architecture that a container has PTX for; 0 if it has none. */
static unsigned architecture_of(const char *container)
{
    unsigned found = 0;
    if (container == NULL || read32(container) != 0xba55ed50u)
        return 0;
    const char *at = container + (read32(container + 4) >> 16), *end = at + read64(container + 8);
    while (at + 64 <= end) {
        unsigned kind = read32(at) & 0xffff, header = read32(at + 4);
        if (header < 32)
            return found;
        if (kind == ENTRY_PTX && read32(at + 28) > found)
            found = read32(at + 28);
        at += header + read64(at + 8);
    }
    return found;
}

/* Suggest the architecture of a binary: units that are linked must all have PTX for it. */
static void suggest_architecture(const Wrapper *wrapper)
{
    unsigned found = architecture_of(wrapper->container);
    if (wrapper->version == 2 && wrapper->units != NULL)
        for (const void *const *unit = wrapper->units; *unit != NULL; unit++) {
            unsigned each = architecture_of(*unit);
            if (each && (!found || each < found))
                found = each;
        }
    core_suggest_architecture(found);
}

EXPORT void **__cudaRegisterFatBinary(void *fatbin)
{
    Binary *binary = calloc(1, sizeof *binary);
    binary->wrapper = fatbin;
    core_lock();
    binary->next = binaries;
    binaries = binary;
    core_unlock();
    suggest_architecture(binary->wrapper);
    return (void **)binary;
}

EXPORT void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

EXPORT void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle; /* called as the program ends */
}

EXPORT void __cudaRegisterFunction(void **handle, const char *host, char *device_function,
                                   const char *device_name, int thread_limit, void *thread_index,
                                   void *block_index, void *block, void *grid, int *warp_size)
{
    (void)device_function, (void)thread_limit, (void)thread_index, (void)block_index, (void)block,
        (void)grid, (void)warp_size;
    Kernel *kernel = calloc(1, sizeof *kernel);
    core_lock();
    *kernel = (Kernel){.binary = (Binary *)handle, .host = host, .name = device_name, .next = kernels};
    kernels = kernel;
    core_unlock();
}

static void add_variable(void **handle, const void *host, void **managed, const char *name, size_t size)
{
    Variable *variable = calloc(1, sizeof *variable);
    core_lock();
    *variable = (Variable){.binary = (Binary *)handle,
                           .host = host,
                           .managed = managed,
                           .name = name,
                           .size = size,
                           .next = variables};
    variables = variable;
    core_unlock();
}

EXPORT void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *device_name,
                              int is_external, size_t size, int is_constant, int is_global)
{
    (void)device_address, (void)is_external, (void)is_constant, (void)is_global;
    add_variable(handle, host, NULL, device_name, size);
}

EXPORT void __cudaRegisterHostVar(void **handle, const char *device_name, char *host, size_t size)
{
    add_variable(handle, host, NULL, device_name, size);
}

EXPORT void __cudaRegisterManagedVar(void **handle, void **host, char *device_address,
                                     const char *device_name, int is_external, size_t size,
                                     int is_constant, int is_global)
{
    (void)device_address, (void)is_external, (void)is_constant, (void)is_global;
    add_variable(handle, host, host, device_name, size);
}

/* Load the module of a binary, once. */
static Status load(Binary *binary)
{
    if (handle_is(binary->module, MODULE_MAGIC))
        return SUCCESS;
    if (binary->has_failed)
        return binary->failure;
    const void *images[1024];
    size_t sizes[1024];
    unsigned count = 0;
    if (binary->wrapper->version == 2 && binary->wrapper->units != NULL)
        for (const void *const *unit = binary->wrapper->units; *unit != NULL && count < 1024; unit++)
            images[count++] = *unit;
    else
        images[count++] = binary->wrapper->container;
    for (unsigned i = 0; i < count; i++)
        sizes[i] = core_image_size(images[i]);
    binary->failure = core_load(images, sizes, count, &binary->module);
    binary->has_failed = binary->failure != SUCCESS;
    return binary->failure;
}

static Status find_variable(Variable *variable)
{
    if (variable->address && handle_is(variable->binary->module, MODULE_MAGIC))
        return SUCCESS;
    Status status = load(variable->binary);
    size_t size;
    if (!status)
        status = core_variable(variable->binary->module, variable->name, &variable->address, &size);
    if (!status && variable->managed != NULL)
        core_set_kind(variable->address, KIND_MANAGED);
    return status;
}

/* Give the program the addresses of its managed variables, before it reads one. */
EXPORT char __cudaInitModule(void **handle)
{
    Binary *binary = (Binary *)handle;
    core_lock();
    if (!binary->is_initialized) {
        binary->is_initialized = true;
        for (Variable *each = variables; each != NULL; each = each->next)
            if (each->binary == binary && each->managed != NULL && !find_variable(each))
                *each->managed = (void *)each->address;
    }
    core_unlock();
    return 1;
}

Status runtime_symbol(const void *host, uint64_t *address, size_t *size)
{
    Status status = INVALID_SYMBOL;
    core_lock();
    for (Variable *each = variables; each != NULL; each = each->next)
        if (each->host == host || (each->managed != NULL && *each->managed == host && host != NULL)) {
            status = find_variable(each);
            *address = each->address;
            *size = each->size;
            break;
        }
    core_unlock();
    return status;
}

Status runtime_function(const void *host, Function **function)
{
    Status status = INVALID_DEVICE_FUNCTION;
    core_lock();
    for (Kernel *each = kernels; each != NULL; each = each->next)
        if (each->host == host) {
            if (!handle_is(each->function, FUNCTION_MAGIC)) {
                status = load(each->binary);
                if (!status)
                    status = core_function(each->binary->module, each->name, &each->function);
                if (status == NOT_FOUND)
                    status = INVALID_DEVICE_FUNCTION;
                if (!status)
                    each->function->host = (void *)host;
            } else {
                status = SUCCESS;
            }
            *function = each->function;
            core_unlock();
            return status;
        }
    core_unlock();
    /* A cudaKernel_t or cudaFunction_t is passed where a host function is expected. */
    Function *given = (Function *)host;
    if (handle_is(given, FUNCTION_MAGIC)) {
        *function = given;
        return SUCCESS;
    }
    return status;
}

/* A device reset unloads everything; modules are loaded again when they are used. */
void runtime_forget_modules(void)
{
    for (Binary *each = binaries; each != NULL; each = each->next) {
        each->module = NULL;
        each->has_failed = false;
        each->is_initialized = false;
    }
    for (Kernel *each = kernels; each != NULL; each = each->next)
        each->function = NULL;
    for (Variable *each = variables; each != NULL; each = each->next)
        each->address = 0;
}

/* ---- Launches ---- */

typedef struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
} Configuration;

static __thread Configuration configurations[64];
static __thread unsigned depth;

EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
    if (depth == sizeof configurations / sizeof *configurations)
        return 1;
    configurations[depth++] = (Configuration){grid, block, shared, stream};
    return 0;
}

EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if (!depth)
        return runtime_end(INVALID_CONFIGURATION);
    Configuration *last = &configurations[--depth];
    *grid = last->grid;
    *block = last->block;
    *shared = last->shared;
    *(void **)stream = last->stream;
    return SUCCESS;
}

static Status launch(Function *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                     void *handle, const uint32_t *cluster, bool is_cooperative, bool is_programmatic,
                     const char *name)
{
    Stream *stream = core_stream(handle);
    if (stream == NULL)
        return INVALID_HANDLE;
    Operation operation = {
        .kind = OPERATION_LAUNCH,
        .name = name,
        .launch = {.function = function,
                   .grid = {grid.x, grid.y, grid.z},
                   .block = {block.x, block.y, block.z},
                   .dynamic_shared = (uint32_t)shared,
                   .cooperative = is_cooperative,
                   .programmatic = is_programmatic},
    };
    if (cluster != NULL)
        memcpy(operation.launch.cluster, cluster, sizeof operation.launch.cluster);
    else
        memcpy(operation.launch.cluster, function->info.cluster, sizeof operation.launch.cluster);
    Status status = shared > UINT32_MAX ? INVALID_VALUE : core_check_launch(&operation.launch);
    if (!status)
        status = core_pack(function, arguments, NULL, &operation.launch.parameters,
                           &operation.launch.parameter_bytes);
    return status ? status : core_submit(stream, &operation);
}

static cudaError_t launch_host(const void *host, dim3 grid, dim3 block, void **arguments, size_t shared,
                               void *stream, bool is_cooperative, const char *name)
{
    Function *function;
    Status status = runtime_begin();
    if (!status)
        status = runtime_function(host, &function);
    if (!status)
        status = launch(function, grid, block, arguments, shared, stream, NULL, is_cooperative, false,
                        name);
    return runtime_end(status);
}

EXPORT cudaError_t cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **arguments,
                                    size_t shared, void *stream)
{
    return launch_host(host, grid, block, arguments, shared, stream, false, __func__);
}
PER_THREAD(cudaError_t, cudaLaunchKernel, (const void *, dim3, dim3, void **, size_t, void *));

EXPORT cudaError_t cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, void *stream)
{
    return launch_host(host, grid, block, arguments, shared, stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaLaunchCooperativeKernel,
           (const void *, dim3, dim3, void **, size_t, void *));

/* In version 13 the code of nvcc asks for a handle first; ours is the host function itself. */
EXPORT cudaError_t __cudaGetKernel(const void **kernel, const void *host)
{
    *kernel = host;
    return SUCCESS;
}

EXPORT cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t shared, void *stream)
{
    return launch_host(kernel, grid, block, arguments, shared, stream, false, "cudaLaunchKernel");
}
PER_THREAD(cudaError_t, __cudaLaunchKernel, (const void *, dim3, dim3, void **, size_t, void *));

EXPORT cudaError_t cudaGetKernel(Function **kernel, const void *host)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : runtime_function(host, kernel));
}

EXPORT cudaError_t cudaGetFuncBySymbol(Function **function, const void *host)
{
    return cudaGetKernel(function, host);
}

/* cudaLaunchConfig_t and the attributes that change what a launch does. */
typedef struct {
    int id;
    char padding[4];
    union {
        char bytes[64];
        int cooperative;
        struct {
            unsigned x, y, z;
        } cluster;
        int programmatic;
    } value;
} LaunchAttribute;

typedef struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
    LaunchAttribute *attributes;
    unsigned attribute_count;
} LaunchConfiguration;

enum {
    ATTRIBUTE_IGNORE = 0,
    ATTRIBUTE_ACCESS_POLICY = 1,
    ATTRIBUTE_COOPERATIVE = 2,
    ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
    ATTRIBUTE_CLUSTER = 4,
    ATTRIBUTE_CLUSTER_SCHEDULING = 5,
    ATTRIBUTE_PROGRAMMATIC = 6,
    ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
    ATTRIBUTE_PRIORITY = 8,
    ATTRIBUTE_PREFERRED_CLUSTER = 11,
    ATTRIBUTE_LAUNCH_EVENT = 12,
    ATTRIBUTE_CARVEOUT = 14
};

EXPORT cudaError_t cudaLaunchKernelExC(const LaunchConfiguration *given, const void *host,
                                       void **arguments)
{
    Function *function;
    uint32_t cluster[3] = {0, 0, 0};
    bool is_cooperative = false, is_programmatic = false;
    Status status = runtime_begin();
    if (!status)
        status = runtime_function(host, &function);
    for (unsigned i = 0; !status && i < given->attribute_count; i++) {
        const LaunchAttribute *attribute = &given->attributes[i];
        if (attribute->id == ATTRIBUTE_COOPERATIVE)
            is_cooperative = attribute->value.cooperative != 0;
        else if (attribute->id == ATTRIBUTE_PROGRAMMATIC)
            is_programmatic = attribute->value.programmatic != 0;
        else if (attribute->id == ATTRIBUTE_CLUSTER)
            memcpy(cluster, &attribute->value.cluster, sizeof cluster);
        else if (attribute->id == ATTRIBUTE_PROGRAMMATIC_EVENT || attribute->id == ATTRIBUTE_LAUNCH_EVENT)
            status = core_refuse("cudaLaunchKernelExC", "a launch attribute with an event");
        /* The others are hints, and change no result. */
    }
    if (!status)
        status = launch(function, given->grid, given->block, arguments, given->shared, given->stream,
                        cluster[0] ? cluster : NULL, is_cooperative, is_programmatic, __func__);
    return runtime_end(status);
}
PER_THREAD(cudaError_t, cudaLaunchKernelExC, (const LaunchConfiguration *, const void *, void **));
