/* The driver API: launches, streams and events. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* ---- Launches ---- */

static Status launch(Function *function, const uint32_t grid[3], const uint32_t block[3],
                     const uint32_t *cluster, unsigned shared, void *handle, void **arguments, void **extra,
                     bool is_cooperative, bool is_programmatic, const char *name)
{
    Stream *stream = core_stream(handle);
    Status status = driver_begin();
    if (!status && (stream == NULL || !handle_is(function, FUNCTION_MAGIC)))
        status = INVALID_HANDLE;
    if (status)
        return status;
    Operation operation = {.kind = OPERATION_LAUNCH,
                           .name = name,
                           .launch = {.function = function,
                                      .grid = {grid[0], grid[1], grid[2]},
                                      .block = {block[0], block[1], block[2]},
                                      .dynamic_shared = shared,
                                      .cooperative = is_cooperative,
                                      .programmatic = is_programmatic}};
    if (cluster == NULL || !cluster[0])
        cluster = function->info.cluster[0] ? function->info.cluster : function->cluster;
    memcpy(operation.launch.cluster, cluster, sizeof operation.launch.cluster);
    status = core_check_launch(&operation.launch);
    if (status == INVALID_CONFIGURATION) /* which the driver has no number for */
        status = INVALID_VALUE;
    if (!status)
        status = core_pack(function, arguments, extra, &operation.launch.parameters,
                           &operation.launch.parameter_bytes);
    return status ? status : core_submit(stream, &operation);
}

EXPORT CUresult cuLaunchKernel(Function *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                               void *stream, void **arguments, void **extra)
{
    const uint32_t grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    return launch(function, grid, block, NULL, shared, stream, arguments, extra, false, false,
                  __func__);
}
WITH_PTSZ(cuLaunchKernel, (Function *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                           void *, void **, void **));

EXPORT CUresult cuLaunchCooperativeKernel(Function *function, unsigned grid_x, unsigned grid_y,
                                          unsigned grid_z, unsigned block_x, unsigned block_y,
                                          unsigned block_z, unsigned shared, void *stream, void **arguments)
{
    const uint32_t grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    return launch(function, grid, block, NULL, shared, stream, arguments, NULL, true, false,
                  __func__);
}
WITH_PTSZ(cuLaunchCooperativeKernel, (Function *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                      unsigned, void *, void **));

typedef struct {
    int id;
    char padding[4];
    union {
        char bytes[64];
        int cooperative;
        int programmatic;
        uint32_t cluster[3];
    } value;
} LaunchAttribute;

typedef struct {
    uint32_t grid[3], block[3];
    uint32_t shared;
    void *stream;
    LaunchAttribute *attributes;
    unsigned attribute_count;
} LaunchConfiguration;

EXPORT CUresult cuLaunchKernelEx(const LaunchConfiguration *given, Function *function, void **arguments,
                                 void **extra)
{
    enum { COOPERATIVE = 2, CLUSTER = 4, PROGRAMMATIC = 6, PROGRAMMATIC_EVENT = 7, LAUNCH_EVENT = 12 };
    const uint32_t *cluster = NULL;
    bool is_cooperative = false, is_programmatic = false;
    for (unsigned i = 0; i < given->attribute_count; i++) {
        const LaunchAttribute *attribute = &given->attributes[i];
        if (attribute->id == COOPERATIVE)
            is_cooperative = attribute->value.cooperative != 0;
        else if (attribute->id == PROGRAMMATIC)
            is_programmatic = attribute->value.programmatic != 0;
        else if (attribute->id == CLUSTER)
            cluster = attribute->value.cluster;
        else if (attribute->id == PROGRAMMATIC_EVENT || attribute->id == LAUNCH_EVENT)
            return core_refuse(__func__, "a launch attribute with an event");
        /* The others are hints, and change no result. */
    }
    return launch(function, given->grid, given->block, cluster, given->shared, given->stream, arguments,
                  extra, is_cooperative, is_programmatic, __func__);
}
WITH_PTSZ(cuLaunchKernelEx, (const LaunchConfiguration *, Function *, void **, void **));

EXPORT CUresult cuLaunchHostFunc(void *handle, void (*function)(void *), void *data)
{
    Stream *stream = core_stream(handle);
    Operation operation = {
        .kind = OPERATION_HOST, .name = __func__, .host = {.function = function, .data = data}};
    Status status = stream == NULL ? INVALID_HANDLE : driver_begin();
    return status ? status : core_submit(stream, &operation);
}
WITH_PTSZ(cuLaunchHostFunc, (void *, void (*)(void *), void *));

