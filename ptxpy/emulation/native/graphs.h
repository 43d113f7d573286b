/* Graphs of work, as the driver API and the runtime API use them. */
#ifndef PTXPY_GRAPHS_H
#define PTXPY_GRAPHS_H

#include "core.h"

struct Node {
    uint64_t id;
    Graph *graph;
    Operation operation;
    Node **dependencies;
    size_t dependency_count;
    Node *origin;      /* the node that this one is a copy of, which may have been destroyed; or NULL */
    uint64_t origin_id; /* its number, which no other node has */
    bool is_disabled;  /* of an instantiated graph */
    size_t mark;       /* scratch of the algorithms below */
    void **arguments;  /* pointers to the parameters of a kernel, made when they are asked for */
    Node *next;        /* in the order in which nodes were added */
};

/* A handle of conditions: the address of a word in the memory of the device, which kernels set. */
typedef struct Condition {
    GraphMemory *value;
    uint32_t initial;
    bool is_set_at_launch;
    struct Condition *next;
} Condition;

struct Graph {
    Node *first, *last;
    Condition *conditions;
    size_t count;
    uint64_t flags;  /* of the instantiation */
    Graph *parent;   /* the graph that has this one as a child, or NULL */
};

EXPORT bool graph_is(const Graph *graph);
EXPORT bool graph_is_instantiated(const Graph *graph);
EXPORT bool node_is(const Node *node);

EXPORT Graph *graph_create(void);
EXPORT void graph_destroy(Graph *graph);
/* Destroy a graph, instantiated or not, by its handle. */
EXPORT Status graph_dispose(Graph *graph, bool is_instantiated);
/* Mark nodes and those that they depend on, directly or not; the marks of others are 0. */
EXPORT Status graph_mark(Graph *graph, Node *const *nodes, size_t count);
/* Add a node. Takes over what the operation owns, also when it fails. */
EXPORT Status graph_add(Graph *graph, Node *const *dependencies, size_t count, Operation *operation,
                        Node **node);
EXPORT Status graph_add_edges(Graph *graph, Node *const *from, Node *const *to, size_t count);
EXPORT Status graph_remove_edges(Graph *graph, Node *const *from, Node *const *to, size_t count);
EXPORT Status graph_remove(Node *node);
/* Give a node another operation of the same kind. Takes over what the operation owns. */
EXPORT Status graph_replace(Node *node, Operation *operation);
EXPORT Status graph_copy(const Graph *graph, Graph **copy);
/* The node of a copy, or of an instantiated graph, that was made from a node. */
EXPORT Node *graph_find(const Graph *copy, const Node *origin);
/* The same for what a program says is an instantiated graph; NULL if it is none. */
EXPORT Node *graph_find_instantiated(const Graph *instantiated, const Node *origin);
/* Make a copy whose nodes are in an order in which they can be performed; INVALID_VALUE if there is
 * none. */
EXPORT Status graph_instantiate(const Graph *graph, uint64_t flags, Graph **instantiated);
/* The numbers are those of cudaGraphExecUpdateResult. */
enum UpdateResult { UPDATE_SUCCESS = 0, UPDATE_TOPOLOGY_CHANGED = 2, UPDATE_TYPE_CHANGED = 3 };
EXPORT Status graph_update(Graph *instantiated, const Graph *graph, enum UpdateResult *result,
                           Node **node);

/* Make a handle of conditions of a graph. */
EXPORT Status graph_create_condition(Graph *graph, uint32_t initial, bool is_set_at_launch, uint64_t *handle);
/* Add a node that chooses between graphs by a handle; `bodies` is where they are, in the node. */
EXPORT Status graph_add_conditional(Graph *graph, Node *const *dependencies, size_t dependency_count,
                                    uint64_t handle, int type, unsigned count, Node **node,
                                    Graph ***bodies);

/* ---- Memory of graphs (graph_memory.c) ---- */

/* Add a node that allocates memory. What nodes before it have freed is allocated again. */
EXPORT Status graph_allocate(Graph *graph, Node *const *dependencies, size_t dependency_count, size_t size,
                             const char *name, Node **node, uint64_t *address);
/* Check that a launch can allocate its memory, or free what an earlier one has left. */
Status graph_check_memory(Graph *graph, bool frees);
/* What graphs use and reserve, by the numbers of either API. */
EXPORT Status core_graph_memory(int attribute, uint64_t *value);
EXPORT Status core_reset_graph_memory(int attribute, const uint64_t *value);
EXPORT void core_trim_graph_memory(void);

/* ---- Captures ---- */

EXPORT Status capture_begin(Stream *stream, Graph *graph, Node *const *dependencies, size_t count,
                            unsigned mode);
/* Ends the capture of a stream; sets the graph to NULL where the capture is invalid. */
EXPORT Status capture_end(Stream *stream, Graph **graph);
/* Add a node to the graph that is captured on a stream, which allocates memory. */
Status capture_allocate(Stream *stream, size_t size, const char *name, uint64_t *address);
/* Whether streams are captured to a graph: nothing of it can be removed then. */
EXPORT bool capture_has(const Graph *graph);
/* Set, or add to, the nodes that the next one depends on. */
EXPORT Status capture_depend(Stream *stream, Node *const *dependencies, size_t count, bool replace);

#endif
