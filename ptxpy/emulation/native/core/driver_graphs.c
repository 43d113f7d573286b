/* The driver API: captures of streams, and graphs. */
#include "graphs.h"

#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* An annotation of an edge; ours say nothing. */
typedef struct {
    unsigned char bytes[8];
} EdgeData;

/* ---- Captures ---- */

EXPORT CUresult cuStreamBeginCapture_v2(void *handle, unsigned mode)
{
    Stream *stream = core_stream(handle);
    Status status = stream == NULL ? INVALID_HANDLE : driver_begin();
    return status ? status : capture_begin(stream, NULL, NULL, 0, mode);
}
WITH_PTSZ(cuStreamBeginCapture_v2, (void *, unsigned));

EXPORT CUresult cuStreamBeginCaptureToGraph(void *handle, Graph *graph, Node *const *dependencies,
                                            const EdgeData *data, size_t count, unsigned mode)
{
    (void)data;
    Stream *stream = core_stream(handle);
    if (stream == NULL || !graph_is(graph))
        return stream == NULL ? INVALID_HANDLE : INVALID_VALUE;
    return capture_begin(stream, graph, dependencies, count, mode);
}
WITH_PTSZ(cuStreamBeginCaptureToGraph,
          (void *, Graph *, Node *const *, const EdgeData *, size_t, unsigned));

EXPORT CUresult cuStreamEndCapture(void *handle, Graph **graph)
{
    Stream *stream = core_stream(handle);
    return stream == NULL ? INVALID_HANDLE : capture_end(stream, graph);
}
WITH_PTSZ(cuStreamEndCapture, (void *, Graph **));

EXPORT CUresult cuStreamGetCaptureInfo_v3(void *handle, int *found, uint64_t *id, Graph **graph,
                                          Node *const **dependencies, const EdgeData **data,
                                          size_t *count)
{
    static const EdgeData none[256];
    Stream *stream = core_stream(handle);
    if (stream == NULL || found == NULL)
        return stream == NULL ? INVALID_HANDLE : INVALID_VALUE;
    *found = stream->capture == NULL ? 0 : stream->is_invalid ? 2 : 1;
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
WITH_PTSZ(cuStreamGetCaptureInfo_v3,
          (void *, int *, uint64_t *, Graph **, Node *const **, const EdgeData **, size_t *));

EXPORT CUresult cuStreamGetCaptureInfo_v2(void *handle, int *found, uint64_t *id, Graph **graph,
                                          Node *const **dependencies, size_t *count)
{
    return cuStreamGetCaptureInfo_v3(handle, found, id, graph, dependencies, NULL, count);
}
WITH_PTSZ(cuStreamGetCaptureInfo_v2,
          (void *, int *, uint64_t *, Graph **, Node *const **, size_t *));

EXPORT CUresult cuStreamUpdateCaptureDependencies_v2(void *handle, Node *const *dependencies,
                                                     const EdgeData *data, size_t count, unsigned flags)
{
    (void)data;
    Stream *stream = core_stream(handle);
    return stream == NULL ? INVALID_HANDLE : capture_depend(stream, dependencies, count, flags == 1);
}
WITH_PTSZ(cuStreamUpdateCaptureDependencies_v2,
          (void *, Node *const *, const EdgeData *, size_t, unsigned));

EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *mode)
{
    static __thread int current;
    int before = current;
    if (*mode < 0 || *mode > 2)
        return INVALID_VALUE;
    current = *mode;
    *mode = before;
    return SUCCESS;
}

/* ---- Graphs ---- */

EXPORT CUresult cuGraphCreate(Graph **graph, unsigned flags)
{
    Status status = flags || graph == NULL ? INVALID_VALUE : driver_begin();
    if (!status && (*graph = graph_create()) == NULL)
        status = OUT_OF_MEMORY;
    return status;
}

EXPORT CUresult cuGraphDestroy(Graph *graph)
{
    return graph_dispose(graph, false);
}

EXPORT CUresult cuGraphClone(Graph **copy, Graph *graph)
{
    return graph_is(graph) ? graph_copy(graph, copy) : INVALID_VALUE;
}

