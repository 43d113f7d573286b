/* What programs ask of the device: attributes, limits, occupancy. */
#include <stdio.h>
#include <string.h>

#include "core.h"

/* What differs between architectures, of one multiprocessor where nothing else is said. */
typedef struct {
    int architecture; /* this one and those up to the next */
    int multiprocessors;
    int threads, blocks;
    int shared;         /* bytes */
    int shared_a_block; /* the most that a kernel may ask for */
    int l2_cache;
} Architecture;

static const Architecture architectures[] = {
    {0, 40, 1024, 16, 65536, 65536, 4 << 20},        {75, 40, 1024, 16, 65536, 65536, 4 << 20},
    {80, 108, 2048, 32, 167936, 166912, 40 << 20},   {86, 84, 1536, 16, 102400, 101376, 6 << 20},
    {87, 16, 1536, 16, 167936, 166912, 4 << 20},     {89, 128, 1536, 24, 102400, 101376, 72 << 20},
    {90, 132, 2048, 32, 233472, 232448, 50 << 20},   {100, 148, 2048, 32, 233472, 232448, 126 << 20},
    {120, 170, 1536, 24, 102400, 101376, 96 << 20},
};

static const Architecture *architecture(void)
{
    int number = 10 * device.major + device.minor;
    const Architecture *found = architectures;
    for (size_t i = 1; i < sizeof architectures / sizeof *architectures; i++)
        if (architectures[i].architecture <= number)
            found = &architectures[i];
    return found;
}

const char *core_device_name(void)
{
    static char name[64];
    snprintf(name, sizeof name, "ptxpy simulator (sm_%d%d)", device.major, device.minor);
    return name;
}

/* Attributes that are the same for all architectures; those that are not listed are 0. */
typedef struct {
    int attribute, value;
} Attribute;

static const Attribute attributes[] = {
    {1, 1024},            /* threads of a block */
    {2, 1024},            /* its extents */
    {3, 1024},
    {4, 64},
    {5, 0x7fffffff},      /* extents of a grid */
    {6, 65535},
    {7, 65535},
    {8, 49152},           /* shared memory of a block, without asking for more */
    {9, 65536},           /* constant memory */
    {10, 32},             /* lanes of a warp */
    {11, 0x7fffffff},     /* pitch */
    {12, 65536},          /* registers of a block */
    {13, 1000000},        /* clock, kHz */
    {14, 512},            /* alignment of textures */
    {15, 1},              /* copies beside kernels */
    {19, 1},              /* host memory can be mapped */
    {21, 131072},         /* extents of textures */
    {22, 131072},
    {23, 65536},
    {24, 16384},
    {25, 16384},
    {26, 16384},
    {27, 32768},
    {28, 32768},
    {29, 2048},
    {30, 512},            /* alignment of surfaces */
    {31, 1},              /* concurrent kernels */
    {36, 1000000},        /* memory clock, kHz */
    {37, 384},            /* width of the memory bus, bits */
    {40, 1},              /* copy engines */
    {41, 1},              /* unified addressing */
    {42, 32768},
    {43, 2048},
    {45, 32768},
    {46, 32768},
    {51, 32},             /* alignment of the pitch of textures */
    {52, 32768},
    {53, 32768},
    {54, 2046},
    {55, 32768},          /* extents of surfaces */
    {56, 131072},
    {57, 65536},
    {58, 16384},
    {59, 16384},
    {60, 16384},
    {61, 32768},
    {62, 2048},
    {63, 32768},
    {64, 32768},
    {65, 2048},
    {69, 268435456},
    {70, 131072},
    {71, 65000},
    {72, 2097120},
    {73, 32768},
    {74, 32768},
    {77, 32768},
    {78, 1},              /* priorities of streams */
    {79, 1},              /* global and local memory in L1 */
    {80, 1},
    {82, 65536},          /* registers of a multiprocessor */
    {83, 1},              /* managed memory */
    {87, 2},              /* single to double precision */
    {89, 1},              /* the host may access managed memory at any time */
    {90, 1},              /* preemption */
    {95, 1},              /* cooperative launches */
    {102, 1},             /* virtual memory */
    {99, 1},              /* host memory can be registered */
    {101, 1},             /* the host accesses managed memory directly */
    {109, 134213632},     /* window of an access policy */
    {111, 1024},          /* shared memory that is reserved */
    {115, 1},             /* memory pools */
};

