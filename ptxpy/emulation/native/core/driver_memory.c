/* The driver API: memory, copies, fills and tensor maps. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "driver.h"

static Status allocate(CUdeviceptr *address, size_t size, enum AllocationKind kind, unsigned flags)
{
    Status status = driver_begin();
    if (!status && (address == NULL || !size))
        status = INVALID_VALUE;
    if (!status && core_forbids_unsafe_calls())
        status = CAPTURE_UNSUPPORTED;
    return status ? status : core_allocate(size, kind, flags, 256, address);
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size)
{
    return allocate(address, size, KIND_DEVICE, 0);
}

EXPORT CUresult cuMemAllocManaged(CUdeviceptr *address, size_t size, unsigned flags)
{
    return allocate(address, size, KIND_MANAGED, flags);
}

EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                                   unsigned element_size)
{
    (void)element_size;
    *pitch = (width + 511) / 512 * 512;
    return allocate(address, *pitch * height, KIND_DEVICE, 0);
}

EXPORT CUresult cuMemAllocHost_v2(void **pointer, size_t size)
{
    return allocate((CUdeviceptr *)pointer, size, KIND_PINNED, 0);
}

EXPORT CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned flags)
{
    return allocate((CUdeviceptr *)pointer, size, KIND_PINNED, flags);
}

static Status release(CUdeviceptr address, const char *name)
{
    Status status = driver_begin_synchronous();
    return status || !address ? status : core_free(address, name);
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr address)
{
    return release(address, "cuMemFree");
}

EXPORT CUresult cuMemFreeHost(void *pointer)
{
    return release((CUdeviceptr)pointer, __func__);
}

EXPORT CUresult cuMemHostRegister_v2(void *pointer, size_t size, unsigned flags)
{
    Status status = driver_begin();
    return status ? status : core_register_host(pointer, size, flags);
}

EXPORT CUresult cuMemHostUnregister(void *pointer)
{
    Status status = driver_begin();
    return status ? status : core_unregister_host(pointer);
}

EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *pointer, unsigned flags)
{
    Allocation found;
    (void)flags;
    Status status = driver_begin();
    if (status)
        return status;
    if (core_find((uint64_t)pointer, &found)) {
        *address = (CUdeviceptr)pointer;
        return SUCCESS;
    }
    return core_device_address(pointer, address) ? SUCCESS : INVALID_VALUE;
}

EXPORT CUresult cuMemHostGetFlags(unsigned *flags, void *pointer)
{
    Allocation found;
    if (core_find((uint64_t)pointer, &found) && found.kind == KIND_PINNED) {
        *flags = found.flags;
        return SUCCESS;
    }
    return core_is_registered(pointer, flags) ? SUCCESS : INVALID_VALUE;
}

EXPORT CUresult cuMemGetInfo_v2(size_t *unused, size_t *total)
{
    Status status = driver_begin();
    if (!status) {
        *total = device.welcome.total;
        *unused = device.welcome.total - core_allocated_bytes();
    }
    return status;
}

EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *start, size_t *size, CUdeviceptr address)
{
    Allocation found;
    Status status = driver_begin();
    if (!status && !core_find(address, &found))
        status = NOT_FOUND;
    if (!status && start != NULL)
        *start = found.start;
    if (!status && size != NULL)
        *size = found.size;
    return status;
}

/* ---- Attributes of pointers ---- */

enum {
    POINTER_CONTEXT = 1,
    POINTER_MEMORY_TYPE = 2,
    POINTER_DEVICE = 3,
    POINTER_HOST = 4,
    POINTER_SYNC = 6,
    POINTER_BUFFER_ID = 7,
    POINTER_IS_MANAGED = 8,
    POINTER_ORDINAL = 9,
    POINTER_RANGE_START = 11,
    POINTER_RANGE_SIZE = 12,
    POINTER_MAPPED = 13
};

EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    Allocation found;
    Status status = driver_begin();
    if (status)
        return status;
    if (!core_find(address, &found))
        return INVALID_VALUE;
    bool is_host = found.kind == KIND_PINNED;
    switch (attribute) {
    case POINTER_CONTEXT:
        *(void **)value = NULL;
        break;
    case POINTER_MEMORY_TYPE:
        *(unsigned *)value = is_host ? 1 : 2;
        break;
    case POINTER_DEVICE:
    case POINTER_HOST:
        if (attribute == POINTER_HOST && !is_host && found.kind != KIND_MANAGED)
            return INVALID_VALUE;
        *(CUdeviceptr *)value = address;
        break;
    case POINTER_SYNC:
    case POINTER_IS_MANAGED:
        *(int *)value = attribute == POINTER_IS_MANAGED && found.kind == KIND_MANAGED;
        break;
    case POINTER_BUFFER_ID:
        *(unsigned long long *)value = found.id;
        break;
    case POINTER_ORDINAL:
        *(int *)value = 0;
        break;
    case POINTER_RANGE_START:
        *(CUdeviceptr *)value = found.start;
        break;
    case POINTER_RANGE_SIZE:
        *(size_t *)value = found.size;
        break;
    case POINTER_MAPPED:
        *(int *)value = 1;
        break;
    default:
        return core_refuse("cuPointerGetAttribute", "this attribute");
    }
    return SUCCESS;
}

