/* Pools of memory that is allocated and freed in the order of a stream.
 *
 * Freed memory is given back at once, so a pool only counts what is allocated from it.
 */
#include <stdlib.h>

#include "driver.h"
#include "graphs.h"

#define POOL_MAGIC 0x706f6f6cu

/* Those of CUmemPool_attribute that are not settings. */
enum { POOL_THRESHOLD = 4, POOL_RESERVED = 5, POOL_RESERVED_MOST = 6, POOL_USED = 7, POOL_USED_MOST = 8 };

static Pool default_pool = {.attributes = {[1] = 1, [2] = 1, [3] = 1}};
static Pool *current_pool = &default_pool;

static bool is_pool(const Pool *pool)
{
    return pool == &default_pool || handle_is(pool, POOL_MAGIC);
}

Pool *core_current_pool(void)
{
    return current_pool;
}

EXPORT CUresult cuDeviceGetDefaultMemPool(Pool **pool, int number)
{
    (void)number;
    *pool = &default_pool;
    return driver_begin();
}

EXPORT CUresult cuDeviceGetMemPool(Pool **pool, int number)
{
    (void)number;
    *pool = current_pool;
    return driver_begin();
}

EXPORT CUresult cuDeviceSetMemPool(int number, Pool *pool)
{
    (void)number;
    if (!is_pool(pool))
        return INVALID_VALUE;
    current_pool = pool;
    return SUCCESS;
}

/* The beginning of CUmemPoolProps. */
typedef struct {
    int allocation, handles;
} PoolProperties;

EXPORT CUresult cuMemPoolCreate(Pool **pool, const PoolProperties *properties)
{
    enum { PINNED = 1 };
    Status status = pool == NULL || properties == NULL ? INVALID_VALUE : driver_begin();
    if (!status && properties->handles)
        status = core_refuse(__func__, "a pool that processes share");
    if (!status && properties->allocation != PINNED)
        status = core_refuse(__func__, "a pool of managed memory");
    if (!status && (*pool = malloc(sizeof **pool)) == NULL)
        status = OUT_OF_MEMORY;
    if (!status) {
        **pool = (Pool){.attributes = {[1] = 1, [2] = 1, [3] = 1}};
        handle_add(*pool, POOL_MAGIC);
    }
    return status;
}

EXPORT CUresult cuMemPoolDestroy(Pool *pool)
{
    if (!is_pool(pool) || pool == &default_pool)
        return INVALID_VALUE;
    if (current_pool == pool)
        current_pool = &default_pool;
    core_free_pool(pool);
    handle_remove(pool);
    free(pool);
    return SUCCESS;
}

EXPORT CUresult cuMemPoolTrimTo(Pool *pool, size_t size)
{
    (void)size;
    return is_pool(pool) ? SUCCESS : INVALID_VALUE;
}

EXPORT CUresult cuMemPoolSetAttribute(Pool *pool, int attribute, const void *value)
{
    if (!is_pool(pool) || attribute < 1 || attribute >= POOL_ATTRIBUTES || attribute == POOL_RESERVED
        || attribute == POOL_USED)
        return INVALID_VALUE;
    if (attribute < POOL_THRESHOLD)
        pool->attributes[attribute] = (uint64_t) * (const int *)value;
    else
        pool->attributes[attribute] = *(const uint64_t *)value;
    return SUCCESS;
}

EXPORT CUresult cuMemPoolGetAttribute(Pool *pool, int attribute, void *value)
{
    if (!is_pool(pool) || attribute < 1 || attribute >= POOL_ATTRIBUTES)
        return INVALID_VALUE;
    if (attribute < POOL_THRESHOLD)
        *(int *)value = (int)pool->attributes[attribute];
    else
        *(uint64_t *)value = pool->attributes[attribute];
    return SUCCESS;
}

EXPORT CUresult cuMemPoolSetAccess(Pool *pool, const void *descriptions, size_t count)
{
    (void)descriptions, (void)count; /* every device has access */
    return is_pool(pool) ? SUCCESS : INVALID_VALUE;
}

EXPORT CUresult cuMemPoolGetAccess(int *flags, Pool *pool, const void *location)
{
    (void)location;
    *flags = 3; /* CU_MEM_ACCESS_FLAGS_PROT_READWRITE */
    return is_pool(pool) ? SUCCESS : INVALID_VALUE;
}

void core_count_in_pool(Pool *pool, int64_t bytes)
{
    core_lock();
    for (int i = POOL_RESERVED; i < POOL_ATTRIBUTES; i += 2) { /* all that is reserved is used */
        pool->attributes[i] += (uint64_t)bytes;
        if (pool->attributes[i + 1] < pool->attributes[i])
            pool->attributes[i + 1] = pool->attributes[i];
    }
    core_unlock();
}

Status core_allocate_in_order(uint64_t *address, size_t size, Pool *pool, Stream *stream,
                              const char *name)
{
    uint64_t found = 0;
    if (address == NULL || !is_pool(pool))
        return INVALID_VALUE;
    if (stream->capture != NULL && size)
        return capture_allocate(stream, size, name, address);
    Status status = size ? core_allocate(size, KIND_POOL, 0, 256, &found) : SUCCESS;
    if (status)
        return status;
    *address = found;
    if (size) {
        core_set_owner(found, pool, NULL);
        core_count_in_pool(pool, (int64_t)size);
    }
    return SUCCESS;
}

Status core_free_in_order(uint64_t address, Stream *stream, const char *name)
{
    Operation operation = {.kind = OPERATION_FREE, .name = name, .address = address};
    return core_submit(stream, &operation);
}

EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t size, Pool *pool, void *handle)
{
    Stream *stream = core_stream(handle);
    Status status = stream == NULL ? INVALID_HANDLE : size ? driver_begin() : INVALID_VALUE;
    return status ? status : core_allocate_in_order(address, size, pool, stream, __func__);
}
WITH_PTSZ(cuMemAllocFromPoolAsync, (CUdeviceptr *, size_t, Pool *, void *));

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, void *handle)
{
    return cuMemAllocFromPoolAsync(address, size, current_pool, handle);
}
WITH_PTSZ(cuMemAllocAsync, (CUdeviceptr *, size_t, void *));

EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, void *handle)
{
    Stream *stream = core_stream(handle);
    Status status = stream == NULL ? INVALID_HANDLE : driver_begin();
    return status ? status : core_free_in_order(address, stream, __func__);
}
WITH_PTSZ(cuMemFreeAsync, (CUdeviceptr, void *));
