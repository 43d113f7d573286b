/* The runtime API: errors, devices, memory, copies, streams and events. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void runtime_forget_modules(void);

cudaError_t runtime_end(Status status)
{
    if (status)
        *runtime_last_error() = status;
    return status;
}

Status runtime_begin(void)
{
    Status status = core_connect();
    if (status)
        return status;
    core_use_primary(0, false);
    return core_sticky();
}

Status runtime_begin_synchronous(void)
{
    Status status = core_connect();
    if (status)
        return status;
    core_use_primary(0, false);
    return core_synchronize();
}

/* ---- Errors and versions ---- */

EXPORT cudaError_t cudaGetLastError(void)
{
    Status status = core_sticky() ? core_sticky() : *runtime_last_error();
    *runtime_last_error() = SUCCESS;
    return status;
}

EXPORT cudaError_t cudaPeekAtLastError(void)
{
    return core_sticky() ? core_sticky() : *runtime_last_error();
}

EXPORT cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (version == NULL)
        return runtime_end(INVALID_VALUE);
    *version = CUDART_MAJOR == 12 ? 12090 : 13000;
    return SUCCESS;
}

EXPORT cudaError_t cudaDriverGetVersion(int *version)
{
    if (version == NULL)
        return runtime_end(INVALID_VALUE);
    *version = 13090;
    return SUCCESS;
}

EXPORT cudaError_t cudaProfilerStart(void)
{
    return SUCCESS;
}

EXPORT cudaError_t cudaProfilerStop(void)
{
    return SUCCESS;
}

/* ---- Devices ---- */

EXPORT cudaError_t cudaGetDeviceCount(int *count)
{
    Status status = core_connect();
    if (!status || core_is_connected()) {
        *count = (int)device.welcome.devices;
        return SUCCESS;
    }
    *count = 0;
    return runtime_end(status);
}

EXPORT cudaError_t cudaSetDevice(int number)
{
    Status status = runtime_begin();
    if (!status && (number < 0 || number >= (int)device.welcome.devices))
        status = INVALID_DEVICE;
    if (!status)
        core_use_primary(number, true);
    return runtime_end(status);
}

EXPORT cudaError_t cudaInitDevice(int number, unsigned flags, unsigned device_flags)
{
    (void)flags, (void)device_flags;
    return cudaSetDevice(number);
}

EXPORT cudaError_t cudaGetDevice(int *number)
{
    *number = core_device_of_context();
    return SUCCESS;
}

EXPORT cudaError_t cudaDeviceSynchronize(void)
{
    return runtime_end(runtime_begin_synchronous());
}

EXPORT cudaError_t cudaDeviceReset(void)
{
    if (core_is_connected()) {
        core_reset();
        runtime_forget_modules();
    }
    *runtime_last_error() = SUCCESS;
    return SUCCESS;
}

EXPORT cudaError_t cudaMemGetInfo(size_t *unused, size_t *total)
{
    Status status = runtime_begin();
    if (!status) {
        *total = device.welcome.total;
        *unused = device.welcome.total - core_allocated_bytes();
    }
    return runtime_end(status);
}

/* ---- Memory ---- */

static cudaError_t allocate(void **pointer, size_t size, enum AllocationKind kind, unsigned flags)
{
    uint64_t address = 0;
    Status status = pointer == NULL ? INVALID_VALUE : runtime_begin();
    if (!status && core_forbids_unsafe_calls())
        status = CAPTURE_UNSUPPORTED;
    if (!status && size)
        status = core_allocate(size, kind, flags, 256, &address);
    if (!status)
        *pointer = (void *)address;
    return runtime_end(status);
}

EXPORT cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, KIND_DEVICE, 0);
}

EXPORT cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    return allocate(pointer, size, KIND_MANAGED, flags);
}

EXPORT cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, size, KIND_PINNED, 0);
}

EXPORT cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    return allocate(pointer, size, KIND_PINNED, flags);
}

static cudaError_t release(void *pointer, const char *name)
{
    Status status = runtime_begin_synchronous();
    if (!status && pointer != NULL)
        status = core_free((uint64_t)pointer, name);
    return runtime_end(status);
}

