/* The runtime API: captures of streams, graphs and their edges, instantiated graphs. */
#include "graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* An annotation of an edge; ours say nothing. */
typedef struct {
    unsigned char bytes[8];
} EdgeData;

/* ---- Captures ---- */

EXPORT cudaError_t cudaStreamBeginCapture(void *handle, unsigned mode)
{
    STREAM_OR_FAIL(stream, handle);
    Status status = runtime_begin();
    return runtime_end(status ? status : capture_begin(stream, NULL, NULL, 0, mode));
}
PER_THREAD(cudaError_t, cudaStreamBeginCapture, (void *, unsigned));

EXPORT cudaError_t cudaStreamBeginCaptureToGraph(void *handle, Graph *graph, Node *const *dependencies,
                                                 const EdgeData *data, size_t count, unsigned mode)
{
    (void)data;
    STREAM_OR_FAIL(stream, handle);
    if (!graph_is(graph))
        return runtime_end(INVALID_VALUE);
    return runtime_end(capture_begin(stream, graph, dependencies, count, mode));
}
PER_THREAD(cudaError_t, cudaStreamBeginCaptureToGraph,
           (void *, Graph *, Node *const *, const EdgeData *, size_t, unsigned));

EXPORT cudaError_t cudaStreamEndCapture(void *handle, Graph **graph)
{
    STREAM_OR_FAIL(stream, handle);
    return runtime_end(capture_end(stream, graph));
}
PER_THREAD(cudaError_t, cudaStreamEndCapture, (void *, Graph **));

static int capture_status(const Stream *stream)
{
    return stream->capture == NULL ? 0 : stream->is_invalid ? 2 : 1;
}

EXPORT cudaError_t cudaStreamIsCapturing(void *handle, int *found)
{
    STREAM_OR_FAIL(stream, handle);
    *found = capture_status(stream);
    return SUCCESS;
}
PER_THREAD(cudaError_t, cudaStreamIsCapturing, (void *, int *));

static cudaError_t capture_info(void *handle, int *found, unsigned long long *id, Graph **graph,
                                Node *const **dependencies, const EdgeData **data, size_t *count)
{
    static const EdgeData none[256];
    STREAM_OR_FAIL(stream, handle);
    *found = capture_status(stream);
    if (*found != 1)
        return SUCCESS;
    if (id != NULL)
        *id = stream->capture_id;
    if (graph != NULL)
        *graph = stream->capture;
    if (dependencies != NULL)
        *dependencies = stream->frontier;
    if (data != NULL)
        *data = none;
    if (count != NULL)
        *count = stream->frontier_size;
    return SUCCESS;
}

static cudaError_t update_capture(void *handle, Node *const *dependencies, size_t count, unsigned flags)
{
    STREAM_OR_FAIL(stream, handle);
    return runtime_end(capture_depend(stream, dependencies, count, flags == 1));
}

EXPORT cudaError_t cudaStreamGetCaptureInfo_v3(void *stream, int *found, unsigned long long *id,
                                               Graph **graph, Node *const **dependencies,
                                               const EdgeData **data, size_t *count)
{
    return capture_info(stream, found, id, graph, dependencies, data, count);
}
PER_THREAD(cudaError_t, cudaStreamGetCaptureInfo_v3,
           (void *, int *, unsigned long long *, Graph **, Node *const **, const EdgeData **, size_t *));

#if CUDART_MAJOR >= 13
EXPORT cudaError_t cudaStreamGetCaptureInfo(void *stream, int *found, unsigned long long *id,
                                            Graph **graph, Node *const **dependencies,
                                            const EdgeData **data, size_t *count)
{
    return capture_info(stream, found, id, graph, dependencies, data, count);
}
PER_THREAD(cudaError_t, cudaStreamGetCaptureInfo,
           (void *, int *, unsigned long long *, Graph **, Node *const **, const EdgeData **, size_t *));

EXPORT cudaError_t cudaStreamUpdateCaptureDependencies(void *stream, Node *const *dependencies,
                                                       const EdgeData *data, size_t count,
                                                       unsigned flags)
{
    (void)data;
    return update_capture(stream, dependencies, count, flags);
}
PER_THREAD(cudaError_t, cudaStreamUpdateCaptureDependencies,
           (void *, Node *const *, const EdgeData *, size_t, unsigned));
