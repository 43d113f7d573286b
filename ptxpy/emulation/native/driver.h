/* What the files of the driver API share. The declarations are our own; the names and numbers are those
 * of the documentation of the driver API.
 */
#ifndef PTXPY_DRIVER_H
#define PTXPY_DRIVER_H

#include "core.h"

typedef int CUresult;
typedef uint64_t CUdeviceptr;

/* The error that ends a call which needs an initialized driver; SUCCESS if there is none. */
Status driver_begin(void);
/* The same, which also waits for all work. */
Status driver_begin_synchronous(void);

/* A function under the names of its later version, and of per-thread default streams. */
#define ALIAS(result, alias_name, name, parameters)                                                    \
    EXPORT result alias_name parameters __attribute__((alias(#name)))
#define WITH_PTSZ(name, parameters) ALIAS(CUresult, name##_ptsz, name, parameters)
#define WITH_PTDS(name, parameters) ALIAS(CUresult, name##_ptds, name, parameters)

#endif