EXPORT cudaError_t cudaFree(void *pointer)
{
    return release(pointer, __func__);
}

EXPORT cudaError_t cudaFreeHost(void *pointer)
{
    return release(pointer, __func__);
}

/* ---- Copies ---- */

static Copy flat(void *target, const void *source, size_t size, int kind)
{
    return (Copy){.target = target,
                  .source = source,
                  .width = size,
                  .height = 1,
                  .depth = 1,
                  .target_pitch = size,
                  .target_slice = size,
                  .source_pitch = size,
                  .source_slice = size,
                  .kind = (enum CopyKind)kind};
}

/* Whether the host waits for a copy: it does, unless both sides are memory of the device. */
static Status begin_copy(int kind, bool is_asynchronous)
{
    if (kind < COPY_HOST_TO_HOST || kind > COPY_DEFAULT)
        return 21; /* cudaErrorInvalidMemcpyDirection */
    return is_asynchronous ? runtime_begin() : runtime_begin_synchronous();
}

static cudaError_t copy(Copy given, void *handle, bool is_asynchronous, const char *name)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = begin_copy((int)given.kind, is_asynchronous);
    Operation operation = {.kind = OPERATION_COPY, .name = name, .copy = given};
    if (!status && !is_asynchronous)
        status = stream->capture != NULL || core_forbids_unsafe_calls() ? CAPTURE_IMPLICIT
                                                                         : core_perform(&operation);
    else if (!status)
        status = core_submit(stream, &operation);
    return runtime_end(status);
}

