/* What the files of the runtime API share: types of its interface, and how calls end.
 *
 * The declarations are our own: users need not have the headers of CUDA. CUDART_MAJOR says which
 * major version of the runtime the library stands for; some functions and structures differ.
 */
#ifndef PTXPY_RUNTIME_H
#define PTXPY_RUNTIME_H

#include "core.h"

typedef int cudaError_t;
typedef struct {
    unsigned x, y, z;
} dim3;

/* The last error of the copy of the runtime that the caller of the API has (copies.c). */
Status *runtime_last_error(void);
/* Keep an error for cudaGetLastError, and return it. */
cudaError_t runtime_end(Status status);
/* Connect; begin each call with it. Returns the error that a kernel has left. */
Status runtime_begin(void);
/* The same for calls that must wait for all work before. */
Status runtime_begin_synchronous(void);
/* The stream of a handle, or NULL. */
Stream *runtime_stream(void *handle);
/* The function of a host function or of a handle; loads its module. */
Status runtime_function(const void *host, Function **function);
/* The address and size of a variable, by its address in the program. */
Status runtime_symbol(const void *host, uint64_t *address, size_t *size);
/* The code of a runtime error that stands for a status of the driver in a launch. */

#define STREAM_OR_FAIL(name, handle)                                                                    \
    Stream *name = core_stream(handle);                                                                \
    if (name == NULL)                                                                                  \
        return runtime_end(INVALID_HANDLE)

/* The same function under the name of per-thread default streams. */
#define PER_THREAD(result, name, parameters)                                                           \
    EXPORT result name##_ptsz parameters __attribute__((alias(#name)))
#define PER_THREAD_COPY(result, name, parameters)                                                      \
    EXPORT result name##_ptds parameters __attribute__((alias(#name)))

#endif
