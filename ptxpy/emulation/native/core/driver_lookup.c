/* The driver API: functions by name, and those that are not emulated. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "driver.h"

/* The names that cuda.h gives to functions since a version, where that is not the first `_v2`. */
typedef struct {
    const char *name, *symbol;
    int version;
} Renamed;

static const Renamed renamed[] = {
    {"cuCtxCreate", "cuCtxCreate_v4", 13000},
    {"cuCtxCreate", "cuCtxCreate_v3", 11040},
    {"cuGetProcAddress", "cuGetProcAddress_v2", 12000},
    {"cuGetProcAddress", "cuGetProcAddress", 11030},
    {"cuEventElapsedTime", "cuEventElapsedTime_v2", 12080},
    {"cuEventElapsedTime", "cuEventElapsedTime", 0},
    {"cuCtxSynchronize", "cuCtxSynchronize_v2", 13000},
    {"cuCtxSynchronize", "cuCtxSynchronize", 0},
    {"cuCtxGetDevice", "cuCtxGetDevice_v2", 13000},
    {"cuCtxGetDevice", "cuCtxGetDevice", 0},
};

enum { FOUND = 0, SYMBOL_NOT_FOUND = 1, VERSION_NOT_SUFFICIENT = 2 };

/* The function of a name for a version of the API; NULL if it is not emulated. */
static void *look_up(const char *name, int version, unsigned long long flags)
{
    static void *self;
    char symbol[160];
    bool is_per_thread = (flags & 2) != 0;
    if (self == NULL) {
        Dl_info info;
        if (dladdr((void *)look_up, &info))
            self = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    }
    if (self == NULL || strncmp(name, "cu", 2) || strlen(name) > 120)
        return NULL;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (!strcmp(name, renamed[i].name) && version >= renamed[i].version)
            return dlsym(self, renamed[i].symbol);
    static const char *const suffixes[] = {"_v2", ""};
    static const char *const endings[] = {"_ptsz", "_ptds", ""};
    for (int i = 0; i < 2; i++)
        for (int j = is_per_thread ? 0 : 2; j < 3; j++) {
            snprintf(symbol, sizeof symbol, "%s%s%s", name, suffixes[i], endings[j]);
            void *found = dlsym(self, symbol);
            if (found != NULL)
                return found;
        }
    return NULL;
}

EXPORT CUresult cuGetProcAddress_v2(const char *name, void **function, int version,
                                    unsigned long long flags, int *state)
{
    if (name == NULL || function == NULL)
        return INVALID_VALUE;
    *function = look_up(name, version, flags);
    if (state != NULL)
        *state = *function == NULL ? SYMBOL_NOT_FOUND : FOUND;
    return *function == NULL ? NOT_FOUND : SUCCESS;
}

EXPORT CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags)
{
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

EXPORT CUresult cuGetExportTable(const void **table, const void *id)
{
    (void)id; /* of functions that are not documented */
    *table = NULL;
    return NOT_FOUND;
}
