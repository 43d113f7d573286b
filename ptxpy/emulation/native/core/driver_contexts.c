/* The driver API: initialization, errors, devices and contexts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#define CONTEXT_MAGIC 0x63747874u
#define MAX_DEVICES 16
#define DRIVER_VERSION 13090 /* so that the PTX of every compiler of CUDA 13 is taken */

/* It is never freed: it may be current in another thread when it is destroyed. */
typedef struct Context {
    int device;
    unsigned flags;
    unsigned retained;
    struct Context *below; /* in the stack of a thread */
} Context;

static bool is_initialized;
static Context primaries[MAX_DEVICES];
static __thread Context *stack[64];
static __thread unsigned depth;

Status driver_begin(void)
{
    if (!is_initialized)
        return NOT_INITIALIZED;
    if (!depth)
        return INVALID_CONTEXT;
    return handle_is(stack[depth - 1], CONTEXT_MAGIC) ? core_sticky() : CONTEXT_IS_DESTROYED;
}

Status driver_begin_synchronous(void)
{
    Status status = driver_begin();
    return status ? status : core_synchronize();
}

EXPORT CUresult cuInit(unsigned flags)
{
    Status status = flags ? INVALID_VALUE : core_connect();
    is_initialized |= !status;
    return status;
}

EXPORT CUresult cuDriverGetVersion(int *version)
{
    if (version == NULL)
        return INVALID_VALUE;
    *version = DRIVER_VERSION;
    return SUCCESS;
}

EXPORT CUresult cuGetErrorName(CUresult error, const char **name)
{
    *name = core_error_name(error, false);
    return *name == NULL ? INVALID_VALUE : SUCCESS;
}

EXPORT CUresult cuGetErrorString(CUresult error, const char **text)
{
    *text = core_error_text(error, false);
    return *text == NULL ? INVALID_VALUE : SUCCESS;
}

/* ---- Devices ---- */

static Status check_device(int number)
{
    if (!is_initialized)
        return NOT_INITIALIZED;
    return number < 0 || number >= (int)device.welcome.devices ? INVALID_DEVICE : SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int *count)
{
    if (!is_initialized)
        return NOT_INITIALIZED;
    *count = (int)device.welcome.devices;
    return SUCCESS;
}

EXPORT CUresult cuDeviceGet(int *number, int ordinal)
{
    Status status = check_device(ordinal);
    if (!status)
        *number = ordinal;
    return status;
}

EXPORT CUresult cuDeviceGetName(char *name, int length, int number)
{
    Status status = check_device(number);
    if (!status)
        snprintf(name, (size_t)length, "%s", core_device_name());
    return status;
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, int number)
{
    Status status = check_device(number);
    if (!status)
        *bytes = device.welcome.total;
    return status;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, int number)
{
    Status status = check_device(number);
    return status ? status : core_attribute(attribute, value);
}

EXPORT CUresult cuDeviceComputeCapability(int *major, int *minor, int number)
{
    Status status = check_device(number);
    if (!status) {
        *major = device.major;
        *minor = device.minor;
    }
    return status;
}

EXPORT CUresult cuDeviceGetUuid_v2(unsigned char uuid[16], int number)
{
    Status status = check_device(number);
    if (!status) {
        memset(uuid, 0, 16);
        memcpy(uuid, "ptxpy", 5);
        uuid[15] = (unsigned char)number;
    }
    return status;
}
ALIAS(CUresult, cuDeviceGetUuid, cuDeviceGetUuid_v2, (unsigned char[16], int));

EXPORT CUresult cuDeviceGetPCIBusId(char *text, int length, int number)
{
    Status status = check_device(number);
    if (!status)
        snprintf(text, (size_t)length, "0000:%02x:00.0", number + 1);
    return status;
}

