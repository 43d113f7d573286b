/* Streams and the work that is submitted to them.
 *
 * All work is performed when it is submitted, in the order of the calls. That is one of the orders
 * that a device may take: a stream waits only for what was submitted before.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "state.h"

static Stream default_stream = {.id = 1};
static Stream thread_stream = {.id = 2};
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
    *stream = (Stream){.flags = flags, .priority = priority, .id = next_id++, .next = streams};
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
            capture_leave(stream);
            free(stream->frontier);
            free(stream);
            status = SUCCESS;
            break;
        }
    core_unlock();
    return status;
}

/* By cudaLaunchAttributeID: those that a stream has. */
enum { POLICY_WINDOW = 1, SYNCHRONIZATION_POLICY = 3, PRIORITY = 8, MEMORY_DOMAINS = 9, MEMORY_DOMAIN = 10 };

typedef struct {
    void *start;
    size_t size;
    float hit_ratio;
    int hit, miss; /* cudaAccessProperty: 0 normal, 1 streaming, 2 persisting */
} PolicyWindow;

static unsigned char *hint_of(Stream *stream, int attribute, size_t *size)
{
    switch (attribute) {
    case POLICY_WINDOW:
        *size = sizeof(PolicyWindow);
        return stream->hints[0];
    case SYNCHRONIZATION_POLICY:
        *size = sizeof(int);
        return stream->hints[1];
    case MEMORY_DOMAINS:
        *size = 2;
        return stream->hints[2];
    case MEMORY_DOMAIN:
        *size = sizeof(int);
        return stream->hints[3];
    default:
        return NULL;
    }
}

Status core_stream_attribute(const Stream *stream, int attribute, void *value)
{
    size_t size = 0;
    const unsigned char *hint = hint_of((Stream *)stream, attribute, &size);
    if (value == NULL || (hint == NULL && attribute != PRIORITY))
        return INVALID_VALUE;
    memset(value, 0, ATTRIBUTE_SIZE);
    if (attribute == PRIORITY)
        memcpy(value, &stream->priority, sizeof stream->priority);
    else
        memcpy(value, hint, size);
    return SUCCESS;
}

static bool is_policy_window(const PolicyWindow *window)
{
    int most = 0;
    core_attribute(109, &most);
    return window->size <= (size_t)most && window->hit_ratio >= 0 && window->hit_ratio <= 1
           && window->hit >= 0 && window->hit <= 2 && window->miss >= 0 && window->miss <= 1;
}

Status core_set_stream_attribute(Stream *stream, int attribute, const void *value)
{
    size_t size = 0;
    unsigned char *hint = hint_of(stream, attribute, &size);
    if (value == NULL || (hint == NULL && attribute != PRIORITY))
        return INVALID_VALUE;
    if (attribute == POLICY_WINDOW && !is_policy_window(value))
        return INVALID_VALUE;
    if (attribute == PRIORITY)
        memcpy(&stream->priority, value, sizeof stream->priority);
    else
        memcpy(hint, value, size);
    return SUCCESS;
}

void core_copy_stream_attributes(Stream *target, const Stream *source)
{
    target->priority = source->priority;
    memcpy(target->hints, source->hints, sizeof target->hints);
}

Event *core_create_event(unsigned flags)
{
    Event *event = calloc(1, sizeof *event);
    if (!handle_add(event, EVENT_MAGIC)) {
        free(event);
        return NULL;
    }
    event->flags = flags;
    event->references = 1;
    return event;
}

static void release_event(Event *event)
{
    core_lock();
    bool is_last = --event->references == 0;
    core_unlock();
    if (is_last) {
        free(event->frontier);
        free(event);
    }
}

Status core_destroy_event(Event *event)
{
    core_lock();
    Status status = core_is_event(event) ? SUCCESS : INVALID_HANDLE;
    handle_remove(event);
    core_unlock();
    if (!status)
        release_event(event);
    return status;
}

bool core_is_event(const Event *event)
{
    return handle_is(event, EVENT_MAGIC);
}

Event *core_retain_event(Event *event)
{
    core_lock();
    event->references++;
    core_unlock();
    return event;
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

/* Launches are numbered, so that a programmatic one can name the one that it may run beside. */
static uint64_t launches;
static uint64_t awaited; /* the launches up to this one have ended when the program goes on */

void core_number_launch(Launch *launch, uint64_t before)
{
    launch->number = ++launches;
    launch->primary = launch->programmatic && before > awaited ? before : 0;
}

void core_await_launches(void)
{
    awaited = launches;
}

Status core_submit(Stream *stream, Operation *operation)
{
    Status status = core_connect();
    if (!status && stream->capture != NULL)
        return graph_capture(stream, operation);
    if (!status) {
        if (operation->kind == OPERATION_LAUNCH)
            core_number_launch(&operation->launch, stream->last_launch);
        if (operation->kind != OPERATION_RECORD)
            stream->last_launch = operation->kind == OPERATION_LAUNCH ? operation->launch.number : 0;
        status = core_perform(operation);
    }
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
    case OPERATION_CONDITIONAL:
        return graph_perform_conditional(&operation->conditional);
    case OPERATION_ALLOCATE:
        return memory_allocate(operation->memory, operation->name);
    case OPERATION_FREE:
        return core_free(operation->address, operation->name);
    case OPERATION_EMPTY:
    case OPERATION_WAIT:
        return SUCCESS;
    default:
        return core_refuse(operation->name, "this kind of operation");
    }
}

void core_release(Operation *operation)
{
    if (operation->kind == OPERATION_LAUNCH)
        free(operation->launch.parameters);
    else if (operation->kind == OPERATION_RECORD || operation->kind == OPERATION_WAIT)
        release_event(operation->event);
    else if (operation->kind == OPERATION_ALLOCATE)
        memory_release(operation->memory);
}

Status core_duplicate(const Operation *from, Operation *to)
{
    *to = *from;
    if (from->kind == OPERATION_LAUNCH && from->launch.parameters != NULL) {
        to->launch.parameters = malloc(from->launch.parameter_bytes);
        if (to->launch.parameters == NULL)
            return OUT_OF_MEMORY;
        memcpy(to->launch.parameters, from->launch.parameters, from->launch.parameter_bytes);
    } else if (from->kind == OPERATION_RECORD || from->kind == OPERATION_WAIT) {
        core_retain_event(to->event);
    } else if (from->kind == OPERATION_ALLOCATE) {
        memory_retain(to->memory);
    }
    return SUCCESS;
}
