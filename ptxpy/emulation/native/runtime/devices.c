/* The runtime API: errors by name, properties, attributes and limits of the device, and the driver's
 * functions by name.
 */
#include <stdio.h>
#include <string.h>

#include "runtime.h"

/* ---- Errors ---- */

EXPORT const char *cudaGetErrorName(cudaError_t error)
{
    const char *name = core_error_name(error, true);
    return name == NULL ? "unrecognized error code" : name;
}

EXPORT const char *cudaGetErrorString(cudaError_t error)
{
    const char *text = core_error_text(error, true);
    return text == NULL ? "unrecognized error code" : text;
}

/* ---- Properties ---- */

/* cudaDeviceProp; the fields of version 12 alone are marked. */
typedef struct {
    char name[256];
    unsigned char uuid[16];
    char luid[8];
    unsigned luid_device_node_mask;
    size_t total_memory;
    size_t shared_a_block;
    int registers_a_block;
    int warp;
    size_t pitch;
    int threads_a_block;
    int block[3];
    int grid[3];
#if CUDART_MAJOR == 12
    int clock_rate;
#endif
    size_t constant_memory;
    int major, minor;
    size_t texture_alignment;
    size_t texture_pitch_alignment;
#if CUDART_MAJOR == 12
    int overlap;
#endif
    int multiprocessors;
#if CUDART_MAJOR == 12
    int has_timeout;
#endif
    int integrated;
    int can_map_host_memory;
#if CUDART_MAJOR == 12
    int compute_mode;
#endif
    int texture_1d, texture_1d_mipmap;
#if CUDART_MAJOR == 12
    int texture_1d_linear;
#endif
    int texture_2d[2], texture_2d_mipmap[2], texture_2d_linear[3], texture_2d_gather[2];
    int texture_3d[3], texture_3d_alternative[3];
    int texture_cubemap;
    int texture_1d_layered[2], texture_2d_layered[3], texture_cubemap_layered[2];
    int surface_1d, surface_2d[2], surface_3d[3], surface_1d_layered[2], surface_2d_layered[3];
    int surface_cubemap, surface_cubemap_layered[2];
    size_t surface_alignment;
    int concurrent_kernels;
    int ecc;
    int bus, number_on_bus, domain;
    int tcc;
    int copy_engines;
    int unified_addressing;
#if CUDART_MAJOR == 12
    int memory_clock_rate;
#endif
    int memory_bus_width;
    int l2_cache, persisting_l2_cache;
    int threads_a_multiprocessor;
    int stream_priorities;
    int global_l1, local_l1;
    size_t shared_a_multiprocessor;
    int registers_a_multiprocessor;
    int managed_memory;
    int is_multi_board, board_group;
    int native_atomics;
#if CUDART_MAJOR == 12
    int single_to_double;
#endif
    int pageable_access, concurrent_managed_access, preemption, can_use_host_pointers;
    int cooperative_launch;
#if CUDART_MAJOR == 12
    int cooperative_launch_of_several;
#endif
    size_t shared_a_block_opt_in;
    int pageable_by_host_tables, direct_managed_access;
    int blocks_a_multiprocessor;
    int access_policy_window;
    size_t reserved_shared;
    int host_register, sparse_arrays, host_register_read_only, timeline_semaphores;
    int memory_pools;
    int rdma;
    unsigned rdma_flush;
    int rdma_order;
    unsigned pool_handles;
    int deferred_mapping, ipc_events;
    int cluster_launch, unified_function_pointers;
    int reserved[64];
} Properties;

_Static_assert(offsetof(Properties, cluster_launch) == (CUDART_MAJOR == 12 ? 772 : 748),
               "the layout is that of cudaDeviceProp");

static int attribute(int number)
{
    int value = 0;
    core_attribute(number, &value);
    return value;
}

