/* The driver API: copies of rectangles and boxes. */
#include "array.h"
#include "driver.h"

/* The numbers of CUmemorytype. */
enum { MEMORY_HOST = 1, MEMORY_DEVICE = 2, MEMORY_ARRAY = 3, MEMORY_UNIFIED = 4 };

/* CUDA_MEMCPY2D */
typedef struct {
    size_t x, y;
    int memory;
    const void *host;
    CUdeviceptr device;
    void *array;
    size_t pitch;
} Side2D;

typedef struct {
    Side2D source, target;
    size_t width, height;
} Copy2D;

/* CUDA_MEMCPY3D, and CUDA_MEMCPY3D_PEER, which has contexts for the reserved words. */
typedef struct {
    size_t x, y, z, level;
    int memory;
    const void *host;
    CUdeviceptr device;
    void *array;
    void *context;
    size_t pitch, height;
} Side3D;

typedef struct {
    Side3D source, target;
    size_t width, height, depth;
} Copy3D;

_Static_assert(sizeof(Copy2D) == 128 && sizeof(Copy3D) == 200, "the layouts are those of cuda.h");

/* One side of a copy: where it begins, and the bytes from row to row and from slice to slice. */
typedef struct {
    void *start;
    size_t pitch, slice;
} Place;

static Status place_of(const Side3D *side, const Copy3D *copy, Place *place)
{
    uint64_t base;
    size_t pitch = side->pitch ? side->pitch : copy->width;
    if (side->memory == MEMORY_ARRAY) {
        const Array *array = side->array;
        if (!array_is_valid(array))
            return INVALID_HANDLE;
        *place = (Place){.pitch = array_pitch(array), .slice = array_slice(array)};
        if (side->x + copy->width > place->pitch || side->y + copy->height > array_rows(array)
            || side->z + copy->depth > array_slices(array))
            return INVALID_VALUE;
        place->start = (void *)(array->address + side->z * place->slice + side->y * place->pitch + side->x);
        return SUCCESS;
    }
    if (side->memory < MEMORY_HOST || side->memory > MEMORY_UNIFIED || side->level)
        return INVALID_VALUE;
    if (side->x + copy->width > pitch && copy->height * copy->depth > 1)
        return INVALID_VALUE;
    base = side->memory == MEMORY_HOST ? (uint64_t)side->host : side->device;
    *place = (Place){.pitch = pitch, .slice = pitch * (side->height ? side->height : copy->height)};
    place->start = (void *)(base + side->z * place->slice + side->y * pitch + side->x);
    return SUCCESS;
}

static enum CopyKind kind_of(const Copy3D *copy)
{
    int from = copy->source.memory, to = copy->target.memory;
    if (from == MEMORY_UNIFIED || to == MEMORY_UNIFIED)
        return COPY_DEFAULT;
    if (from == MEMORY_HOST)
        return to == MEMORY_HOST ? COPY_HOST_TO_HOST : COPY_HOST_TO_DEVICE;
    return to == MEMORY_HOST ? COPY_DEVICE_TO_HOST : COPY_DEVICE_TO_DEVICE;
}

static Status copy_box(const Copy3D *copy, void *handle, bool is_asynchronous, const char *name)
{
    Place source, target;
    Stream *stream = core_stream(handle);
    Status status = is_asynchronous ? driver_begin() : driver_begin_synchronous();
    if (!status && stream == NULL)
        status = INVALID_HANDLE;
    if (!status && !is_asynchronous && core_forbids_unsafe_calls())
        status = CAPTURE_IMPLICIT;
    if (!status)
        status = place_of(&copy->source, copy, &source);
    if (!status)
        status = place_of(&copy->target, copy, &target);
    if (status)
        return status;
    Operation operation = {.kind = OPERATION_COPY,
                           .name = name,
                           .copy = {.target = target.start,
                                    .source = source.start,
                                    .width = copy->width,
                                    .height = copy->height,
                                    .depth = copy->depth,
                                    .target_pitch = target.pitch,
                                    .target_slice = target.slice,
                                    .source_pitch = source.pitch,
                                    .source_slice = source.slice,
                                    .kind = kind_of(copy)}};
    return is_asynchronous ? core_submit(stream, &operation) : core_perform(&operation);
}

static Side3D side_of(const Side2D *side)
{
    return (Side3D){.x = side->x,
                    .y = side->y,
                    .memory = side->memory,
                    .host = side->host,
                    .device = side->device,
                    .array = side->array,
                    .pitch = side->pitch};
}

static Status copy_rectangle(const Copy2D *copy, void *stream, bool is_asynchronous, const char *name)
{
    if (copy == NULL)
        return INVALID_VALUE;
    Copy3D box = {.source = side_of(&copy->source),
                  .target = side_of(&copy->target),
                  .width = copy->width,
                  .height = copy->height,
                  .depth = 1};
    return copy_box(&box, stream, is_asynchronous, name);
}

EXPORT CUresult cuMemcpy2D_v2(const Copy2D *copy)
{
    return copy_rectangle(copy, NULL, false, "cuMemcpy2D");
}
ALIAS(CUresult, cuMemcpy2D_v2_ptds, cuMemcpy2D_v2, (const Copy2D *));

EXPORT CUresult cuMemcpy2DUnaligned_v2(const Copy2D *copy)
{
    return copy_rectangle(copy, NULL, false, "cuMemcpy2DUnaligned");
}
ALIAS(CUresult, cuMemcpy2DUnaligned_v2_ptds, cuMemcpy2DUnaligned_v2, (const Copy2D *));

EXPORT CUresult cuMemcpy2DAsync_v2(const Copy2D *copy, void *stream)
{
    return copy_rectangle(copy, stream, true, "cuMemcpy2DAsync");
}
ALIAS(CUresult, cuMemcpy2DAsync_v2_ptsz, cuMemcpy2DAsync_v2, (const Copy2D *, void *));

EXPORT CUresult cuMemcpy3D_v2(const Copy3D *copy)
{
    return copy == NULL ? INVALID_VALUE : copy_box(copy, NULL, false, "cuMemcpy3D");
}
ALIAS(CUresult, cuMemcpy3D_v2_ptds, cuMemcpy3D_v2, (const Copy3D *));

EXPORT CUresult cuMemcpy3DAsync_v2(const Copy3D *copy, void *stream)
{
    return copy == NULL ? INVALID_VALUE : copy_box(copy, stream, true, "cuMemcpy3DAsync");
}
ALIAS(CUresult, cuMemcpy3DAsync_v2_ptsz, cuMemcpy3DAsync_v2, (const Copy3D *, void *));

EXPORT CUresult cuMemcpy3DPeer(const Copy3D *copy)
{
    return copy == NULL ? INVALID_VALUE : copy_box(copy, NULL, false, __func__);
}
WITH_PTDS(cuMemcpy3DPeer, (const Copy3D *));

EXPORT CUresult cuMemcpy3DPeerAsync(const Copy3D *copy, void *stream)
{
    return copy == NULL ? INVALID_VALUE : copy_box(copy, stream, true, __func__);
}
WITH_PTSZ(cuMemcpy3DPeerAsync, (const Copy3D *, void *));
