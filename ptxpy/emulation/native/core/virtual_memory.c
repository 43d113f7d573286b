/* The driver API: virtual memory. Addresses are reserved, physical memory is made, mapped to them, and made
 * accessible, each by a call of its own.
 *
 * Physical memory has addresses of its own in the file of the memory, which no program sees: the pages
 * there are mapped once more where the program wants them, in the program and in the device process.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver.h"
#include "state.h"

#define PHYSICAL_MAGIC 0x70687973u
#define GRANULARITY ((size_t)2 << 20)

typedef struct Physical {
    uint64_t start; /* of its own pages */
    size_t size;
    unsigned handles, mappings;
} Physical;

typedef struct Mapping {
    uint64_t start;
    size_t size;
    Physical *physical;
    int access; /* CUmemAccess_flags: 0, 1 read, 3 read and write */
    struct Mapping *next;
} Mapping;

typedef struct Reserved {
    uint64_t start;
    size_t size;
    Mapping *mappings; /* by address */
    struct Reserved *next;
} Reserved;

static Reserved *reservations;

/* CUmemAllocationProp */
typedef struct {
    int type, handles;
    struct {
        int type, id;
    } location;
    void *handle_data;
    unsigned char compression, rdma;
    unsigned short usage;
    unsigned char reserved[4];
} Properties;

typedef struct {
    int location_type, location_id;
    int flags;
} Access;

static Status check_properties(const Properties *given, const char *name)
{
    enum { PINNED = 1, DEVICE = 1 };
    if (given == NULL || given->type != PINNED)
        return INVALID_VALUE;
    if (given->location.type != DEVICE)
        return core_refuse(name, "physical memory of the host");
    if (given->handles)
        return core_refuse(name, "physical memory that processes share");
    if (given->compression)
        return core_refuse(name, "compressible memory");
    return given->location.id < 0 || given->location.id >= (int)device.welcome.devices ? INVALID_DEVICE
                                                                                        : SUCCESS;
}

EXPORT CUresult cuMemGetAllocationGranularity(size_t *granularity, const Properties *given, int option)
{
    Status status = granularity == NULL || (unsigned)option > 1 ? INVALID_VALUE : core_connect();
    if (!status)
        status = check_properties(given, __func__);
    if (!status)
        *granularity = GRANULARITY;
    return status;
}

static Status reserve(size_t size, size_t alignment, uint64_t *address)
{
    Allocate request = {.size = size, .alignment = (uint32_t)alignment};
    return core_request(REQUEST_RESERVE, &request, sizeof request, address, sizeof *address, NULL);
}

static Status unreserve(uint64_t start, size_t size)
{
    RangeRequest request = {.start = start, .size = size};
    return core_request(REQUEST_UNRESERVE, &request, sizeof request, NULL, 0, NULL);
}

/* Let addresses show the pages of others, or their own again. */
static Status map_pages(uint64_t start, size_t size, uint64_t source)
{
    RangeRequest request = {.start = start, .size = size, .source = source};
    Status status = core_request(REQUEST_MAP, &request, sizeof request, NULL, 0, NULL);
    return status ? status : core_map_pages(start, size, source);
}

EXPORT CUresult cuMemAddressReserve(CUdeviceptr *address, size_t size, size_t alignment, CUdeviceptr wanted,
                                    unsigned long long flags)
{
    (void)wanted; /* a hint */
    bool is_valid = address != NULL && size && size % GRANULARITY == 0 && !flags
                    && (alignment & (alignment - 1)) == 0 && alignment <= (1u << 30);
    Status status = is_valid ? driver_begin() : INVALID_VALUE;
    Reserved *made = status ? NULL : calloc(1, sizeof *made);
    if (!status && made == NULL)
        status = OUT_OF_MEMORY;
    core_lock();
    if (!status)
        status = reserve(size, alignment > GRANULARITY ? alignment : GRANULARITY, &made->start);
    if (!status) {
        made->size = size;
        made->next = reservations;
        reservations = made;
        *address = made->start;
    } else {
        free(made);
    }
    core_unlock();
    return status;
}

EXPORT CUresult cuMemAddressFree(CUdeviceptr address, size_t size)
{
    Status status = driver_begin();
    core_lock();
    Reserved **place = &reservations;
    while (*place != NULL && (*place)->start != address)
        place = &(*place)->next;
    if (!status && (*place == NULL || (*place)->size != size))
        status = INVALID_VALUE;
    if (!status && (*place)->mappings != NULL) {
        core_note("cuMemAddressFree: memory is still mapped there; call cuMemUnmap first");
        status = INVALID_VALUE;
    }
    if (!status) {
        Reserved *found = *place;
        *place = found->next;
        free(found);
        status = unreserve(address, size);
    }
    core_unlock();
    return status;
}

