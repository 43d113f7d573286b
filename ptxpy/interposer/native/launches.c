/* Launches: before one runs, the recorder reads what it can reach; and again when it has ended. */
#include <stdlib.h>
#include <string.h>

#include "interposer.h"

#define CHUNK (4u << 20)
#define PAGE 4096u

static const Function *launched; /* while a launch is recorded */
static char *chunk;

/* ---- What the recorder asks ---- */

static CUresult copy(void *target, uint64_t address, size_t size, uint32_t kind)
{
    if (kind == RANGE_HOST) {
        memcpy(target, (const void *)(uintptr_t)address, size);
        return SUCCESS;
    }
    return CALL(cuMemcpyDtoH_v2, (void *, CUdeviceptr, size_t), target, address, size);
}

static bool is_zero(const char *data, size_t size)
{
    return !*data && !memcmp(data, data + 1, size - 1);
}

/* Send the pages of a range that are not zero, then how that ended. */
static void send_memory(uint64_t start, uint64_t size)
{
    const Range *range = find_range(start);
    uint32_t kind = range == NULL ? RANGE_DEVICE : range->kind;
    CUresult status = SUCCESS;
    if (chunk == NULL && (chunk = malloc(CHUNK)) == NULL)
        status = OUT_OF_MEMORY;
    for (uint64_t at = 0; !status && at < size; at += CHUNK) {
        size_t part = size - at < CHUNK ? (size_t)(size - at) : CHUNK;
        status = copy(chunk, start + at, part, kind);
        for (size_t first = 0, last; !status && first < part; first = last) {
            last = first;
            while (last < part && !is_zero(chunk + last, part - last < PAGE ? part - last : PAGE))
                last += PAGE;
            last = last < part ? last : part;
            if (last > first) {
                uint64_t address = start + at + first;
                send_message(MESSAGE_DATA, SUCCESS, &address, sizeof address, chunk + first,
                             last - first);
            } else {
                last = first + PAGE;
            }
        }
    }
    send_message(MESSAGE_DATA, (uint32_t)status, NULL, 0, NULL, 0);
}

static void send_ranges(void)
{
    size_t count;
    const Range *ranges = all_ranges(&count);
    uint64_t *rows = malloc(count * 3 * sizeof *rows + 1);
    for (size_t i = 0; rows != NULL && i < count; i++) {
        rows[3 * i] = ranges[i].start;
        rows[3 * i + 1] = ranges[i].size;
        rows[3 * i + 2] = ranges[i].kind;
    }
    send_message(MESSAGE_DATA, SUCCESS, rows, rows == NULL ? 0 : count * 3 * sizeof *rows, NULL, 0);
    free(rows);
}

static void send_variable(const char *name)
{
    CUdeviceptr address = 0;
    size_t size = 0;
    CUresult status = find_variable(launched, name, &address, &size);
    uint64_t row[2] = {address, size};
    send_message(MESSAGE_DATA, (uint32_t)status, row, sizeof row, NULL, 0);
}

/* Answer the recorder until it says how to go on: ASK_RUN, ASK_SKIP or ASK_END. */
static uint32_t answer(CUresult status)
{
    MessageHeader header;
    char *payload;
    bool is_ready = false;
    uint32_t wanted = 0;
    while (!wanted && receive_message(&header, &payload)) {
        uint64_t bounds[2] = {0, 0};
        if (header.size == sizeof bounds)
            memcpy(bounds, payload, sizeof bounds);
        if (header.kind == ASK_MEMORY && !is_ready && !status) {
            status = CALL(cuCtxSynchronize, (void)); /* what was submitted before has to be done */
            is_ready = true;
        }
        if (header.kind == ASK_MEMORY && status)
            send_message(MESSAGE_DATA, (uint32_t)status, NULL, 0, NULL, 0);
        else if (header.kind == ASK_MEMORY)
            send_memory(bounds[0], bounds[1]);
        else if (header.kind == ASK_RANGES)
            send_ranges();
        else if (header.kind == ASK_VARIABLE)
            send_variable(payload);
        else
            wanted = header.kind;
        free(payload);
    }
    return wanted;
}

/* ---- Launches ---- */

typedef struct {
    uint32_t grid[3], block[3], cluster[3];
    uint32_t shared;
    bool is_cooperative;
} Geometry;

static void note(const char *name, const char *reason)
{
    send_message(MESSAGE_NOTE, 0, name, strlen(name) + 1, reason, strlen(reason));
}

static int captures; /* of streams, that have begun and not ended */

/* Why a launch cannot be recorded now, for streams are captured; NULL if it can. To wait for the
 * device would end the capture of another stream, too. */
