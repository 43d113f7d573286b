/* The runtime API: memory in rows and boxes, memory of the host, pointers, and pools. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* ---- Rows and boxes ---- */

#define PITCH_ALIGNMENT 512u

typedef struct {
    size_t width, height, depth;
} Extent;

typedef struct {
    size_t x, y, z;
} Position;

typedef struct {
    void *pointer;
    size_t pitch, width, height;
} Pitched;

static Status allocate_rows(size_t width, size_t rows, void **pointer, size_t *pitch)
{
    uint64_t address = 0;
    Status status = runtime_begin();
    if (!status && core_forbids_unsafe_calls())
        status = CAPTURE_UNSUPPORTED;
    if (status)
        return status;
    if (width > SIZE_MAX / 2)
        return INVALID_VALUE;
    *pitch = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (rows && *pitch > SIZE_MAX / rows)
        return OUT_OF_MEMORY;
    if (*pitch && rows)
        status = core_allocate(*pitch * rows, KIND_DEVICE, 0, PITCH_ALIGNMENT, &address);
    *pointer = (void *)address;
    return status;
}

EXPORT cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (pointer == NULL || pitch == NULL)
        return runtime_end(INVALID_VALUE);
    return runtime_end(allocate_rows(width, height, pointer, pitch));
}

EXPORT cudaError_t cudaMalloc3D(Pitched *pitched, Extent extent)
{
    if (pitched == NULL || (extent.depth && extent.height > SIZE_MAX / extent.depth))
        return runtime_end(INVALID_VALUE);
    *pitched = (Pitched){.width = extent.width, .height = extent.height};
    return runtime_end(
        allocate_rows(extent.width, extent.height * extent.depth, &pitched->pointer, &pitched->pitch));
}

static cudaError_t fill_box(Pitched box, int value, Extent extent, void *handle, const char *name)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = runtime_begin();
    Operation operation = {.kind = OPERATION_FILL,
                           .name = name,
                           .fill = {.target = box.pointer,
                                    .value = (uint8_t)value,
                                    .element_size = 1,
                                    .width = extent.width,
                                    .height = extent.height,
                                    .depth = extent.depth,
                                    .pitch = box.pitch,
                                    .slice = box.pitch * box.height}};
    return runtime_end(status ? status : core_submit(stream, &operation));
}

EXPORT cudaError_t cudaMemset3D(Pitched box, int value, Extent extent)
{
    return fill_box(box, value, extent, NULL, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemset3D, (Pitched, int, Extent));

EXPORT cudaError_t cudaMemset3DAsync(Pitched box, int value, Extent extent, void *stream)
{
    return fill_box(box, value, extent, stream, __func__);
}
PER_THREAD(cudaError_t, cudaMemset3DAsync, (Pitched, int, Extent, void *));

/* ---- Memory of the host ---- */

EXPORT cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    Status status = pointer == NULL || !size ? INVALID_VALUE : runtime_begin();
    return runtime_end(status ? status : core_register_host(pointer, size, flags));
}

EXPORT cudaError_t cudaHostUnregister(void *pointer)
{
    Status status = runtime_begin_synchronous();
    return runtime_end(status ? status : core_unregister_host(pointer));
}

EXPORT cudaError_t cudaHostGetDevicePointer(void **wanted, void *pointer, unsigned flags)
{
    Allocation found;
    uint64_t address = (uint64_t)pointer;
    Status status = flags || wanted == NULL ? INVALID_VALUE : runtime_begin();
    if (!status && !(core_find(address, &found) && found.kind == KIND_PINNED))
        status = core_device_address(pointer, &address) ? SUCCESS : INVALID_VALUE;
    if (!status)
        *wanted = (void *)address;
    return runtime_end(status);
}

EXPORT cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer)
{
    Allocation found;
    Status status = flags == NULL ? INVALID_VALUE : runtime_begin();
    if (status)
        return runtime_end(status);
    if (core_find((uint64_t)pointer, &found) && found.kind == KIND_PINNED)
        *flags = found.flags | 2; /* all pinned memory is mapped */
    else if (!core_is_registered(pointer, flags))
        status = INVALID_VALUE;
    return runtime_end(status);
}

/* ---- Pointers ---- */

/* cudaPointerAttributes; version 13 has reserved words at its end. */
typedef struct {
    int type, device;
    void *on_device, *on_host;
#if CUDART_MAJOR >= 13
    long reserved[8];
#endif
} PointerAttributes;

/* The numbers of cudaMemoryType. */
enum { MEMORY_UNREGISTERED = 0, MEMORY_HOST = 1, MEMORY_DEVICE = 2, MEMORY_MANAGED = 3 };

EXPORT cudaError_t cudaPointerGetAttributes(PointerAttributes *wanted, const void *pointer)
{
    Allocation found;
    uint64_t address;
    Status status = wanted == NULL ? INVALID_VALUE : runtime_begin();
    if (status)
        return runtime_end(status);
    *wanted = (PointerAttributes){.type = MEMORY_UNREGISTERED, .device = -2, .on_host = (void *)pointer};
    if (core_find((uint64_t)pointer, &found)) {
        bool on_host = found.kind == KIND_PINNED || found.kind == KIND_MANAGED;
        wanted->type = found.kind == KIND_PINNED    ? MEMORY_HOST
                       : found.kind == KIND_MANAGED ? MEMORY_MANAGED
                                                    : MEMORY_DEVICE;
        wanted->device = 0;
        wanted->on_device = (void *)pointer;
        wanted->on_host = on_host ? (void *)pointer : NULL;
    } else if (core_device_address(pointer, &address)) {
        wanted->type = MEMORY_HOST;
        wanted->device = 0;
        wanted->on_device = (void *)address;
    }
    return runtime_end(SUCCESS);
}