Status core_attribute(int attribute, int *value)
{
    const Architecture *found = architecture();
    int number = 10 * device.major + device.minor;
    if (value == NULL || attribute < 1 || attribute > 255)
        return INVALID_VALUE;
    switch (attribute) {
    case 16:
        *value = found->multiprocessors;
        return SUCCESS;
    case 33: /* number on the bus */
        *value = 1;
        return SUCCESS;
    case 38:
        *value = found->l2_cache;
        return SUCCESS;
    case 39:
        *value = found->threads;
        return SUCCESS;
    case 75:
        *value = device.major;
        return SUCCESS;
    case 76:
        *value = device.minor;
        return SUCCESS;
    case 81:
        *value = found->shared;
        return SUCCESS;
    case 97:
        *value = found->shared_a_block;
        return SUCCESS;
    case 106:
        *value = found->blocks;
        return SUCCESS;
    case 108: /* the L2 cache that may be set aside for persisting accesses */
        *value = number >= 80 ? found->l2_cache / 4 * 3 : 0;
        return SUCCESS;
    case 120: /* clusters */
        *value = number >= 90;
        return SUCCESS;
    case 127: /* tensor maps */
        *value = number >= 90;
        return SUCCESS;
    default:
        *value = 0;
        for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
            if (attributes[i].attribute == attribute)
                *value = attributes[i].value;
        if (attribute == 111 && number < 80)
            *value = 0;
        return SUCCESS;
    }
}

enum { LIMIT_STACK = 0, LIMIT_PRINTED = 1, LIMIT_HEAP = 2, LIMIT_PERSISTING_L2 = 6, LIMITS = 7 };

static size_t limits[LIMITS] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};

Status core_limit(unsigned limit, size_t *value)
{
    if (limit >= LIMITS)
        return UNSUPPORTED_LIMIT;
    *value = limits[limit];
    return SUCCESS;
}

Status core_set_limit(unsigned limit, size_t value)
{
    if (limit >= LIMITS)
        return UNSUPPORTED_LIMIT;
    if (limit == LIMIT_PERSISTING_L2) { /* as on a device, at most what there is */
        int most = 0;
        core_attribute(108, &most);
        value = value < (size_t)most ? value : (size_t)most;
    }
    LimitRequest request = {.limit = limit, .value = value};
    Status status = SUCCESS;
    if (limit == LIMIT_HEAP)
        status = core_request(REQUEST_LIMIT, &request, sizeof request, NULL, 0, NULL);
    if (!status)
        limits[limit] = value;
    return status;
}

Status core_occupancy(const Function *function, int threads, size_t dynamic_shared, int *blocks)
{
    const Architecture *found = architecture();
    if (threads < 1 || blocks == NULL)
        return INVALID_VALUE;
    size_t shared = function->info.static_shared + dynamic_shared;
    int limit = function->info.max_threads ? (int)function->info.max_threads : 1024;
    int reserved = 0;
    core_attribute(111, &reserved);
    *blocks = 0;
    if (threads > limit || shared > (size_t)found->shared_a_block)
        return SUCCESS;
    *blocks = found->threads / ((threads + 31) / 32 * 32);
    if (*blocks > found->blocks)
        *blocks = found->blocks;
    size_t by_shared = shared + (size_t)reserved ? (size_t)found->shared / (shared + (size_t)reserved) : 32;
    if ((size_t)*blocks > by_shared)
        *blocks = (int)by_shared;
    return SUCCESS;
}