EXPORT CUresult cuPointerGetAttributes(unsigned count, const int *attributes, void **values,
                                       CUdeviceptr address)
{
    Allocation found;
    Status status = driver_begin();
    bool is_known = !status && core_find(address, &found);
    for (unsigned i = 0; !status && is_known && i < count; i++)
        cuPointerGetAttribute(values[i], attributes[i], address);
    for (unsigned i = 0; !status && !is_known && i < count; i++)
        if (attributes[i] == POINTER_MEMORY_TYPE)
            *(unsigned *)values[i] = 0; /* memory of the program */
    return status;
}

EXPORT CUresult cuPointerSetAttribute(const void *value, int attribute, CUdeviceptr address)
{
    (void)value, (void)address;
    return attribute == POINTER_SYNC ? driver_begin() : INVALID_VALUE;
}

/* ---- Copies ---- */

static Status copy(Copy given, void *handle, bool is_asynchronous, const char *name)
{
    Stream *stream = core_stream(handle);
    Operation operation = {.kind = OPERATION_COPY, .name = name, .copy = given};
    Status status = stream == NULL ? INVALID_HANDLE
                    : is_asynchronous ? driver_begin()
                                      : driver_begin_synchronous();
    if (!status && !is_asynchronous && core_forbids_unsafe_calls())
        status = CAPTURE_IMPLICIT;
    return status ? status : core_submit(stream, &operation);
}

static Copy flat(CUdeviceptr target, CUdeviceptr source, size_t size, enum CopyKind kind)
{
    return (Copy){.target = (void *)target,
                  .source = (const void *)source,
                  .width = size,
                  .height = 1,
                  .depth = 1,
                  .target_pitch = size,
                  .target_slice = size,
                  .source_pitch = size,
                  .source_slice = size,
                  .kind = kind};
}

