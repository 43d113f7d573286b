/* Allocations, and copies between them and the memory of the program. */
#define _GNU_SOURCE
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "state.h"

static Allocation *table; /* by address */
static size_t count, capacity;
static uint64_t allocated_bytes, next_id = 1;

typedef struct HostRange {
    char *start;
    size_t size;
    unsigned flags;
    uint64_t alias; /* the address in kernels of the page of its start, once it has been asked for */
    struct HostRange *next;
} HostRange;

static HostRange *registered;

/* The index of the first allocation that begins after an address. */
static size_t after(uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Status insert(Allocation allocation)
{
    if (count == capacity) {
        size_t larger = capacity ? 2 * capacity : 64;
        Allocation *moved = realloc(table, larger * sizeof *table);
        if (moved == NULL)
            return OUT_OF_MEMORY;
        table = moved;
        capacity = larger;
    }
    size_t at = after(allocation.start);
    memmove(table + at + 1, table + at, (count - at) * sizeof *table);
    table[at] = allocation;
    count++;
    return SUCCESS;
}

Status core_allocate(size_t size, enum AllocationKind kind, unsigned flags, unsigned alignment,
                     uint64_t *address)
{
    Status status = core_connect();
    if (status)
        return status;
    core_lock();
    if (size > device.welcome.total - allocated_bytes) {
        status = OUT_OF_MEMORY;
    } else {
        Allocate request = {.size = size, .kind = kind, .alignment = alignment};
        status = core_request(REQUEST_ALLOCATE, &request, sizeof request, address, sizeof *address, NULL);
    }
    if (!status) {
        status = insert((Allocation){
            .start = *address, .size = size, .kind = kind, .flags = flags, .id = next_id++});
        allocated_bytes += size;
    }
    core_unlock();
    return status;
}

void core_add_variable(uint64_t address, uint64_t size)
{
    Allocation found;
    core_lock();
    if (!core_find(address, &found))
        insert((Allocation){.start = address, .size = size, .kind = KIND_VARIABLE, .id = next_id++, .is_variable = true});
    core_unlock();
}

/* Note that a function was given an address that is in no allocation. */
static void note_address(const char *function, uint64_t address)
{
    char *text;
    size_t size;
    if (!core_request_any(REQUEST_DESCRIBE, &address, sizeof address, NULL, 0, (void **)&text, &size)
        && text != NULL)
        core_note("%s of %#llx, %s", function, (unsigned long long)address, text);
    else
        core_note("%s: %#llx is in no allocation", function, (unsigned long long)address);
    free(text);
}

Status core_free(uint64_t address, const char *function)
{
    core_lock();
    size_t at = after(address);
    Status status;
    if (!at || table[at - 1].start != address || table[at - 1].is_variable) {
        note_address(function, address);
        status = INVALID_VALUE;
    } else if (table[at - 1].graph != NULL && !table[at - 1].graph->is_live) {
        core_note("%s: %#llx is memory of a graph that no launch has allocated, or that has been freed",
                  function, (unsigned long long)address);
        status = INVALID_VALUE;
    } else if (table[at - 1].graph != NULL && !memory_free(table[at - 1].graph)) {
        status = SUCCESS; /* the graph allocates it again */
    } else {
        if (table[at - 1].pool != NULL)
            core_count_in_pool(table[at - 1].pool, -(int64_t)table[at - 1].size);
        allocated_bytes -= table[at - 1].size;
        memmove(table + at - 1, table + at, (count - at) * sizeof *table);
        count--;
        status = core_request(REQUEST_FREE, &address, sizeof address, NULL, 0, NULL);
    }
    core_unlock();
    return status;
}

bool core_find(uint64_t address, Allocation *found)
{
    core_lock();
    size_t at = after(address);
    bool inside = at && address < table[at - 1].start + (table[at - 1].size ? table[at - 1].size : 1);
    if (inside)
        *found = table[at - 1];
    core_unlock();
    return inside;
}

void core_set_kind(uint64_t address, enum AllocationKind kind)
{
    core_lock();
    size_t at = after(address);
    if (at && table[at - 1].start == address)
        table[at - 1].kind = kind;
    core_unlock();
}

bool core_count_bytes(int64_t bytes)
{
    core_lock();
    bool is_there = bytes < 0 || (uint64_t)bytes <= device.welcome.total - allocated_bytes;
    if (is_there)
        allocated_bytes += (uint64_t)bytes;
    core_unlock();
    return is_there;
}

void core_set_ranges(uint64_t start, uint64_t size, const RangeRequest *ranges, size_t range_count)
{
    core_lock();
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (table[i].start < start || table[i].start >= start + size)
            table[kept++] = table[i];
    count = kept;
    for (size_t i = 0; i < range_count; i++)
        insert((Allocation){.start = ranges[i].start,
                            .size = ranges[i].size,
                            .kind = KIND_DEVICE,
                            .id = next_id++,
                            .is_variable = true});
    core_unlock();
}

bool core_is_device_address(uint64_t address)
{
    return core_is_connected() && address >= device.welcome.first && address < device.welcome.end;
}

uint64_t core_allocated_bytes(void)
{
    return allocated_bytes;
}

void core_set_owner(uint64_t address, Pool *pool, GraphMemory *graph)
{
    core_lock();
    size_t at = after(address);
    if (at && table[at - 1].start == address) {
        table[at - 1].pool = pool;
        table[at - 1].graph = graph;
    }
    core_unlock();
}

void core_free_pool(const Pool *pool)
{
    core_lock();
    for (size_t at = count; at-- > 0;)
        if (table[at].pool == pool)
            core_free(table[at].start, "");
    core_unlock();
}

/* The pages of registered memory stay those of the program: their aliases must go before a reset. */
void core_forget_allocations(void)
{
    while (registered != NULL)
        core_unregister_host(registered->start);
    for (size_t i = 0; i < count; i++)
        if (table[i].pool != NULL)
            core_count_in_pool(table[i].pool, -(int64_t)table[i].size);
    for (size_t i = 0; i < count; i++)
        if (table[i].graph != NULL) {
            GraphMemory *memory = table[i].graph;
            memory->address = 0; /* a graph that is left has nothing to give back */
            if (memory->is_live)
                memory_free(memory);
        }
    count = 0;
    allocated_bytes = 0;
}

Status core_register_host(void *start, size_t size, unsigned flags)
{
    Status status = SUCCESS;
    core_lock();
    for (HostRange *each = registered; each != NULL; each = each->next)
        if ((char *)start < each->start + each->size && each->start < (char *)start + size)
            status = HOST_MEMORY_ALREADY_REGISTERED;
    if (!status) {
        HostRange *range = malloc(sizeof *range);
        if (range == NULL) {
            status = OUT_OF_MEMORY;
        } else {
            *range = (HostRange){start, size, flags, 0, registered};
            registered = range;
        }
    }
    core_unlock();
    return status;
}

#define PAGE 4096u

static char *first_page(const HostRange *range)
{
    return (char *)((uintptr_t)range->start / PAGE * PAGE);
}

static size_t page_bytes(const HostRange *range)
{
    return (size_t)(range->start + range->size - first_page(range) + PAGE - 1) / PAGE * PAGE;
}

/* Copy whole pages, with what is beside the registered memory: no concern of AddressSanitizer, whose
 * memcpy would look at each byte. */
__attribute__((no_sanitize("address"))) static void copy_pages(void *target, const void *source, size_t bytes)
{
    volatile uint64_t *to = target;
    const volatile uint64_t *from = source;
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] = from[i];
}

