/* The capture of streams: their work becomes nodes of a graph instead of being performed. */
#include <stdlib.h>
#include <string.h>

#include "graphs.h"

#define CAPTURED_EVENT 907 /* the event was last recorded in a capture */

/* A capture that has begun and has not ended. */
typedef struct Capture {
    uint64_t id;
    Graph *graph;
    bool is_ours; /* whether the graph was made for the capture */
    struct Capture *next;
    Stream *members[256];
    size_t member_count;
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

static Status join(Stream *stream, Capture *capture, const Stream *origin)
{
    if (capture->member_count == sizeof capture->members / sizeof *capture->members)
        return core_refuse("cudaStreamWaitEvent", "a capture of more than 256 streams");
    capture->members[capture->member_count++] = stream;
    stream->capture = capture->graph;
    stream->capture_id = capture->id;
    stream->capture_mode = origin == NULL ? 0 : origin->capture_mode;
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
    core_lock();
    capture->id = next_id++;
    capture->next = captures;
    captures = capture;
    join(stream, capture, NULL);
    stream->is_origin = true;
    stream->capture_mode = mode;
    core_unlock();
    return count ? capture_depend(stream, dependencies, count, true) : SUCCESS;
}

/* Mark the nodes that others depend on, directly or not, and themselves. */
static void mark_ancestors(Node *node)
{
    if (node->mark)
        return;
    node->mark = 1;
    for (size_t i = 0; i < node->dependency_count; i++)
        mark_ancestors(node->dependencies[i]);
}

/* Whether all work of other streams is before the end of the stream that the capture began on. */
static bool is_joined(const Capture *capture, const Stream *origin)
{
    for (Node *each = capture->graph->first; each != NULL; each = each->next)
        each->mark = 0;
    for (size_t i = 0; i < origin->frontier_size; i++)
        mark_ancestors(origin->frontier[i]);
    for (size_t i = 0; i < capture->member_count; i++)
        for (size_t j = 0; j < capture->members[i]->frontier_size; j++)
            if (!capture->members[i]->frontier[j]->mark)
                return false;
    return true;
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
    Status status = is_joined(capture, stream) ? SUCCESS : CAPTURE_UNJOINED;
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
                                             : join(stream, capture, capture->members[0]);
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
    } else if (operation->kind == OPERATION_RECORD) {
        status = record(stream, operation->event);
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