EXPORT CUresult cuMemCreate(Physical **handle, size_t size, const Properties *given,
                            unsigned long long flags)
{
    bool is_valid = handle != NULL && size && size % GRANULARITY == 0 && !flags;
    Status status = is_valid ? driver_begin() : INVALID_VALUE;
    if (!status)
        status = check_properties(given, __func__);
    if (status)
        return status;
    core_lock();
    Physical *made = calloc(1, sizeof *made);
    if (made == NULL || !core_count_bytes((int64_t)size))
        status = OUT_OF_MEMORY;
    if (!status) {
        status = reserve(size, GRANULARITY, &made->start);
        if (status)
            core_count_bytes(-(int64_t)size);
    }
    if (!status) {
        made->size = size;
        made->handles = 1;
        handle_add(made, PHYSICAL_MAGIC);
        *handle = made;
    } else {
        free(made);
    }
    core_unlock();
    return status;
}

static Status end_unused(Physical *physical)
{
    if (physical->handles || physical->mappings)
        return SUCCESS;
    Status status = unreserve(physical->start, physical->size);
    core_count_bytes(-(int64_t)physical->size);
    free(physical);
    return status;
}

EXPORT CUresult cuMemRelease(Physical *handle)
{
    core_lock();
    Status status = handle_is(handle, PHYSICAL_MAGIC) ? SUCCESS : INVALID_VALUE;
    if (!status) {
        if (!--handle->handles)
            handle_remove(handle);
        status = end_unused(handle);
    }
    core_unlock();
    return status;
}

/* The reservation that has a range of addresses; NULL if none has all of it. */
static Reserved *find_reserved(uint64_t start, size_t size)
{
    Reserved *found = reservations;
    while (found != NULL
           && !(start >= found->start && start - found->start <= found->size
                && size <= found->size - (start - found->start)))
        found = found->next;
    return found;
}

/* Tell the device process and the table of allocations what is accessible in a reservation: parts that
 * touch are one.
 */
static Status show_access(const Reserved *reserved)
{
    size_t count = 0;
    for (const Mapping *each = reserved->mappings; each != NULL; each = each->next)
        count++;
    RangeRequest *ranges = calloc(count + 1, sizeof *ranges);
    if (ranges == NULL)
        return OUT_OF_MEMORY;
    ranges[0] = (RangeRequest){.start = reserved->start, .size = reserved->size};
    size_t last = 0;
    for (const Mapping *each = reserved->mappings; each != NULL; each = each->next) {
        if (!each->access)
            continue;
        uint64_t is_writable = each->access == 3;
        if (last && ranges[last].start + ranges[last].size == each->start
            && ranges[last].source == is_writable)
            ranges[last].size += each->size;
        else
            ranges[++last] = (RangeRequest){each->start, each->size, is_writable};
    }
    Status status = core_request(REQUEST_ACCESS, ranges, (last + 1) * sizeof *ranges, NULL, 0, NULL);
    if (!status)
        core_set_ranges(reserved->start, reserved->size, ranges + 1, last);
    free(ranges);
    return status;
}

EXPORT CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset, Physical *handle,
                         unsigned long long flags)
{
    Status status = driver_begin();
    core_lock();
    Reserved *reserved = find_reserved(address, size);
    bool is_valid = reserved != NULL && size && !flags && handle_is(handle, PHYSICAL_MAGIC)
                    && (address | size | offset) % GRANULARITY == 0 && offset <= handle->size
                    && size <= handle->size - offset;
    Mapping **place = is_valid ? &reserved->mappings : NULL;
    while (is_valid && *place != NULL && (*place)->start + (*place)->size <= address)
        place = &(*place)->next;
    if (is_valid && *place != NULL && (*place)->start < address + size) {
        core_note("cuMemMap: memory is mapped at %#llx; call cuMemUnmap first",
                  (unsigned long long)(*place)->start);
        is_valid = false;
    }
    Mapping *made = is_valid && !status ? malloc(sizeof *made) : NULL;
    if (!status)
        status = !is_valid ? INVALID_VALUE : made == NULL ? OUT_OF_MEMORY : SUCCESS;
    if (!status)
        status = map_pages(address, size, handle->start + offset);
    if (!status) {
        *made = (Mapping){.start = address, .size = size, .physical = handle, .next = *place};
        *place = made;
        handle->mappings++;
    } else {
        free(made);
    }
    core_unlock();
    return status;
}

