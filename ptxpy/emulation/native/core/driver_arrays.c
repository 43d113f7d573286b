/* The driver API: arrays, texture objects and surface objects. */
#include <string.h>

#include "array.h"
#include "driver.h"

/* CUDA_ARRAY_DESCRIPTOR and CUDA_ARRAY3D_DESCRIPTOR */
typedef struct {
    size_t width, height;
    uint32_t format, channels;
} Descriptor2D;

typedef struct {
    size_t width, height, depth;
    uint32_t format, channels, flags;
} Descriptor3D;

static Status create(Array **array, const Descriptor3D *given, uint32_t levels)
{
    Status status = array == NULL || given == NULL ? INVALID_VALUE : driver_begin();
    return status ? status
                  : array_create(given->format, given->channels, given->width, given->height,
                                 given->depth, given->flags, levels, array);
}

EXPORT CUresult cuArrayCreate_v2(Array **array, const Descriptor2D *given)
{
    if (given == NULL)
        return INVALID_VALUE;
    Descriptor3D whole = {.width = given->width,
                          .height = given->height,
                          .format = given->format,
                          .channels = given->channels};
    return create(array, &whole, 0);
}

EXPORT CUresult cuArray3DCreate_v2(Array **array, const Descriptor3D *given)
{
    return create(array, given, 0);
}

EXPORT CUresult cuMipmappedArrayCreate(Array **array, const Descriptor3D *given, unsigned levels)
{
    return levels ? create(array, given, levels) : INVALID_VALUE;
}

EXPORT CUresult cuMipmappedArrayGetLevel(Array **array, Array *mipmapped, unsigned level)
{
    return array_level(mipmapped, level, array);
}

EXPORT CUresult cuArrayDestroy(Array *array)
{
    return array_destroy(array, __func__);
}

EXPORT CUresult cuMipmappedArrayDestroy(Array *array)
{
    return array_destroy(array, __func__);
}

EXPORT CUresult cuArray3DGetDescriptor_v2(Descriptor3D *wanted, Array *array)
{
    if (!array_is_valid(array) || wanted == NULL)
        return array_is_valid(array) ? INVALID_VALUE : INVALID_HANDLE;
    *wanted = (Descriptor3D){array->width,  array->height,   array->depth,
                             array->format, array->channels, array->flags};
    return SUCCESS;
}

EXPORT CUresult cuArrayGetDescriptor_v2(Descriptor2D *wanted, Array *array)
{
    if (!array_is_valid(array) || wanted == NULL)
        return array_is_valid(array) ? INVALID_VALUE : INVALID_HANDLE;
    *wanted = (Descriptor2D){array->width, array->height, array->format, array->channels};
    return SUCCESS;
}

/* ---- Objects ---- */

enum { RESOURCE_ARRAY = 0, RESOURCE_MIPMAPPED = 1, RESOURCE_LINEAR = 2, RESOURCE_PITCHED = 3 };

/* CUDA_RESOURCE_DESC */
typedef struct {
    int type;
    union {
        Array *array;
        struct {
            CUdeviceptr address;
            uint32_t format, channels;
            size_t size;
        } linear;
        struct {
            CUdeviceptr address;
            uint32_t format, channels;
            size_t width, height, pitch;
        } pitched;
        int reserved[32];
    };
    unsigned flags;
} Resource;

/* CUDA_TEXTURE_DESC */
typedef struct {
    int address_mode[3];
    int filter_mode;
    unsigned flags;
    unsigned max_anisotropy;
    int mipmap_filter;
    float level_bias, minimum_level, maximum_level;
    float border[4];
    int reserved[12];
} TextureDescription;

static Status set_resource(ObjectRequest *request, const Resource *resource)
{
    static const uint8_t bytes[] = {[0x01] = 1, [0x02] = 2, [0x03] = 4, [0x08] = 1,
                                    [0x09] = 2, [0x0a] = 4, [0x10] = 2, [0x20] = 4};
    const Array *array = resource->array;
    request->resource = (uint32_t)resource->type;
    switch (resource->type) {
    case RESOURCE_ARRAY:
    case RESOURCE_MIPMAPPED:
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
    case RESOURCE_LINEAR:
        request->format = resource->linear.format;
        request->channels = resource->linear.channels;
        request->address = resource->linear.address;
        if (request->format >= sizeof bytes || !bytes[request->format] || !request->channels)
            return INVALID_VALUE;
        request->width = resource->linear.size / (bytes[request->format] * request->channels);
        request->pitch = resource->linear.size;
        return SUCCESS;
    case RESOURCE_PITCHED:
        request->format = resource->pitched.format;
        request->channels = resource->pitched.channels;
        request->address = resource->pitched.address;
        request->width = resource->pitched.width;
        request->height = resource->pitched.height;
        request->pitch = resource->pitched.pitch;
        return SUCCESS;
    default:
        return INVALID_VALUE;
    }
}

static Status make_object(uint64_t *handle, ObjectRequest *request, const Resource *resource)
{
    Status status = handle == NULL || resource == NULL ? INVALID_VALUE : driver_begin();
    if (!status)
        status = set_resource(request, resource);
    if (!status)
        status = core_request(REQUEST_OBJECT, request, sizeof *request, handle, sizeof *handle, NULL);
    return status;
}

EXPORT CUresult cuTexObjectCreate(uint64_t *texture, const Resource *resource,
                                  const TextureDescription *given, const void *view)
{
    if (given == NULL)
        return INVALID_VALUE;
    ObjectRequest request = {
        .kind = OBJECT_TEXTURE,
        .filter_mode = (uint32_t)given->filter_mode,
        .texture_flags = given->flags,
        .max_anisotropy = given->max_anisotropy,
        .mipmap_filter = (uint32_t)given->mipmap_filter,
        .level_bias = given->level_bias,
        .minimum_level = given->minimum_level,
        .maximum_level = given->maximum_level,
        .view_format = view != NULL ? *(const uint32_t *)view : 0,
    };
    memcpy(request.address_mode, given->address_mode, sizeof request.address_mode);
    memcpy(request.border, given->border, sizeof request.border);
    return make_object(texture, &request, resource);
}

EXPORT CUresult cuSurfObjectCreate(uint64_t *surface, const Resource *resource)
{
    ObjectRequest request = {.kind = OBJECT_SURFACE};
    return make_object(surface, &request, resource);
}

static Status destroy_object(uint64_t handle)
{
    Status status = driver_begin();
    return status ? status : core_request(REQUEST_DESTROY_OBJECT, &handle, sizeof handle, NULL, 0, NULL);
}

EXPORT CUresult cuTexObjectDestroy(uint64_t texture)
{
    return destroy_object(texture);
}

EXPORT CUresult cuSurfObjectDestroy(uint64_t surface)
{
    return destroy_object(surface);
}