#else
EXPORT cudaError_t cudaStreamGetCaptureInfo_v2(void *stream, int *found, unsigned long long *id,
                                               Graph **graph, Node *const **dependencies, size_t *count)
{
    return capture_info(stream, found, id, graph, dependencies, NULL, count);
}
PER_THREAD(cudaError_t, cudaStreamGetCaptureInfo_v2,
           (void *, int *, unsigned long long *, Graph **, Node *const **, size_t *));

EXPORT cudaError_t cudaStreamUpdateCaptureDependencies(void *stream, Node *const *dependencies,
                                                       size_t count, unsigned flags)
{
    return update_capture(stream, dependencies, count, flags);
}
PER_THREAD(cudaError_t, cudaStreamUpdateCaptureDependencies, (void *, Node *const *, size_t, unsigned));
#endif

EXPORT cudaError_t cudaThreadExchangeStreamCaptureMode(int *mode)
{
    static __thread int current;
    int before = current;
    if (*mode < 0 || *mode > 2)
        return runtime_end(INVALID_VALUE);
    current = *mode;
    *mode = before;
    return SUCCESS;
}

/* ---- Graphs and their edges ---- */

EXPORT cudaError_t cudaGraphCreate(Graph **graph, unsigned flags)
{
    Status status = flags || graph == NULL ? INVALID_VALUE : runtime_begin();
    if (!status && (*graph = graph_create()) == NULL)
        status = OUT_OF_MEMORY;
    return runtime_end(status);
}

EXPORT cudaError_t cudaGraphDestroy(Graph *graph)
{
    return runtime_end(graph_dispose(graph, false));
}

EXPORT cudaError_t cudaGraphClone(Graph **copy, Graph *graph)
{
    return runtime_end(graph_is(graph) ? graph_copy(graph, copy) : INVALID_VALUE);
}

EXPORT cudaError_t cudaGraphNodeFindInClone(Node **node, Node *origin, Graph *copy)
{
    Node *found = node_is(origin) && graph_is(copy) ? graph_find(copy, origin) : NULL;
    if (found != NULL)
        *node = found;
    return runtime_end(found == NULL ? INVALID_VALUE : SUCCESS);
}

