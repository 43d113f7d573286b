/* Modules and libraries: what they were loaded from, and their functions and variables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_size.h"
#include "interposer.h"

#define WRAPPER_MAGIC 0x466243b1u
#define BUCKETS 1024

/* ---- Images ---- */

typedef struct {
    char *data; /* for each image u64 size, its bytes */
    size_t size;
} Images;

typedef struct Module {
    struct Module *next;
    void *handle;
    uint64_t number;
    unsigned sent; /* the connection that has the images */
    Images images;
} Module;

static Module *modules; /* the newest first: a handle may be that of an older module, too */
static uint64_t module_count;

static void add_image(Images *images, const void *data, size_t size)
{
    uint64_t given = size;
    char *larger = realloc(images->data, images->size + sizeof given + size);
    if (larger == NULL)
        return;
    memcpy(larger + images->size, &given, sizeof given);
    memcpy(larger + images->size + sizeof given, data, size);
    images->data = larger;
    images->size += sizeof given + size;
}

static Images read_file(const char *path)
{
    Images images = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return images;
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    char *data = size < 0 ? NULL : malloc((size_t)size + 1);
    if (data != NULL && !fseek(file, 0, SEEK_SET)
        && fread(data, 1, (size_t)size, file) == (size_t)size)
        add_image(&images, data, (size_t)size);
    free(data);
    fclose(file);
    return images;
}

/* ---- Linking ---- */

typedef struct Link {
    struct Link *next;
    void *state; /* NULL once it is destroyed */
    Images inputs;
    char *result; /* a copy of the cubin; NULL until it is complete */
    size_t size;
} Link;

static Link *links;

static Link *find_link(void *state)
{
    for (Link *each = links; each != NULL; each = each->next)
        if (each->state == state)
            return each;
    return NULL;
}

static void begin_link(void *state)
{
    Link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return;
    lock();
    *link = (Link){.next = links, .state = state};
    links = link;
    unlock();
}

static void add_input(void *state, int type, Images added)
{
    enum { PTX = 1, CONTAINER = 2 };
    lock();
    Link *link = find_link(state);
    for (size_t at = 0; link != NULL && (type == PTX || type == CONTAINER) && at < added.size;) {
        uint64_t size;
        memcpy(&size, added.data + at, sizeof size);
        add_image(&link->inputs, added.data + at + sizeof size, size);
        at += sizeof size + size;
    }
    unlock();
    free(added.data);
}

static void complete_link(void *state, const void *result, size_t size)
{
    lock();
    Link *link = find_link(state);
    if (link != NULL && link->result == NULL && (link->result = malloc(size + 1)) != NULL) {
        memcpy(link->result, result, size);
        link->size = size;
    }
    unlock();
}

static void end_link(void *state)
{
    lock();
    Link *link = find_link(state);
    if (link != NULL)
        link->state = NULL;
    unlock();
}

/* The images that a program gives: of a cubin that was linked here, those it was linked from. */
static Images images_of(const void *image)
{
    Images images = {NULL, 0};
    uint32_t wrapper[2];
    memcpy(&wrapper[0], image, sizeof wrapper[0]);
    if (wrapper[0] == WRAPPER_MAGIC) {
        const void *container, *const *units;
        memcpy(wrapper, image, sizeof wrapper);
        memcpy(&container, (const char *)image + 8, sizeof container);
        memcpy(&units, (const char *)image + 16, sizeof units);
        add_image(&images, container, image_size(container));
        for (; wrapper[1] == 2 && units != NULL && *units != NULL; units++)
            add_image(&images, *units, image_size(*units));
        return images;
    }
    size_t size = image_size(image);
    for (const Link *each = links; each != NULL; each = each->next)
        if (each->result != NULL && each->size == size && !memcmp(each->result, image, size)
            && each->inputs.size) {
            images.data = malloc(each->inputs.size);
            images.size = images.data == NULL ? 0 : each->inputs.size;
            if (images.size)
                memcpy(images.data, each->inputs.data, images.size);
            return images;
        }
    add_image(&images, image, size);
    return images;
}

static void add_module(void *handle, Images images)
{
    Module *module = calloc(1, sizeof *module);
    if (module == NULL || images.data == NULL) {
        free(module);
        free(images.data);
        return;
    }
    lock();
    *module = (Module){.next = modules, .handle = handle, .number = ++module_count, .images = images};
    modules = module;
    unlock();
}

static void add_loaded(void *handle, const void *image)
{
    lock();
    add_module(handle, images_of(image));
    unlock();
}