static const char *capture_of(void *stream)
{
    int state = 0;
    if (CALL(cuStreamIsCapturing, (void *, int *), stream, &state) || state)
        return "it becomes a part of a graph, whose launches are not recorded";
    return __atomic_load_n(&captures, __ATOMIC_SEQ_CST) > 0
               ? "another stream is captured at the same time"
               : NULL;
}

static void count_captures(int step)
{
    __atomic_add_fetch(&captures, step, __ATOMIC_SEQ_CST);
}

static CUresult parameter(const Function *function, size_t index, size_t *offset, size_t *size)
{
    if (function->is_kernel)
        return CALL(cuKernelGetParamInfo, (void *, size_t, size_t *, size_t *), function->handle, index,
                    offset, size);
    return CALL(cuFuncGetParamInfo, (void *, size_t, size_t *, size_t *), function->handle, index, offset,
                size);
}

/* The parameters as the kernel has them; NULL if the driver does not say where they lie. */
static char *pack(const Function *function, void *const *arguments, void *const *extra, size_t *bytes)
{
    size_t offset = 0, size = 0, capacity = 0;
    char *packed = calloc(1, 1);
    *bytes = 0;
    if (driver_function(function->is_kernel ? "cuKernelGetParamInfo" : "cuFuncGetParamInfo") == NULL) {
        free(packed);
        return NULL;
    }
    for (size_t i = 0; packed != NULL && !parameter(function, i, &offset, &size); i++) {
        if (offset + size > capacity) {
            char *larger = realloc(packed, offset + size + 1);
            if (larger == NULL)
                break;
            memset(larger + capacity, 0, offset + size - capacity);
            packed = larger;
            capacity = offset + size;
        }
        if (arguments != NULL)
            memcpy(packed + offset, arguments[i], size);
        *bytes = offset + size;
    }
    if (arguments == NULL && extra != NULL) { /* 1: pointer, 2: size, 0: end (CU_LAUNCH_PARAM_*) */
        const void *buffer = NULL;
        size_t given = 0;
        for (; *extra != NULL; extra += 2) {
            if ((uintptr_t)extra[0] == 1)
                buffer = extra[1];
            else if ((uintptr_t)extra[0] == 2)
                given = *(const size_t *)extra[1];
        }
        if (buffer != NULL && packed != NULL)
            memcpy(packed, buffer, given < *bytes ? given : *bytes);
    }
    return packed;
}

/* Add memory that the driver knows, and that the program has not allocated by functions we see. */
static void find_memory(const char *parameters, size_t bytes)
{
    for (size_t at = 0; at + 8 <= bytes; at += 8) {
        uint64_t word;
        CUdeviceptr start = 0;
        size_t size = 0;
        memcpy(&word, parameters + at, sizeof word);
        if (word >= PAGE && find_range(word) == NULL
            && !CALL(cuMemGetAddressRange_v2, (CUdeviceptr *, size_t *, CUdeviceptr), &start, &size, word))
            add_range(start, size, RANGE_FOUND);
    }
}

/* Ask the recorder about a launch. If it is recorded, `end_launch` has to follow the launch. */
static bool begin_launch(const Geometry *geometry, void *handle, void *stream, void **arguments,
                         void **extra)
{
    if (depth)
        return false;
    lock();
    depth++;
    uint32_t wanted = 0;
    if (is_recording()) {
        launched = find_function(handle);
        if (launched == NULL) {
            note("a kernel", "the driver does not say its name");
        } else if (capture_of(stream) != NULL) {
            note(launched->name, capture_of(stream));
        } else {
            size_t bytes;
            char *parameters = pack(launched, arguments, extra, &bytes);
            LaunchMessage message = {.module = launched->number,
                                     .shared = geometry->shared,
                                     .is_cooperative = geometry->is_cooperative,
                                     .parameter_bytes = (uint32_t)bytes};
            memcpy(message.grid, geometry->grid, sizeof message.grid);
            memcpy(message.block, geometry->block, sizeof message.block);
            memcpy(message.cluster, geometry->cluster, sizeof message.cluster);
            if (parameters == NULL) {
                note(launched->name, "its parameters are known from the driver of CUDA 12.4 on");
            } else {
                size_t length = strlen(launched->name);
                char *tail = malloc(bytes + length + 1);
                find_memory(parameters, bytes);
                send_maps();
                if (launched->number)
                    send_images(launched->number);
                if (tail != NULL) {
                    memcpy(tail, parameters, bytes);
                    memcpy(tail + bytes, launched->name, length);
                    send_message(MESSAGE_LAUNCH, 0, &message, sizeof message, tail, bytes + length);
                    wanted = answer(SUCCESS);
                }
                free(tail);
            }
            free(parameters);
        }
    }
    if (wanted == ASK_RUN)
        return true;
    depth--;
    unlock();
    return false;
}

