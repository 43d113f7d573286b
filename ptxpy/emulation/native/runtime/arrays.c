/* The runtime API: arrays, copies of boxes, textures and surfaces. */
#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "runtime.h"

typedef struct {
    int x, y, z, w; /* bits of each channel */
    int kind;       /* signed 0, unsigned 1, float 2 */
} ChannelDescription;

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

/* ---- Formats ---- */

/* The format and the channels of a description; 0 for one that no array has. */
static uint32_t format_of(const ChannelDescription *given, uint32_t *channels)
{
    static const uint32_t formats[3][3] = {{0x08, 0x09, 0x0a}, {0x01, 0x02, 0x03}, {0, 0x10, 0x20}};
    int size = given->x == 8 ? 0 : given->x == 16 ? 1 : given->x == 32 ? 2 : -1;
    *channels = 1u + (given->y > 0) + (given->z > 0) + (given->w > 0);
    if (size < 0 || given->kind < 0 || given->kind > 2)
        return 0;
    return formats[given->kind][size];
}

static ChannelDescription description_of(const Array *array)
{
    int bits = (int)(8 * array->element / array->channels);
    return (ChannelDescription){.x = bits,
                                .y = array->channels > 1 ? bits : 0,
                                .z = array->channels > 2 ? bits : 0,
                                .w = array->channels > 2 ? bits : 0,
                                .kind = array->format >= 0x10 ? 2 : array->format >= 0x08 ? 0 : 1};
}

EXPORT ChannelDescription cudaCreateChannelDesc(int x, int y, int z, int w, int kind)
{
    return (ChannelDescription){x, y, z, w, kind};
}

EXPORT cudaError_t cudaGetChannelDesc(ChannelDescription *description, const Array *array)
{
    if (!array_is_valid(array))
        return runtime_end(INVALID_HANDLE);
    *description = description_of(array);
    return SUCCESS;
}

/* ---- Arrays ---- */

static cudaError_t create(Array **array, const ChannelDescription *description, Extent extent,
                          uint32_t levels, unsigned flags)
{
    uint32_t channels, format = format_of(description, &channels);
    Status status = runtime_begin();
    if (!status && !format)
        status = 20; /* cudaErrorInvalidChannelDescriptor */
    if (!status)
        status = array_create(format, channels, extent.width, extent.height, extent.depth, flags, levels,
                              array);
    return runtime_end(status);
}

EXPORT cudaError_t cudaMalloc3DArray(Array **array, const ChannelDescription *description, Extent extent,
                                     unsigned flags)
{
    return create(array, description, extent, 0, flags);
}

EXPORT cudaError_t cudaMallocArray(Array **array, const ChannelDescription *description, size_t width,
                                   size_t height, unsigned flags)
{
    return create(array, description, (Extent){width, height, 0}, 0, flags);
}

EXPORT cudaError_t cudaMallocMipmappedArray(Array **array, const ChannelDescription *description,
                                            Extent extent, unsigned levels, unsigned flags)
{
    size_t longest = extent.width > extent.height ? extent.width : extent.height;
    unsigned most = 1;
    if (!(flags & 5) && extent.depth > longest)
        longest = extent.depth;
    while (longest >> most)
        most++;
    return create(array, description, extent, levels < 1 ? 1 : levels > most ? most : levels, flags);
}

EXPORT cudaError_t cudaGetMipmappedArrayLevel(Array **array, const Array *mipmapped, unsigned level)
{
    return runtime_end(array_level(mipmapped, level, array));
}

static cudaError_t destroy(Array *array, const char *name)
{
    Status status = runtime_begin_synchronous();
    return runtime_end(status || array == NULL ? status : array_destroy(array, name));
}

EXPORT cudaError_t cudaFreeArray(Array *array)
{
    return destroy(array, __func__);
}

EXPORT cudaError_t cudaFreeMipmappedArray(Array *array)
{
    return destroy(array, __func__);
}

EXPORT cudaError_t cudaArrayGetInfo(ChannelDescription *description, Extent *extent, unsigned *flags,
                                    const Array *array)
{
    if (!array_is_valid(array))
        return runtime_end(INVALID_HANDLE);
    if (description != NULL)
        *description = description_of(array);
    if (extent != NULL)
        *extent = (Extent){array->width, array->height, array->depth};
    if (flags != NULL)
        *flags = array->flags;
    return SUCCESS;
}