static const Module *find_module(const void *handle)
{
    for (const Module *each = modules; each != NULL; each = each->next)
        if (each->handle == handle)
            return each;
    return NULL;
}

/* A module that is a part of a library has its images. */
static void add_alias(void *handle, const void *library)
{
    lock();
    const Module *module = find_module(library);
    if (module != NULL && find_module(handle) == NULL) {
        Images images = {malloc(module->images.size), module->images.size};
        if (images.data != NULL)
            memcpy(images.data, module->images.data, images.size);
        add_module(handle, images);
    }
    unlock();
}

void send_images(uint64_t number)
{
    for (Module *each = modules; each != NULL; each = each->next)
        if (each->number == number && each->sent != connection_number()) {
            each->sent = connection_number();
            send_message(MESSAGE_IMAGES, 0, &number, sizeof number, each->images.data,
                         each->images.size);
        }
}

/* ---- Functions ---- */

static Function *functions[BUCKETS];

static Function **bucket_of(const void *handle)
{
    return &functions[((uintptr_t)handle >> 4) % BUCKETS];
}

static Function *look_up(const void *handle)
{
    for (Function *each = *bucket_of(handle); each != NULL; each = each->next)
        if (each->handle == handle)
            return each;
    return NULL;
}

static void add_function(void *handle, void *owner, const char *name, bool is_kernel)
{
    if (handle == NULL || name == NULL)
        return;
    lock();
    Function *function = look_up(handle);
    const Module *module = find_module(owner);
    if (function == NULL && (function = calloc(1, sizeof *function)) != NULL) {
        function->next = *bucket_of(handle);
        *bucket_of(handle) = function;
    }
    if (function != NULL) {
        free(function->name);
        function->handle = handle;
        function->module = owner;
        function->number = module == NULL ? 0 : module->number;
        function->is_kernel = is_kernel;
        function->name = strdup(name);
    }
    unlock();
}

const Function *find_function(void *handle)
{
    const Function *found = look_up(handle);
    const char *name = NULL;
    void *owner = NULL;
    if (found != NULL && found->name != NULL)
        return found;
    bool is_kernel = false;
    if (CALL(cuFuncGetName, (const char **, void *), &name, handle) || name == NULL) {
        is_kernel = true;
        if (CALL(cuKernelGetName, (const char **, void *), &name, handle) || name == NULL)
            return NULL;
    }
    CUresult status = is_kernel ? CALL(cuKernelGetLibrary, (void **, void *), &owner, handle)
                                : CALL(cuFuncGetModule, (void **, void *), &owner, handle);
    add_function(handle, status ? NULL : owner, name, is_kernel);
    return look_up(handle);
}

CUresult find_variable(const Function *function, const char *name, CUdeviceptr *address, size_t *size)
{
    void *module = function->module;
    if (!function->is_kernel) {
        if (module == NULL)
            return UNKNOWN;
        return CALL(cuModuleGetGlobal_v2, (CUdeviceptr *, size_t *, void *, const char *), address, size,
                    module, name);
    }
    if (module == NULL)
        return UNKNOWN;
    CUresult status = CALL(cuLibraryGetGlobal, (CUdeviceptr *, size_t *, void *, const char *), address,
                           size, module, name);
    if (status)
        status = CALL(cuLibraryGetManaged, (CUdeviceptr *, size_t *, void *, const char *), address, size,
                      module, name);
    return status;
}

/* ---- The functions of the driver ---- */

#define FORWARD(name, note, ...)                                                                   \
    if (real_##name == NULL)                                                                       \
        return NOT_FOUND;                                                                          \
    depth++;                                                                                       \
    CUresult status = real_##name(__VA_ARGS__);                                                    \
    depth--;                                                                                       \
    if (!status)                                                                                   \
        note;                                                                                      \
    return status

WRAP(cuModuleLoad, (void **, const char *))
EXPORT CUresult cuModuleLoad(void **module, const char *path)
{
    FORWARD(cuModuleLoad, add_module(*module, read_file(path)), module, path);
}

WRAP(cuModuleLoadData, (void **, const void *))
EXPORT CUresult cuModuleLoadData(void **module, const void *image)
{
    FORWARD(cuModuleLoadData, add_loaded(*module, image), module, image);
}

WRAP(cuModuleLoadDataEx, (void **, const void *, unsigned, int *, void **))
EXPORT CUresult cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options,
                                   void **values)
{
    FORWARD(cuModuleLoadDataEx, add_loaded(*module, image), module, image, count, options, values);
}

