/* The memory that kernels can access, as the program allocates and frees it. */
#include <stdlib.h>
#include <string.h>

#include "interposer.h"

static Range *ranges; /* in order, without overlaps */
static size_t count, capacity;

/* The index of the first range that ends behind an address. */
static size_t index_of(uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].start + ranges[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void cut(size_t index, size_t stop)
{
    memmove(ranges + index, ranges + stop, (count - stop) * sizeof *ranges);
    count -= stop - index;
}

void add_range(uint64_t start, uint64_t size, enum RangeKind kind)
{
    if (!start || !size)
        return;
    lock();
    size_t first = index_of(start), stop = first;
    while (stop < count && ranges[stop].start < start + size)
        stop++; /* what has been freed without our knowledge */
    cut(first, stop);
    if (count == capacity) {
        size_t wanted = capacity ? 2 * capacity : 64;
        Range *larger = realloc(ranges, wanted * sizeof *ranges);
        if (larger == NULL) {
            unlock();
            return;
        }
        ranges = larger;
        capacity = wanted;
    }
    memmove(ranges + first + 1, ranges + first, (count - first) * sizeof *ranges);
    ranges[first] = (Range){start, size, kind};
    count++;
    unlock();
}

/* Remove the range that begins at an address, and return it; its size is 0 if there is none. */
static Range take_range(uint64_t start)
{
    Range found = {0, 0, 0};
    lock();
    size_t index = index_of(start);
    if (index < count && ranges[index].start == start) {
        found = ranges[index];
        cut(index, index + 1);
    }
    unlock();
    return found;
}

const Range *find_range(uint64_t address)
{
    size_t index = index_of(address);
    return index < count && ranges[index].start <= address ? &ranges[index] : NULL;
}

const Range *all_ranges(size_t *total)
{
    *total = count;
    return ranges;
}

/* ---- The functions of the driver that allocate and free ---- */

/* Calls a function of the driver, and then notes what it has done, unless the driver called it. */
#define FORWARD(name, note, ...)                                                                   \
    if (real_##name == NULL)                                                                       \
        return NOT_FOUND;                                                                          \
    depth++;                                                                                       \
    CUresult status = real_##name(__VA_ARGS__);                                                    \
    depth--;                                                                                       \
    if (!status)                                                                                   \
        note;                                                                                      \
    return status

/* Takes a range out of the table, calls a function of the driver that frees it, and puts the range
 * back if that fails. Afterwards would be too late: another thread may have the address by then. */
#define FORWARD_FREE(name, address, ...)                                                           \
    if (real_##name == NULL)                                                                       \
        return NOT_FOUND;                                                                          \
    Range taken = take_range(address);                                                             \
    depth++;                                                                                       \
    CUresult status = real_##name(__VA_ARGS__);                                                    \
    depth--;                                                                                       \
    if (status)                                                                                    \
        add_range(taken.start, taken.size, taken.kind);                                            \
    return status

WRAP(cuMemAlloc_v2, (CUdeviceptr *, size_t))
EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size)
{
    FORWARD(cuMemAlloc_v2, add_range(*address, size, RANGE_DEVICE), address, size);
}

WRAP(cuMemAllocPitch_v2, (CUdeviceptr *, size_t *, size_t, size_t, unsigned))
EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                                   unsigned element)
{
    FORWARD(cuMemAllocPitch_v2, add_range(*address, *pitch * height, RANGE_DEVICE), address, pitch, width,
            height, element);
}

WRAP(cuMemAllocManaged, (CUdeviceptr *, size_t, unsigned))
EXPORT CUresult cuMemAllocManaged(CUdeviceptr *address, size_t size, unsigned flags)
{
    FORWARD(cuMemAllocManaged, add_range(*address, size, RANGE_DEVICE), address, size, flags);
}

#define WRAP_ASYNCHRONOUS(suffix)                                                                  \
    WRAP(cuMemAllocAsync##suffix, (CUdeviceptr *, size_t, void *))                                 \
    EXPORT CUresult cuMemAllocAsync##suffix(CUdeviceptr *address, size_t size, void *stream)       \
    {                                                                                              \
        FORWARD(cuMemAllocAsync##suffix, add_range(*address, size, RANGE_DEVICE), address, size,   \
                stream);                                                                           \
    }                                                                                              \
    WRAP(cuMemAllocFromPoolAsync##suffix, (CUdeviceptr *, size_t, void *, void *))                 \
    EXPORT CUresult cuMemAllocFromPoolAsync##suffix(CUdeviceptr *address, size_t size, void *pool, \
                                                    void *stream)                                  \
    {                                                                                              \
        FORWARD(cuMemAllocFromPoolAsync##suffix, add_range(*address, size, RANGE_DEVICE), address, \
                size, pool, stream);                                                               \
    }                                                                                              \
    WRAP(cuMemFreeAsync##suffix, (CUdeviceptr, void *))                                            \
    EXPORT CUresult cuMemFreeAsync##suffix(CUdeviceptr address, void *stream)                      \
    {                                                                                              \
        FORWARD_FREE(cuMemFreeAsync##suffix, address, address, stream);                            \
    }

WRAP_ASYNCHRONOUS()
WRAP_ASYNCHRONOUS(_ptsz)

WRAP(cuMemFree_v2, (CUdeviceptr))
EXPORT CUresult cuMemFree_v2(CUdeviceptr address)
{
    FORWARD_FREE(cuMemFree_v2, address, address);
}

WRAP(cuMemAllocHost_v2, (void **, size_t))
EXPORT CUresult cuMemAllocHost_v2(void **pointer, size_t size)
{
    FORWARD(cuMemAllocHost_v2, add_range((uintptr_t)*pointer, size, RANGE_HOST), pointer, size);
}

WRAP(cuMemHostAlloc, (void **, size_t, unsigned))
EXPORT CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned flags)
{
    FORWARD(cuMemHostAlloc, add_range((uintptr_t)*pointer, size, RANGE_HOST), pointer, size, flags);
}

WRAP(cuMemFreeHost, (void *))
EXPORT CUresult cuMemFreeHost(void *pointer)
{
    FORWARD_FREE(cuMemFreeHost, (uintptr_t)pointer, pointer);
}

WRAP(cuMemHostRegister_v2, (void *, size_t, unsigned))
EXPORT CUresult cuMemHostRegister_v2(void *pointer, size_t size, unsigned flags)
{
    FORWARD(cuMemHostRegister_v2, add_range((uintptr_t)pointer, size, RANGE_HOST), pointer, size, flags);
}

WRAP(cuMemHostUnregister, (void *))
EXPORT CUresult cuMemHostUnregister(void *pointer)
{
    CUdeviceptr address = 0;
    depth++;
    if (CALL(cuMemHostGetDevicePointer_v2, (CUdeviceptr *, void *, unsigned), &address, pointer, 0))
        address = 0;
    depth--;
    if (address && address != (uintptr_t)pointer)
        take_range(address);
    FORWARD_FREE(cuMemHostUnregister, (uintptr_t)pointer, pointer);
}

/* Memory of the host may have another address on the device. */
static void add_alias(CUdeviceptr address, void *pointer)
{
    lock();
    const Range *range = find_range((uintptr_t)pointer);
    if (range != NULL && address != (uintptr_t)pointer) {
        uint64_t before = (uintptr_t)pointer - range->start;
        add_range(address - before, range->size, RANGE_DEVICE);
    }
    unlock();
}

WRAP(cuMemHostGetDevicePointer_v2, (CUdeviceptr *, void *, unsigned))
EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *pointer, unsigned flags)
{
    FORWARD(cuMemHostGetDevicePointer_v2, add_alias(*address, pointer), address, pointer, flags);
}

WRAP(cuMemMap, (CUdeviceptr, size_t, size_t, uint64_t, unsigned long long))
EXPORT CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset, uint64_t handle,
                         unsigned long long flags)
{
    FORWARD(cuMemMap, add_range(address, size, RANGE_MAPPED), address, size, offset, handle, flags);
}

static void remove_ranges(CUdeviceptr address, size_t size)
{
    lock();
    size_t first = index_of(address), stop = first;
    while (stop < count && ranges[stop].start < address + size)
        stop++;
    cut(first, stop);
    unlock();
}

WRAP(cuMemUnmap, (CUdeviceptr, size_t))
EXPORT CUresult cuMemUnmap(CUdeviceptr address, size_t size)
{
    FORWARD(cuMemUnmap, remove_ranges(address, size), address, size);
}
