/* The capture of streams: their work becomes nodes of a graph instead of being performed. */
#include <stdlib.h>
#include <string.h>

#include "graphs.h"
#include "state.h"

#define CAPTURED_EVENT 907 /* the event was last recorded in a capture */

/* A capture that has begun and has not ended. */
typedef struct Capture {
    uint64_t id;
    Graph *graph;
    bool is_ours; /* whether the graph was made for the capture */
    struct Capture *next;
    Stream **members; /* the first is that on which it began */
    size_t member_count;
    Node **ends; /* the last nodes of members that have been destroyed */
    size_t end_count;
} Capture;

static Capture *captures;
static uint64_t next_id = 1;

static Capture *find(uint64_t id)
{
    Capture *found = captures;
    while (found != NULL && found->id != id)
        found = found->next;
    return found;
}

static bool contains(Node *const *nodes, size_t count, const Node *node)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i] == node)
            return true;
    return false;
}

static Status add_to_frontier(Node ***frontier, size_t *size, Node *const *nodes, size_t count)
{
    Node **larger = realloc(*frontier, (*size + count + 1) * sizeof *larger);
    if (larger == NULL)
        return OUT_OF_MEMORY;
    *frontier = larger;
    for (size_t i = 0; i < count; i++)
        if (!contains(larger, *size, nodes[i]))
            larger[(*size)++] = nodes[i];
    return SUCCESS;
}

Status capture_depend(Stream *stream, Node *const *dependencies, size_t count, bool replace)
{
    if (stream->capture == NULL)
        return ILLEGAL_STATE;
    for (size_t i = 0; i < count; i++)
        if (!node_is(dependencies[i]) || dependencies[i]->graph != stream->capture)
            return INVALID_VALUE;
    core_lock();
    if (replace)
        stream->frontier_size = 0;
    Status status
        = add_to_frontier(&stream->frontier, &stream->frontier_size, dependencies, count);
    core_unlock();
    return status;
}

static Status join(Stream *stream, Capture *capture, unsigned mode)
{
    size_t bytes = (capture->member_count + 1) * sizeof *capture->members;
    Stream **larger = realloc(capture->members, bytes);
    if (larger == NULL)
        return OUT_OF_MEMORY;
    capture->members = larger;
    capture->members[capture->member_count++] = stream;
    stream->capture = capture->graph;
    stream->capture_id = capture->id;
    stream->capture_mode = mode;
    stream->is_invalid = false;
    stream->frontier_size = 0;
    return SUCCESS;
}

Status capture_begin(Stream *stream, Graph *graph, Node *const *dependencies, size_t count, unsigned mode)
{
    if (mode > 2)
        return INVALID_VALUE;
    if (stream->capture != NULL)
        return ILLEGAL_STATE;
    if (stream == core_stream(NULL)) /* the legacy stream waits for all others */
        return CAPTURE_UNSUPPORTED;
    Capture *capture = calloc(1, sizeof *capture);
    if (capture == NULL)
        return OUT_OF_MEMORY;
    capture->is_ours = graph == NULL;
    capture->graph = graph == NULL ? graph_create() : graph;
    if (capture->graph == NULL) {
        free(capture);
        return OUT_OF_MEMORY;
    }
    core_lock();
    capture->id = next_id++;
    capture->next = captures;
    captures = capture;
    Status status = join(stream, capture, mode);
    stream->is_origin = !status;
    core_unlock();
    return count && !status ? capture_depend(stream, dependencies, count, true) : status;
}

static bool are_marked(Node *const *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!nodes[i]->mark)
            return false;
    return true;
}

/* Whether all work of other streams is before the end of the stream that the capture began on. */
static Status check_joined(const Capture *capture, const Stream *origin)
{
    Status status = graph_mark(capture->graph, origin->frontier, origin->frontier_size);
    bool is_joined = are_marked(capture->ends, capture->end_count);
    for (size_t i = 0; i < capture->member_count; i++)
        is_joined &= are_marked(capture->members[i]->frontier, capture->members[i]->frontier_size);
    return status ? status : is_joined ? SUCCESS : CAPTURE_UNJOINED;
}

bool capture_has(const Graph *graph)
{
    core_lock();
    Capture *found = captures;
    while (found != NULL && found->graph != graph)
        found = found->next;
    core_unlock();
    return found != NULL;
}