/* ---- Streams ---- */

EXPORT CUresult cuStreamCreateWithPriority(Stream **stream, unsigned flags, int priority)
{
    Status status = driver_begin();
    if (!status && (*stream = core_create_stream(flags, priority)) == NULL)
        status = OUT_OF_MEMORY;
    return status;
}

EXPORT CUresult cuStreamCreate(Stream **stream, unsigned flags)
{
    return cuStreamCreateWithPriority(stream, flags, 0);
}

EXPORT CUresult cuStreamDestroy_v2(void *handle)
{
    Stream *stream = core_stream(handle);
    return stream == NULL ? INVALID_HANDLE : core_destroy_stream(stream);
}

EXPORT CUresult cuStreamSynchronize(void *handle)
{
    Stream *stream = core_stream(handle);
    return stream == NULL            ? INVALID_HANDLE
           : stream->capture != NULL ? CAPTURE_UNSUPPORTED
                                     : driver_begin_synchronous();
}
WITH_PTSZ(cuStreamSynchronize, (void *));

EXPORT CUresult cuStreamQuery(void *handle)
{
    return cuStreamSynchronize(handle);
}
WITH_PTSZ(cuStreamQuery, (void *));

EXPORT CUresult cuStreamGetPriority(void *handle, int *priority)
{
    Stream *stream = core_stream(handle);
    if (stream == NULL)
        return INVALID_HANDLE;
    *priority = stream->priority;
    return SUCCESS;
}
WITH_PTSZ(cuStreamGetPriority, (void *, int *));

EXPORT CUresult cuStreamGetFlags(void *handle, unsigned *flags)
{
    Stream *stream = core_stream(handle);
    if (stream == NULL)
        return INVALID_HANDLE;
    *flags = stream->flags;
    return SUCCESS;
}
WITH_PTSZ(cuStreamGetFlags, (void *, unsigned *));

EXPORT CUresult cuStreamGetAttribute(void *handle, int attribute, void *value)
{
    Stream *stream = core_stream(handle);
    return stream == NULL ? INVALID_HANDLE : core_stream_attribute(stream, attribute, value);
}
WITH_PTSZ(cuStreamGetAttribute, (void *, int, void *));

EXPORT CUresult cuStreamSetAttribute(void *handle, int attribute, const void *value)
{
    Stream *stream = core_stream(handle);
    return stream == NULL ? INVALID_HANDLE : core_set_stream_attribute(stream, attribute, value);
}
WITH_PTSZ(cuStreamSetAttribute, (void *, int, const void *));

EXPORT CUresult cuStreamCopyAttributes(void *target_handle, void *source_handle)
{
    Stream *target = core_stream(target_handle), *source = core_stream(source_handle);
    if (target == NULL || source == NULL)
        return INVALID_HANDLE;
    core_copy_stream_attributes(target, source);
    return SUCCESS;
}
WITH_PTSZ(cuStreamCopyAttributes, (void *, void *));

EXPORT CUresult cuStreamGetId(void *handle, unsigned long long *id)
{
    Stream *stream = core_stream(handle);
    if (stream == NULL)
        return INVALID_HANDLE;
    *id = stream->id;
    return SUCCESS;
}
WITH_PTSZ(cuStreamGetId, (void *, unsigned long long *));

CUresult cuCtxGetCurrent(void **context);

EXPORT CUresult cuStreamGetCtx(void *handle, void **context)
{
    return core_stream(handle) == NULL ? INVALID_HANDLE : cuCtxGetCurrent(context);
}
WITH_PTSZ(cuStreamGetCtx, (void *, void **));

EXPORT CUresult cuStreamGetCtx_v2(void *handle, void **context, void **green)
{
    if (green != NULL)
        *green = NULL; /* no stream belongs to a part of the device */
    return cuStreamGetCtx(handle, context);
}
WITH_PTSZ(cuStreamGetCtx_v2, (void *, void **, void **));

