/* Streams and the work that is submitted to them.
 *
 * All work is performed when it is submitted, in the order of the calls. That is one of the orders
 * that a device may take: a stream waits only for what was submitted before.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "state.h"

static Stream default_stream = {.magic = STREAM_MAGIC, .id = 1};
static Stream thread_stream = {.magic = STREAM_MAGIC, .id = 2};
static Stream *streams; /* those that the program created */
static uint64_t next_id = 3;

Stream *core_stream(void *handle)
{
    if ((uintptr_t)handle <= 1)
        return &default_stream;
    if ((uintptr_t)handle == 2)
        return &thread_stream;
    core_lock();
    Stream *found = streams;
    while (found != NULL && found != handle)
        found = found->next;
    core_unlock();
    return found;
}

Stream *core_create_stream(unsigned flags, int priority)
{
    Stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return NULL;
    core_lock();
    *stream = (Stream){
        .magic = STREAM_MAGIC, .flags = flags, .priority = priority, .id = next_id++, .next = streams};
    streams = stream;
    core_unlock();
    return stream;
}

Status core_destroy_stream(Stream *stream)
{
    Status status = INVALID_HANDLE;
    core_lock();
    for (Stream **each = &streams; *each != NULL; each = &(*each)->next)
        if (*each == stream) {
            *each = stream->next;
            stream->magic = 0;
            free(stream->frontier);
            free(stream);
            status = SUCCESS;
            break;
        }
    core_unlock();
    return status;
}

bool core_forbids_unsafe_calls(void)
{
    bool forbidden = false;
    core_lock();
    for (Stream *each = streams; each != NULL; each = each->next)
        forbidden |= each->capture != NULL && each->is_origin && each->capture_mode == 0;
    core_unlock();
    return forbidden;
}

Status core_submit(Stream *stream, Operation *operation)
{
    Status status = core_connect();
    if (!status && stream->capture != NULL)
        return graph_capture(stream, operation);
    if (!status)
        status = core_perform(operation);
    core_release(operation);
    return status;
}

Status core_perform(const Operation *operation)
{
    switch (operation->kind) {
    case OPERATION_LAUNCH:
        return core_launch(&operation->launch);
    case OPERATION_COPY:
        return core_copy(&operation->copy, operation->name);
    case OPERATION_FILL:
        return core_fill(&operation->fill, operation->name);
    case OPERATION_HOST:
        core_synchronize(); /* the function sees what was done before */
        operation->host.function(operation->host.data);
        return SUCCESS;
    case OPERATION_CALLBACK:
        operation->callback.function(operation->callback.stream, core_synchronize(),
                                     operation->callback.data);
        return SUCCESS;
    case OPERATION_RECORD:
        operation->event->is_recorded = true;
        operation->event->capture = NULL;
        clock_gettime(CLOCK_MONOTONIC, &operation->event->time);
        return SUCCESS;
    case OPERATION_CHILD:
        return graph_perform(operation->child);
    case OPERATION_FREE:
        return operation->memory.has_space ? SUCCESS
                                           : core_free(operation->memory.address, operation->name);
    case OPERATION_EMPTY:
    case OPERATION_WAIT:
    case OPERATION_ALLOCATE:
        return SUCCESS;
    default:
        return core_refuse(operation->name, "this kind of operation");
    }
}

void core_release(Operation *operation)
{
    if (operation->kind == OPERATION_LAUNCH) {
        free(operation->launch.parameters);
        operation->launch.parameters = NULL;
    }
}

Status core_duplicate(const Operation *from, Operation *to)
{
    *to = *from;
    if (from->kind == OPERATION_LAUNCH && from->launch.parameters != NULL) {
        to->launch.parameters = malloc(from->launch.parameter_bytes);
        if (to->launch.parameters == NULL)
            return OUT_OF_MEMORY;
        memcpy(to->launch.parameters, from->launch.parameters, from->launch.parameter_bytes);
    }
    return SUCCESS;
}
