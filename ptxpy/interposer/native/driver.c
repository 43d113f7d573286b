/* The driver of the machine, and the functions that take the place of its own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "interposer.h"

#ifndef REAL_DRIVER
#error "REAL_DRIVER is the path of the driver"
#endif

#define MAX_WRAPPERS 128

typedef struct {
    const char *name;
    void *wrapper, *real;
} Wrapper;

static Wrapper wrappers[MAX_WRAPPERS];
static unsigned wrapper_count;

void *driver_function(const char *name)
{
    static void *driver;
    if (driver == NULL)
        driver = dlopen(REAL_DRIVER, RTLD_LAZY | RTLD_NOLOAD);
    if (driver == NULL)
        driver = dlopen(REAL_DRIVER, RTLD_LAZY);
    return driver == NULL ? NULL : dlsym(driver, name);
}

void add_wrapper(const char *name, void *wrapper, void **real)
{
    *real = driver_function(name);
    if (wrapper_count < MAX_WRAPPERS)
        wrappers[wrapper_count++] = (Wrapper){name, wrapper, *real};
}

static void *wrapper_named(const char *name)
{
    for (unsigned i = 0; i < wrapper_count; i++)
        if (!strcmp(wrappers[i].name, name) && wrappers[i].real != NULL)
            return wrappers[i].wrapper;
    return NULL;
}

/* What takes the place of a function that cuGetProcAddress has found by name. */
static void *replacement(void *found, const char *name, int version, unsigned long long flags)
{
    char symbol[160];
    for (unsigned i = 0; i < wrapper_count; i++)
        if (wrappers[i].real == found)
            return wrappers[i].wrapper;
    if (strlen(name) > 120)
        return found;
    if (!strcmp(name, "cuGetProcAddress")) {
        void *wrapper = wrapper_named(version >= 12000 ? "cuGetProcAddress_v2" : name);
        return wrapper == NULL ? found : wrapper;
    }
    /* The driver may have other addresses for its functions than those that it exports. Those of
     * before CUDA 3.2 have other parameters. */
    static const char *const suffixes[] = {"_v2", ""};
    bool is_per_thread = (flags & 2) != 0;
    for (int i = version < 3020; i < 2; i++) {
        void *wrapper = NULL;
        if (is_per_thread) {
            snprintf(symbol, sizeof symbol, "%s%s_ptsz", name, suffixes[i]);
            wrapper = wrapper_named(symbol);
        }
        if (wrapper == NULL) {
            snprintf(symbol, sizeof symbol, "%s%s", name, suffixes[i]);
            wrapper = wrapper_named(symbol);
        }
        if (wrapper != NULL)
            return wrapper;
    }
    return found;
}

WRAP(cuGetProcAddress_v2, (const char *, void **, int, unsigned long long, int *))
EXPORT CUresult cuGetProcAddress_v2(const char *name, void **function, int version,
                                    unsigned long long flags, int *state)
{
    if (real_cuGetProcAddress_v2 == NULL)
        return NOT_FOUND;
    CUresult status = real_cuGetProcAddress_v2(name, function, version, flags, state);
    if (!status && name != NULL && function != NULL && *function != NULL)
        *function = replacement(*function, name, version, flags);
    return status;
}

WRAP(cuGetProcAddress, (const char *, void **, int, unsigned long long))
EXPORT CUresult cuGetProcAddress(const char *name, void **function, int version,
                                 unsigned long long flags)
{
    if (real_cuGetProcAddress == NULL)
        return NOT_FOUND;
    CUresult status = real_cuGetProcAddress(name, function, version, flags);
    if (!status && name != NULL && function != NULL && *function != NULL)
        *function = replacement(*function, name, version, flags);
    return status;
}