EXPORT CUresult cuStreamIsCapturing(void *handle, int *state)
{
    Stream *stream = core_stream(handle);
    if (stream == NULL)
        return INVALID_HANDLE;
    *state = stream->capture == NULL ? 0 : stream->is_invalid ? 2 : 1;
    return SUCCESS;
}
WITH_PTSZ(cuStreamIsCapturing, (void *, int *));

EXPORT CUresult cuStreamAttachMemAsync(void *handle, CUdeviceptr address, size_t size, unsigned flags)
{
    (void)address, (void)size, (void)flags; /* managed memory can be accessed from everywhere */
    return core_stream(handle) == NULL ? INVALID_HANDLE : driver_begin();
}
WITH_PTSZ(cuStreamAttachMemAsync, (void *, CUdeviceptr, size_t, unsigned));

EXPORT CUresult cuStreamAddCallback(void *handle, void (*function)(Stream *, CUresult, void *), void *data,
                                    unsigned flags)
{
    (void)flags;
    Stream *stream = core_stream(handle);
    Operation operation = {.kind = OPERATION_CALLBACK,
                           .name = __func__,
                           .callback = {.function = function, .data = data, .stream = handle}};
    Status status = stream == NULL            ? INVALID_HANDLE
                    : stream->capture != NULL ? CAPTURE_UNSUPPORTED
                                              : driver_begin();
    return status ? status : core_submit(stream, &operation);
}
WITH_PTSZ(cuStreamAddCallback, (void *, void (*)(Stream *, CUresult, void *), void *, unsigned));

/* ---- Events ---- */

EXPORT CUresult cuEventCreate(Event **event, unsigned flags)
{
    Status status = event == NULL ? INVALID_VALUE : driver_begin();
    if (!status && (*event = core_create_event(flags)) == NULL)
        status = OUT_OF_MEMORY;
    return status;
}

EXPORT CUresult cuEventDestroy_v2(Event *event)
{
    return core_destroy_event(event);
}

EXPORT CUresult cuEventRecord(Event *event, void *handle)
{
    Stream *stream = core_stream(handle);
    Status status = stream == NULL || !core_is_event(event) ? INVALID_HANDLE : driver_begin();
    if (status)
        return status;
    Operation operation
        = {.kind = OPERATION_RECORD, .name = __func__, .event = core_retain_event(event)};
    return core_submit(stream, &operation);
}
WITH_PTSZ(cuEventRecord, (Event *, void *));

EXPORT CUresult cuEventRecordWithFlags(Event *event, void *handle, unsigned flags)
{
    (void)flags;
    return cuEventRecord(event, handle);
}
WITH_PTSZ(cuEventRecordWithFlags, (Event *, void *, unsigned));

EXPORT CUresult cuEventSynchronize(Event *event)
{
    return !core_is_event(event)         ? INVALID_HANDLE
           : event->capture != NULL ? CAPTURE_UNSUPPORTED
                                    : driver_begin_synchronous();
}

EXPORT CUresult cuEventQuery(Event *event)
{
    return cuEventSynchronize(event);
}

EXPORT CUresult cuEventElapsedTime_v2(float *milliseconds, Event *first, Event *last)
{
    if (!core_is_event(first) || !core_is_event(last) || !first->is_recorded || !last->is_recorded
        || (first->flags | last->flags) & 2) /* CU_EVENT_DISABLE_TIMING */
        return INVALID_HANDLE;
    double elapsed = (double)(last->time.tv_sec - first->time.tv_sec) * 1e3
                     + (double)(last->time.tv_nsec - first->time.tv_nsec) * 1e-6;
    *milliseconds = elapsed > -5e-4 && elapsed < 5e-4 ? 5e-4f : (float)elapsed; /* its resolution */
    return driver_begin();
}
ALIAS(CUresult, cuEventElapsedTime, cuEventElapsedTime_v2, (float *, Event *, Event *));

EXPORT CUresult cuStreamWaitEvent(void *handle, Event *event, unsigned flags)
{
    (void)flags;
    Stream *stream = core_stream(handle);
    Status status = stream == NULL || !core_is_event(event) ? INVALID_HANDLE : driver_begin();
    if (status)
        return status;
    Operation operation = {.kind = OPERATION_WAIT, .name = __func__, .event = core_retain_event(event)};
    if (event->capture != NULL)
        return graph_capture(stream, &operation); /* the stream joins the capture */
    return core_submit(stream, &operation);
}
WITH_PTSZ(cuStreamWaitEvent, (void *, Event *, unsigned));