EXPORT CUresult cuDeviceGetByPCIBusId(int *number, const char *text)
{
    unsigned domain, bus;
    if (sscanf(text, "%x:%x:", &domain, &bus) != 2 || check_device((int)bus - 1))
        return INVALID_DEVICE;
    *number = (int)bus - 1;
    return SUCCESS;
}

EXPORT CUresult cuDeviceCanAccessPeer(int *can, int number, int peer)
{
    Status status = check_device(number) ? check_device(number) : check_device(peer);
    if (!status)
        *can = number != peer;
    return status;
}

EXPORT CUresult cuDeviceGetP2PAttribute(int *value, int attribute, int from, int to)
{
    (void)attribute;
    Status status = check_device(from) ? check_device(from) : check_device(to);
    if (!status)
        *value = 0;
    return status;
}

/* ---- Contexts ---- */

static bool is_context(const Context *context)
{
    return handle_is(context, CONTEXT_MAGIC);
}

static Status push(Context *context)
{
    if (depth == sizeof stack / sizeof *stack)
        return OUT_OF_MEMORY;
    stack[depth++] = context;
    return SUCCESS;
}

static Status create(Context **context, unsigned flags, int number)
{
    Status status = check_device(number);
    if (!status && (*context = calloc(1, sizeof **context)) == NULL)
        status = OUT_OF_MEMORY;
    if (status)
        return status;
    handle_add(*context, CONTEXT_MAGIC);
    (*context)->flags = flags;
    (*context)->device = number;
    return push(*context);
}

void core_use_primary(int number, bool always)
{
    is_initialized = true;
    if (number < 0 || number >= (int)device.welcome.devices || (depth && !always))
        return;
    handle_add(&primaries[number], CONTEXT_MAGIC);
    primaries[number].device = number;
    primaries[number].retained |= !primaries[number].retained;
    if (depth)
        depth--;
    push(&primaries[number]);
}

int core_device_of_context(void)
{
    return depth ? stack[depth - 1]->device : 0;
}

EXPORT CUresult cuCtxCreate_v2(Context **context, unsigned flags, int number)
{
    return create(context, flags, number);
}

EXPORT CUresult cuCtxCreate_v3(Context **context, void *affinity, int count, unsigned flags, int number)
{
    return affinity != NULL && count ? core_refuse("cuCtxCreate", "an execution affinity")
                                     : create(context, flags, number);
}

EXPORT CUresult cuCtxCreate_v4(Context **context, void *parameters, unsigned flags, int number)
{
    (void)parameters; /* affinity and CIG: hints for a device that several programs share */
    return create(context, flags, number);
}

EXPORT CUresult cuCtxDestroy_v2(Context *context)
{
    if (!is_context(context))
        return INVALID_CONTEXT;
    Status status = core_synchronize();
    if (depth && stack[depth - 1] == context)
        depth--;
    if (context < primaries || context >= primaries + MAX_DEVICES)
        handle_remove(context);
    return status;
}

EXPORT CUresult cuCtxPushCurrent_v2(Context *context)
{
    return is_context(context) ? push(context) : INVALID_CONTEXT;
}

EXPORT CUresult cuCtxPopCurrent_v2(Context **context)
{
    if (!depth)
        return INVALID_CONTEXT;
    depth--;
    if (context != NULL)
        *context = stack[depth];
    return SUCCESS;
}

EXPORT CUresult cuCtxSetCurrent(Context *context)
{
    if (context == NULL) {
        depth -= depth > 0;
        return SUCCESS;
    }
    if (!is_context(context))
        return INVALID_CONTEXT;
    if (!depth)
        return push(context);
    stack[depth - 1] = context;
    return SUCCESS;
}

EXPORT CUresult cuCtxGetCurrent(Context **context)
{
    if (!is_initialized)
        return NOT_INITIALIZED;
    *context = depth ? stack[depth - 1] : NULL;
    return SUCCESS;
}

EXPORT CUresult cuCtxGetDevice(int *number)
{
    if (!depth)
        return is_initialized ? INVALID_CONTEXT : NOT_INITIALIZED;
    *number = stack[depth - 1]->device;
    return SUCCESS;
}

