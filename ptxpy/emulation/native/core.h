/* The emulated device, as the driver API (driver*.c) and the runtime API (runtime*.c) use it.
 *
 * The memory of the device is mapped at its own addresses in the program, so a device pointer is a
 * pointer. Kernels run in the device process, by a request over a socket; copies are done here.
 */
#ifndef PTXPY_CORE_H
#define PTXPY_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "protocol.h"

#define EXPORT __attribute__((visibility("default")))

/* CUresult; the numbers of cudaError_t are the same, but for those of the runtime alone. */
typedef int Status;

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    DEINITIALIZED = 4,
    INVALID_CONFIGURATION = 9, /* of the runtime */
    INVALID_SYMBOL = 13,       /* of the runtime */
    INVALID_DEVICE_FUNCTION = 98, /* of the runtime */
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    ALREADY_MAPPED = 208,
    NO_BINARY_FOR_GPU = 209,
    UNSUPPORTED_LIMIT = 215,
    INVALID_PTX = 218,
    FILE_NOT_FOUND = 301,
    INVALID_HANDLE = 400,
    ILLEGAL_STATE = 401,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    LAUNCH_OUT_OF_RESOURCES = 701,
    LAUNCH_TIMEOUT = 702,
    CONTEXT_IS_DESTROYED = 709,
    HOST_MEMORY_ALREADY_REGISTERED = 712,
    HOST_MEMORY_NOT_REGISTERED = 713,
    LAUNCH_FAILED = 719,
    COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    NOT_PERMITTED = 800,
    NOT_SUPPORTED = 801,
    CAPTURE_UNSUPPORTED = 900,
    CAPTURE_INVALIDATED = 901,
    CAPTURE_MERGE = 902,
    CAPTURE_UNMATCHED = 903,
    CAPTURE_UNJOINED = 904,
    CAPTURE_ISOLATION = 905,
    CAPTURE_IMPLICIT = 906,
    GRAPH_EXEC_UPDATE_FAILURE = 910,
    INVALID_CLUSTER_SIZE = 912,
    UNKNOWN = 999
};

typedef struct Function Function;

/* ---- The device ---- */

typedef struct {
    Welcome welcome;
    int major, minor;
} Device;

EXPORT extern Device device; /* filled by core_connect */

/* Connect to the device process, once. Returns NO_DEVICE outside of `ptxpy exec`. */
EXPORT Status core_connect(void);
/* Say which PTX the program has, before it connects: 90 for sm_90, sm_90a. */
EXPORT void core_suggest_architecture(unsigned architecture);
/* Make the primary context of a device current, as the runtime does: always, or if there is none. */
EXPORT void core_use_primary(int number, bool always);
/* The device of the current context, or the first. */
EXPORT int core_device_of_context(void);
/* Whether the program has connected. */
EXPORT bool core_is_connected(void);
/* The error of a kernel that has ended the context; SUCCESS without one. Does not synchronize. */
EXPORT Status core_sticky(void);
/* Synchronize: show what kernels printed, and return the error that they left, which stays. */
EXPORT Status core_synchronize(void);
/* Free everything and forget the error, as a reset of the device does. */
EXPORT Status core_reset(void);
/* Write a line for people to standard error, beginning with `ptxpy exec: `. */
EXPORT void core_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Note that a function is not emulated; returns NOT_SUPPORTED. */
EXPORT Status core_refuse(const char *function, const char *what);
/* Hold, or release, the lock of all tables. It is recursive. */
EXPORT void core_lock(void);
EXPORT void core_unlock(void);

/* The name and the description of an error; NULL if the API has none of the number. */
EXPORT const char *core_error_name(Status status, bool is_runtime);
EXPORT const char *core_error_text(Status status, bool is_runtime);
/* An attribute of the device, by its number in either API. */
EXPORT Status core_attribute(int attribute, int *value);
/* The name of the device. */
EXPORT const char *core_device_name(void);
/* A limit of the device, by its number in either API. */
EXPORT Status core_limit(unsigned limit, size_t *value);
EXPORT Status core_set_limit(unsigned limit, size_t value);
/* Blocks of a function that are on a multiprocessor at once. */
EXPORT Status core_occupancy(const Function *function, int threads, size_t dynamic_shared, int *blocks);