/* ---- Copies ---- */

/* One side of a copy: where it begins, and the bytes from row to row and from slice to slice. */
typedef struct {
    char *start;
    size_t pitch, slice;
    bool is_inside; /* whether the box lies in the array */
} Side;

static Side side_of_array(const Array *array, size_t x_bytes, size_t y, size_t z, size_t width_bytes,
                          size_t height, size_t depth)
{
    size_t pitch = array_pitch(array), slice = array_slice(array);
    bool is_inside = x_bytes <= pitch && width_bytes <= pitch - x_bytes && y <= array_rows(array)
                     && height <= array_rows(array) - y && z <= array_slices(array)
                     && depth <= array_slices(array) - z;
    return (Side){(char *)array->address + z * slice + y * pitch + x_bytes, pitch, slice, is_inside};
}

static Side side_of_pointer(const void *pointer, size_t pitch, size_t slice)
{
    return (Side){(char *)pointer, pitch, slice, true};
}

static cudaError_t copy(Side target, Side source, size_t width, size_t height, size_t depth, int kind,
                        void *handle, bool is_asynchronous, const char *name)
{
    STREAM_OR_FAIL(stream, handle);
    Operation operation = {.kind = OPERATION_COPY,
                           .name = name,
                           .copy = {.target = target.start,
                                    .source = source.start,
                                    .width = width,
                                    .height = height,
                                    .depth = depth,
                                    .target_pitch = target.pitch,
                                    .target_slice = target.slice,
                                    .source_pitch = source.pitch,
                                    .source_slice = source.slice,
                                    .kind = (enum CopyKind)kind}};
    Status status = is_asynchronous ? runtime_begin() : runtime_begin_synchronous();
    if (!status && (kind < 0 || kind > COPY_DEFAULT))
        status = 21; /* cudaErrorInvalidMemcpyDirection */
    if (!status && (!target.is_inside || !source.is_inside)) {
        core_note("%s: the copy goes beyond the array", name);
        status = INVALID_VALUE;
    }
    if (!status && !is_asynchronous && core_forbids_unsafe_calls())
        status = CAPTURE_IMPLICIT;
    return runtime_end(status ? status : core_submit(stream, &operation));
}

static cudaError_t to_array(Array *array, size_t x, size_t y, const void *source, size_t pitch,
                            size_t width, size_t height, int kind, void *stream, bool is_asynchronous,
                            const char *name)
{
    if (!array_is_valid(array))
        return runtime_end(INVALID_HANDLE);
    return copy(side_of_array(array, x, y, 0, width, height, 1), side_of_pointer(source, pitch, 0), width,
                height, 1, kind, stream, is_asynchronous, name);
}

static cudaError_t from_array(void *target, size_t pitch, const Array *array, size_t x, size_t y,
                              size_t width, size_t height, int kind, void *stream, bool is_asynchronous,
                              const char *name)
{
    if (!array_is_valid(array))
        return runtime_end(INVALID_HANDLE);
    return copy(side_of_pointer(target, pitch, 0), side_of_array(array, x, y, 0, width, height, 1), width,
                height, 1, kind, stream, is_asynchronous, name);
}

