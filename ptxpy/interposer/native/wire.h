/* What the interposer and the recorder say to each other: wire.py of ptxpy.interposer has the same. */
#ifndef PTXPY_WIRE_H
#define PTXPY_WIRE_H

#include <stdint.h>

#define CAPTURE_SOCKET_VARIABLE "PTXPY_CAPTURE_SOCKET"

typedef struct {
    uint32_t kind;
    uint32_t value;
    uint64_t size; /* of the payload that follows, in bytes */
} MessageHeader;

/* From the program. */
enum {
    MESSAGE_DEVICE = 1,   /* value: 90 for sm_90; u32 version of the driver, u32 0, its name */
    MESSAGE_IMAGES = 2,   /* u64 number of the module, then for each image u64 size, its bytes */
    MESSAGE_MAP = 3,      /* 128 bytes, TensorMapRequest */
    MESSAGE_NOTE = 4,     /* name, 0, why the launch is not recorded */
    MESSAGE_LAUNCH = 5,   /* LaunchMessage, parameters, name; answers follow until RUN or SKIP */
    MESSAGE_RAN = 6,      /* value: CUresult; u32 whether it was launched; answers until END */
    MESSAGE_DATA = 7,     /* value: CUresult */
};

/* From the recorder, during a launch; all but the last three are answered by DATA. */
enum {
    ASK_RANGES = 1,   /* the ranges: for each u64 start, u64 size, u64 kind */
    ASK_MEMORY = 2,   /* u64 start, u64 size: DATA with u64 address and bytes, then DATA without */
    ASK_VARIABLE = 3, /* a name: u64 address, u64 size */
    ASK_RUN = 4,
    ASK_SKIP = 5,
    ASK_END = 6,
};

enum RangeKind {
    RANGE_DEVICE = 0,
    RANGE_HOST = 1,   /* memory of the host that the device can access */
    RANGE_MAPPED = 2, /* reserved addresses to which memory is mapped in parts */
    RANGE_FOUND = 3,  /* the driver knows it: memory of another process, of a graph */
};

typedef struct {
    uint64_t module; /* 0 if it is not known */
    uint32_t grid[3], block[3], cluster[3]; /* a cluster of 0 if the launch has none */
    uint32_t shared;
    uint32_t is_cooperative;
    uint32_t parameter_bytes;
} LaunchMessage;

#endif