/* The mappings that are exactly a range, as the place of the first; NULL if they are not. */
static Mapping **find_mappings(Reserved *reserved, uint64_t start, size_t size)
{
    Mapping **first = reserved == NULL ? NULL : &reserved->mappings;
    while (first != NULL && *first != NULL && (*first)->start != start)
        first = &(*first)->next;
    if (first == NULL)
        return NULL;
    uint64_t at = start;
    for (const Mapping *each = *first; each != NULL && each->start == at && at < start + size;
         each = each->next)
        at += each->size;
    return at == start + size ? first : NULL;
}

static Status unmap(Reserved *reserved, uint64_t start, size_t size)
{
    Mapping **place = size ? find_mappings(reserved, start, size) : NULL;
    if (place == NULL)
        return INVALID_VALUE;
    Status status = map_pages(start, size, start);
    while (!status && *place != NULL && (*place)->start < start + size) {
        Mapping *gone = *place;
        *place = gone->next;
        gone->physical->mappings--;
        status = end_unused(gone->physical);
        free(gone);
    }
    return status ? status : show_access(reserved);
}

EXPORT CUresult cuMemUnmap(CUdeviceptr address, size_t size)
{
    Status status = driver_begin_synchronous();
    core_lock();
    if (!status)
        status = unmap(find_reserved(address, size), address, size);
    core_unlock();
    return status;
}

EXPORT CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const Access *given, size_t count)
{
    enum { DEVICE = 1 };
    int access = 0;
    Status status = given == NULL || !count || !size ? INVALID_VALUE : driver_begin_synchronous();
    for (size_t i = 0; i < count && !status; i++) {
        if (given[i].location_type != DEVICE)
            status = core_refuse(__func__, "access of the host");
        else if (given[i].flags != 0 && given[i].flags != 1 && given[i].flags != 3)
            status = INVALID_VALUE;
        else if (given[i].flags > access) /* all devices are one */
            access = given[i].flags;
    }
    core_lock();
    Reserved *reserved = find_reserved(address, size);
    Mapping **place = status ? NULL : find_mappings(reserved, address, size);
    if (!status && place == NULL) {
        core_note("cuMemSetAccess: %zu bytes at %#llx are not whole mappings of memory; call cuMemMap first",
                  size, (unsigned long long)address);
        status = INVALID_VALUE;
    }
    if (!status) {
        for (Mapping *each = *place; each != NULL && each->start < address + size; each = each->next)
            each->access = access;
        status = show_access(reserved);
    }
    core_unlock();
    return status;
}

static Mapping *mapping_of(uint64_t address)
{
    Reserved *reserved = find_reserved(address, 1);
    Mapping *found = reserved == NULL ? NULL : reserved->mappings;
    while (found != NULL && !(address >= found->start && address - found->start < found->size))
        found = found->next;
    return found;
}

EXPORT CUresult cuMemGetAccess(unsigned long long *flags, const void *location, CUdeviceptr address)
{
    (void)location;
    core_lock();
    const Mapping *found = mapping_of(address);
    if (found != NULL && flags != NULL)
        *flags = (unsigned)found->access;
    core_unlock();
    return found == NULL || flags == NULL ? INVALID_VALUE : SUCCESS;
}

EXPORT CUresult cuMemRetainAllocationHandle(Physical **handle, void *address)
{
    core_lock();
    const Mapping *found = mapping_of((uint64_t)address);
    if (found != NULL && handle != NULL) {
        *handle = found->physical;
        if (!found->physical->handles++)
            handle_add(found->physical, PHYSICAL_MAGIC);
    }
    core_unlock();
    return found == NULL || handle == NULL ? INVALID_VALUE : SUCCESS;
}

EXPORT CUresult cuMemGetAllocationPropertiesFromHandle(Properties *wanted, Physical *handle)
{
    if (wanted == NULL || !handle_is(handle, PHYSICAL_MAGIC))
        return INVALID_VALUE;
    *wanted = (Properties){.type = 1, .location = {.type = 1}};
    return SUCCESS;
}

void core_forget_reservations(void)
{
    while (reservations != NULL) {
        Reserved *gone = reservations;
        while (gone->mappings != NULL)
            unmap(gone, gone->mappings->start, gone->mappings->size);
        reservations = gone->next;
        unreserve(gone->start, gone->size);
        free(gone);
    }
}
