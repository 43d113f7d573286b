/* Graphs of work: their nodes and edges, copies, launches and updates. */
#include "graphs.h"

#include <stdlib.h>
#include <string.h>

#include "state.h"

bool graph_is(const Graph *graph)
{
    return handle_is(graph, GRAPH_MAGIC);
}

bool graph_is_instantiated(const Graph *graph)
{
    return handle_is(graph, GRAPH_EXEC_MAGIC);
}

bool node_is(const Node *node)
{
    return handle_is(node, NODE_MAGIC);
}

Graph *graph_create(void)
{
    Graph *graph = calloc(1, sizeof *graph);
    if (handle_add(graph, GRAPH_MAGIC))
        return graph;
    free(graph);
    return NULL;
}

static void release_operation(Operation *operation)
{
    if (operation->kind == OPERATION_CHILD)
        graph_destroy(operation->child);
    if (operation->kind == OPERATION_CONDITIONAL) {
        for (unsigned i = 0; i < operation->conditional.count; i++)
            graph_destroy(operation->conditional.bodies[i]);
        free(operation->conditional.bodies);
        memory_release(operation->conditional.value);
    }
    core_release(operation);
}

/* Let an operation have graphs of its own: copies of those that it has, or new ones where it has none. */
static Status own_bodies(Operation *operation, Graph *graph)
{
    Conditional *conditional = &operation->conditional;
    Graph **given = conditional->bodies;
    Status status = SUCCESS;
    memory_retain(conditional->value);
    conditional->bodies = calloc(conditional->count, sizeof *conditional->bodies);
    if (conditional->bodies == NULL) {
        conditional->count = 0;
        return OUT_OF_MEMORY;
    }
    for (unsigned i = 0; i < conditional->count && !status; i++) {
        if (given != NULL)
            status = graph_copy(given[i], &conditional->bodies[i]);
        else if ((conditional->bodies[i] = graph_create()) == NULL)
            status = OUT_OF_MEMORY;
        if (!status)
            conditional->bodies[i]->parent = graph;
    }
    return status;
}

static void destroy_node(Node *node)
{
    release_operation(&node->operation);
    free(node->dependencies);
    free(node->arguments);
    handle_remove(node);
    free(node);
}

void graph_destroy(Graph *graph)
{
    if (graph == NULL)
        return;
    while (graph->first != NULL) {
        Node *node = graph->first;
        graph->first = node->next;
        destroy_node(node);
    }
    while (graph->conditions != NULL) {
        Condition *condition = graph->conditions;
        graph->conditions = condition->next;
        memory_release(condition->value);
        free(condition);
    }
    handle_remove(graph);
    free(graph);
}

Status graph_dispose(Graph *graph, bool is_instantiated)
{
    Status status = SUCCESS;
    core_lock();
    if (!handle_is(graph, is_instantiated ? GRAPH_EXEC_MAGIC : GRAPH_MAGIC)) {
        status = INVALID_VALUE;
    } else if (graph->parent != NULL) {
        core_note("cudaGraphDestroy: the graph is that of a child node, with which it is destroyed");
        status = INVALID_VALUE;
    } else if (capture_has(graph)) {
        core_note("cudaGraphDestroy: the graph is being captured; end the capture first");
        status = NOT_PERMITTED;
    } else {
        graph_destroy(graph);
    }
    core_unlock();
    return status;
}

Status graph_mark(Graph *graph, Node *const *nodes, size_t count)
{
    Node **waiting = malloc((graph->count + count + 1) * sizeof *waiting);
    size_t size = 0;
    if (waiting == NULL)
        return OUT_OF_MEMORY;
    for (Node *each = graph->first; each != NULL; each = each->next)
        each->mark = 0;
    for (size_t i = 0; i < count; i++)
        if (!nodes[i]->mark) {
            nodes[i]->mark = 1;
            waiting[size++] = nodes[i];
        }
    while (size) {
        const Node *node = waiting[--size];
        for (size_t i = 0; i < node->dependency_count; i++)
            if (!node->dependencies[i]->mark) {
                node->dependencies[i]->mark = 1;
                waiting[size++] = node->dependencies[i];
            }
    }
    free(waiting);
    return SUCCESS;
}

static bool depends_on(const Node *node, const Node *other)
{
    for (size_t i = 0; i < node->dependency_count; i++)
        if (node->dependencies[i] == other)
            return true;
    return false;
}