static void end_launch(CUresult status)
{
    uint32_t was_launched = !status;
    if (!status)
        status = CALL(cuCtxSynchronize, (void));
    send_message(MESSAGE_RAN, (uint32_t)status, &was_launched, sizeof was_launched, NULL, 0);
    answer(status);
    depth--;
    unlock();
}

#define PER_THREAD_STREAM ((void *)2)
#define STREAM_OF(stream) (stream)
#define STREAM_OF_ptsz(stream) ((stream) == NULL ? PER_THREAD_STREAM : (stream))

typedef struct {
    int id;
    char padding[4];
    union {
        char bytes[64];
        int cooperative;
        uint32_t cluster[3];
    } value;
} Attribute;

typedef struct {
    uint32_t grid[3], block[3];
    uint32_t shared;
    void *stream;
    Attribute *attributes;
    unsigned count;
} Configuration;

static Geometry geometry_of(const Configuration *given)
{
    enum { COOPERATIVE = 2, CLUSTER = 4 };
    Geometry geometry = {.shared = given->shared};
    memcpy(geometry.grid, given->grid, sizeof geometry.grid);
    memcpy(geometry.block, given->block, sizeof geometry.block);
    for (unsigned i = 0; i < given->count; i++) {
        const Attribute *attribute = &given->attributes[i];
        if (attribute->id == COOPERATIVE)
            geometry.is_cooperative = attribute->value.cooperative != 0;
        else if (attribute->id == CLUSTER)
            memcpy(geometry.cluster, attribute->value.cluster, sizeof geometry.cluster);
    }
    return geometry;
}

/* Tell that what a call launches is not recorded. */
static void note_call(const char *name, const char *reason)
{
    if (depth)
        return;
    lock();
    if (is_recording())
        note(name, reason);
    unlock();
}

#define GRAPHS_ARE_NOT "the launches of graphs are not recorded; launch its kernels on a stream"
#define DEPRECATED_ARE_NOT "its launches are not recorded, it is deprecated; launch by cuLaunchKernel"