static void fill_properties(Properties *p)
{
    memset(p, 0, CUDART_MAJOR == 12 ? 1032 : 1008); /* the size of the program's structure */
    snprintf(p->name, sizeof p->name, "%s", core_device_name());
    memcpy(p->uuid, "ptxpy-simulator", sizeof p->uuid);
    p->total_memory = device.welcome.total;
    p->shared_a_block = (size_t)attribute(8);
    p->registers_a_block = attribute(12);
    p->warp = attribute(10);
    p->pitch = (size_t)attribute(11);
    p->threads_a_block = attribute(1);
    for (int i = 0; i < 3; i++) {
        p->block[i] = attribute(2 + i);
        p->grid[i] = attribute(5 + i);
        p->texture_3d[i] = attribute(24 + i);
        p->texture_2d_layered[i] = attribute(27 + i);
        p->surface_3d[i] = attribute(58 + i);
        p->texture_2d_linear[i] = attribute(70 + i);
    }
    for (int i = 0; i < 2; i++) {
        p->texture_2d[i] = attribute(22 + i);
        p->texture_2d_mipmap[i] = attribute(73 + i);
        p->texture_2d_gather[i] = attribute(45 + i);
        p->texture_1d_layered[i] = attribute(42 + i);
        p->surface_2d[i] = attribute(56 + i);
    }
    p->constant_memory = (size_t)attribute(9);
    p->major = attribute(75);
    p->minor = attribute(76);
    p->texture_alignment = (size_t)attribute(14);
    p->texture_pitch_alignment = (size_t)attribute(51);
    p->multiprocessors = attribute(16);
    p->can_map_host_memory = attribute(19);
    p->texture_1d = attribute(21);
    p->texture_1d_mipmap = attribute(77);
    p->texture_cubemap = attribute(52);
    p->surface_1d = attribute(55);
    p->surface_alignment = (size_t)attribute(30);
    p->concurrent_kernels = attribute(31);
    p->bus = attribute(33);
    p->copy_engines = attribute(40);
    p->unified_addressing = attribute(41);
    p->memory_bus_width = attribute(37);
    p->l2_cache = attribute(38);
    p->persisting_l2_cache = attribute(108);
    p->threads_a_multiprocessor = attribute(39);
    p->stream_priorities = attribute(78);
    p->global_l1 = attribute(79);
    p->local_l1 = attribute(80);
    p->shared_a_multiprocessor = (size_t)attribute(81);
    p->registers_a_multiprocessor = attribute(82);
    p->managed_memory = attribute(83);
    p->concurrent_managed_access = attribute(89);
    p->preemption = attribute(90);
    p->cooperative_launch = attribute(95);
    p->shared_a_block_opt_in = (size_t)attribute(97);
    p->direct_managed_access = attribute(101);
    p->blocks_a_multiprocessor = attribute(106);
    p->access_policy_window = attribute(109);
    p->reserved_shared = (size_t)attribute(111);
    p->host_register = attribute(99);
    p->memory_pools = attribute(115);
    p->cluster_launch = attribute(120);
#if CUDART_MAJOR == 12
    p->clock_rate = attribute(13);
    p->overlap = attribute(15);
    p->texture_1d_linear = attribute(69);
    p->memory_clock_rate = attribute(36);
    p->single_to_double = attribute(87);
#endif
}

static Status begin_with(int number)
{
    Status status = runtime_begin();
    return status ? status : number < 0 || number >= (int)device.welcome.devices ? INVALID_DEVICE : SUCCESS;
}

#if CUDART_MAJOR == 12
EXPORT cudaError_t cudaGetDeviceProperties_v2(Properties *properties, int number)
#else
EXPORT cudaError_t cudaGetDeviceProperties(Properties *properties, int number)
#endif
{
    Status status = properties == NULL ? INVALID_VALUE : begin_with(number);
    if (!status)
        fill_properties(properties);
    return runtime_end(status);
}

EXPORT cudaError_t cudaDeviceGetAttribute(int *value, int attribute_number, int number)
{
    Status status = begin_with(number);
    return runtime_end(status ? status : core_attribute(attribute_number, value));
}

EXPORT cudaError_t cudaChooseDevice(int *number, const Properties *wanted)
{
    (void)wanted;
    *number = 0;
    return runtime_end(runtime_begin());
}

EXPORT cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int number)
{
    Status status = text == NULL || size < 13 ? INVALID_VALUE : begin_with(number);
    if (!status)
        snprintf(text, (size_t)size, "0000:%02X:00.0", (unsigned)(1 + number) & 0xff);
    return runtime_end(status);
}