/* Where memory is, in version 12 by the number of a device. */
typedef struct {
    int type, id;
} Location;

#if CUDART_MAJOR >= 13
EXPORT cudaError_t cudaMemAdvise(const void *pointer, size_t size, int advice, Location location)
#else
EXPORT cudaError_t cudaMemAdvise(const void *pointer, size_t size, int advice, int location)
#endif
{
    Allocation found;
    (void)size, (void)advice, (void)location; /* all memory is everywhere */
    Status status = runtime_begin();
    if (!status && !(core_find((uint64_t)pointer, &found) && found.kind == KIND_MANAGED))
        status = INVALID_VALUE;
    return runtime_end(status);
}

static cudaError_t prefetch(const void *pointer, void *handle)
{
    STREAM_OR_FAIL(stream, handle);
    Allocation found;
    (void)stream;
    Status status = runtime_begin();
    if (!status && !(core_find((uint64_t)pointer, &found) && found.kind == KIND_MANAGED))
        status = INVALID_VALUE;
    return runtime_end(status);
}

#if CUDART_MAJOR >= 13
EXPORT cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, Location location,
                                        unsigned flags, void *stream)
{
    (void)size, (void)location, (void)flags;
    return prefetch(pointer, stream);
}
PER_THREAD(cudaError_t, cudaMemPrefetchAsync, (const void *, size_t, Location, unsigned, void *));
#else
EXPORT cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int number, void *stream)
{
    (void)size, (void)number;
    return prefetch(pointer, stream);
}
PER_THREAD(cudaError_t, cudaMemPrefetchAsync, (const void *, size_t, int, void *));
#endif

/* ---- Pools: those of the driver ---- */

extern Status cuDeviceGetDefaultMemPool(Pool **pool, int number);
EXPORT cudaError_t cudaDeviceGetDefaultMemPool(Pool **pool, int number)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuDeviceGetDefaultMemPool(pool, number));
}

extern Status cuDeviceGetMemPool(Pool **pool, int number);
EXPORT cudaError_t cudaDeviceGetMemPool(Pool **pool, int number)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuDeviceGetMemPool(pool, number));
}

extern Status cuDeviceSetMemPool(int number, Pool *pool);
EXPORT cudaError_t cudaDeviceSetMemPool(int number, Pool *pool)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuDeviceSetMemPool(number, pool));
}

extern Status cuMemPoolCreate(Pool **pool, const void *properties);
EXPORT cudaError_t cudaMemPoolCreate(Pool **pool, const void *properties)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolCreate(pool, properties));
}

extern Status cuMemPoolDestroy(Pool *pool);
EXPORT cudaError_t cudaMemPoolDestroy(Pool *pool)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolDestroy(pool));
}

extern Status cuMemPoolTrimTo(Pool *pool, size_t size);
EXPORT cudaError_t cudaMemPoolTrimTo(Pool *pool, size_t size)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolTrimTo(pool, size));
}

extern Status cuMemPoolSetAttribute(Pool *pool, int attribute, const void *value);
EXPORT cudaError_t cudaMemPoolSetAttribute(Pool *pool, int attribute, const void *value)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolSetAttribute(pool, attribute, value));
}

extern Status cuMemPoolGetAttribute(Pool *pool, int attribute, void *value);
EXPORT cudaError_t cudaMemPoolGetAttribute(Pool *pool, int attribute, void *value)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolGetAttribute(pool, attribute, value));
}

extern Status cuMemPoolSetAccess(Pool *pool, const void *descriptions, size_t count);
EXPORT cudaError_t cudaMemPoolSetAccess(Pool *pool, const void *descriptions, size_t count)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolSetAccess(pool, descriptions, count));
}

extern Status cuMemPoolGetAccess(int *flags, Pool *pool, const Location *location);
EXPORT cudaError_t cudaMemPoolGetAccess(int *flags, Pool *pool, const Location *location)
{
    Status status = runtime_begin();
    return runtime_end(status ? status : cuMemPoolGetAccess(flags, pool, location));
}

static cudaError_t allocate(void **pointer, size_t size, Pool *pool, void *handle, const char *name)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = runtime_begin();
    if (!status)
        status = core_allocate_in_order((uint64_t *)pointer, size, pool, stream, name);
    return runtime_end(status);
}

EXPORT cudaError_t cudaMallocAsync(void **pointer, size_t size, void *stream)
{
    return allocate(pointer, size, core_current_pool(), stream, __func__);
}
PER_THREAD(cudaError_t, cudaMallocAsync, (void **, size_t, void *));

EXPORT cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, Pool *pool, void *stream)
{
    return allocate(pointer, size, pool, stream, __func__);
}
PER_THREAD(cudaError_t, cudaMallocFromPoolAsync, (void **, size_t, Pool *, void *));

EXPORT cudaError_t cudaFreeAsync(void *pointer, void *handle)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = runtime_begin();
    if (!status && pointer != NULL)
        status = core_free_in_order((uint64_t)pointer, stream, __func__);
    return runtime_end(status);
}
PER_THREAD(cudaError_t, cudaFreeAsync, (void *, void *));