static Status add_dependency(Node *node, Node *dependency)
{
    if (!node_is(dependency) || dependency->graph != node->graph || dependency == node
        || depends_on(node, dependency))
        return INVALID_VALUE;
    Node **larger = realloc(node->dependencies, (node->dependency_count + 1) * sizeof *larger);
    if (larger == NULL)
        return OUT_OF_MEMORY;
    node->dependencies = larger;
    node->dependencies[node->dependency_count++] = dependency;
    return SUCCESS;
}

Status graph_add(Graph *graph, Node *const *dependencies, size_t count, Operation *operation, Node **node)
{
    static uint64_t next_id = 1;
    Node *made = calloc(1, sizeof *made);
    bool is_valid = graph_is(graph) && (!count || dependencies != NULL);
    if (!is_valid || !handle_add(made, NODE_MAGIC)) {
        free(made);
        core_release(operation);
        return is_valid ? OUT_OF_MEMORY : INVALID_VALUE;
    }
    Status status = SUCCESS;
    core_lock();
    *made = (Node){.id = next_id++, .graph = graph, .operation = *operation};
    if (operation->kind == OPERATION_CHILD) { /* a node has a copy of its own */
        made->operation.child = NULL;
        status = graph_copy(operation->child, &made->operation.child);
        if (!status)
            made->operation.child->parent = graph;
    }
    if (operation->kind == OPERATION_CONDITIONAL)
        status = own_bodies(&made->operation, graph);
    for (size_t i = 0; i < count && !status; i++)
        status = add_dependency(made, dependencies[i]);
    if (status) {
        destroy_node(made);
    } else {
        if (graph->last == NULL)
            graph->first = made;
        else
            graph->last->next = made;
        graph->last = made;
        graph->count++;
        if (node != NULL)
            *node = made;
    }
    core_unlock();
    return status;
}

Status graph_add_edges(Graph *graph, Node *const *from, Node *const *to, size_t count)
{
    Status status = SUCCESS;
    core_lock();
    for (size_t i = 0; i < count && !status; i++)
        status = node_is(to[i]) && to[i]->graph == graph ? add_dependency(to[i], from[i]) : INVALID_VALUE;
    core_unlock();
    return status;
}

static bool remove_dependency(Node *node, const Node *dependency)
{
    for (size_t i = 0; i < node->dependency_count; i++)
        if (node->dependencies[i] == dependency) {
            memmove(node->dependencies + i, node->dependencies + i + 1,
                    (node->dependency_count - i - 1) * sizeof *node->dependencies);
            node->dependency_count--;
            return true;
        }
    return false;
}

Status graph_remove_edges(Graph *graph, Node *const *from, Node *const *to, size_t count)
{
    Status status = SUCCESS;
    core_lock();
    for (size_t i = 0; i < count; i++)
        if (!node_is(to[i]) || to[i]->graph != graph || !remove_dependency(to[i], from[i]))
            status = INVALID_VALUE;
    core_unlock();
    return status;
}

Status graph_remove(Node *node)
{
    core_lock();
    Graph *graph = node->graph;
    if (capture_has(graph)) {
        core_unlock();
        core_note("cudaGraphDestroyNode: the graph is being captured; end the capture first");
        return NOT_PERMITTED;
    }
    Node *before = NULL;
    for (Node *each = graph->first; each != NULL; each = each->next) {
        remove_dependency(each, node);
        if (each->next == node)
            before = each;
    }
    if (before == NULL)
        graph->first = node->next;
    else
        before->next = node->next;
    if (graph->last == node)
        graph->last = before;
    graph->count--;
    destroy_node(node);
    core_unlock();
    return SUCCESS;
}

Status graph_replace(Node *node, Operation *operation)
{
    if (node->operation.kind != operation->kind) {
        core_release(operation);
        return INVALID_VALUE;
    }
    core_lock();
    Operation before = node->operation;
    node->operation = *operation;
    if (operation->kind == OPERATION_CHILD) {
        Status status = graph_copy(operation->child, &node->operation.child);
        if (status) {
            node->operation = before;
            core_unlock();
            return status;
        }
    }
    release_operation(&before);
    free(node->arguments);
    node->arguments = NULL;
    core_unlock();
    return SUCCESS;
}

static Status add_condition(Graph *graph, GraphMemory *value, uint32_t initial, bool is_set_at_launch)
{
    Condition *made = malloc(sizeof *made);
    if (made == NULL)
        return OUT_OF_MEMORY;
    *made = (Condition){memory_retain(value), initial, is_set_at_launch, graph->conditions};
    graph->conditions = made;
    return SUCCESS;
}