EXPORT cudaError_t cudaDeviceGetByPCIBusId(int *number, const char *text)
{
    unsigned bus;
    Status status = runtime_begin();
    if (!status && (sscanf(text, "%*x:%x:", &bus) != 1 || bus < 1 || bus > device.welcome.devices))
        status = INVALID_DEVICE;
    if (!status)
        *number = (int)bus - 1;
    return runtime_end(status);
}

/* ---- Settings ---- */

EXPORT cudaError_t cudaDeviceGetLimit(size_t *value, unsigned limit)
{
    Status status = value == NULL ? INVALID_VALUE : runtime_begin();
    return runtime_end(status ? status : core_limit(limit, value));
}

EXPORT cudaError_t cudaDeviceSetLimit(unsigned limit, size_t value)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : core_set_limit(limit, value));
}

static unsigned device_flags;

EXPORT cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    device_flags = flags;
    return SUCCESS;
}

EXPORT cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    *flags = device_flags | 8; /* cudaDeviceMapHost */
    return SUCCESS;
}

EXPORT cudaError_t cudaSetValidDevices(int *numbers, int count)
{
    (void)numbers, (void)count;
    return runtime_end(runtime_begin());
}

static int cache_configuration, bank_configuration;

EXPORT cudaError_t cudaDeviceSetCacheConfig(int configuration)
{
    cache_configuration = configuration; /* a hint */
    return SUCCESS;
}

EXPORT cudaError_t cudaDeviceGetCacheConfig(int *configuration)
{
    *configuration = cache_configuration;
    return SUCCESS;
}

EXPORT cudaError_t cudaDeviceSetSharedMemConfig(int configuration)
{
    bank_configuration = configuration; /* a hint */
    return SUCCESS;
}

EXPORT cudaError_t cudaDeviceGetSharedMemConfig(int *configuration)
{
    *configuration = bank_configuration;
    return SUCCESS;
}

EXPORT cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return runtime_end(runtime_begin());
}

/* Several devices are one, so each can access the memory of the others. */
EXPORT cudaError_t cudaDeviceCanAccessPeer(int *can, int number, int peer)
{
    Status status = begin_with(number);
    if (!status)
        status = begin_with(peer);
    if (!status)
        *can = number != peer;
    return runtime_end(status);
}

EXPORT cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    return runtime_end(flags ? INVALID_VALUE : begin_with(peer));
}

EXPORT cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return runtime_end(begin_with(peer));
}

EXPORT cudaError_t cudaDeviceGetP2PAttribute(int *value, int number, int first, int second)
{
    (void)number;
    return cudaDeviceCanAccessPeer(value, first, second);
}

/* ---- The driver's functions ---- */

/* Of the emulated driver. */
extern Status cuGetProcAddress_v2(const char *name, void **address, int version, uint64_t flags,
                                  int *result) __attribute__((weak));

/* The results of cudaDriverEntryPointQueryResult. */
enum { ENTRY_POINT_FOUND = 0, ENTRY_POINT_NOT_FOUND = 1 };

static cudaError_t entry_point(const char *name, void **address, unsigned version,
                               unsigned long long flags, int *result)
{
    int found = ENTRY_POINT_NOT_FOUND;
    if (name == NULL || address == NULL)
        return runtime_end(INVALID_VALUE);
    *address = NULL;
    Status status = runtime_begin();
    if (!status && cuGetProcAddress_v2 != NULL
        && !cuGetProcAddress_v2(name, address, (int)version, flags, NULL) && *address != NULL)
        found = ENTRY_POINT_FOUND;
    if (result != NULL)
        *result = found;
    return runtime_end(status);
}

EXPORT cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **address, unsigned version,
                                                    unsigned long long flags, int *result)
{
    return entry_point(name, address, version, flags, result);
}
PER_THREAD(cudaError_t, cudaGetDriverEntryPointByVersion,
           (const char *, void **, unsigned, unsigned long long, int *));

EXPORT cudaError_t cudaGetDriverEntryPoint(const char *name, void **address, unsigned long long flags,
                                           int *result)
{
    return entry_point(name, address, CUDART_MAJOR * 1000, flags, result);
}
PER_THREAD(cudaError_t, cudaGetDriverEntryPoint, (const char *, void **, unsigned long long, int *));