EXPORT CUresult cuGraphNodeFindInClone(Node **node, Node *origin, Graph *copy)
{
    Node *found = node_is(origin) && graph_is(copy) ? graph_find(copy, origin) : NULL;
    if (found == NULL)
        return INVALID_VALUE;
    *node = found;
    return SUCCESS;
}

static Status nodes_of(const Graph *graph, Node **nodes, size_t *count, bool roots_only)
{
    if (!graph_is(graph) || count == NULL)
        return INVALID_VALUE;
    size_t found = 0;
    for (Node *each = graph->first; each != NULL; each = each->next)
        if (!roots_only || !each->dependency_count) {
            if (nodes != NULL && found < *count)
                nodes[found] = each;
            found++;
        }
    for (size_t i = found; nodes != NULL && i < *count; i++)
        nodes[i] = NULL;
    *count = nodes != NULL && *count < found ? *count : found;
    return SUCCESS;
}

EXPORT CUresult cuGraphGetNodes(Graph *graph, Node **nodes, size_t *count)
{
    return nodes_of(graph, nodes, count, false);
}

EXPORT CUresult cuGraphGetRootNodes(Graph *graph, Node **nodes, size_t *count)
{
    return nodes_of(graph, nodes, count, true);
}

EXPORT CUresult cuGraphNodeGetType(Node *node, int *type)
{
    if (!node_is(node))
        return INVALID_VALUE;
    *type = (int)node->operation.kind;
    return SUCCESS;
}

EXPORT CUresult cuGraphDestroyNode(Node *node)
{
    return node_is(node) ? graph_remove(node) : INVALID_VALUE;
}

EXPORT CUresult cuGraphAddDependencies_v2(Graph *graph, Node *const *from, Node *const *to,
                                          const EdgeData *data, size_t count)
{
    (void)data;
    return graph_is(graph) ? graph_add_edges(graph, from, to, count) : INVALID_VALUE;
}

EXPORT CUresult cuGraphAddDependencies(Graph *graph, Node *const *from, Node *const *to, size_t count)
{
    return cuGraphAddDependencies_v2(graph, from, to, NULL, count);
}

/* ---- Nodes ---- */

/* CUDA_KERNEL_NODE_PARAMS */
typedef struct {
    Function *function;
    unsigned grid[3], block[3];
    unsigned shared;
    void **arguments, **extra;
    Function *kernel;
    void *context;
} KernelParameters;

/* CUDA_MEMSET_NODE_PARAMS */
typedef struct {
    CUdeviceptr target;
    size_t pitch;
    unsigned value, element_size;
    size_t width, height;
} FillParameters;

/* CUDA_HOST_NODE_PARAMS */
typedef struct {
    void (*function)(void *);
    void *data;
} HostParameters;

static Status kernel_operation(const KernelParameters *given, const Node *before, Operation *operation,
                               const char *name)
{
    Function *function = given == NULL ? NULL : given->function != NULL ? given->function : given->kernel;
    Status status = function == NULL ? INVALID_VALUE : driver_begin();
    if (!status && !handle_is(function, FUNCTION_MAGIC))
        status = INVALID_HANDLE;
    if (status)
        return status;
    *operation = (Operation){.kind = OPERATION_LAUNCH,
                             .name = name,
                             .launch = {.function = function, .dynamic_shared = given->shared}};
    Launch *launch = &operation->launch;
    memcpy(launch->grid, given->grid, sizeof launch->grid);
    memcpy(launch->block, given->block, sizeof launch->block);
    memcpy(launch->cluster,
           before == NULL ? function->info.cluster : before->operation.launch.cluster,
           sizeof launch->cluster);
    launch->cooperative = before != NULL && before->operation.launch.cooperative;
    status = core_check_launch(launch);
    if (!status)
        status = core_pack(function, given->arguments, given->extra, &launch->parameters,
                           &launch->parameter_bytes);
    return status;
}