Status graph_create_condition(Graph *graph, uint32_t initial, bool is_set_at_launch, uint64_t *handle)
{
    GraphMemory *value;
    core_lock();
    Status status = memory_create(sizeof(uint32_t), &value);
    if (!status) {
        status = add_condition(graph, value, initial, is_set_at_launch);
        *handle = value->address;
        memory_release(value);
    }
    core_unlock();
    return status;
}

Status graph_add_conditional(Graph *graph, Node *const *dependencies, size_t dependency_count,
                             uint64_t handle, int type, unsigned count, Node **node, Graph ***bodies)
{
    Allocation found;
    Node *made;
    bool is_valid = graph_is(graph) && core_find(handle, &found) && found.start == handle
                    && found.graph != NULL && type >= CONDITION_IF && type <= CONDITION_SWITCH && count
                    && count <= (type == CONDITION_WHILE ? 1u : type == CONDITION_IF ? 2u : 1u << 20);
    if (!is_valid)
        return INVALID_VALUE;
    Operation operation = {.kind = OPERATION_CONDITIONAL,
                           .name = "cudaGraphAddNode",
                           .conditional = {.value = found.graph, .type = type, .count = count}};
    Status status = graph_add(graph, dependencies, dependency_count, &operation, &made);
    if (!status) {
        *node = made;
        *bodies = made->operation.conditional.bodies;
    }
    return status;
}

Status graph_copy(const Graph *graph, Graph **copy)
{
    Graph *made = graph_create();
    if (made == NULL)
        return OUT_OF_MEMORY;
    Status status = SUCCESS;
    core_lock();
    for (const Condition *each = graph->conditions; each != NULL && !status; each = each->next)
        status = add_condition(made, each->value, each->initial, each->is_set_at_launch);
    for (Node *each = graph->first; each != NULL && !status; each = each->next) {
        Operation operation;
        Node *node = NULL;
        status = core_duplicate(&each->operation, &operation);
        if (!status)
            status = graph_add(made, NULL, 0, &operation, &node);
        if (!status) {
            node->origin = each;
            node->origin_id = each->id;
            node->is_disabled = each->is_disabled;
        }
    }
    Node *node = made->first;
    for (Node *each = graph->first; each != NULL && !status; each = each->next, node = node->next)
        for (size_t i = 0; i < each->dependency_count && !status; i++)
            status = add_dependency(node, graph_find(made, each->dependencies[i]));
    core_unlock();
    if (status)
        graph_destroy(made);
    else
        *copy = made;
    return status;
}

Node *graph_find(const Graph *copy, const Node *origin)
{
    for (Node *each = copy->first; each != NULL; each = each->next)
        if (each->origin_id == origin->id)
            return each;
    return NULL;
}

Node *graph_find_instantiated(const Graph *instantiated, const Node *origin)
{
    return graph_is_instantiated(instantiated) && node_is(origin) ? graph_find(instantiated, origin)
                                                                  : NULL;
}

static bool is_ready(const Node *node)
{
    for (size_t i = 0; i < node->dependency_count; i++)
        if (!node->dependencies[i]->mark)
            return false;
    return true;
}

/* Put the nodes into an order in which each comes after those that it depends on. */
static Status sort(Graph *graph)
{
    Node *waiting = graph->first, *last = NULL;
    for (Node *each = waiting; each != NULL; each = each->next)
        each->mark = 0;
    graph->first = NULL;
    while (waiting != NULL) {
        bool found = false;
        for (Node **place = &waiting; *place != NULL;) {
            Node *each = *place;
            if (!is_ready(each)) {
                place = &each->next;
                continue;
            }
            *place = each->next;
            each->next = NULL;
            each->mark = 1;
            if (last == NULL)
                graph->first = each;
            else
                last->next = each;
            last = each;
            found = true;
        }
        if (!found) { /* a cycle */
            if (last == NULL)
                graph->first = waiting;
            else
                last->next = waiting;
            return INVALID_VALUE;
        }
    }
    graph->last = last;
    Status status = SUCCESS;
    for (Node *each = graph->first; each != NULL && !status; each = each->next) {
        if (each->operation.kind == OPERATION_CHILD)
            status = sort(each->operation.child);
        for (unsigned i = 0; each->operation.kind == OPERATION_CONDITIONAL && !status
                             && i < each->operation.conditional.count; i++)
            status = sort(each->operation.conditional.bodies[i]);
    }
    return status;
}