/* Send a request; copies at most `reply_size` bytes of the reply. `got` may be NULL. */
EXPORT Status core_request(enum Request request, const void *payload, size_t size, void *reply,
                           size_t reply_size, size_t *got);
/* The same, with a payload in two parts, and a reply of any size, which the caller frees. */
EXPORT Status core_request_any(enum Request request, const void *payload, size_t size,
                               const void *more, size_t more_size, void **reply, size_t *reply_size);

/* ---- Handles (handles.c) ---- */

#define STREAM_MAGIC 0x73747265u
#define EVENT_MAGIC 0x65766e74u
#define GRAPH_MAGIC 0x67726170u
#define GRAPH_EXEC_MAGIC 0x67657865u
#define NODE_MAGIC 0x6e6f6465u
#define FUNCTION_MAGIC 0x66756e63u
#define MODULE_MAGIC 0x6d6f6475u

/* Let an object be a handle of a kind; returns false without memory for it. */
EXPORT bool handle_add(const void *object, uint32_t magic);
/* Let it be none any more, before it is freed; nothing happens if it is none. */
EXPORT void handle_remove(const void *object);
/* Whether what a program passes is a handle of a kind. It is not read. */
EXPORT bool handle_is(const void *object, uint32_t magic);

/* ---- Memory ---- */

/* Memory that the nodes of a graph allocate and free. Its addresses are reserved while a graph has it. */
typedef struct {
    uint64_t address;
    size_t size;
    unsigned references; /* of operations */
    bool is_live;        /* a launch has allocated it, and it has not been freed */
    uint64_t mapped_at;  /* the trims before it was last used, plus one; 0 before the first use */
} GraphMemory;

typedef struct {
    uint64_t start, size;
    uint32_t kind;       /* enum AllocationKind */
    uint32_t flags;      /* as the program gave them */
    uint64_t id;
    struct Pool *pool;   /* that it is from, or NULL */
    GraphMemory *graph;  /* if nodes of graphs allocate it */
    bool is_variable;    /* of a module, or mapped: it is not freed */
} Allocation;

EXPORT Status core_allocate(size_t size, enum AllocationKind kind, unsigned flags, unsigned alignment,
                            uint64_t *address);
EXPORT Status core_free(uint64_t address, const char *function);
/* The allocation that has an address; returns false if there is none. */
EXPORT bool core_find(uint64_t address, Allocation *found);
/* Whether an address is in the range of the device's memory, allocated or not. */
EXPORT bool core_is_device_address(uint64_t address);
/* Bytes that are allocated. */
EXPORT uint64_t core_allocated_bytes(void);
/* Set the kind of memory, as of a variable that is managed. */
EXPORT void core_set_kind(uint64_t address, enum AllocationKind kind);
/* Say what an allocation belongs to: a pool, or graphs. */
EXPORT void core_set_owner(uint64_t address, struct Pool *pool, GraphMemory *graph);
/* Free all allocations of a pool. */
EXPORT void core_free_pool(const struct Pool *pool);
/* Add a variable of a module to the table, so that copies find it. */
EXPORT void core_add_variable(uint64_t address, uint64_t size);

/* Host memory that the program registered: [start, start + size). */
EXPORT Status core_register_host(void *start, size_t size, unsigned flags);
EXPORT Status core_unregister_host(void *start);
EXPORT bool core_is_registered(const void *address, unsigned *flags);
/* The address of registered memory in kernels; false if the memory is not registered. */
EXPORT bool core_device_address(const void *host, uint64_t *address);

/* ---- Work ---- */

typedef struct Stream Stream;
typedef struct Event Event;
typedef struct Graph Graph;
typedef struct Node Node;

