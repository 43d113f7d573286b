/* The runtime API: the nodes of graphs. */
#include "graphs.h"

#include <stdlib.h>
#include <string.h>

#include "runtime.h"

typedef struct {
    void *function;
    dim3 grid, block;
    unsigned shared;
    void **arguments, **extra;
} KernelParameters;

typedef struct {
    void *target;
    size_t pitch;
    unsigned value, element_size;
    size_t width, height;
} FillParameters;

typedef struct {
    void (*function)(void *);
    void *data;
} HostParameters;

typedef struct {
    size_t x, y, z;
} Place;

typedef struct {
    void *pointer;
    size_t pitch, width, height;
} Pitched;

typedef struct {
    void *source_array;
    Place source_place;
    Pitched source;
    void *target_array;
    Place target_place;
    Pitched target;
    Place extent;
    int kind;
} CopyParameters;

static Status kernel_operation(const KernelParameters *given, const Operation *before,
                               Operation *operation, const char *name)
{
    Function *function;
    Status status = given == NULL ? INVALID_VALUE : runtime_begin();
    if (!status)
        status = runtime_function(given->function, &function);
    if (status)
        return status;
    *operation = (Operation){
        .kind = OPERATION_LAUNCH,
        .name = name,
        .launch = {.function = function,
                   .grid = {given->grid.x, given->grid.y, given->grid.z},
                   .block = {given->block.x, given->block.y, given->block.z},
                   .dynamic_shared = given->shared}};
    memcpy(operation->launch.cluster,
           before == NULL ? function->info.cluster : before->launch.cluster,
           sizeof operation->launch.cluster);
    operation->launch.cooperative = before != NULL && before->launch.cooperative;
    status = core_check_launch(&operation->launch);
    if (!status)
        status = core_pack(function, given->arguments, given->extra, &operation->launch.parameters,
                           &operation->launch.parameter_bytes);
    return status;
}

static Status copy_operation(const CopyParameters *given, Operation *operation, const char *name)
{
    if (given == NULL)
        return INVALID_VALUE;
    if (given->source_array != NULL || given->target_array != NULL)
        return core_refuse(name, "a copy with an array as a node of a graph");
    size_t source_slice = given->source.pitch * given->source.height;
    size_t target_slice = given->target.pitch * given->target.height;
    *operation = (Operation){
        .kind = OPERATION_COPY,
        .name = name,
        .copy = {.source = (char *)given->source.pointer + given->source_place.z * source_slice
                           + given->source_place.y * given->source.pitch + given->source_place.x,
                 .target = (char *)given->target.pointer + given->target_place.z * target_slice
                           + given->target_place.y * given->target.pitch + given->target_place.x,
                 .width = given->extent.x,
                 .height = given->extent.y,
                 .depth = given->extent.z,
                 .source_pitch = given->source.pitch,
                 .source_slice = source_slice,
                 .target_pitch = given->target.pitch,
                 .target_slice = target_slice,
                 .kind = (enum CopyKind)given->kind}};
    return SUCCESS;
}

static Operation flat_copy(void *target, const void *source, size_t size, int kind, const char *name)
{
    return (Operation){.kind = OPERATION_COPY,
                       .name = name,
                       .copy = {.target = target,
                                .source = source,
                                .width = size,
                                .height = 1,
                                .depth = 1,
                                .source_pitch = size,
                                .source_slice = size,
                                .target_pitch = size,
                                .target_slice = size,
                                .kind = (enum CopyKind)kind}};
}

static Status fill_operation(const FillParameters *given, Operation *operation, const char *name)
{
    if (given == NULL
        || (given->element_size != 1 && given->element_size != 2 && given->element_size != 4))
        return INVALID_VALUE;
    *operation = (Operation){.kind = OPERATION_FILL,
                             .name = name,
                             .fill = {.target = given->target,
                                      .value = given->value,
                                      .element_size = given->element_size,
                                      .width = given->width,
                                      .height = given->height ? given->height : 1,
                                      .depth = 1,
                                      .pitch = given->pitch}};
    return SUCCESS;
}