EXPORT cudaError_t cudaMemcpy(void *target, const void *source, size_t size, int kind)
{
    return copy(flat(target, source, size, kind), NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpy, (void *, const void *, size_t, int));

EXPORT cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t size, int kind, void *stream)
{
    return copy(flat(target, source, size, kind), stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaMemcpyAsync, (void *, const void *, size_t, int, void *));

EXPORT cudaError_t cudaMemcpyPeer(void *target, int to, const void *source, int from, size_t size)
{
    (void)to, (void)from;
    return copy(flat(target, source, size, COPY_DEVICE_TO_DEVICE), NULL, false, __func__);
}

EXPORT cudaError_t cudaMemcpyPeerAsync(void *target, int to, const void *source, int from, size_t size,
                                       void *stream)
{
    (void)to, (void)from;
    return copy(flat(target, source, size, COPY_DEVICE_TO_DEVICE), stream, true, __func__);
}

static Copy rows(void *target, size_t target_pitch, const void *source, size_t source_pitch, size_t width,
                 size_t height, int kind)
{
    Copy made = flat(target, source, width, kind);
    made.height = height;
    made.target_pitch = target_pitch;
    made.source_pitch = source_pitch;
    return made;
}

EXPORT cudaError_t cudaMemcpy2D(void *target, size_t target_pitch, const void *source, size_t source_pitch,
                                size_t width, size_t height, int kind)
{
    if (width > target_pitch || width > source_pitch)
        return runtime_end(12); /* cudaErrorInvalidPitchValue */
    return copy(rows(target, target_pitch, source, source_pitch, width, height, kind), NULL, false,
                __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpy2D,
                (void *, size_t, const void *, size_t, size_t, size_t, int));

EXPORT cudaError_t cudaMemcpy2DAsync(void *target, size_t target_pitch, const void *source,
                                     size_t source_pitch, size_t width, size_t height, int kind,
                                     void *stream)
{
    if (width > target_pitch || width > source_pitch)
        return runtime_end(12);
    return copy(rows(target, target_pitch, source, source_pitch, width, height, kind), stream, true,
                __func__);
}
PER_THREAD(cudaError_t, cudaMemcpy2DAsync,
           (void *, size_t, const void *, size_t, size_t, size_t, int, void *));

static cudaError_t copy_symbol(const void *symbol, const void *other, size_t size, size_t offset, int kind,
                               bool is_to_symbol, void *stream, bool is_asynchronous, const char *name)
{
    uint64_t address;
    size_t bytes;
    Status status = runtime_begin();
    if (!status)
        status = runtime_symbol(symbol, &address, &bytes);
    if (!status && (offset > bytes || size > bytes - offset)) {
        core_note("%s: bytes %zu to %zu of a variable of %zu bytes", name, offset, offset + size, bytes);
        status = INVALID_VALUE;
    }
    if (status)
        return runtime_end(status);
    void *place = (void *)(address + offset);
    return copy(is_to_symbol ? flat(place, other, size, kind) : flat((void *)other, place, size, kind),
                stream, is_asynchronous, name);
}

EXPORT cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t size, size_t offset,
                                      int kind)
{
    return copy_symbol(symbol, source, size, offset, kind, true, NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpyToSymbol, (const void *, const void *, size_t, size_t, int));

EXPORT cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t size,
                                           size_t offset, int kind, void *stream)
{
    return copy_symbol(symbol, source, size, offset, kind, true, stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaMemcpyToSymbolAsync,
           (const void *, const void *, size_t, size_t, int, void *));

EXPORT cudaError_t cudaMemcpyFromSymbol(void *target, const void *symbol, size_t size, size_t offset,
                                        int kind)
{
    return copy_symbol(symbol, target, size, offset, kind, false, NULL, false, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemcpyFromSymbol, (void *, const void *, size_t, size_t, int));

EXPORT cudaError_t cudaMemcpyFromSymbolAsync(void *target, const void *symbol, size_t size, size_t offset,
                                             int kind, void *stream)
{
    return copy_symbol(symbol, target, size, offset, kind, false, stream, true, __func__);
}
PER_THREAD(cudaError_t, cudaMemcpyFromSymbolAsync,
           (void *, const void *, size_t, size_t, int, void *));

EXPORT cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    uint64_t address = 0;
    size_t size;
    Status status = runtime_begin();
    if (!status)
        status = runtime_symbol(symbol, &address, &size);
    if (!status)
        *pointer = (void *)address;
    return runtime_end(status);
}

EXPORT cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    uint64_t address;
    Status status = runtime_begin();
    return runtime_end(status ? status : runtime_symbol(symbol, &address, size));
}

/* ---- Fills ---- */

static cudaError_t fill(Fill given, void *handle, const char *name)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = runtime_begin();
    Operation operation = {.kind = OPERATION_FILL, .name = name, .fill = given};
    return runtime_end(status ? status : core_submit(stream, &operation));
}

static Fill bytes_of(void *target, int value, size_t width, size_t height, size_t depth, size_t pitch,
                     size_t slice)
{
    return (Fill){.target = target,
                  .value = (uint8_t)value,
                  .element_size = 1,
                  .width = width,
                  .height = height,
                  .depth = depth,
                  .pitch = pitch,
                  .slice = slice};
}

