/* The messages between the emulated driver in a program and the device process that runs its kernels.
 *
 * A request is a header and a payload; the device process answers each with a header, whose status is
 * a CUresult, and a payload. All numbers are little-endian. ptxpy/emulation/protocol.py has the same.
 */
#ifndef PTXPY_PROTOCOL_H
#define PTXPY_PROTOCOL_H

#include <stdint.h>

#define PROTOCOL_VERSION 2
#define SOCKET_VARIABLE "PTXPY_EXEC_SOCKET"

enum Request {
    REQUEST_HELLO = 1,        /* Hello -> Welcome, and the file descriptor of the memory */
    REQUEST_ALLOCATE = 2,     /* Allocate -> u64 address */
    REQUEST_FREE = 3,         /* u64 address -> */
    REQUEST_LOAD = 4,         /* u32 images, then for each: u64 size, bytes -> u32 module */
    REQUEST_UNLOAD = 5,       /* u32 module -> */
    REQUEST_KERNEL = 6,       /* u32 module, name -> KernelReply, then its ParameterReplies */
    REQUEST_VARIABLE = 7,     /* u32 module, name -> VariableReply */
    REQUEST_LAUNCH = 8,       /* LaunchRequest, parameter bytes -> u32 fault, printed bytes */
    REQUEST_TENSOR_MAP = 9,   /* TensorMapRequest -> 128 bytes */
    REQUEST_LIMIT = 10,       /* LimitRequest -> */
    REQUEST_RESET = 11,       /* -> : frees everything */
    REQUEST_DESCRIBE = 12,    /* u64 address -> text: what lies or lay there */
    REQUEST_KERNELS = 13,     /* u32 module -> names, each ended by a zero byte */
    REQUEST_OBJECT = 14,      /* ObjectRequest -> u64 handle of a texture or surface object */
    REQUEST_DESTROY_OBJECT = 15, /* u64 handle -> */
    REQUEST_BIND = 16,        /* BindRequest, name: a texture or surface variable of a module -> */
    REQUEST_RESERVE = 17,     /* Allocate -> u64 address: that nothing can access */
    REQUEST_UNRESERVE = 18,   /* RangeRequest -> */
    REQUEST_MAP = 19,         /* RangeRequest: show the pages of the addresses from `source` on -> */
    REQUEST_ACCESS = 20       /* RangeRequests, a reservation and its parts that can be accessed -> */
};

typedef struct {
    uint32_t request;
    uint32_t padding;
    uint64_t size; /* bytes of the payload */
} RequestHeader;

typedef struct {
    int32_t status;
    uint32_t padding;
    uint64_t size;
} ReplyHeader;

typedef struct {
    uint32_t version;
    uint32_t pid;
    uint32_t architecture; /* the highest that the program has PTX for: 90; 0 if not known */
    uint32_t padding;
    uint64_t first;        /* the first of the addresses that are free in the program */
    uint64_t size;         /* how many are free; the device may take fewer */
} Hello;

typedef struct {
    uint32_t major; /* the compute capability of the device */
    uint32_t minor;
    uint32_t devices; /* how many devices the program sees, which are one */
    uint32_t padding;
    uint64_t first; /* the first address of the memory of the device: offsets in its file are addresses */
    uint64_t end;   /* the end of its last one */
    uint64_t total; /* bytes that the device says it has */
} Welcome;

enum AllocationKind {
    KIND_DEVICE = 0,
    KIND_MANAGED = 1,
    KIND_PINNED = 2,
    KIND_ARRAY = 3,
    KIND_POOL = 4,
    KIND_VARIABLE = 5
};

typedef struct {
    uint64_t size;
    uint32_t kind;
    uint32_t alignment;
} Allocate;

typedef struct {
    uint32_t kernel;
    uint32_t parameters;
    uint32_t static_shared;
    uint32_t local_bytes;
    uint32_t max_threads;
    uint32_t registers;
    uint32_t constant_bytes;
    uint32_t ptx_version;    /* 90 for PTX ISA 9.0 */
    uint32_t architecture;   /* 90 for sm_90a */
    uint32_t cluster[3];     /* 0, 0, 0 without .reqnctapercluster */
    uint32_t required_block[3]; /* 0, 0, 0 without .reqntid */
    uint32_t parameter_bytes;
} KernelReply;

typedef struct {
    uint32_t offset;
    uint32_t size;
} ParameterReply;

typedef struct {
    uint64_t address;
    uint64_t size;
} VariableReply;

typedef struct {
    uint32_t kernel;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t cluster[3]; /* 0, 0, 0 without */
    uint32_t dynamic_shared;
    uint32_t cooperative;
    uint64_t number;
    uint64_t primary; /* the launch that it may run beside; 0 for none */
} LaunchRequest;

enum TensorMapKind { TENSOR_MAP_TILED = 0, TENSOR_MAP_IM2COL = 1, TENSOR_MAP_IM2COL_WIDE = 2 };

typedef struct {
    uint32_t kind;
    uint32_t data_type; /* the numbers of the driver API's enumerations */
    uint32_t rank;
    uint32_t interleave;
    uint32_t swizzle;
    uint32_t promotion;
    uint32_t fill;
    uint32_t channels;   /* im2col */
    uint64_t address;
    uint64_t sizes[5];
    uint64_t strides[5]; /* rank - 1 of them */
    uint32_t box[5];
    uint32_t element_strides[5];
    int32_t lower[3];
    int32_t upper[3];
    uint32_t pixels;
    uint32_t padding;
} TensorMapRequest;

typedef struct {
    uint32_t limit; /* the number in CUlimit */
    uint32_t padding;
    uint64_t value;
} LimitRequest;

typedef struct {
    uint64_t start;
    uint64_t size;
    uint64_t source; /* of a part that can be accessed: whether it can be written */
} RangeRequest;

enum ObjectKind { OBJECT_TEXTURE = 0, OBJECT_SURFACE = 1 };

typedef struct {
    uint32_t kind;
    uint32_t resource;      /* 0 array, 1 mipmapped array, 2 linear, 3 pitched */
    uint32_t format;        /* CUarray_format */
    uint32_t channels;
    uint64_t address;
    uint64_t width, height, depth; /* in elements; 0 for dimensions that are not there */
    uint64_t pitch;         /* bytes from row to row */
    uint32_t flags;         /* of the array: layered 1, surface 2, cubemap 4, gather 8 */
    uint32_t levels;
    uint32_t address_mode[3];
    uint32_t filter_mode;
    uint32_t texture_flags; /* CU_TRSF_*: read as integer 1, normalized coordinates 2, sRGB 16 */
    uint32_t max_anisotropy;
    uint32_t mipmap_filter;
    float level_bias, minimum_level, maximum_level;
    float border[4];
    uint32_t view_format;   /* CUresourceViewFormat, 0 without */
    uint32_t padding;
} ObjectRequest;

typedef struct {
    uint32_t module;
    uint32_t padding;
    uint64_t object;
} BindRequest;

#endif
