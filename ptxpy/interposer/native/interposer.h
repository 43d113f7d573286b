/* The interposer: a libcuda.so.1 between a program and the driver, which records launches.
 *
 * It is linked to the driver of the machine, to which it leaves all functions but those that it
 * defines itself: these call the driver too, and keep what a recorder asks about a launch.
 */
#ifndef PTXPY_INTERPOSER_H
#define PTXPY_INTERPOSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire.h"

#define EXPORT __attribute__((visibility("default")))

typedef int CUresult;
typedef uint64_t CUdeviceptr;

enum { SUCCESS = 0, OUT_OF_MEMORY = 2, NOT_FOUND = 500, UNKNOWN = 999 };

/* ---- The driver ---- */

/* A function of the driver; NULL if it has none of the name. */
void *driver_function(const char *name);
/* Note that a function takes the place of one of the driver, whose address is stored. */
void add_wrapper(const char *name, void *wrapper, void **real);

/* Declares a function that takes the place of the driver's, which is `real_NAME`. */
#define WRAP(name, parameters)                                                                     \
    EXPORT CUresult name parameters;                                                               \
    static CUresult(*real_##name) parameters;                                                      \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        add_wrapper(#name, (void *)name, (void **)&real_##name);                                   \
    }

/* Calls a function of the driver that is not wrapped. */
#define CALL(name, parameters, ...)                                                                \
    (driver_function(#name) != NULL                                                                \
         ? ((CUresult(*) parameters)driver_function(#name))(__VA_ARGS__)                           \
         : NOT_FOUND)

/* ---- The recorder ---- */

/* Hold, or release, the lock of all tables and of the connection; it is recursive. */
void lock(void);
void unlock(void);
/* Whether launches are recorded; connects if that has not been done. Call it with the lock. */
bool is_recording(void);
/* A number that another connection changes. */
unsigned connection_number(void);
/* Whether this thread is in a call of ours, so that what the driver calls is not the program's. */
extern _Thread_local int depth;

/* Send a message in two parts; a failure ends the connection. */
void send_message(uint32_t kind, uint32_t value, const void *first, size_t first_size,
                  const void *second, size_t second_size);
/* Receive a message; the payload is the caller's to free. Returns false at the end. */
bool receive_message(MessageHeader *header, char **payload);

/* ---- Memory ---- */

typedef struct {
    uint64_t start, size;
    uint32_t kind; /* enum RangeKind */
} Range;

void add_range(uint64_t start, uint64_t size, enum RangeKind kind);
/* The range that an address is in; NULL if there is none. */
const Range *find_range(uint64_t address);
const Range *all_ranges(size_t *count);

/* Send the tensor maps that the recorder does not have. */
void send_maps(void);

/* ---- Modules ---- */

typedef struct Function {
    struct Function *next;
    void *handle;
    void *module;     /* the handle of its module or library */
    uint64_t number;  /* of the images of its module; 0 if they are not known */
    bool is_kernel;   /* a CUkernel, of a library */
    char *name;
} Function;

/* The function of a handle; asks the driver about one that the program has by another way. */
const Function *find_function(void *handle);
/* Send the images of a module, unless the recorder has them. */
void send_images(uint64_t number);
/* The address and the size of a variable of the module of a function. */
CUresult find_variable(const Function *function, const char *name, CUdeviceptr *address, size_t *size);

#endif