EXPORT cudaError_t cudaMemset(void *target, int value, size_t size)
{
    return fill(bytes_of(target, value, size, 1, 1, size, size), NULL, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemset, (void *, int, size_t));

EXPORT cudaError_t cudaMemsetAsync(void *target, int value, size_t size, void *stream)
{
    return fill(bytes_of(target, value, size, 1, 1, size, size), stream, __func__);
}
PER_THREAD(cudaError_t, cudaMemsetAsync, (void *, int, size_t, void *));

EXPORT cudaError_t cudaMemset2D(void *target, size_t pitch, int value, size_t width, size_t height)
{
    return fill(bytes_of(target, value, width, height, 1, pitch, 0), NULL, __func__);
}
PER_THREAD_COPY(cudaError_t, cudaMemset2D, (void *, size_t, int, size_t, size_t));

EXPORT cudaError_t cudaMemset2DAsync(void *target, size_t pitch, int value, size_t width, size_t height,
                                     void *stream)
{
    return fill(bytes_of(target, value, width, height, 1, pitch, 0), stream, __func__);
}
PER_THREAD(cudaError_t, cudaMemset2DAsync, (void *, size_t, int, size_t, size_t, void *));

/* ---- Streams ---- */

EXPORT cudaError_t cudaStreamCreateWithPriority(Stream **stream, unsigned flags, int priority)
{
    Status status = runtime_begin();
    if (!status && (*stream = core_create_stream(flags, priority)) == NULL)
        status = OUT_OF_MEMORY;
    return runtime_end(status);
}

EXPORT cudaError_t cudaStreamCreate(Stream **stream)
{
    return cudaStreamCreateWithPriority(stream, 0, 0);
}

EXPORT cudaError_t cudaStreamCreateWithFlags(Stream **stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

EXPORT cudaError_t cudaStreamDestroy(void *handle)
{
    STREAM_OR_FAIL(stream, handle);
    return runtime_end(core_destroy_stream(stream));
}

static cudaError_t synchronize_stream(void *handle)
{
    STREAM_OR_FAIL(stream, handle);
    return runtime_end(stream->capture != NULL ? CAPTURE_UNSUPPORTED : runtime_begin_synchronous());
}

EXPORT cudaError_t cudaStreamSynchronize(void *stream)
{
    return synchronize_stream(stream);
}
PER_THREAD(cudaError_t, cudaStreamSynchronize, (void *));

EXPORT cudaError_t cudaStreamQuery(void *stream)
{
    return synchronize_stream(stream);
}
PER_THREAD(cudaError_t, cudaStreamQuery, (void *));

EXPORT cudaError_t cudaStreamGetPriority(void *handle, int *priority)
{
    STREAM_OR_FAIL(stream, handle);
    *priority = stream->priority;
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamGetPriority, (void *, int *));

EXPORT cudaError_t cudaStreamGetFlags(void *handle, unsigned *flags)
{
    STREAM_OR_FAIL(stream, handle);
    *flags = stream->flags;
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamGetFlags, (void *, unsigned *));

EXPORT cudaError_t cudaStreamGetAttribute(void *handle, int attribute, void *value)
{
    STREAM_OR_FAIL(stream, handle);
    return runtime_end(core_stream_attribute(stream, attribute, value));
}
PER_THREAD(cudaError_t, cudaStreamGetAttribute, (void *, int, void *));

EXPORT cudaError_t cudaStreamSetAttribute(void *handle, int attribute, const void *value)
{
    STREAM_OR_FAIL(stream, handle);
    return runtime_end(core_set_stream_attribute(stream, attribute, value));
}
PER_THREAD(cudaError_t, cudaStreamSetAttribute, (void *, int, const void *));

EXPORT cudaError_t cudaStreamCopyAttributes(void *target_handle, void *source_handle)
{
    STREAM_OR_FAIL(target, target_handle);
    STREAM_OR_FAIL(source, source_handle);
    core_copy_stream_attributes(target, source);
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamCopyAttributes, (void *, void *));

EXPORT cudaError_t cudaStreamGetId(void *handle, unsigned long long *id)
{
    STREAM_OR_FAIL(stream, handle);
    *id = stream->id;
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamGetId, (void *, unsigned long long *));

EXPORT cudaError_t cudaStreamGetDevice(void *handle, int *number)
{
    STREAM_OR_FAIL(stream, handle);
    *number = stream->device;
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamGetDevice, (void *, int *));

EXPORT cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least != NULL)
        *least = 0;
    if (greatest != NULL)
        *greatest = -5;
    return SUCCESS;
}

EXPORT cudaError_t cudaStreamAttachMemAsync(void *handle, void *pointer, size_t size, unsigned flags)
{
    (void)pointer, (void)size, (void)flags; /* managed memory can be accessed from everywhere */
    STREAM_OR_FAIL(stream, handle);
    (void)stream;
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamAttachMemAsync, (void *, void *, size_t, unsigned));

EXPORT cudaError_t cudaLaunchHostFunc(void *handle, void (*function)(void *), void *data)
{
    STREAM_OR_FAIL(stream, handle);
    Operation operation = {
        .kind = OPERATION_HOST, .name = __func__, .host = {.function = function, .data = data}};
    Status status = runtime_begin();
    return runtime_end(status ? status : core_submit(stream, &operation));
}
PER_THREAD(cudaError_t, cudaLaunchHostFunc, (void *, void (*)(void *), void *));

