/* The image of several units of PTX, which the device links when it is loaded: LINKED_IMAGE, the u32
 * number of units, and for each its u64 size and its bytes. A zero byte stands behind it.
 */
#ifndef PTXPY_LINKED_IMAGE_H
#define PTXPY_LINKED_IMAGE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_size.h"

#define LINKED_HEAD_BYTES (sizeof LINKED_IMAGE - 1 + sizeof(uint32_t))

typedef struct {
    char *bytes;
    size_t size;
    uint32_t count;
} LinkedImage;

/* Begin an image without units; returns false without memory for it. */
static inline bool linked_begin(LinkedImage *image)
{
    *image = (LinkedImage){.bytes = calloc(1, LINKED_HEAD_BYTES + 1), .size = LINKED_HEAD_BYTES};
    if (image->bytes != NULL)
        memcpy(image->bytes, LINKED_IMAGE, sizeof LINKED_IMAGE - 1);
    return image->bytes != NULL;
}

/* Add a unit; returns false without memory for it. */
static inline bool linked_add(LinkedImage *image, const void *data, size_t size)
{
    uint64_t bytes = size;
    char *larger = realloc(image->bytes, image->size + sizeof bytes + size + 1);
    if (larger == NULL)
        return false;
    memcpy(larger + image->size, &bytes, sizeof bytes);
    memcpy(larger + image->size + sizeof bytes, data, size);
    image->bytes = larger;
    image->size += sizeof bytes + size;
    image->bytes[image->size] = 0;
    image->count++;
    memcpy(image->bytes + sizeof LINKED_IMAGE - 1, &image->count, sizeof image->count);
    return true;
}

/* Return the bytes of a file, which are to be freed; NULL if it cannot be opened. */
static inline char *bytes_of_file(const char *path, size_t *size)
{
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *data = calloc(1, (size_t)(length > 0 ? length : 0) + 1);
    *size = data == NULL || length <= 0 ? 0 : fread(data, 1, (size_t)length, file);
    fclose(file);
    return data;
}

#endif
