/* Arrays of the device: see array.h. */
#include "array.h"

#include <stdlib.h>

static uint32_t format_bytes(uint32_t format)
{
    switch (format) {
    case 0x01: /* unsigned and signed integers of 8, 16 and 32 bits */
    case 0x08:
        return 1;
    case 0x02:
    case 0x09:
    case 0x10: /* half */
        return 2;
    case 0x03:
    case 0x0a:
    case 0x20: /* float */
        return 4;
    default:
        return 0;
    }
}

bool array_is_valid(const Array *array)
{
    return handle_is(array, ARRAY_MAGIC);
}

size_t array_rows(const Array *array)
{
    return array->height ? array->height : 1;
}

size_t array_slices(const Array *array)
{
    return array->depth ? array->depth : 1;
}

size_t array_pitch(const Array *array)
{
    return array->width * array->element;
}

size_t array_slice(const Array *array)
{
    return array_pitch(array) * array_rows(array);
}

/* Depth is the number of layers or faces, which all levels have, unless the array is a volume. */
static bool is_layered(const Array *array)
{
    return array->flags & 5;
}

static Array level_of(const Array *array, uint32_t level)
{
    Array found = *array;
    found.levels = 0;
    found.is_level = true;
    found.width = array->width >> level ? array->width >> level : 1;
    if (array->height)
        found.height = array->height >> level ? array->height >> level : 1;
    if (array->depth && !is_layered(array))
        found.depth = array->depth >> level ? array->depth >> level : 1;
    return found;
}

/* The bytes of the levels before one, each a multiple of the alignment. */
static size_t level_offset(const Array *array, uint32_t level)
{
    size_t offset = 0;
    for (uint32_t i = 0; i < level; i++) {
        Array each = level_of(array, i);
        size_t size = array_slice(&each) * array_slices(&each);
        offset += (size + LEVEL_ALIGNMENT - 1) / LEVEL_ALIGNMENT * LEVEL_ALIGNMENT;
    }
    return offset;
}

Status array_create(uint32_t format, uint32_t channels, size_t width, size_t height, size_t depth,
                    uint32_t flags, uint32_t levels, Array **array)
{
    uint32_t bytes = format_bytes(format);
    const size_t most = 1u << 27; /* texels of linear memory, and more than any array has */
    if (!bytes || (channels != 1 && channels != 2 && channels != 4) || !width || width > most
        || height > 131072 || depth > 16384)
        return INVALID_VALUE;
    if (flags & ~0xfu)
        return core_refuse("an array", "sparse, deferred or of another API");
    Array *made = calloc(1, sizeof *made);
    if (made == NULL)
        return OUT_OF_MEMORY;
    *made = (Array){.format = format,
                    .channels = channels,
                    .flags = flags,
                    .levels = levels,
                    .element = bytes * channels,
                    .width = width,
                    .height = height,
                    .depth = depth};
    size_t size = levels ? level_offset(made, levels) : array_slice(made) * array_slices(made);
    Status status = core_allocate(size, KIND_ARRAY, flags, LEVEL_ALIGNMENT, &made->address);
    if (!status && !handle_add(made, ARRAY_MAGIC)) {
        core_free(made->address, "an array");
        status = OUT_OF_MEMORY;
    }
    if (status)
        free(made);
    else
        *array = made;
    return status;
}

Status array_destroy(Array *array, const char *function)
{
    if (!array_is_valid(array))
        return INVALID_HANDLE;
    Status status = array->is_level ? SUCCESS : core_free(array->address, function);
    handle_remove(array);
    free(array);
    return status;
}

Status array_level(const Array *mipmapped, uint32_t level, Array **array)
{
    if (!array_is_valid(mipmapped) || level >= mipmapped->levels)
        return array_is_valid(mipmapped) ? INVALID_VALUE : INVALID_HANDLE;
    Array *made = malloc(sizeof *made);
    if (made == NULL)
        return OUT_OF_MEMORY;
    *made = level_of(mipmapped, level);
    made->address += level_offset(mipmapped, level);
    if (!handle_add(made, ARRAY_MAGIC)) {
        free(made);
        return OUT_OF_MEMORY;
    }
    *array = made;
    return SUCCESS;
}