EXPORT CUresult cuGraphAddKernelNode_v2(Node **node, Graph *graph, Node *const *dependencies,
                                        size_t count, const KernelParameters *given)
{
    Operation operation;
    Status status = kernel_operation(given, NULL, &operation, "cuGraphAddKernelNode");
    return status ? status : graph_add(graph, dependencies, count, &operation, node);
}

static bool is_kernel(const Node *node)
{
    return node_is(node) && node->operation.kind == OPERATION_LAUNCH;
}

EXPORT CUresult cuGraphKernelNodeSetParams_v2(Node *node, const KernelParameters *given)
{
    Operation operation;
    if (!is_kernel(node))
        return INVALID_VALUE;
    Status status = kernel_operation(given, node, &operation, "cuGraphKernelNodeSetParams");
    return status ? status : graph_replace(node, &operation);
}

EXPORT CUresult cuGraphExecKernelNodeSetParams_v2(Graph *instantiated, Node *node,
                                                  const KernelParameters *given)
{
    return cuGraphKernelNodeSetParams_v2(graph_find_instantiated(instantiated, node), given);
}

EXPORT CUresult cuGraphKernelNodeGetParams_v2(Node *node, KernelParameters *wanted)
{
    if (!is_kernel(node) || wanted == NULL)
        return INVALID_VALUE;
    const Launch *launch = &node->operation.launch;
    const KernelReply *info = &launch->function->info;
    if (node->arguments == NULL) {
        node->arguments = calloc(info->parameters + 1, sizeof *node->arguments);
        if (node->arguments == NULL)
            return OUT_OF_MEMORY;
        for (uint32_t i = 0; i < info->parameters; i++)
            node->arguments[i] = (char *)launch->parameters + launch->function->parameters[i].offset;
    }
    *wanted = (KernelParameters){
        .function = launch->function, .shared = launch->dynamic_shared, .arguments = node->arguments};
    memcpy(wanted->grid, launch->grid, sizeof wanted->grid);
    memcpy(wanted->block, launch->block, sizeof wanted->block);
    return SUCCESS;
}

EXPORT CUresult cuGraphAddMemsetNode(Node **node, Graph *graph, Node *const *dependencies, size_t count,
                                     const FillParameters *given, void *context)
{
    (void)context;
    if (given == NULL
        || (given->element_size != 1 && given->element_size != 2 && given->element_size != 4))
        return INVALID_VALUE;
    Operation operation = {.kind = OPERATION_FILL,
                           .name = __func__,
                           .fill = {.target = (void *)given->target,
                                    .value = given->value,
                                    .element_size = given->element_size,
                                    .width = given->width,
                                    .height = given->height ? given->height : 1,
                                    .depth = 1,
                                    .pitch = given->pitch}};
    return graph_add(graph, dependencies, count, &operation, node);
}

EXPORT CUresult cuGraphAddHostNode(Node **node, Graph *graph, Node *const *dependencies, size_t count,
                                   const HostParameters *given)
{
    if (given == NULL || given->function == NULL)
        return INVALID_VALUE;
    Operation operation = {.kind = OPERATION_HOST,
                           .name = __func__,
                           .host = {.function = given->function, .data = given->data}};
    return graph_add(graph, dependencies, count, &operation, node);
}

EXPORT CUresult cuGraphAddEmptyNode(Node **node, Graph *graph, Node *const *dependencies, size_t count)
{
    Operation operation = {.kind = OPERATION_EMPTY, .name = __func__};
    return graph_add(graph, dependencies, count, &operation, node);
}

EXPORT CUresult cuGraphAddChildGraphNode(Node **node, Graph *graph, Node *const *dependencies,
                                         size_t count, Graph *child)
{
    Operation operation = {.kind = OPERATION_CHILD, .name = __func__, .child = child};
    if (!graph_is(child) || child == graph)
        return INVALID_VALUE;
    return graph_add(graph, dependencies, count, &operation, node);
}

/* ---- Instantiated graphs ---- */