EXPORT cudaError_t cudaGraphNodeGetType(Node *node, int *type)
{
    if (!node_is(node))
        return runtime_end(INVALID_VALUE);
    *type = (int)node->operation.kind;
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphDestroyNode(Node *node)
{
    return runtime_end(node_is(node) ? graph_remove(node) : INVALID_VALUE);
}

/* A list that a program asks for: at most `capacity` are written, and all are counted. */
typedef struct {
    Node **first, **second;
    size_t capacity, count;
} List;

static List list_for(Node **first, Node **second, const size_t *count)
{
    return (List){first, second, first == NULL ? 0 : *count, 0};
}

static void append(List *list, Node *first, Node *second)
{
    if (list->count < list->capacity) {
        list->first[list->count] = first;
        if (list->second != NULL)
            list->second[list->count] = second;
    }
    list->count++;
}

static cudaError_t finish(const List *list, EdgeData *data, size_t *count)
{
    for (size_t i = list->count; i < list->capacity; i++)
        list->first[i] = NULL;
    if (data != NULL)
        memset(data, 0, (list->count < list->capacity ? list->count : list->capacity) * sizeof *data);
    *count = list->first == NULL || list->count < list->capacity ? list->count : list->capacity;
    return SUCCESS;
}

static cudaError_t nodes_of(const Graph *graph, Node **nodes, size_t *count, bool roots_only)
{
    if (!graph_is(graph) || count == NULL)
        return runtime_end(INVALID_VALUE);
    List list = list_for(nodes, NULL, count);
    for (Node *each = graph->first; each != NULL; each = each->next)
        if (!roots_only || !each->dependency_count)
            append(&list, each, NULL);
    return finish(&list, NULL, count);
}

EXPORT cudaError_t cudaGraphGetNodes(Graph *graph, Node **nodes, size_t *count)
{
    return nodes_of(graph, nodes, count, false);
}

EXPORT cudaError_t cudaGraphGetRootNodes(Graph *graph, Node **nodes, size_t *count)
{
    return nodes_of(graph, nodes, count, true);
}

static cudaError_t edges_of(const Graph *graph, Node **from, Node **to, EdgeData *data, size_t *count)
{
    if (!graph_is(graph) || count == NULL)
        return runtime_end(INVALID_VALUE);
    List list = list_for(from, to, count);
    for (Node *each = graph->first; each != NULL; each = each->next)
        for (size_t i = 0; i < each->dependency_count; i++)
            append(&list, each->dependencies[i], each);
    return finish(&list, data, count);
}

static cudaError_t dependencies_of(Node *node, Node **nodes, EdgeData *data, size_t *count)
{
    if (!node_is(node) || count == NULL)
        return runtime_end(INVALID_VALUE);
    List list = list_for(nodes, NULL, count);
    for (size_t i = 0; i < node->dependency_count; i++)
        append(&list, node->dependencies[i], NULL);
    return finish(&list, data, count);
}

static cudaError_t dependents_of(Node *node, Node **nodes, EdgeData *data, size_t *count)
{
    if (!node_is(node) || count == NULL)
        return runtime_end(INVALID_VALUE);
    List list = list_for(nodes, NULL, count);
    for (Node *each = node->graph->first; each != NULL; each = each->next)
        for (size_t i = 0; i < each->dependency_count; i++)
            if (each->dependencies[i] == node)
                append(&list, each, NULL);
    return finish(&list, data, count);
}

static cudaError_t change_edges(Graph *graph, Node *const *from, Node *const *to, size_t count, bool add)
{
    if (!graph_is(graph))
        return runtime_end(INVALID_VALUE);
    return runtime_end(add ? graph_add_edges(graph, from, to, count)
                           : graph_remove_edges(graph, from, to, count));
}

#if CUDART_MAJOR >= 13
#define EDGE_DATA(name) , EdgeData *name
#define CONST_EDGE_DATA(name) , const EdgeData *name
#define USE_EDGE_DATA(name) name
#define IGNORE_EDGE_DATA(name) (void)(name)
#else
#define EDGE_DATA(name)
#define CONST_EDGE_DATA(name)
#define USE_EDGE_DATA(name) NULL
#define IGNORE_EDGE_DATA(name) (void)0
#endif

EXPORT cudaError_t cudaGraphGetEdges(Graph *graph, Node **from, Node **to EDGE_DATA(data), size_t *count)
{
    return edges_of(graph, from, to, USE_EDGE_DATA(data), count);
}

EXPORT cudaError_t cudaGraphNodeGetDependencies(Node *node, Node **nodes EDGE_DATA(data), size_t *count)
{
    return dependencies_of(node, nodes, USE_EDGE_DATA(data), count);
}

EXPORT cudaError_t cudaGraphNodeGetDependentNodes(Node *node, Node **nodes EDGE_DATA(data), size_t *count)
{
    return dependents_of(node, nodes, USE_EDGE_DATA(data), count);
}

EXPORT cudaError_t cudaGraphAddDependencies(Graph *graph, Node *const *from,
                                            Node *const *to CONST_EDGE_DATA(data), size_t count)
{
    IGNORE_EDGE_DATA(data);
    return change_edges(graph, from, to, count, true);
}

EXPORT cudaError_t cudaGraphRemoveDependencies(Graph *graph, Node *const *from,
                                               Node *const *to CONST_EDGE_DATA(data), size_t count)
{
    IGNORE_EDGE_DATA(data);
    return change_edges(graph, from, to, count, false);
}

#if CUDART_MAJOR == 12
EXPORT cudaError_t cudaGraphAddDependencies_v2(Graph *graph, Node *const *from, Node *const *to,
                                               const EdgeData *data, size_t count)
{
    (void)data;
    return change_edges(graph, from, to, count, true);
}
#endif

/* ---- Instantiated graphs ---- */

static cudaError_t instantiate(Graph **instantiated, Graph *graph, unsigned long long flags,
                               const char *name)
{
    Status status = instantiated == NULL || !graph_is(graph) ? INVALID_VALUE : runtime_begin();
    if (!status && flags & 4) /* cudaGraphInstantiateFlagDeviceLaunch */
        status = core_refuse(name, "graphs that kernels launch");
    return runtime_end(status ? status : graph_instantiate(graph, flags, instantiated));
}

EXPORT cudaError_t cudaGraphInstantiate(Graph **instantiated, Graph *graph, unsigned long long flags)
{
    return instantiate(instantiated, graph, flags, __func__);
}

EXPORT cudaError_t cudaGraphInstantiateWithFlags(Graph **instantiated, Graph *graph,
                                                 unsigned long long flags)
{
    return instantiate(instantiated, graph, flags, __func__);
}

typedef struct {
    unsigned long long flags;
    void *stream;
    Node *failed;
    int result;
} InstantiateParameters;

EXPORT cudaError_t cudaGraphInstantiateWithParams(Graph **instantiated, Graph *graph,
                                                  InstantiateParameters *given)
{
    cudaError_t error = instantiate(instantiated, graph, given->flags, __func__);
    given->failed = NULL;
    given->result = error ? 1 : 0; /* cudaGraphInstantiateError */
    return error;
}
PER_THREAD(cudaError_t, cudaGraphInstantiateWithParams, (Graph **, Graph *, InstantiateParameters *));

EXPORT cudaError_t cudaGraphExecGetFlags(Graph *instantiated, unsigned long long *flags)
{
    if (!graph_is_instantiated(instantiated))
        return runtime_end(INVALID_VALUE);
    *flags = instantiated->flags;
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphExecDestroy(Graph *instantiated)
{
    return runtime_end(graph_dispose(instantiated, true));
}

EXPORT cudaError_t cudaGraphUpload(Graph *instantiated, void *stream)
{
    (void)stream;
    return runtime_end(graph_is_instantiated(instantiated) ? runtime_begin() : INVALID_VALUE);
}
PER_THREAD(cudaError_t, cudaGraphUpload, (Graph *, void *));

EXPORT cudaError_t cudaGraphLaunch(Graph *instantiated, void *handle)
{
    STREAM_OR_FAIL(stream, handle);
    Operation operation = {.kind = OPERATION_CHILD, .name = __func__, .child = instantiated};
    Status status = graph_is_instantiated(instantiated) ? runtime_begin() : INVALID_VALUE;
    return runtime_end(status ? status : core_submit(stream, &operation));
}
PER_THREAD(cudaError_t, cudaGraphLaunch, (Graph *, void *));

typedef struct {
    int result;
    Node *node, *from;
} UpdateInformation;

EXPORT cudaError_t cudaGraphExecUpdate(Graph *instantiated, Graph *graph, UpdateInformation *information)
{
    enum UpdateResult result = UPDATE_TOPOLOGY_CHANGED;
    Node *node = NULL;
    Status status = graph_is_instantiated(instantiated) && graph_is(graph) ? SUCCESS : INVALID_VALUE;
    if (!status)
        status = graph_update(instantiated, graph, &result, &node);
    if (information != NULL)
        *information = (UpdateInformation){.result = (int)result, .node = node};
    return runtime_end(status);
}

EXPORT cudaError_t cudaGraphNodeSetEnabled(Graph *instantiated, Node *node, unsigned is_enabled)
{
    Node *found = graph_find_instantiated(instantiated, node);
    if (found == NULL || found->operation.kind > OPERATION_FILL)
        return runtime_end(INVALID_VALUE);
    found->is_disabled = !is_enabled;
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphNodeGetEnabled(Graph *instantiated, Node *node, unsigned *is_enabled)
{
    Node *found = graph_find_instantiated(instantiated, node);
    if (found == NULL)
        return runtime_end(INVALID_VALUE);
    *is_enabled = !found->is_disabled;
    return SUCCESS;
}

/* Write a graph in the language of Graphviz. */
EXPORT cudaError_t cudaGraphDebugDotPrint(Graph *graph, const char *path, unsigned flags)
{
    static const char *const kinds[]
        = {"kernel", "memcpy", "memset", "host", "graph", "empty", "wait", "record"};
    (void)flags;
    FILE *file = graph_is(graph) && path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return runtime_end(INVALID_VALUE);
    fprintf(file, "digraph graph_1 {\n");
    for (Node *each = graph->first; each != NULL; each = each->next) {
        unsigned kind = (unsigned)each->operation.kind;
        const char *name = kind == OPERATION_LAUNCH ? each->operation.launch.function->name
                           : kind < sizeof kinds / sizeof *kinds ? kinds[kind]
                                                                 : "memory";
        fprintf(file, "  \"%p\" [label=\"%s\"];\n", (void *)each, name);
        for (size_t i = 0; i < each->dependency_count; i++)
            fprintf(file, "  \"%p\" -> \"%p\";\n", (void *)each->dependencies[i], (void *)each);
    }
    fprintf(file, "}\n");
    fclose(file);
    return SUCCESS;
}