#define COPY_FUNCTIONS(name, target_type, source_type, copy_kind)                                      \
    EXPORT CUresult name##_v2(target_type target, source_type source, size_t size)                     \
    {                                                                                                  \
        return copy(flat((CUdeviceptr)target, (CUdeviceptr)source, size, copy_kind), NULL, false,      \
                    #name);                                                                            \
    }                                                                                                  \
    ALIAS(CUresult, name##_v2_ptds, name##_v2, (target_type, source_type, size_t));                    \
    EXPORT CUresult name##Async_v2(target_type target, source_type source, size_t size, void *stream)  \
    {                                                                                                  \
        return copy(flat((CUdeviceptr)target, (CUdeviceptr)source, size, copy_kind), stream, true,     \
                    #name "Async");                                                                    \
    }                                                                                                  \
    ALIAS(CUresult, name##Async_v2_ptsz, name##Async_v2, (target_type, source_type, size_t, void *))

COPY_FUNCTIONS(cuMemcpyHtoD, CUdeviceptr, const void *, COPY_HOST_TO_DEVICE);
COPY_FUNCTIONS(cuMemcpyDtoH, void *, CUdeviceptr, COPY_DEVICE_TO_HOST);
COPY_FUNCTIONS(cuMemcpyDtoD, CUdeviceptr, CUdeviceptr, COPY_DEVICE_TO_DEVICE);

EXPORT CUresult cuMemcpy(CUdeviceptr target, CUdeviceptr source, size_t size)
{
    return copy(flat(target, source, size, COPY_DEFAULT), NULL, false, __func__);
}
WITH_PTDS(cuMemcpy, (CUdeviceptr, CUdeviceptr, size_t));

EXPORT CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t size, void *stream)
{
    return copy(flat(target, source, size, COPY_DEFAULT), stream, true, __func__);
}
WITH_PTSZ(cuMemcpyAsync, (CUdeviceptr, CUdeviceptr, size_t, void *));

EXPORT CUresult cuMemcpyPeer(CUdeviceptr target, void *to, CUdeviceptr source, void *from, size_t size)
{
    (void)to, (void)from;
    return copy(flat(target, source, size, COPY_DEVICE_TO_DEVICE), NULL, false, __func__);
}

EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr target, void *to, CUdeviceptr source, void *from, size_t size,
                                  void *stream)
{
    (void)to, (void)from;
    return copy(flat(target, source, size, COPY_DEVICE_TO_DEVICE), stream, true, __func__);
}

/* ---- Fills ---- */

static Status fill(Fill given, void *handle, const char *name)
{
    Stream *stream = core_stream(handle);
    Operation operation = {.kind = OPERATION_FILL, .name = name, .fill = given};
    Status status = stream == NULL ? INVALID_HANDLE : driver_begin();
    return status ? status : core_submit(stream, &operation);
}

static Fill elements(CUdeviceptr target, size_t pitch, uint32_t value, unsigned size, size_t width,
                     size_t height)
{
    return (Fill){.target = (void *)target,
                  .value = value,
                  .element_size = size,
                  .width = width,
                  .height = height,
                  .depth = 1,
                  .pitch = pitch};
}

#define FILL_FUNCTIONS(bits, type)                                                                     \
    EXPORT CUresult cuMemsetD##bits##_v2(CUdeviceptr target, type value, size_t count)                 \
    {                                                                                                  \
        return fill(elements(target, 0, value, sizeof value, count, 1), NULL, "cuMemsetD" #bits);      \
    }                                                                                                  \
    EXPORT CUresult cuMemsetD##bits##Async(CUdeviceptr target, type value, size_t count, void *stream) \
    {                                                                                                  \
        return fill(elements(target, 0, value, sizeof value, count, 1), stream,                        \
                    "cuMemsetD" #bits "Async");                                                        \
    }                                                                                                  \
    WITH_PTSZ(cuMemsetD##bits##Async, (CUdeviceptr, type, size_t, void *));                            \
    EXPORT CUresult cuMemsetD2D##bits##_v2(CUdeviceptr target, size_t pitch, type value, size_t width, \
                                           size_t height)                                             \
    {                                                                                                  \
        return fill(elements(target, pitch, value, sizeof value, width, height), NULL,                 \
                    "cuMemsetD2D" #bits);                                                              \
    }                                                                                                  \
    EXPORT CUresult cuMemsetD2D##bits##Async(CUdeviceptr target, size_t pitch, type value,             \
                                             size_t width, size_t height, void *stream)               \
    {                                                                                                  \
        return fill(elements(target, pitch, value, sizeof value, width, height), stream,               \
                    "cuMemsetD2D" #bits "Async");                                                      \
    }

FILL_FUNCTIONS(8, unsigned char)
FILL_FUNCTIONS(16, unsigned short)
FILL_FUNCTIONS(32, unsigned)

/* ---- Tensor maps ---- */

static Status encode(void *map, const TensorMapRequest *request)
{
    size_t got;
    Status status = core_connect();
    if (!status && (uintptr_t)map % 64)
        status = INVALID_VALUE;
    if (!status && (request->rank < 1 || request->rank > 5))
        status = INVALID_VALUE;
    if (!status)
        status = core_request(REQUEST_TENSOR_MAP, request, sizeof *request, map, 128, &got);
    return status;
}

static void set_fields(TensorMapRequest *request, uint32_t rank, const uint64_t *sizes,
                       const uint64_t *strides, const uint32_t *element_strides)
{
    rank = rank < 5 ? rank : 5;
    memcpy(request->sizes, sizes, rank * sizeof *sizes);
    if (rank > 1)
        memcpy(request->strides, strides, (rank - 1) * sizeof *strides);
    memcpy(request->element_strides, element_strides, rank * sizeof *element_strides);
}

EXPORT CUresult cuTensorMapEncodeTiled(void *map, int data_type, uint32_t rank, void *address,
                                       const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
                                       const uint32_t *element_strides, int interleave, int swizzle,
                                       int promotion, int fill_mode)
{
    TensorMapRequest request = {.kind = TENSOR_MAP_TILED,
                                .data_type = (uint32_t)data_type,
                                .rank = rank,
                                .interleave = (uint32_t)interleave,
                                .swizzle = (uint32_t)swizzle,
                                .promotion = (uint32_t)promotion,
                                .fill = (uint32_t)fill_mode,
                                .address = (uint64_t)address};
    set_fields(&request, rank, sizes, strides, element_strides);
    memcpy(request.box, box, (rank < 5 ? rank : 5) * sizeof *box);
    return encode(map, &request);
}

EXPORT CUresult cuTensorMapEncodeIm2col(void *map, int data_type, uint32_t rank, void *address,
                                        const uint64_t *sizes, const uint64_t *strides, const int *lower,
                                        const int *upper, uint32_t channels, uint32_t pixels,
                                        const uint32_t *element_strides, int interleave, int swizzle,
                                        int promotion, int fill_mode)
{
    TensorMapRequest request = {.kind = TENSOR_MAP_IM2COL,
                                .data_type = (uint32_t)data_type,
                                .rank = rank,
                                .interleave = (uint32_t)interleave,
                                .swizzle = (uint32_t)swizzle,
                                .promotion = (uint32_t)promotion,
                                .fill = (uint32_t)fill_mode,
                                .channels = channels,
                                .pixels = pixels,
                                .address = (uint64_t)address};
    if (rank < 3)
        return INVALID_VALUE;
    set_fields(&request, rank, sizes, strides, element_strides);
    memcpy(request.lower, lower, ((rank < 5 ? rank : 5) - 2) * sizeof *lower);
    memcpy(request.upper, upper, ((rank < 5 ? rank : 5) - 2) * sizeof *upper);
    return encode(map, &request);
}

EXPORT CUresult cuTensorMapReplaceAddress(void *map, void *address)
{
    memcpy((char *)map + 16, &address, sizeof address);
    return SUCCESS;
}