EXPORT CUresult cuGraphInstantiateWithFlags(Graph **instantiated, Graph *graph, unsigned long long flags)
{
    Status status = instantiated == NULL || !graph_is(graph) ? INVALID_VALUE : driver_begin();
    if (!status && flags & 4) /* CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH */
        status = core_refuse("cuGraphInstantiate", "graphs that kernels launch");
    return status ? status : graph_instantiate(graph, flags, instantiated);
}

EXPORT CUresult cuGraphUpload(Graph *instantiated, void *stream)
{
    (void)stream;
    return graph_is_instantiated(instantiated) ? driver_begin() : INVALID_VALUE;
}
WITH_PTSZ(cuGraphUpload, (Graph *, void *));

EXPORT CUresult cuGraphLaunch(Graph *instantiated, void *handle)
{
    Stream *stream = core_stream(handle);
    Operation operation = {.kind = OPERATION_CHILD, .name = __func__, .child = instantiated};
    Status status = stream == NULL ? INVALID_HANDLE : driver_begin();
    if (!status && !graph_is_instantiated(instantiated))
        status = INVALID_VALUE;
    return status ? status : core_submit(stream, &operation);
}
WITH_PTSZ(cuGraphLaunch, (Graph *, void *));

/* CUgraphExecUpdateResultInfo */
typedef struct {
    int result;
    Node *node, *from;
} UpdateInformation;

EXPORT CUresult cuGraphExecUpdate_v2(Graph *instantiated, Graph *graph, UpdateInformation *information)
{
    enum UpdateResult result = UPDATE_TOPOLOGY_CHANGED;
    Node *node = NULL;
    if (!graph_is_instantiated(instantiated) || !graph_is(graph))
        return INVALID_VALUE;
    Status status = graph_update(instantiated, graph, &result, &node);
    if (information != NULL)
        *information = (UpdateInformation){.result = (int)result, .node = node};
    return status;
}

EXPORT CUresult cuGraphExecDestroy(Graph *instantiated)
{
    return graph_dispose(instantiated, true);
}

/* ---- Memory of graphs ---- */

EXPORT CUresult cuDeviceGetGraphMemAttribute(int number, int attribute, uint64_t *value)
{
    (void)number;
    Status status = driver_begin();
    return status ? status : core_graph_memory(attribute, value);
}

EXPORT CUresult cuDeviceSetGraphMemAttribute(int number, int attribute, const uint64_t *value)
{
    (void)number;
    Status status = driver_begin();
    return status ? status : core_reset_graph_memory(attribute, value);
}

EXPORT CUresult cuDeviceGraphMemTrim(int number)
{
    (void)number;
    Status status = driver_begin();
    if (!status)
        core_trim_graph_memory();
    return status;
}

/* ---- Conditions ---- */

EXPORT CUresult cuGraphConditionalHandleCreate(uint64_t *handle, Graph *graph, void *context,
                                               unsigned initial, unsigned flags)
{
    (void)context;
    bool is_valid = handle != NULL && graph_is(graph) && flags <= 1;
    Status status = is_valid ? driver_begin() : INVALID_VALUE;
    return status ? status : graph_create_condition(graph, initial, flags == 1, handle);
}

/* The beginning of CUgraphNodeParams, of a conditional node. */
typedef struct {
    int node_type;
    int reserved[3];
    uint64_t handle;
    int type;
    unsigned count;
    Graph **bodies;
} ConditionalParameters;

EXPORT CUresult cuGraphAddNode_v2(Node **node, Graph *graph, Node *const *dependencies,
                                  const EdgeData *data, size_t count, ConditionalParameters *given)
{
    (void)data;
    if (node == NULL || given == NULL)
        return INVALID_VALUE;
    if (given->node_type != OPERATION_CONDITIONAL)
        return core_refuse("cuGraphAddNode", "a node that is not conditional");
    return graph_add_conditional(graph, dependencies, count, given->handle, given->type, given->count, node,
                                 &given->bodies);
}

EXPORT CUresult cuGraphAddNode(Node **node, Graph *graph, Node *const *dependencies, size_t count,
                               ConditionalParameters *given)
{
    return cuGraphAddNode_v2(node, graph, dependencies, NULL, count, given);
}