/* Give the pages of the program a second address, in the memory of the device. */
static Status make_alias(HostRange *range)
{
    char *first = first_page(range);
    size_t bytes = page_bytes(range);
    for (HostRange *each = registered; each != NULL; each = each->next)
        if (each->alias && first < first_page(each) + page_bytes(each)
            && first_page(each) < first + bytes)
            return core_refuse("cudaHostGetDevicePointer", "two registered ranges in one page");
    Status status = core_allocate(bytes, KIND_PINNED, range->flags, PAGE, &range->alias);
    if (status)
        return status;
    copy_pages((void *)range->alias, first, bytes);
    /* An old size of 0 maps the same shared pages again. */
    if (mremap((void *)range->alias, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, first) != first) {
        core_free(range->alias, "cudaHostGetDevicePointer");
        range->alias = 0;
        return OUT_OF_MEMORY;
    }
    madvise(first, bytes, MADV_DOFORK);
    return SUCCESS;
}

/* Make the pages those of the program alone again. */
static void remove_alias(const HostRange *range)
{
    char *first = first_page(range);
    size_t bytes = page_bytes(range);
    int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
    char *pages = mmap(NULL, bytes, protection, flags, -1, 0);
    if (pages == MAP_FAILED)
        return; /* they stay shared, which the program does not see */
    copy_pages(pages, first, bytes);
    mremap(pages, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, first);
    core_free(range->alias, "cudaHostUnregister");
}

bool core_device_address(const void *host, uint64_t *address)
{
    bool found = false;
    core_lock();
    for (HostRange *each = registered; each != NULL && !found; each = each->next)
        if ((const char *)host >= each->start && (const char *)host < each->start + each->size) {
            found = each->alias || !make_alias(each);
            *address = each->alias + (uint64_t)((const char *)host - first_page(each));
        }
    core_unlock();
    return found;
}