EXPORT CUresult cuCtxGetDevice_v2(int *number, Context *context)
{
    if (context == NULL)
        return cuCtxGetDevice(number);
    if (!is_context(context))
        return INVALID_CONTEXT;
    *number = context->device;
    return SUCCESS;
}

EXPORT CUresult cuCtxGetId(Context *context, unsigned long long *id)
{
    if (context == NULL && depth)
        context = stack[depth - 1];
    if (!is_context(context))
        return INVALID_CONTEXT;
    *id = (uintptr_t)context;
    return SUCCESS;
}

EXPORT CUresult cuCtxGetFlags(unsigned *flags)
{
    Status status = driver_begin();
    if (!status)
        *flags = stack[depth - 1]->flags;
    return status;
}

EXPORT CUresult cuCtxGetApiVersion(Context *context, unsigned *version)
{
    (void)context;
    *version = 3020; /* what cuCtxCreate_v2 and later ones have */
    return SUCCESS;
}

EXPORT CUresult cuCtxSynchronize(void)
{
    return driver_begin_synchronous();
}

EXPORT CUresult cuCtxSynchronize_v2(Context *context)
{
    return context != NULL && !is_context(context) ? INVALID_CONTEXT : core_synchronize();
}

EXPORT CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    Status status = driver_begin();
    if (!status && least != NULL)
        *least = 0;
    if (!status && greatest != NULL)
        *greatest = -5;
    return status;
}

EXPORT CUresult cuCtxGetLimit(size_t *value, unsigned limit)
{
    Status status = driver_begin();
    return status ? status : core_limit(limit, value);
}

EXPORT CUresult cuCtxSetLimit(unsigned limit, size_t value)
{
    Status status = driver_begin();
    return status ? status : core_set_limit(limit, value);
}

static int cache_configuration;

EXPORT CUresult cuCtxGetCacheConfig(int *configuration)
{
    *configuration = cache_configuration;
    return driver_begin();
}

EXPORT CUresult cuCtxSetCacheConfig(int configuration)
{
    cache_configuration = configuration; /* a hint */
    return driver_begin();
}

EXPORT CUresult cuCtxResetPersistingL2Cache(void)
{
    return driver_begin();
}

EXPORT CUresult cuCtxEnablePeerAccess(Context *context, unsigned flags)
{
    (void)flags;
    return is_context(context) ? SUCCESS : INVALID_CONTEXT;
}

EXPORT CUresult cuCtxDisablePeerAccess(Context *context)
{
    return is_context(context) ? SUCCESS : INVALID_CONTEXT;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(Context **context, int number)
{
    Status status = check_device(number);
    if (!status && number >= MAX_DEVICES)
        status = INVALID_DEVICE;
    if (!status) {
        *context = &primaries[number];
        handle_add(*context, CONTEXT_MAGIC);
        (*context)->device = number;
        (*context)->retained++;
    }
    return status;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(int number)
{
    Status status = check_device(number);
    if (!status && primaries[number].retained)
        primaries[number].retained--;
    return status;
}

EXPORT CUresult cuDevicePrimaryCtxReset_v2(int number)
{
    Status status = check_device(number);
    return status ? status : core_reset();
}

EXPORT CUresult cuDevicePrimaryCtxGetState(int number, unsigned *flags, int *is_active)
{
    Status status = check_device(number);
    if (!status) {
        *flags = primaries[number].flags;
        *is_active = primaries[number].retained > 0;
    }
    return status;
}

EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(int number, unsigned flags)
{
    Status status = check_device(number);
    if (!status)
        primaries[number].flags = flags;
    return status;
}

EXPORT CUresult cuProfilerStart(void)
{
    return SUCCESS;
}

EXPORT CUresult cuProfilerStop(void)
{
    return SUCCESS;
}