enum CopyKind { COPY_HOST_TO_HOST = 0, COPY_HOST_TO_DEVICE = 1, COPY_DEVICE_TO_HOST = 2,
                COPY_DEVICE_TO_DEVICE = 3, COPY_DEFAULT = 4 };

typedef struct {
    void *target;
    const void *source;
    size_t width; /* bytes of a row */
    size_t height, depth;
    size_t target_pitch, target_slice; /* bytes from row to row, from slice to slice */
    size_t source_pitch, source_slice;
    enum CopyKind kind;
} Copy;

typedef struct {
    void *target;
    uint32_t value;
    unsigned element_size; /* 1, 2, 4 */
    size_t width;          /* elements of a row */
    size_t height, depth;
    size_t pitch, slice;   /* bytes */
} Fill;

typedef struct {
    Function *function;
    uint32_t grid[3], block[3], cluster[3];
    uint32_t dynamic_shared;
    bool cooperative;
    bool programmatic; /* whether it may begin before the kernel before it has ended */
    uint64_t number;   /* of the launch, from 1 on, once it is submitted */
    uint64_t primary;  /* the number of that kernel's launch; 0 for none */
    void *parameters; /* bytes of the parameters, owned by the operation */
    size_t parameter_bytes;
} Launch;

typedef struct {
    void (*function)(void *);
    void *data;
} HostCall;

typedef struct {
    void (*function)(Stream *, Status, void *);
    void *data;
    Stream *stream;
} Callback;

/* A choice between graphs, or a loop, by a value that kernels set. */
typedef struct {
    GraphMemory *value; /* the word of a handle */
    enum { CONDITION_IF = 0, CONDITION_WHILE = 1, CONDITION_SWITCH = 2 } type;
    unsigned count;
    Graph **bodies;
} Conditional;

enum OperationKind {
    OPERATION_LAUNCH, /* the order is that of CUgraphNodeType where there is one */
    OPERATION_COPY,
    OPERATION_FILL,
    OPERATION_HOST,
    OPERATION_CHILD,
    OPERATION_EMPTY,
    OPERATION_WAIT,
    OPERATION_RECORD,
    OPERATION_SIGNAL_SEMAPHORE,
    OPERATION_WAIT_SEMAPHORE,
    OPERATION_ALLOCATE,
    OPERATION_FREE,
    OPERATION_CONDITIONAL = 13,
    OPERATION_CALLBACK = 100
};

typedef struct {
    enum OperationKind kind;
    const char *name; /* the function that the program called, for messages */
    union {
        Launch launch;
        Copy copy;
        Fill fill;
        HostCall host;
        Callback callback;
        Event *event;
        Graph *child;
        GraphMemory *memory; /* that is allocated */
        uint64_t address;    /* that is freed */
        Conditional conditional;
    };
} Operation;

struct Stream {
    unsigned flags;
    int priority;
    int device;
    uint64_t id;
    uint64_t last_launch; /* the number of the launch that was submitted last; 0 behind other work */
    void *context;
    Graph *capture;       /* the graph that its work is added to; NULL when it is not captured */
    bool is_origin;       /* whether the capture began on it */
    bool is_invalid;      /* whether the capture has failed */
    unsigned capture_mode;
    uint64_t capture_id;
    Node **frontier;      /* the nodes that the next one depends on */
    size_t frontier_size;
    unsigned char hints[4][32]; /* attributes that change no result, by core_stream_attribute */
    Stream *next;         /* all streams */
};

/* The size of the structures of attributes of launches and streams, cudaLaunchAttributeValue. */
enum { ATTRIBUTE_SIZE = 64 };

struct Event {
    unsigned flags;
    unsigned references;  /* of its handle, and of operations */
    bool is_recorded;
    struct timespec time;
    Graph *capture;       /* the graph that its record was captured to */
    uint64_t capture_id;
    Node **frontier;
    size_t frontier_size;
};