WRAP(cuModuleLoadFatBinary, (void **, const void *))
EXPORT CUresult cuModuleLoadFatBinary(void **module, const void *image)
{
    FORWARD(cuModuleLoadFatBinary, add_loaded(*module, image), module, image);
}

WRAP(cuLibraryLoadData, (void **, const void *, int *, void **, unsigned, int *, void **, unsigned))
EXPORT CUresult cuLibraryLoadData(void **library, const void *image, int *jit, void **jit_values,
                                  unsigned jit_count, int *options, void **values, unsigned count)
{
    FORWARD(cuLibraryLoadData, add_loaded(*library, image), library, image, jit, jit_values, jit_count,
            options, values, count);
}

WRAP(cuLibraryLoadFromFile, (void **, const char *, int *, void **, unsigned, int *, void **, unsigned))
EXPORT CUresult cuLibraryLoadFromFile(void **library, const char *path, int *jit, void **jit_values,
                                      unsigned jit_count, int *options, void **values, unsigned count)
{
    FORWARD(cuLibraryLoadFromFile, add_module(*library, read_file(path)), library, path, jit, jit_values,
            jit_count, options, values, count);
}

WRAP(cuLibraryGetModule, (void **, void *))
EXPORT CUresult cuLibraryGetModule(void **module, void *library)
{
    FORWARD(cuLibraryGetModule, add_alias(*module, library), module, library);
}

WRAP(cuModuleGetFunction, (void **, void *, const char *))
EXPORT CUresult cuModuleGetFunction(void **function, void *module, const char *name)
{
    FORWARD(cuModuleGetFunction, add_function(*function, module, name, false), function, module, name);
}

WRAP(cuLibraryGetKernel, (void **, void *, const char *))
EXPORT CUresult cuLibraryGetKernel(void **kernel, void *library, const char *name)
{
    FORWARD(cuLibraryGetKernel, add_function(*kernel, library, name, true), kernel, library, name);
}

/* The function of a kernel in a context: its variables are found by the library. */
static void add_function_of(void *function, void *kernel)
{
    lock();
    const Function *known = find_function(kernel);
    const Module *module = known == NULL ? NULL : find_module(known->module);
    void *part = NULL;
    if (known != NULL && function != kernel) {
        if (CALL(cuFuncGetModule, (void **, void *), &part, function))
            part = NULL;
        if (part != NULL && module != NULL)
            add_alias(part, module->handle);
        add_function(function, part, known->name, false);
    }
    unlock();
}

WRAP(cuKernelGetFunction, (void **, void *))
EXPORT CUresult cuKernelGetFunction(void **function, void *kernel)
{
    FORWARD(cuKernelGetFunction, add_function_of(*function, kernel), function, kernel);
}

WRAP(cuLinkCreate_v2, (unsigned, int *, void **, void **))
EXPORT CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, void **state)
{
    FORWARD(cuLinkCreate_v2, begin_link(*state), count, options, values, state);
}

static Images data_image(const void *data, size_t size)
{
    Images images = {NULL, 0};
    add_image(&images, data, size);
    return images;
}

WRAP(cuLinkAddData_v2, (void *, int, void *, size_t, const char *, unsigned, int *, void **))
EXPORT CUresult cuLinkAddData_v2(void *state, int type, void *data, size_t size, const char *name,
                                 unsigned count, int *options, void **values)
{
    FORWARD(cuLinkAddData_v2, add_input(state, type, data_image(data, size)), state, type, data, size, name,
            count, options, values);
}

WRAP(cuLinkAddFile_v2, (void *, int, const char *, unsigned, int *, void **))
EXPORT CUresult cuLinkAddFile_v2(void *state, int type, const char *path, unsigned count, int *options,
                                 void **values)
{
    FORWARD(cuLinkAddFile_v2, add_input(state, type, read_file(path)), state, type, path, count, options,
            values);
}

WRAP(cuLinkComplete, (void *, void **, size_t *))
EXPORT CUresult cuLinkComplete(void *state, void **result, size_t *size)
{
    size_t bytes = 0; /* the program may not ask for it */
    if (size == NULL)
        size = &bytes;
    FORWARD(cuLinkComplete, complete_link(state, *result, *size), state, result, size);
}

WRAP(cuLinkDestroy, (void *))
EXPORT CUresult cuLinkDestroy(void *state)
{
    FORWARD(cuLinkDestroy, end_link(state), state);
}