EXPORT cudaError_t cudaMemcpy2DToArray(Array *array, size_t x, size_t y, const void *source, size_t pitch,
                                       size_t width, size_t height, int kind)
{
    return to_array(array, x, y, source, pitch, width, height, kind, NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpy2DToArray,
                (Array *, size_t, size_t, const void *, size_t, size_t, size_t, int));

EXPORT cudaError_t cudaMemcpy2DToArrayAsync(Array *array, size_t x, size_t y, const void *source,
                                            size_t pitch, size_t width, size_t height, int kind,
                                            void *stream)
{
    return to_array(array, x, y, source, pitch, width, height, kind, stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaMemcpy2DToArrayAsync,
           (Array *, size_t, size_t, const void *, size_t, size_t, size_t, int, void *));

EXPORT cudaError_t cudaMemcpy2DFromArray(void *target, size_t pitch, const Array *array, size_t x, size_t y,
                                         size_t width, size_t height, int kind)
{
    return from_array(target, pitch, array, x, y, width, height, kind, NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpy2DFromArray,
                (void *, size_t, const Array *, size_t, size_t, size_t, size_t, int));

EXPORT cudaError_t cudaMemcpy2DFromArrayAsync(void *target, size_t pitch, const Array *array, size_t x,
                                              size_t y, size_t width, size_t height, int kind, void *stream)
{
    return from_array(target, pitch, array, x, y, width, height, kind, stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaMemcpy2DFromArrayAsync,
           (void *, size_t, const Array *, size_t, size_t, size_t, size_t, int, void *));

EXPORT cudaError_t cudaMemcpy2DArrayToArray(Array *target, size_t target_x, size_t target_y,
                                            const Array *source, size_t source_x, size_t source_y,
                                            size_t width, size_t height, int kind)
{
    if (!array_is_valid(target) || !array_is_valid(source))
        return runtime_end(INVALID_HANDLE);
    return copy(side_of_array(target, target_x, target_y, 0, width, height, 1),
                side_of_array(source, source_x, source_y, 0, width, height, 1), width, height, 1, kind,
                NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpy2DArrayToArray,
                (Array *, size_t, size_t, const Array *, size_t, size_t, size_t, size_t, int));

/* The older functions copy bytes that may go on in the next row; whole rows are what they are used for. */
static Status rows_of(const Array *array, size_t x, size_t count, size_t *width, size_t *height)
{
    size_t pitch = array_pitch(array);
    if (x + count <= pitch) {
        *width = count;
        *height = 1;
    } else if (!x && count % pitch == 0) {
        *width = pitch;
        *height = count / pitch;
    } else {
        return core_refuse("a copy to or from an array", "a part of a row after others");
    }
    return SUCCESS;
}

EXPORT cudaError_t cudaMemcpyToArrayAsync(Array *array, size_t x, size_t y, const void *source,
                                          size_t count, int kind, void *stream)
{
    size_t width = 0, height = 0;
    if (!array_is_valid(array))
        return runtime_end(INVALID_HANDLE);
    Status status = rows_of(array, x, count, &width, &height);
    return status ? runtime_end(status)
                  : to_array(array, x, y, source, width, width, height, kind, stream, true,
                             "cudaMemcpyToArray");
}
PER_THREAD(cudaError_t, cudaMemcpyToArrayAsync,
           (Array *, size_t, size_t, const void *, size_t, int, void *));

EXPORT cudaError_t cudaMemcpyToArray(Array *array, size_t x, size_t y, const void *source, size_t count,
                                     int kind)
{
    Status status = runtime_begin_synchronous();
    return status ? runtime_end(status)
                  : cudaMemcpyToArrayAsync(array, x, y, source, count, kind, NULL);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpyToArray, (Array *, size_t, size_t, const void *, size_t, int));

EXPORT cudaError_t cudaMemcpyFromArrayAsync(void *target, const Array *array, size_t x, size_t y,
                                            size_t count, int kind, void *stream)
{
    size_t width = 0, height = 0;
    if (!array_is_valid(array))
        return runtime_end(INVALID_HANDLE);
    Status status = rows_of(array, x, count, &width, &height);
    return status ? runtime_end(status)
                  : from_array(target, width, array, x, y, width, height, kind, stream, true,
                               "cudaMemcpyFromArray");
}
PER_THREAD(cudaError_t, cudaMemcpyFromArrayAsync,
           (void *, const Array *, size_t, size_t, size_t, int, void *));

EXPORT cudaError_t cudaMemcpyFromArray(void *target, const Array *array, size_t x, size_t y, size_t count,
                                       int kind)
{
    Status status = runtime_begin_synchronous();
    return status ? runtime_end(status)
                  : cudaMemcpyFromArrayAsync(target, array, x, y, count, kind, NULL);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpyFromArray, (void *, const Array *, size_t, size_t, size_t, int));

typedef struct {
    Array *source_array;
    Position source_position;
    Pitched source;
    Array *target_array;
    Position target_position;
    Pitched target;
    Extent extent; /* in elements of the array, if there is one, else in bytes */
    int kind;
} BoxCopy;

static Side side_of_box(const Array *array, Position at, Pitched memory, size_t width, Extent extent)
{
    if (array != NULL)
        return side_of_array(array, at.x * array->element, at.y, at.z, width, extent.height, extent.depth);
    size_t slice = memory.pitch * memory.height;
    return side_of_pointer((char *)memory.pointer + at.z * slice + at.y * memory.pitch + at.x, memory.pitch,
                           slice);
}

static cudaError_t copy_box(const BoxCopy *given, void *stream, bool is_asynchronous, const char *name)
{
    const Array *array = given->source_array != NULL ? given->source_array : given->target_array;
    if ((given->source_array != NULL && !array_is_valid(given->source_array))
        || (given->target_array != NULL && !array_is_valid(given->target_array)))
        return runtime_end(INVALID_HANDLE);
    size_t width = given->extent.width * (array != NULL ? array->element : 1);
    return copy(
        side_of_box(given->target_array, given->target_position, given->target, width, given->extent),
        side_of_box(given->source_array, given->source_position, given->source, width, given->extent), width,
        given->extent.height, given->extent.depth, given->kind, stream, is_asynchronous, name);
}

EXPORT cudaError_t cudaMemcpy3D(const BoxCopy *given)
{
    return copy_box(given, NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpy3D, (const BoxCopy *));

EXPORT cudaError_t cudaMemcpy3DAsync(const BoxCopy *given, void *stream)
{
    return copy_box(given, stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaMemcpy3DAsync, (const BoxCopy *, void *));

/* ---- Texture and surface objects ---- */

enum { RESOURCE_ARRAY = 0, RESOURCE_MIPMAPPED = 1, RESOURCE_LINEAR = 2, RESOURCE_PITCHED = 3 };

typedef struct {
    int type;
    union {
        Array *array;
        struct {
            void *pointer;
            ChannelDescription description;
            size_t size;
        } linear;
        struct {
            void *pointer;
            ChannelDescription description;
            size_t width, height, pitch;
        } pitched;
        int reserved[32];
    };
#if CUDART_MAJOR >= 13
    unsigned flags;
#endif
} Resource;

typedef struct {
    int address_mode[3];
    int filter_mode;
    int read_mode; /* 0 as elements, 1 as normalized floats */
    int srgb;
    float border[4];
    int is_normalized;
    unsigned max_anisotropy;
    int mipmap_filter;
    float level_bias, minimum_level, maximum_level;
    int disables_trilinear_optimization;
    int is_seamless_cubemap;
} TextureDescription;

typedef struct Object {
    uint64_t handle;
    bool is_surface;
    Resource resource;
    TextureDescription texture;
    struct Object *next;
} Object;

static Object *objects;

/* Describe a resource to the device process; returns INVALID_VALUE for one that is not valid. */
static Status set_resource(ObjectRequest *request, const Resource *resource)
{
    uint32_t channels;
    request->resource = (uint32_t)resource->type;
    if (resource->type == RESOURCE_ARRAY || resource->type == RESOURCE_MIPMAPPED) {
        const Array *array = resource->array;
        if (!array_is_valid(array))
            return INVALID_HANDLE;
        request->format = array->format;
        request->channels = array->channels;
        request->address = array->address;
        request->width = array->width;
        request->height = array->height;
        request->depth = array->depth;
        request->pitch = array_pitch(array);
        request->flags = array->flags;
        request->levels = array->levels;
        return SUCCESS;
    }
    const ChannelDescription *description;
    if (resource->type == RESOURCE_LINEAR) {
        description = &resource->linear.description;
        request->address = (uint64_t)resource->linear.pointer;
    } else if (resource->type == RESOURCE_PITCHED) {
        description = &resource->pitched.description;
        request->address = (uint64_t)resource->pitched.pointer;
        request->width = resource->pitched.width;
        request->height = resource->pitched.height;
        request->pitch = resource->pitched.pitch;
    } else {
        return INVALID_VALUE;
    }
    request->format = format_of(description, &channels);
    request->channels = channels;
    if (!request->format)
        return 20; /* cudaErrorInvalidChannelDescriptor */
    if (resource->type == RESOURCE_LINEAR) {
        request->width = resource->linear.size / ((unsigned)description->x / 8 * channels);
        request->pitch = resource->linear.size;
    }
    return SUCCESS;
}

static cudaError_t make_object(uint64_t *handle, ObjectRequest *request, const Resource *resource,
                               const TextureDescription *texture)
{
    Status status = runtime_begin();
    Object *object = calloc(1, sizeof *object);
    if (!status)
        status = set_resource(request, resource);
    if (!status)
        status = core_request(REQUEST_OBJECT, request, sizeof *request, handle, sizeof *handle, NULL);
    if (status) {
        free(object);
        return runtime_end(status);
    }
    core_lock();
    *object = (Object){.handle = *handle,
                       .is_surface = request->kind == OBJECT_SURFACE,
                       .resource = *resource,
                       .next = objects};
    if (texture != NULL)
        object->texture = *texture;
    objects = object;
    core_unlock();
    return SUCCESS;
}

EXPORT cudaError_t cudaCreateTextureObject(unsigned long long *texture, const Resource *resource,
                                           const TextureDescription *given, const void *view)
{
    enum { READ_AS_INTEGER = 1, NORMALIZED = 2, SRGB = 16 };
    ObjectRequest request = {
        .kind = OBJECT_TEXTURE,
        .filter_mode = (uint32_t)given->filter_mode,
        .texture_flags = (given->read_mode ? 0u : READ_AS_INTEGER) | (given->is_normalized ? NORMALIZED : 0u)
                         | (given->srgb ? SRGB : 0u),
        .max_anisotropy = given->max_anisotropy,
        .mipmap_filter = (uint32_t)given->mipmap_filter,
        .level_bias = given->level_bias,
        .minimum_level = given->minimum_level,
        .maximum_level = given->maximum_level,
        .view_format = view != NULL ? *(const uint32_t *)view : 0,
    };
    memcpy(request.address_mode, given->address_mode, sizeof request.address_mode);
    memcpy(request.border, given->border, sizeof request.border);
    return make_object((uint64_t *)texture, &request, resource, given);
}

EXPORT cudaError_t cudaCreateSurfaceObject(unsigned long long *surface, const Resource *resource)
{
    ObjectRequest request = {.kind = OBJECT_SURFACE};
    return make_object((uint64_t *)surface, &request, resource, NULL);
}

static cudaError_t destroy_object(uint64_t handle, bool is_surface)
{
    Status status = runtime_begin();
    core_lock();
    Object **each = &objects;
    while (*each != NULL && ((*each)->handle != handle || (*each)->is_surface != is_surface))
        each = &(*each)->next;
    if (!status && *each == NULL) {
        status = handle ? INVALID_VALUE : SUCCESS;
    } else if (!status) {
        Object *found = *each;
        *each = found->next;
        free(found);
        status = core_request(REQUEST_DESTROY_OBJECT, &handle, sizeof handle, NULL, 0, NULL);
    }
    core_unlock();
    return runtime_end(status);
}

EXPORT cudaError_t cudaDestroyTextureObject(unsigned long long texture)
{
    return destroy_object(texture, false);
}

EXPORT cudaError_t cudaDestroySurfaceObject(unsigned long long surface)
{
    return destroy_object(surface, true);
}

static const Object *find_object(uint64_t handle)
{
    core_lock();
    const Object *found = objects;
    while (found != NULL && found->handle != handle)
        found = found->next;
    core_unlock();
    return found;
}

EXPORT cudaError_t cudaGetTextureObjectResourceDesc(Resource *resource, unsigned long long texture)
{
    const Object *found = find_object(texture);
    if (found == NULL)
        return runtime_end(INVALID_VALUE);
    *resource = found->resource;
    return SUCCESS;
}

EXPORT cudaError_t cudaGetSurfaceObjectResourceDesc(Resource *resource, unsigned long long surface)
{
    return cudaGetTextureObjectResourceDesc(resource, surface);
}

EXPORT cudaError_t cudaGetTextureObjectTextureDesc(TextureDescription *texture, unsigned long long handle)
{
    const Object *found = find_object(handle);
    if (found == NULL)
        return runtime_end(INVALID_VALUE);
    *texture = found->texture;
    return SUCCESS;
}
