/* Tensor maps: the fields of each, which its 128 bytes stand for. */
#include <stdlib.h>
#include <string.h>

#include "interposer.h"
#include "protocol.h"

#define MAP_BYTES 128
#define RECENT 64 /* of so many maps a new one may be the same */

typedef struct {
    char map[MAP_BYTES];
    TensorMapRequest fields;
    unsigned sent; /* the connection that has it */
} Encoded;

static Encoded *maps;
static size_t count, capacity;

static void add_map(const void *map, const TensorMapRequest *fields)
{
    lock();
    size_t same = count;
    for (size_t i = count > RECENT ? count - RECENT : 0; i < count; i++)
        if (!memcmp(maps[i].map, map, MAP_BYTES))
            same = i;
    if (same == count && count == capacity) {
        size_t wanted = capacity ? 2 * capacity : 64;
        Encoded *larger = realloc(maps, wanted * sizeof *maps);
        if (larger == NULL) {
            unlock();
            return;
        }
        maps = larger;
        capacity = wanted;
    }
    memcpy(maps[same].map, map, MAP_BYTES);
    maps[same].fields = *fields;
    maps[same].sent = 0;
    count += same == count;
    unlock();
}

void send_maps(void)
{
    for (size_t i = 0; i < count; i++)
        if (maps[i].sent != connection_number()) {
            maps[i].sent = connection_number();
            send_message(MESSAGE_MAP, 0, maps[i].map, MAP_BYTES, &maps[i].fields, sizeof maps[i].fields);
        }
}

static TensorMapRequest common_fields(uint32_t kind, int data_type, uint32_t rank, const void *address,
                                      const uint64_t *sizes, const uint64_t *strides,
                                      const uint32_t *element_strides)
{
    TensorMapRequest fields = {.kind = kind,
                               .data_type = (uint32_t)data_type,
                               .rank = rank,
                               .address = (uint64_t)(uintptr_t)address};
    for (uint32_t i = 0; i < rank && i < 5; i++) {
        fields.sizes[i] = sizes[i];
        fields.element_strides[i] = element_strides[i];
        if (i + 1 < rank)
            fields.strides[i] = strides[i];
    }
    return fields;
}

#define MODES                                                                                      \
    fields.interleave = (uint32_t)interleave;                                                      \
    fields.swizzle = (uint32_t)swizzle;                                                            \
    fields.promotion = (uint32_t)promotion;                                                        \
    fields.fill = (uint32_t)fill

WRAP(cuTensorMapEncodeTiled, (void *, int, uint32_t, void *, const uint64_t *, const uint64_t *,
                              const uint32_t *, const uint32_t *, int, int, int, int))
EXPORT CUresult cuTensorMapEncodeTiled(void *map, int data_type, uint32_t rank, void *address,
                                       const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
                                       const uint32_t *element_strides, int interleave, int swizzle,
                                       int promotion, int fill)
{
    if (real_cuTensorMapEncodeTiled == NULL)
        return NOT_FOUND;
    CUresult status = real_cuTensorMapEncodeTiled(map, data_type, rank, address, sizes, strides, box,
                                                  element_strides, interleave, swizzle, promotion, fill);
    if (!status) {
        TensorMapRequest fields = common_fields(TENSOR_MAP_TILED, data_type, rank, address, sizes, strides,
                                                element_strides);
        memcpy(fields.box, box, (rank < 5 ? rank : 5) * sizeof *box);
        MODES;
        add_map(map, &fields);
    }
    return status;
}

WRAP(cuTensorMapEncodeIm2col, (void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const int *,
                               const int *, uint32_t, uint32_t, const uint32_t *, int, int, int, int))
EXPORT CUresult cuTensorMapEncodeIm2col(void *map, int data_type, uint32_t rank, void *address,
                                        const uint64_t *sizes, const uint64_t *strides, const int *lower,
                                        const int *upper, uint32_t channels, uint32_t pixels,
                                        const uint32_t *element_strides, int interleave, int swizzle,
                                        int promotion, int fill)
{
    if (real_cuTensorMapEncodeIm2col == NULL)
        return NOT_FOUND;
    CUresult status = real_cuTensorMapEncodeIm2col(map, data_type, rank, address, sizes, strides, lower,
                                                   upper, channels, pixels, element_strides, interleave,
                                                   swizzle, promotion, fill);
    if (!status) {
        TensorMapRequest fields = common_fields(TENSOR_MAP_IM2COL, data_type, rank, address, sizes, strides,
                                                element_strides);
        memcpy(fields.lower, lower, ((rank < 5 ? rank : 5) - 2) * sizeof *lower);
        memcpy(fields.upper, upper, ((rank < 5 ? rank : 5) - 2) * sizeof *upper);
        fields.channels = channels;
        fields.pixels = pixels;
        MODES;
        add_map(map, &fields);
    }
    return status;
}

WRAP(cuTensorMapEncodeIm2colWide,
     (void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, int, int, uint32_t, uint32_t,
      const uint32_t *, int, int, int, int, int))
EXPORT CUresult cuTensorMapEncodeIm2colWide(void *map, int data_type, uint32_t rank, void *address,
                                            const uint64_t *sizes, const uint64_t *strides, int lower,
                                            int upper, uint32_t channels, uint32_t pixels,
                                            const uint32_t *element_strides, int interleave, int mode,
                                            int swizzle, int promotion, int fill)
{
    if (real_cuTensorMapEncodeIm2colWide == NULL)
        return NOT_FOUND;
    CUresult status = real_cuTensorMapEncodeIm2colWide(
        map, data_type, rank, address, sizes, strides, lower, upper, channels, pixels, element_strides,
        interleave, mode, swizzle, promotion, fill);
    if (!status) { /* which the recorder refuses */
        TensorMapRequest fields = common_fields(TENSOR_MAP_IM2COL_WIDE, data_type, rank, address, sizes,
                                                strides, element_strides);
        add_map(map, &fields);
    }
    return status;
}

WRAP(cuTensorMapReplaceAddress, (void *, void *))
EXPORT CUresult cuTensorMapReplaceAddress(void *map, void *address)
{
    char before[MAP_BYTES];
    if (real_cuTensorMapReplaceAddress == NULL)
        return NOT_FOUND;
    memcpy(before, map, MAP_BYTES);
    CUresult status = real_cuTensorMapReplaceAddress(map, address);
    lock();
    for (size_t i = count; !status && i--;)
        if (!memcmp(maps[i].map, before, MAP_BYTES)) {
            TensorMapRequest fields = maps[i].fields;
            fields.address = (uint64_t)(uintptr_t)address;
            add_map(map, &fields);
            break;
        }
    unlock();
    return status;
}