#define WRAP_LAUNCHES(suffix)                                                                      \
    WRAP(cuLaunchKernel##suffix, (void *, unsigned, unsigned, unsigned, unsigned, unsigned,        \
                                  unsigned, unsigned, void *, void **, void **))                   \
    EXPORT CUresult cuLaunchKernel##suffix(                                                        \
        void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,       \
        unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **arguments,       \
        void **extra)                                                                              \
    {                                                                                              \
        if (real_cuLaunchKernel##suffix == NULL)                                                   \
            return NOT_FOUND;                                                                      \
        Geometry geometry = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, {0, 0, 0},     \
                             shared, false};                                                       \
        bool is_recorded                                                                           \
            = begin_launch(&geometry, function, STREAM_OF##suffix(stream), arguments, extra);      \
        CUresult status = real_cuLaunchKernel##suffix(function, grid_x, grid_y, grid_z, block_x,   \
                                                      block_y, block_z, shared, stream, arguments, \
                                                      extra);                                      \
        if (is_recorded)                                                                           \
            end_launch(status);                                                                    \
        return status;                                                                             \
    }                                                                                              \
    WRAP(cuLaunchCooperativeKernel##suffix, (void *, unsigned, unsigned, unsigned, unsigned,       \
                                             unsigned, unsigned, unsigned, void *, void **))       \
    EXPORT CUresult cuLaunchCooperativeKernel##suffix(                                             \
        void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,       \
        unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **arguments)       \
    {                                                                                              \
        if (real_cuLaunchCooperativeKernel##suffix == NULL)                                        \
            return NOT_FOUND;                                                                      \
        Geometry geometry = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, {0, 0, 0},     \
                             shared, true};                                                        \
        bool is_recorded                                                                           \
            = begin_launch(&geometry, function, STREAM_OF##suffix(stream), arguments, NULL);       \
        CUresult status = real_cuLaunchCooperativeKernel##suffix(                                  \
            function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,           \
            arguments);                                                                            \
        if (is_recorded)                                                                           \
            end_launch(status);                                                                    \
        return status;                                                                             \
    }                                                                                              \
    WRAP(cuLaunchKernelEx##suffix, (const Configuration *, void *, void **, void **))              \
    EXPORT CUresult cuLaunchKernelEx##suffix(const Configuration *given, void *function,           \
                                             void **arguments, void **extra)                       \
    {                                                                                              \
        if (real_cuLaunchKernelEx##suffix == NULL)                                                 \
            return NOT_FOUND;                                                                      \
        Geometry geometry = geometry_of(given);                                                    \
        bool is_recorded = begin_launch(&geometry, function, STREAM_OF##suffix(given->stream),     \
                                        arguments, extra);                                         \
        CUresult status = real_cuLaunchKernelEx##suffix(given, function, arguments, extra);        \
        if (is_recorded)                                                                           \
            end_launch(status);                                                                    \
        return status;                                                                             \
    }                                                                                              \
    WRAP(cuGraphLaunch##suffix, (void *, void *))                                                  \
    EXPORT CUresult cuGraphLaunch##suffix(void *graph, void *stream)                               \
    {                                                                                              \
        if (real_cuGraphLaunch##suffix == NULL)                                                    \
            return NOT_FOUND;                                                                      \
        note_call("a graph", GRAPHS_ARE_NOT);                                                      \
        depth++;                                                                                   \
        CUresult status = real_cuGraphLaunch##suffix(graph, stream);                               \
        depth--;                                                                                   \
        return status;                                                                             \
    }

WRAP_LAUNCHES()
WRAP_LAUNCHES(_ptsz)

#define WRAP_DEPRECATED(name, parameters, ...)                                                     \
    WRAP(name, parameters)                                                                         \
    EXPORT CUresult name parameters                                                                \
    {                                                                                              \
        if (real_##name == NULL)                                                                   \
            return NOT_FOUND;                                                                      \
        note_call(#name, DEPRECATED_ARE_NOT);                                                      \
        depth++;                                                                                   \
        CUresult status = real_##name(__VA_ARGS__);                                                \
        depth--;                                                                                   \
        return status;                                                                             \
    }

WRAP_DEPRECATED(cuLaunch, (void *function), function)
WRAP_DEPRECATED(cuLaunchGrid, (void *function, int width, int height), function, width, height)
WRAP_DEPRECATED(cuLaunchGridAsync, (void *function, int width, int height, void *stream), function,
                width, height, stream)
WRAP_DEPRECATED(cuLaunchCooperativeKernelMultiDevice,
                (void *launches, unsigned devices, unsigned flags), launches, devices, flags)

#define WRAP_CAPTURES(suffix)                                                                      \
    WRAP(cuStreamBeginCapture##suffix, (void *, int))                                              \
    EXPORT CUresult cuStreamBeginCapture##suffix(void *stream, int mode)                           \
    {                                                                                              \
        if (real_cuStreamBeginCapture##suffix == NULL)                                             \
            return NOT_FOUND;                                                                      \
        CUresult status = real_cuStreamBeginCapture##suffix(stream, mode);                         \
        count_captures(!status);                                                                   \
        return status;                                                                             \
    }

#define WRAP_CAPTURE_ENDS(suffix)                                                                  \
    WRAP(cuStreamBeginCaptureToGraph##suffix,                                                      \
         (void *, void *, const void *, const void *, size_t, int))                                \
    EXPORT CUresult cuStreamBeginCaptureToGraph##suffix(void *stream, void *graph,                 \
                                                        const void *nodes, const void *edges,      \
                                                        size_t count, int mode)                    \
    {                                                                                              \
        if (real_cuStreamBeginCaptureToGraph##suffix == NULL)                                      \
            return NOT_FOUND;                                                                      \
        CUresult status = real_cuStreamBeginCaptureToGraph##suffix(stream, graph, nodes, edges,    \
                                                                   count, mode);                   \
        count_captures(!status);                                                                   \
        return status;                                                                             \
    }                                                                                              \
    WRAP(cuStreamEndCapture##suffix, (void *, void **))                                            \
    EXPORT CUresult cuStreamEndCapture##suffix(void *stream, void **graph)                         \
    {                                                                                              \
        int state = 0;                                                                             \
        if (real_cuStreamEndCapture##suffix == NULL)                                               \
            return NOT_FOUND;                                                                      \
        bool was_captured                                                                          \
            = !CALL(cuStreamIsCapturing, (void *, int *), STREAM_OF##suffix(stream), &state)       \
              && state;                                                                            \
        CUresult status = real_cuStreamEndCapture##suffix(stream, graph);                          \
        count_captures(-was_captured); /* also if it was invalidated: it has ended */              \
        return status;                                                                             \
    }

WRAP_CAPTURES(_v2)
WRAP_CAPTURES(_v2_ptsz)
WRAP_CAPTURE_ENDS()
WRAP_CAPTURE_ENDS(_ptsz)