void capture_leave(Stream *stream)
{
    Capture *capture = stream->capture == NULL ? NULL : find(stream->capture_id);
    if (capture == NULL)
        return;
    if (stream->is_origin) { /* nothing can end the capture any more */
        capture_end(stream, NULL);
        return;
    }
    capture->members[0]->is_invalid |= stream->is_invalid;
    if (add_to_frontier(&capture->ends, &capture->end_count, stream->frontier, stream->frontier_size))
        capture->members[0]->is_invalid = true;
    size_t at = 0;
    while (capture->members[at] != stream)
        at++;
    capture->member_count--;
    memmove(capture->members + at, capture->members + at + 1,
            (capture->member_count - at) * sizeof *capture->members);
}

Status capture_end(Stream *stream, Graph **graph)
{
    if (graph != NULL)
        *graph = NULL;
    if (stream->capture == NULL)
        return ILLEGAL_STATE;
    if (!stream->is_origin)
        return CAPTURE_UNMATCHED;
    core_lock();
    Capture **place = &captures;
    while ((*place)->id != stream->capture_id)
        place = &(*place)->next;
    Capture *capture = *place;
    *place = capture->next;
    Status status = check_joined(capture, stream);
    for (size_t i = 0; i < capture->member_count; i++) {
        Stream *member = capture->members[i];
        if (member->is_invalid)
            status = CAPTURE_INVALIDATED;
        member->capture = NULL;
        member->is_origin = member->is_invalid = false;
        member->frontier_size = 0;
    }
    core_unlock();
    if (!status && graph != NULL)
        *graph = capture->graph;
    else if (capture->is_ours)
        graph_destroy(capture->graph);
    free(capture->members);
    free(capture->ends);
    free(capture);
    return status;
}

/* A stream waits for an event that was recorded in a capture: it joins the capture. */
static Status wait(Stream *stream, const Event *event)
{
    Capture *capture = event->capture == NULL ? NULL : find(event->capture_id);
    if (capture == NULL) { /* recorded outside, or in a capture that has ended */
        if (stream->capture != NULL)
            stream->is_invalid = true;
        return event->capture == NULL ? CAPTURE_ISOLATION : CAPTURED_EVENT;
    }
    if (stream->capture != NULL && stream->capture_id != capture->id) {
        stream->is_invalid = true;
        return CAPTURE_MERGE;
    }
    Status status = SUCCESS;
    if (stream->capture == NULL)
        status = stream == core_stream(NULL) ? CAPTURE_IMPLICIT
                                             : join(stream, capture, capture->members[0]->capture_mode);
    if (!status)
        status = add_to_frontier(&stream->frontier, &stream->frontier_size, event->frontier,
                                 event->frontier_size);
    return status;
}

static Status record(const Stream *stream, Event *event)
{
    event->frontier_size = 0;
    event->capture = stream->capture;
    event->capture_id = stream->capture_id;
    return add_to_frontier(&event->frontier, &event->frontier_size, stream->frontier,
                           stream->frontier_size);
}

Status capture_allocate(Stream *stream, size_t size, const char *name, uint64_t *address)
{
    Node *node;
    core_lock();
    Status status = stream->is_invalid ? CAPTURE_INVALIDATED
                                       : graph_allocate(stream->capture, stream->frontier,
                                                        stream->frontier_size, size, name, &node, address);
    if (!status) {
        stream->frontier_size = 0;
        status = add_to_frontier(&stream->frontier, &stream->frontier_size, &node, 1);
    }
    core_unlock();
    return status;
}

Status graph_capture(Stream *stream, Operation *operation)
{
    Node *node;
    Status status = SUCCESS;
    core_lock();
    if (stream->is_invalid) {
        status = CAPTURE_INVALIDATED;
        core_release(operation);
    } else if (operation->kind == OPERATION_WAIT) {
        status = wait(stream, operation->event);
        core_release(operation);
    } else if (operation->kind == OPERATION_RECORD) {
        status = record(stream, operation->event);
        core_release(operation);
    } else {
        status = graph_add(stream->capture, stream->frontier, stream->frontier_size, operation, &node);
        if (!status) {
            stream->frontier_size = 0;
            status = add_to_frontier(&stream->frontier, &stream->frontier_size, &node, 1);
        }
    }
    core_unlock();
    return status;
}
