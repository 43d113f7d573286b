/* Arrays, whose layout is the emulated device's own: rows, slices, layers and faces follow each other
 * without gaps, and the levels of a mipmapped array begin at multiples of 256 bytes.
 */
#ifndef PTXPY_ARRAY_H
#define PTXPY_ARRAY_H

#include "core.h"

#define ARRAY_MAGIC 0x61727261u
#define LEVEL_ALIGNMENT 256u

typedef struct {
    uint32_t format;      /* CUarray_format */
    uint32_t channels;
    uint32_t flags;       /* layered 1, surface 2, cubemap 4, gather 8 */
    uint32_t levels;      /* 0 for an array that is no mipmapped one */
    uint32_t element;     /* bytes of an element */
    size_t width, height, depth; /* elements; 0 for dimensions that are not there */
    uint64_t address;
    bool is_level;        /* of a mipmapped array, which owns the memory */
} Array;

EXPORT bool array_is_valid(const Array *array);
/* Make an array; `levels` is 0 for one that is not mipmapped. */
EXPORT Status array_create(uint32_t format, uint32_t channels, size_t width, size_t height, size_t depth,
                           uint32_t flags, uint32_t levels, Array **array);
EXPORT Status array_destroy(Array *array, const char *function);
/* Make the array that is a level of a mipmapped one; it is destroyed with it or before. */
EXPORT Status array_level(const Array *mipmapped, uint32_t level, Array **array);
/* Rows and slices of an array, at least 1. */
EXPORT size_t array_rows(const Array *array);
EXPORT size_t array_slices(const Array *array);
EXPORT size_t array_pitch(const Array *array); /* bytes from row to row */
EXPORT size_t array_slice(const Array *array); /* bytes from slice to slice */

#endif