static Status host_operation(const HostParameters *given, Operation *operation, const char *name)
{
    if (given == NULL || given->function == NULL)
        return INVALID_VALUE;
    *operation = (Operation){.kind = OPERATION_HOST,
                             .name = name,
                             .host = {.function = given->function, .data = given->data}};
    return SUCCESS;
}

static cudaError_t add(Graph *graph, Node *const *dependencies, size_t count, Status status,
                       Operation *operation, Node **node)
{
    return runtime_end(status ? status : graph_add(graph, dependencies, count, operation, node));
}

/* Replace what a node does. */
static cudaError_t set(Node *node, enum OperationKind kind, Status status, Operation *operation)
{
    if (!status && (!node_is(node) || node->operation.kind != kind)) {
        core_release(operation);
        status = INVALID_VALUE;
    }
    return runtime_end(status ? status : graph_replace(node, operation));
}

static const Operation *operation_of(const Node *node, enum OperationKind kind)
{
    return node_is(node) && node->operation.kind == kind ? &node->operation : NULL;
}

EXPORT cudaError_t cudaGraphAddKernelNode(Node **node, Graph *graph, Node *const *dependencies,
                                          size_t count, const KernelParameters *given)
{
    Operation operation;
    Status status = kernel_operation(given, NULL, &operation, __func__);
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphKernelNodeSetParams(Node *node, const KernelParameters *given)
{
    Operation operation;
    Status status
        = kernel_operation(given, operation_of(node, OPERATION_LAUNCH), &operation, __func__);
    return set(node, OPERATION_LAUNCH, status, &operation);
}

EXPORT cudaError_t cudaGraphExecKernelNodeSetParams(Graph *instantiated, Node *node,
                                                    const KernelParameters *given)
{
    return cudaGraphKernelNodeSetParams(graph_find_instantiated(instantiated, node), given);
}

EXPORT cudaError_t cudaGraphKernelNodeGetParams(Node *node, KernelParameters *wanted)
{
    const Operation *operation = operation_of(node, OPERATION_LAUNCH);
    if (operation == NULL || wanted == NULL)
        return runtime_end(INVALID_VALUE);
    const Launch *launch = &operation->launch;
    const Function *function = launch->function;
    if (node->arguments == NULL) {
        node->arguments = calloc(function->info.parameters + 1, sizeof *node->arguments);
        if (node->arguments == NULL)
            return runtime_end(OUT_OF_MEMORY);
        for (uint32_t i = 0; i < function->info.parameters; i++)
            node->arguments[i] = (char *)launch->parameters + function->parameters[i].offset;
    }
    *wanted = (KernelParameters){
        .function = function->host == NULL ? (void *)function : function->host,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .shared = launch->dynamic_shared,
        .arguments = node->arguments};
    return SUCCESS;
}

/* Attributes of a kernel node: those that change what a launch does. */
enum { ATTRIBUTE_COOPERATIVE = 2, ATTRIBUTE_CLUSTER = 4 };

EXPORT cudaError_t cudaGraphKernelNodeSetAttribute(Node *node, int attribute, const void *value)
{
    if (operation_of(node, OPERATION_LAUNCH) == NULL)
        return runtime_end(INVALID_VALUE);
    if (attribute == ATTRIBUTE_COOPERATIVE)
        node->operation.launch.cooperative = *(const int *)value != 0;
    else if (attribute == ATTRIBUTE_CLUSTER)
        memcpy(node->operation.launch.cluster, value, sizeof node->operation.launch.cluster);
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphKernelNodeGetAttribute(Node *node, int attribute, void *value)
{
    if (operation_of(node, OPERATION_LAUNCH) == NULL)
        return runtime_end(INVALID_VALUE);
    memset(value, 0, 64);
    if (attribute == ATTRIBUTE_COOPERATIVE)
        *(int *)value = node->operation.launch.cooperative;
    else if (attribute == ATTRIBUTE_CLUSTER)
        memcpy(value, node->operation.launch.cluster, sizeof node->operation.launch.cluster);
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphKernelNodeCopyAttributes(Node *target, Node *source)
{
    if (operation_of(target, OPERATION_LAUNCH) == NULL || operation_of(source, OPERATION_LAUNCH) == NULL)
        return runtime_end(INVALID_VALUE);
    target->operation.launch.cooperative = source->operation.launch.cooperative;
    memcpy(target->operation.launch.cluster, source->operation.launch.cluster,
           sizeof target->operation.launch.cluster);
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphAddMemcpyNode(Node **node, Graph *graph, Node *const *dependencies,
                                          size_t count, const CopyParameters *given)
{
    Operation operation;
    Status status = copy_operation(given, &operation, __func__);
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphMemcpyNodeSetParams(Node *node, const CopyParameters *given)
{
    Operation operation;
    Status status = copy_operation(given, &operation, __func__);
    return set(node, OPERATION_COPY, status, &operation);
}

EXPORT cudaError_t cudaGraphExecMemcpyNodeSetParams(Graph *instantiated, Node *node,
                                                    const CopyParameters *given)
{
    return cudaGraphMemcpyNodeSetParams(graph_find_instantiated(instantiated, node), given);
}

EXPORT cudaError_t cudaGraphMemcpyNodeGetParams(Node *node, CopyParameters *wanted)
{
    const Operation *operation = operation_of(node, OPERATION_COPY);
    if (operation == NULL || wanted == NULL)
        return runtime_end(INVALID_VALUE);
    const Copy *copy = &operation->copy;
    size_t source_rows = copy->source_pitch ? copy->source_slice / copy->source_pitch : 0;
    size_t target_rows = copy->target_pitch ? copy->target_slice / copy->target_pitch : 0;
    *wanted = (CopyParameters){
        .source = {(void *)copy->source, copy->source_pitch, copy->width, source_rows},
        .target = {copy->target, copy->target_pitch, copy->width, target_rows},
        .extent = {copy->width, copy->height, copy->depth},
        .kind = (int)copy->kind};
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphAddMemcpyNode1D(Node **node, Graph *graph, Node *const *dependencies,
                                            size_t count, void *target, const void *source, size_t size,
                                            int kind)
{
    Operation operation = flat_copy(target, source, size, kind, __func__);
    return add(graph, dependencies, count, SUCCESS, &operation, node);
}

EXPORT cudaError_t cudaGraphMemcpyNodeSetParams1D(Node *node, void *target, const void *source,
                                                  size_t size, int kind)
{
    Operation operation = flat_copy(target, source, size, kind, __func__);
    return set(node, OPERATION_COPY, SUCCESS, &operation);
}

EXPORT cudaError_t cudaGraphExecMemcpyNodeSetParams1D(Graph *instantiated, Node *node, void *target,
                                                      const void *source, size_t size, int kind)
{
    return cudaGraphMemcpyNodeSetParams1D(graph_find_instantiated(instantiated, node), target, source, size, kind);
}

static Status symbol_copy(const void *symbol, const void *other, size_t size, size_t offset, int kind,
                          bool is_to_symbol, Operation *operation, const char *name)
{
    uint64_t address;
    size_t bytes;
    Status status = runtime_begin();
    if (!status)
        status = runtime_symbol(symbol, &address, &bytes);
    if (!status && (offset > bytes || size > bytes - offset))
        status = INVALID_VALUE;
    if (!status) {
        void *place = (void *)(address + offset);
        *operation = is_to_symbol ? flat_copy(place, other, size, kind, name)
                                  : flat_copy((void *)other, place, size, kind, name);
    }
    return status;
}

EXPORT cudaError_t cudaGraphAddMemcpyNodeToSymbol(Node **node, Graph *graph, Node *const *dependencies,
                                                  size_t count, const void *symbol, const void *source,
                                                  size_t size, size_t offset, int kind)
{
    Operation operation;
    Status status = symbol_copy(symbol, source, size, offset, kind, true, &operation, __func__);
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphAddMemcpyNodeFromSymbol(Node **node, Graph *graph,
                                                    Node *const *dependencies, size_t count,
                                                    void *target, const void *symbol, size_t size,
                                                    size_t offset, int kind)
{
    Operation operation;
    Status status = symbol_copy(symbol, target, size, offset, kind, false, &operation, __func__);
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphAddMemsetNode(Node **node, Graph *graph, Node *const *dependencies,
                                          size_t count, const FillParameters *given)
{
    Operation operation;
    Status status = fill_operation(given, &operation, __func__);
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphMemsetNodeSetParams(Node *node, const FillParameters *given)
{
    Operation operation;
    Status status = fill_operation(given, &operation, __func__);
    return set(node, OPERATION_FILL, status, &operation);
}

EXPORT cudaError_t cudaGraphExecMemsetNodeSetParams(Graph *instantiated, Node *node,
                                                    const FillParameters *given)
{
    return cudaGraphMemsetNodeSetParams(graph_find_instantiated(instantiated, node), given);
}

EXPORT cudaError_t cudaGraphMemsetNodeGetParams(Node *node, FillParameters *wanted)
{
    const Operation *operation = operation_of(node, OPERATION_FILL);
    if (operation == NULL || wanted == NULL)
        return runtime_end(INVALID_VALUE);
    const Fill *fill = &operation->fill;
    *wanted = (FillParameters){fill->target, fill->pitch, fill->value, fill->element_size,
                               fill->width, fill->height};
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphAddHostNode(Node **node, Graph *graph, Node *const *dependencies,
                                        size_t count, const HostParameters *given)
{
    Operation operation;
    Status status = host_operation(given, &operation, __func__);
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphHostNodeSetParams(Node *node, const HostParameters *given)
{
    Operation operation;
    Status status = host_operation(given, &operation, __func__);
    return set(node, OPERATION_HOST, status, &operation);
}

EXPORT cudaError_t cudaGraphExecHostNodeSetParams(Graph *instantiated, Node *node,
                                                  const HostParameters *given)
{
    return cudaGraphHostNodeSetParams(graph_find_instantiated(instantiated, node), given);
}

EXPORT cudaError_t cudaGraphHostNodeGetParams(Node *node, HostParameters *wanted)
{
    const Operation *operation = operation_of(node, OPERATION_HOST);
    if (operation == NULL || wanted == NULL)
        return runtime_end(INVALID_VALUE);
    *wanted = (HostParameters){operation->host.function, operation->host.data};
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphAddChildGraphNode(Node **node, Graph *graph, Node *const *dependencies,
                                              size_t count, Graph *child)
{
    Operation operation = {.kind = OPERATION_CHILD, .name = __func__, .child = child};
    Status status = graph_is(child) && child != graph ? SUCCESS : INVALID_VALUE;
    return add(graph, dependencies, count, status, &operation, node);
}

EXPORT cudaError_t cudaGraphChildGraphNodeGetGraph(Node *node, Graph **child)
{
    const Operation *operation = operation_of(node, OPERATION_CHILD);
    if (operation == NULL)
        return runtime_end(INVALID_VALUE);
    *child = operation->child;
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphExecChildGraphNodeSetParams(Graph *instantiated, Node *node, Graph *child)
{
    Operation operation = {.kind = OPERATION_CHILD, .name = __func__, .child = child};
    return set(graph_find_instantiated(instantiated, node), OPERATION_CHILD, graph_is(child) ? SUCCESS : INVALID_VALUE,
               &operation);
}

EXPORT cudaError_t cudaGraphAddEmptyNode(Node **node, Graph *graph, Node *const *dependencies,
                                         size_t count)
{
    Operation operation = {.kind = OPERATION_EMPTY, .name = __func__};
    return add(graph, dependencies, count, SUCCESS, &operation, node);
}

static cudaError_t add_event(Node **node, Graph *graph, Node *const *dependencies, size_t count,
                             enum OperationKind kind, Event *event, const char *name)
{
    if (!core_is_event(event))
        return runtime_end(INVALID_HANDLE);
    Operation operation = {.kind = kind, .name = name, .event = core_retain_event(event)};
    return add(graph, dependencies, count, SUCCESS, &operation, node);
}

EXPORT cudaError_t cudaGraphAddEventRecordNode(Node **node, Graph *graph, Node *const *dependencies,
                                               size_t count, Event *event)
{
    return add_event(node, graph, dependencies, count, OPERATION_RECORD, event, __func__);
}

EXPORT cudaError_t cudaGraphAddEventWaitNode(Node **node, Graph *graph, Node *const *dependencies,
                                             size_t count, Event *event)
{
    return add_event(node, graph, dependencies, count, OPERATION_WAIT, event, __func__);
}

static cudaError_t event_of(Node *node, enum OperationKind kind, Event **event)
{
    const Operation *operation = operation_of(node, kind);
    if (operation == NULL)
        return runtime_end(INVALID_VALUE);
    *event = operation->event;
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphEventRecordNodeGetEvent(Node *node, Event **event)
{
    return event_of(node, OPERATION_RECORD, event);
}

EXPORT cudaError_t cudaGraphEventWaitNodeGetEvent(Node *node, Event **event)
{
    return event_of(node, OPERATION_WAIT, event);
}

/* cudaMemAllocNodeParams, as far as it is used. */
typedef struct {
    char pool_properties[88];
    const void *access;
    size_t access_count;
    size_t size;
    void *pointer;
} AllocationParameters;

EXPORT cudaError_t cudaGraphAddMemAllocNode(Node **node, Graph *graph, Node *const *dependencies,
                                            size_t count, AllocationParameters *given)
{
    uint64_t address = 0;
    Status status = given == NULL || !given->size || !graph_is(graph) ? INVALID_VALUE : runtime_begin();
    if (!status)
        status = graph_allocate(graph, dependencies, count, given->size, __func__, node, &address);
    if (!status)
        given->pointer = (void *)address;
    return runtime_end(status);
}

EXPORT cudaError_t cudaGraphMemAllocNodeGetParams(Node *node, AllocationParameters *wanted)
{
    const Operation *operation = operation_of(node, OPERATION_ALLOCATE);
    if (operation == NULL || wanted == NULL)
        return runtime_end(INVALID_VALUE);
    *wanted = (AllocationParameters){
        .pool_properties = {1}, .size = operation->memory->size, .pointer = (void *)operation->memory->address};
    return SUCCESS;
}

EXPORT cudaError_t cudaGraphAddMemFreeNode(Node **node, Graph *graph, Node *const *dependencies,
                                           size_t count, void *pointer)
{
    Operation operation
        = {.kind = OPERATION_FREE, .name = __func__, .address = (uint64_t)pointer};
    return add(graph, dependencies, count, SUCCESS, &operation, node);
}

EXPORT cudaError_t cudaGraphMemFreeNodeGetParams(Node *node, void **pointer)
{
    const Operation *operation = operation_of(node, OPERATION_FREE);
    if (operation == NULL || pointer == NULL)
        return runtime_end(INVALID_VALUE);
    *pointer = (void *)operation->address;
    return SUCCESS;
}

EXPORT cudaError_t cudaDeviceGraphMemTrim(int number)
{
    (void)number;
    Status status = runtime_begin();
    if (!status)
        core_trim_graph_memory();
    return runtime_end(status);
}

EXPORT cudaError_t cudaDeviceGetGraphMemAttribute(int number, int attribute, uint64_t *value)
{
    (void)number;
    Status status = runtime_begin();
    return runtime_end(status ? status : core_graph_memory(attribute, value));
}

EXPORT cudaError_t cudaDeviceSetGraphMemAttribute(int number, int attribute, const uint64_t *value)
{
    (void)number;
    Status status = runtime_begin();
    return runtime_end(status ? status : core_reset_graph_memory(attribute, value));
}

/* ---- Conditions, and nodes of any type ---- */

EXPORT cudaError_t cudaGraphConditionalHandleCreate(uint64_t *handle, Graph *graph, unsigned initial,
                                                    unsigned flags)
{
    bool is_valid = handle != NULL && graph_is(graph) && flags <= 1; /* cudaGraphCondAssignDefault */
    Status status = is_valid ? runtime_begin() : INVALID_VALUE;
    return runtime_end(status ? status : graph_create_condition(graph, initial, flags == 1, handle));
}

/* cudaGraphNodeParams */
typedef struct {
    int type;
    int reserved[3];
    union {
        KernelParameters kernel;
        struct {
            int flags[4];
            CopyParameters copy;
        } copy;
        FillParameters fill;
        HostParameters host;
        Graph *child;
        Event *event;
        AllocationParameters allocation;
        void *freed;
        struct {
            uint64_t handle;
            int type;
            unsigned count;
            Graph **bodies;
        } conditional;
    };
} NodeParameters;

static cudaError_t add_node(Node **node, Graph *graph, Node *const *dependencies, size_t count,
                            NodeParameters *given)
{
    if (node == NULL || given == NULL)
        return runtime_end(INVALID_VALUE);
    switch (given->type) {
    case OPERATION_LAUNCH:
        return cudaGraphAddKernelNode(node, graph, dependencies, count, &given->kernel);
    case OPERATION_COPY:
        return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &given->copy.copy);
    case OPERATION_FILL:
        return cudaGraphAddMemsetNode(node, graph, dependencies, count, &given->fill);
    case OPERATION_HOST:
        return cudaGraphAddHostNode(node, graph, dependencies, count, &given->host);
    case OPERATION_CHILD:
        return cudaGraphAddChildGraphNode(node, graph, dependencies, count, given->child);
    case OPERATION_EMPTY:
        return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case OPERATION_WAIT:
        return cudaGraphAddEventWaitNode(node, graph, dependencies, count, given->event);
    case OPERATION_RECORD:
        return cudaGraphAddEventRecordNode(node, graph, dependencies, count, given->event);
    case OPERATION_ALLOCATE:
        return cudaGraphAddMemAllocNode(node, graph, dependencies, count, &given->allocation);
    case OPERATION_FREE:
        return cudaGraphAddMemFreeNode(node, graph, dependencies, count, given->freed);
    case OPERATION_CONDITIONAL:
        return runtime_end(graph_add_conditional(
            graph, dependencies, count, given->conditional.handle, given->conditional.type,
            given->conditional.count, node, &given->conditional.bodies));
    default:
        return runtime_end(core_refuse("cudaGraphAddNode", "a node of this type"));
    }
}

#if CUDART_MAJOR == 12
EXPORT cudaError_t cudaGraphAddNode(Node **node, Graph *graph, Node *const *dependencies, size_t count,
                                    NodeParameters *given)
{
    return add_node(node, graph, dependencies, count, given);
}

EXPORT cudaError_t cudaGraphAddNode_v2(Node **node, Graph *graph, Node *const *dependencies,
                                       const void *data, size_t count, NodeParameters *given)
#else
EXPORT cudaError_t cudaGraphAddNode(Node **node, Graph *graph, Node *const *dependencies, const void *data,
                                    size_t count, NodeParameters *given)
#endif
{
    (void)data; /* edges that let a kernel begin early change no result */
    return add_node(node, graph, dependencies, count, given);
}