/* The stream of a handle of either API (NULL, 1 and 2 are default streams); NULL if there is none. */
EXPORT Stream *core_stream(void *handle);
EXPORT Status core_stream_attribute(const Stream *stream, int attribute, void *value);
EXPORT Status core_set_stream_attribute(Stream *stream, int attribute, const void *value);
EXPORT void core_copy_stream_attributes(Stream *target, const Stream *source);
EXPORT Stream *core_create_stream(unsigned flags, int priority);
EXPORT Status core_destroy_stream(Stream *stream);
EXPORT Event *core_create_event(unsigned flags);
EXPORT Status core_destroy_event(Event *event);
EXPORT bool core_is_event(const Event *event);
/* Let an operation have an event too, which outlives its handle. */
EXPORT Event *core_retain_event(Event *event);
/* Whether any stream is captured in a mode that forbids unsafe calls, such as allocations. */
EXPORT bool core_forbids_unsafe_calls(void);

/* Perform an operation, or add it to the graph that is captured on its stream. Takes over
 * what the operation owns. */
EXPORT Status core_submit(Stream *stream, Operation *operation);
/* Perform an operation now. It still owns what it owns. */
EXPORT Status core_perform(const Operation *operation);
/* Numbers a launch, given that of the kernel before it in its stream, or 0. */
void core_number_launch(Launch *launch, uint64_t before);
/* Notes that all launches have ended when the program goes on. */
void core_await_launches(void);
/* Free what an operation owns; copy what it owns. */
EXPORT void core_release(Operation *operation);
EXPORT Status core_duplicate(const Operation *from, Operation *to);

/* graphs.c: add an operation to the graph that is captured on a stream. */
EXPORT Status graph_capture(Stream *stream, Operation *operation);
EXPORT Status graph_perform(Graph *graph);
EXPORT Status graph_perform_conditional(const Conditional *conditional);

/* ---- Modules ---- */

/* Modules and functions are never freed: graphs may have kernels of one that has been unloaded. */
typedef struct Module {
    uint32_t number; /* of the device process */
    Function *functions;
    struct Module *next;
} Module;

struct Function {
    uint32_t number;
    Module *module;
    char *name;
    KernelReply info;
    ParameterReply *parameters;
    uint32_t max_dynamic_shared; /* as set, or 48 KiB less the static shared memory */
    int carveout;
    uint32_t cluster[3];         /* set by cuFuncSetAttribute */
    bool allows_large_clusters;
    void *host;                  /* the host function of the runtime, or NULL */
    Function *next;
};

/* Load PTX, a cubin or fatbin containers; several are linked. */
EXPORT Status core_load(const void *const *images, const size_t *sizes, unsigned count, Module **module);
/* The size of an image of unknown size: a container, an ELF file, or text that ends with a zero. */
EXPORT size_t core_image_size(const void *image);
EXPORT Status core_unload(Module *module);
EXPORT Status core_function(Module *module, const char *name, Function **function);
EXPORT Status core_variable(Module *module, const char *name, uint64_t *address, size_t *size);
/* Pack arguments, given by a pointer to each, or as the bytes of all; the caller frees the result. */
EXPORT Status core_pack(const Function *function, void *const *arguments, void *const *extra,
                        void **parameters, size_t *size);
/* Check a launch against the limits of the device, as a driver does before it begins. */
EXPORT Status core_check_launch(const Launch *launch);

/* ---- Pools of memory that is allocated in the order of a stream (pools.c) ---- */

#define POOL_ATTRIBUTES 9

typedef struct Pool {
    uint64_t attributes[POOL_ATTRIBUTES]; /* by CUmemPool_attribute */
} Pool;

EXPORT Status core_allocate_in_order(uint64_t *address, size_t size, Pool *pool, Stream *stream,
                                     const char *name);
EXPORT Status core_free_in_order(uint64_t address, Stream *stream, const char *name);
/* Count an allocation from a pool, or a negative number of bytes when it is freed. */
EXPORT void core_count_in_pool(Pool *pool, int64_t bytes);
/* The pool of allocations that name none. */
EXPORT Pool *core_current_pool(void);

#endif