EXPORT cudaError_t cudaStreamAddCallback(void *handle, void (*function)(Stream *, cudaError_t, void *),
                                         void *data, unsigned flags)
{
    (void)flags;
    STREAM_OR_FAIL(stream, handle);
    Operation operation = {.kind = OPERATION_CALLBACK,
                           .name = __func__,
                           .callback = {.function = function, .data = data, .stream = handle}};
    Status status = stream->capture != NULL ? CAPTURE_UNSUPPORTED : runtime_begin();
    return runtime_end(status ? status : core_submit(stream, &operation));
}
PER_THREAD(cudaError_t, cudaStreamAddCallback,
           (void *, void (*)(Stream *, cudaError_t, void *), void *, unsigned));

/* ---- Events ---- */

EXPORT cudaError_t cudaEventCreateWithFlags(Event **event, unsigned flags)
{
    Status status = event == NULL ? INVALID_VALUE : runtime_begin();
    if (!status && (*event = core_create_event(flags)) == NULL)
        status = OUT_OF_MEMORY;
    return runtime_end(status);
}

EXPORT cudaError_t cudaEventCreate(Event **event)
{
    return cudaEventCreateWithFlags(event, 0);
}

EXPORT cudaError_t cudaEventDestroy(Event *event)
{
    return runtime_end(core_destroy_event(event));
}

EXPORT cudaError_t cudaEventRecord(Event *event, void *handle)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = core_is_event(event) ? runtime_begin() : INVALID_HANDLE;
    if (status)
        return runtime_end(status);
    Operation operation
        = {.kind = OPERATION_RECORD, .name = __func__, .event = core_retain_event(event)};
    return runtime_end(core_submit(stream, &operation));
}
PER_THREAD(cudaError_t, cudaEventRecord, (Event *, void *));

EXPORT cudaError_t cudaEventRecordWithFlags(Event *event, void *stream, unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}
PER_THREAD(cudaError_t, cudaEventRecordWithFlags, (Event *, void *, unsigned));

EXPORT cudaError_t cudaEventQuery(Event *event)
{
    return runtime_end(!core_is_event(event) ? INVALID_HANDLE
                                        : event->capture != NULL ? CAPTURE_UNSUPPORTED : runtime_begin_synchronous());
}

EXPORT cudaError_t cudaEventSynchronize(Event *event)
{
    return cudaEventQuery(event);
}

EXPORT cudaError_t cudaEventElapsedTime(float *milliseconds, Event *first, Event *last)
{
    if (milliseconds == NULL || !core_is_event(first) || !core_is_event(last) || !first->is_recorded
        || !last->is_recorded || (first->flags | last->flags) & 2) /* cudaEventDisableTiming */
        return runtime_end(milliseconds == NULL ? INVALID_VALUE : INVALID_HANDLE);
    double elapsed = (double)(last->time.tv_sec - first->time.tv_sec) * 1e3
                     + (double)(last->time.tv_nsec - first->time.tv_nsec) * 1e-6;
    *milliseconds = elapsed > -5e-4 && elapsed < 5e-4 ? 5e-4f : (float)elapsed; /* its resolution */
    return runtime_end(runtime_begin());
}

EXPORT cudaError_t cudaStreamWaitEvent(void *handle, Event *event, unsigned flags)
{
    (void)flags;
    STREAM_OR_FAIL(stream, handle);
    Status status = core_is_event(event) ? runtime_begin() : INVALID_HANDLE;
    if (status)
        return runtime_end(status);
    Operation operation = {.kind = OPERATION_WAIT, .name = __func__, .event = core_retain_event(event)};
    if (event->capture != NULL)
        return runtime_end(graph_capture(stream, &operation)); /* the stream joins the capture */
    return runtime_end(core_submit(stream, &operation));
}
PER_THREAD(cudaError_t, cudaStreamWaitEvent, (void *, Event *, unsigned));
