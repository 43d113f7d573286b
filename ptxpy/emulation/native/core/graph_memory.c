/* Memory that nodes of graphs allocate and free.
 *
 * Its addresses are reserved when the node is made, and until the last graph that has it is destroyed
 * and it has been freed. A launch of a graph makes it live, and a node or the program frees it. What
 * is counted is as on a device: memory that a launch used stays mapped by its graph, and so is used,
 * until it is trimmed or the graph is destroyed; memory stays reserved until it is trimmed.
 */
#include <stdlib.h>

#include "graphs.h"
#include "state.h"

/* By cudaGraphMemAttributeType. */
enum { USED = 0, USED_MOST = 1, RESERVED = 2, RESERVED_MOST = 3, ATTRIBUTES = 4 };

static uint64_t attributes[ATTRIBUTES];

/* Live memory; memory that is live or has been since the last trim, of graphs that still are. Graphs
 * that use memory one after the other share it, so less may be used than the graphs have mapped. */
static uint64_t live, mapped;
static uint64_t trims;

static bool is_mapped(const GraphMemory *memory)
{
    return memory->is_live || memory->mapped_at == trims + 1;
}

static void count(GraphMemory *memory, bool is_live)
{
    if (!is_mapped(memory))
        mapped += memory->size;
    memory->mapped_at = trims + 1;
    memory->is_live = is_live;
    live += is_live ? memory->size : -memory->size;
    for (int i = 0; i < ATTRIBUTES; i++)
        if (attributes[i] < live)
            attributes[i] = live;
    if (attributes[RESERVED_MOST] < attributes[RESERVED])
        attributes[RESERVED_MOST] = attributes[RESERVED];
}

static void destroy(GraphMemory *memory)
{
    if (is_mapped(memory))
        mapped -= memory->size;
    if (attributes[USED] > mapped)
        attributes[USED] = mapped;
    free(memory);
}

Status memory_create(size_t size, GraphMemory **memory)
{
    GraphMemory *made = calloc(1, sizeof *made);
    if (made == NULL)
        return OUT_OF_MEMORY;
    Status status = core_allocate(size, KIND_POOL, 0, 256, &made->address);
    if (status) {
        free(made);
        return status;
    }
    made->size = size;
    made->references = 1;
    core_set_owner(made->address, NULL, made);
    *memory = made;
    return SUCCESS;
}

GraphMemory *memory_retain(GraphMemory *memory)
{
    core_lock();
    memory->references++;
    core_unlock();
    return memory;
}

void memory_release(GraphMemory *memory)
{
    core_lock();
    if (!--memory->references && !memory->is_live) { /* else the program frees it */
        if (memory->address) { /* 0 after a reset of the device */
            core_set_owner(memory->address, NULL, NULL);
            core_free(memory->address, "cudaGraphDestroy");
        }
        destroy(memory);
    }
    core_unlock();
}

Status memory_allocate(GraphMemory *memory, const char *name)
{
    Status status = SUCCESS;
    core_lock();
    if (!memory->address) {
        core_note("%s: the memory of the graph went with a reset of the device", name);
        status = INVALID_VALUE;
    } else if (memory->is_live) {
        core_note("%s: the memory of %zu bytes at %#llx that the last launch of the graph allocated has "
                  "not been freed",
                  name, memory->size, (unsigned long long)memory->address);
        status = INVALID_VALUE;
    } else {
        count(memory, true);
    }
    core_unlock();
    return status;
}

bool memory_free(GraphMemory *memory)
{
    bool is_last = !memory->references;
    count(memory, false);
    if (is_last)
        destroy(memory);
    return is_last;
}

/* Whether all allocations of memory, and as many frees of it, are among the nodes that are marked. */
static bool is_free_again(const Graph *graph, const GraphMemory *memory)
{
    size_t allocated = 0, freed = 0;
    for (const Node *each = graph->first; each != NULL; each = each->next) {
        const Operation *operation = &each->operation;
        if (operation->kind == OPERATION_ALLOCATE && operation->memory == memory) {
            if (!each->mark)
                return false;
            allocated++;
        }
        freed += operation->kind == OPERATION_FREE && operation->address == memory->address && each->mark;
    }
    return allocated == freed;
}

Status graph_allocate(Graph *graph, Node *const *dependencies, size_t dependency_count, size_t size,
                      const char *name, Node **node, uint64_t *address)
{
    GraphMemory *memory = NULL;
    for (size_t i = 0; i < dependency_count; i++)
        if (!node_is(dependencies[i]) || dependencies[i]->graph != graph)
            return INVALID_VALUE;
    core_lock();
    Status status = graph_mark(graph, dependencies, dependency_count);
    for (Node *each = graph->first; !status && each != NULL && memory == NULL; each = each->next)
        if (each->mark && each->operation.kind == OPERATION_ALLOCATE
            && each->operation.memory->size == size && is_free_again(graph, each->operation.memory))
            memory = each->operation.memory; /* as on a device, the address is reused */
    if (!status && memory == NULL)
        status = memory_create(size, &memory);
    else if (!status)
        memory_retain(memory);
    if (!status) {
        uint64_t start = memory->address;
        Operation operation = {.kind = OPERATION_ALLOCATE, .name = name, .memory = memory};
        status = graph_add(graph, dependencies, dependency_count, &operation, node);
        if (!status)
            *address = start;
    }
    core_unlock();
    return status;
}

Status graph_check_memory(Graph *graph, bool frees)
{
    Status status = SUCCESS;
    for (Node *each = graph->first; each != NULL && !status; each = each->next) {
        GraphMemory *memory = each->operation.kind == OPERATION_ALLOCATE ? each->operation.memory : NULL;
        if (memory != NULL && memory->is_live && frees)
            status = core_free(memory->address, "cudaGraphLaunch");
        else if (memory != NULL && memory->is_live) {
            core_note("cudaGraphLaunch: memory of %zu bytes that the last launch of the graph allocated "
                      "has not been freed; free it, or instantiate the graph with "
                      "cudaGraphInstantiateFlagAutoFreeOnLaunch",
                      memory->size);
            status = INVALID_VALUE;
        }
    }
    return status;
}

Status core_graph_memory(int attribute, uint64_t *value)
{
    if (attribute < 0 || attribute >= ATTRIBUTES || value == NULL)
        return INVALID_VALUE;
    *value = attributes[attribute];
    return SUCCESS;
}

Status core_reset_graph_memory(int attribute, const uint64_t *value)
{
    if ((attribute != USED_MOST && attribute != RESERVED_MOST) || value == NULL || *value)
        return INVALID_VALUE;
    attributes[attribute] = attributes[attribute - 1];
    return SUCCESS;
}

void core_trim_graph_memory(void)
{
    trims++;
    mapped = live;
    attributes[USED] = attributes[RESERVED] = live;
}