Status graph_instantiate(const Graph *graph, uint64_t flags, Graph **instantiated)
{
    Status status = graph_copy(graph, instantiated);
    if (status)
        return status;
    status = sort(*instantiated);
    handle_add(*instantiated, GRAPH_EXEC_MAGIC);
    (*instantiated)->flags = flags;
    if (status) {
        graph_destroy(*instantiated);
        *instantiated = NULL;
    }
    return status;
}

/* The node of a graph at the place that a node of another one has: by where it came from, else by
 * the order in which the nodes were added. */
static Node *counterpart(const Graph *graph, const Graph *instantiated, const Node *node)
{
    Node *each = graph->first;
    for (const Node *other = instantiated->first; other != NULL && each != NULL; other = other->next) {
        if (other == node)
            return each;
        each = each->next;
    }
    return NULL;
}

Status graph_update(Graph *instantiated, const Graph *graph, enum UpdateResult *result, Node **node)
{
    Graph *sorted;
    *node = NULL;
    *result = UPDATE_TOPOLOGY_CHANGED;
    Status status = graph_instantiate(graph, 0, &sorted);
    if (status)
        return GRAPH_EXEC_UPDATE_FAILURE;
    *result = sorted->count == instantiated->count ? UPDATE_SUCCESS : UPDATE_TOPOLOGY_CHANGED;
    core_lock();
    Node *other = sorted->first;
    for (Node *each = instantiated->first; each != NULL && *result == UPDATE_SUCCESS;
         each = each->next, other = other->next) {
        *node = other->origin;
        if (each->dependency_count != other->dependency_count)
            *result = UPDATE_TOPOLOGY_CHANGED;
        else if (each->operation.kind != other->operation.kind)
            *result = UPDATE_TYPE_CHANGED;
        for (size_t i = 0; i < each->dependency_count && *result == UPDATE_SUCCESS; i++)
            if (!depends_on(other, counterpart(sorted, instantiated, each->dependencies[i])))
                *result = UPDATE_TOPOLOGY_CHANGED;
    }
    if (*result == UPDATE_SUCCESS) {
        *node = NULL;
        other = sorted->first;
        for (Node *each = instantiated->first; each != NULL; each = each->next, other = other->next) {
            Operation taken = each->operation;
            each->operation = other->operation;
            other->operation = taken;
        }
    }
    core_unlock();
    graph_destroy(sorted);
    return *result == UPDATE_SUCCESS ? SUCCESS : GRAPH_EXEC_UPDATE_FAILURE;
}

/* Set the values of conditions as a launch begins, those of all graphs in it. */
static void set_conditions(const Graph *graph)
{
    for (const Condition *each = graph->conditions; each != NULL; each = each->next)
        if (each->is_set_at_launch)
            *(uint32_t *)each->value->address = each->initial;
    for (const Node *each = graph->first; each != NULL; each = each->next) {
        const Operation *operation = &each->operation;
        if (operation->kind == OPERATION_CHILD)
            set_conditions(operation->child);
        for (unsigned i = 0;
             operation->kind == OPERATION_CONDITIONAL && i < operation->conditional.count; i++)
            set_conditions(operation->conditional.bodies[i]);
    }
}

Status graph_perform_conditional(const Conditional *conditional)
{
    const volatile uint32_t *value = (const volatile uint32_t *)conditional->value->address;
    Status status = SUCCESS;
    if (!conditional->value->address)
        return INVALID_VALUE; /* the device has been reset */
    if (conditional->type == CONDITION_WHILE)
        while (*value && !status && !core_pending())
            status = graph_perform(conditional->bodies[0]);
    else {
        unsigned chosen = conditional->type == CONDITION_SWITCH ? *value : !*value;
        if (chosen < conditional->count)
            status = graph_perform(conditional->bodies[chosen]);
    }
    return status;
}

Status graph_perform(Graph *graph)
{
    if (graph->parent == NULL)
        set_conditions(graph);
    Status status = graph_check_memory(graph, graph->flags & 1); /* …FlagAutoFreeOnLaunch */
    for (Node *each = graph->first; each != NULL && !status; each = each->next)
        if (!each->is_disabled) {
            const Node *before = each->dependency_count == 1 ? each->dependencies[0] : NULL;
            bool is_kernel = before != NULL && before->operation.kind == OPERATION_LAUNCH;
            if (each->operation.kind == OPERATION_LAUNCH)
                core_number_launch(&each->operation.launch,
                                   is_kernel ? before->operation.launch.number : 0);
            status = core_perform(&each->operation);
        }
    return status;
}