Status core_unregister_host(void *start)
{
    Status status = HOST_MEMORY_NOT_REGISTERED;
    core_lock();
    for (HostRange **each = &registered; *each != NULL; each = &(*each)->next)
        if ((*each)->start == start) {
            HostRange *found = *each;
            *each = found->next;
            if (found->alias)
                remove_alias(found);
            free(found);
            status = SUCCESS;
            break;
        }
    core_unlock();
    return status;
}

bool core_is_registered(const void *address, unsigned *flags)
{
    bool found = false;
    core_lock();
    for (HostRange *each = registered; each != NULL && !found; each = each->next)
        if ((const char *)address >= each->start && (const char *)address < each->start + each->size) {
            found = true;
            if (flags != NULL)
                *flags = each->flags;
        }
    core_unlock();
    return found;
}

/* Check that an operand of a copy is memory of the kind that the copy says, all in one allocation. */
static Status check_operand(const char *name, const void *address, size_t bytes, bool must_be_device,
                            bool must_be_host)
{
    uint64_t first = (uint64_t)address;
    Allocation found;
    if (!core_is_device_address(first)) {
        if (must_be_device && !core_is_registered(address, NULL)) {
            core_note("%s: %p is memory of the host, where the kind of the copy names the device", name,
                      address);
            return INVALID_VALUE;
        }
        return SUCCESS;
    }
    if (!core_find(first, &found)) {
        note_address(name, first);
        return INVALID_VALUE;
    }
    if (bytes > found.start + found.size - first) {
        core_note("%s: %zu bytes from %#llx go %llu bytes beyond the end of an allocation of %llu bytes",
                  name, bytes, (unsigned long long)first,
                  (unsigned long long)(first + bytes - found.start - found.size),
                  (unsigned long long)found.size);
        return INVALID_VALUE;
    }
    if (must_be_host && found.kind != KIND_MANAGED && found.kind != KIND_PINNED) {
        core_note("%s: %p is memory of the device, where the kind of the copy names the host", name,
                  address);
        return INVALID_VALUE;
    }
    return SUCCESS;
}

static size_t extent(size_t width, size_t height, size_t depth, size_t pitch, size_t slice)
{
    return (depth - 1) * slice + (height - 1) * pitch + width;
}

Status core_copy(const Copy *copy, const char *name)
{
    if (!copy->width || !copy->height || !copy->depth)
        return SUCCESS;
    Status status = check_operand(
        name, copy->target,
        extent(copy->width, copy->height, copy->depth, copy->target_pitch, copy->target_slice),
        copy->kind == COPY_HOST_TO_DEVICE || copy->kind == COPY_DEVICE_TO_DEVICE,
        copy->kind == COPY_DEVICE_TO_HOST || copy->kind == COPY_HOST_TO_HOST);
    if (!status)
        status = check_operand(
            name, copy->source,
            extent(copy->width, copy->height, copy->depth, copy->source_pitch, copy->source_slice),
            copy->kind == COPY_DEVICE_TO_HOST || copy->kind == COPY_DEVICE_TO_DEVICE,
            copy->kind == COPY_HOST_TO_DEVICE || copy->kind == COPY_HOST_TO_HOST);
    if (status)
        return status;
    char *target = copy->target;
    const char *source = copy->source;
    if (copy->depth == 1 && (copy->height == 1 || (copy->target_pitch == copy->width
                                                   && copy->source_pitch == copy->width))) {
        memmove(target, source, copy->width * copy->height);
        return SUCCESS;
    }
    for (size_t z = 0; z < copy->depth; z++)
        for (size_t y = 0; y < copy->height; y++)
            memmove(target + z * copy->target_slice + y * copy->target_pitch,
                    source + z * copy->source_slice + y * copy->source_pitch, copy->width);
    return SUCCESS;
}

static void fill_row(char *row, uint32_t value, unsigned element_size, size_t elements)
{
    if (element_size == 1)
        memset(row, (int)value, elements);
    else if (element_size == 2)
        for (size_t x = 0; x < elements; x++)
            ((uint16_t *)row)[x] = (uint16_t)value;
    else
        for (size_t x = 0; x < elements; x++)
            ((uint32_t *)row)[x] = value;
}

Status core_fill(const Fill *fill, const char *name)
{
    if (!fill->width || !fill->height || !fill->depth)
        return SUCCESS;
    size_t width = fill->width * fill->element_size;
    Status status = check_operand(
        name, fill->target, extent(width, fill->height, fill->depth, fill->pitch, fill->slice), true,
        false);
    if (status)
        return status;
    for (size_t z = 0; z < fill->depth; z++)
        for (size_t y = 0; y < fill->height; y++)
            fill_row((char *)fill->target + z * fill->slice + y * fill->pitch, fill->value,
                     fill->element_size, fill->width);
    return SUCCESS;
}
