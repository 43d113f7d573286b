/* Modules, their functions and variables, and launches. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "image_size.h"
#include "state.h"

static Module *modules;

size_t core_image_size(const void *image)
{
    return image_size(image);
}

Status core_load(const void *const *images, const size_t *sizes, unsigned count, Module **module)
{
    Status status = core_connect();
    if (status)
        return status;
    size_t total = sizeof(uint32_t);
    for (unsigned i = 0; i < count; i++)
        total += sizeof(uint64_t) + sizes[i];
    char *payload = malloc(total), *at = payload;
    Module *loaded = calloc(1, sizeof *loaded);
    if (payload == NULL || loaded == NULL) {
        free(payload);
        free(loaded);
        return OUT_OF_MEMORY;
    }
    uint32_t images_count = count;
    memcpy(at, &images_count, sizeof images_count);
    at += sizeof images_count;
    for (unsigned i = 0; i < count; i++) {
        uint64_t size = sizes[i];
        memcpy(at, &size, sizeof size);
        memcpy(at + sizeof size, images[i], size);
        at += sizeof size + size;
    }
    core_lock();
    status = core_request(REQUEST_LOAD, payload, total, &loaded->number, sizeof loaded->number, NULL);
    if (!status && !handle_add(loaded, MODULE_MAGIC))
        status = OUT_OF_MEMORY;
    if (status) {
        free(loaded);
    } else {
        loaded->next = modules;
        modules = *module = loaded;
    }
    core_unlock();
    free(payload);
    return status;
}

static void forget(Module *module)
{
    for (Function *each = module->functions; each != NULL; each = each->next)
        handle_remove(each);
    handle_remove(module);
}

Status core_unload(Module *module)
{
    Status status = INVALID_HANDLE;
    core_lock();
    for (Module **each = &modules; *each != NULL; each = &(*each)->next)
        if (*each == module) {
            *each = module->next;
            status = core_request(REQUEST_UNLOAD, &module->number, sizeof module->number, NULL, 0, NULL);
            forget(module);
            break;
        }
    core_unlock();
    return status;
}

void core_forget_modules(void)
{
    while (modules != NULL) {
        Module *module = modules;
        modules = module->next;
        forget(module);
    }
}

static Status ask_by_name(enum Request request, const Module *module, const char *name, void **reply,
                          size_t *size)
{
    return core_request_any(request, &module->number, sizeof module->number, name, strlen(name), reply,
                            size);
}

Status core_function(Module *module, const char *name, Function **function)
{
    KernelReply *reply = NULL;
    size_t size;
    core_lock();
    for (Function *each = module->functions; each != NULL; each = each->next)
        if (!strcmp(each->name, name)) {
            *function = each;
            core_unlock();
            return SUCCESS;
        }
    Status status = ask_by_name(REQUEST_KERNEL, module, name, (void **)&reply, &size);
    if (!status) {
        Function *made = calloc(1, sizeof *made);
        size_t bytes = reply->parameters * sizeof *made->parameters;
        handle_add(made, FUNCTION_MAGIC);
        made->number = reply->kernel;
        made->module = module;
        made->name = strdup(name);
        made->info = *reply;
        made->parameters = malloc(bytes + 1);
        memcpy(made->parameters, reply + 1, bytes);
        made->max_dynamic_shared
            = reply->static_shared < 49152 ? 49152 - reply->static_shared : 0;
        made->carveout = -1;
        made->next = module->functions;
        module->functions = *function = made;
    }
    core_unlock();
    free(reply);
    return status;
}

Status core_variable(Module *module, const char *name, uint64_t *address, size_t *size)
{
    VariableReply *reply = NULL;
    size_t bytes;
    Status status = ask_by_name(REQUEST_VARIABLE, module, name, (void **)&reply, &bytes);
    if (!status) {
        if (address != NULL)
            *address = reply->address;
        if (size != NULL)
            *size = reply->size;
        core_add_variable(reply->address, reply->size);
    }
    free(reply);
    return status;
}

Status core_pack(const Function *function, void *const *arguments, void *const *extra, void **parameters,
                 size_t *size)
{
    size_t bytes = function->info.parameter_bytes;
    char *packed = calloc(1, bytes + 1);
    if (packed == NULL)
        return OUT_OF_MEMORY;
    *parameters = packed;
    *size = bytes;
    if (extra != NULL) { /* 1: pointer, 2: size, 0: end (CU_LAUNCH_PARAM_*) */
        const void *buffer = NULL;
        size_t given = 0;
        for (; *extra != NULL; extra += 2) {
            if ((uintptr_t)extra[0] == 1)
                buffer = extra[1];
            else if ((uintptr_t)extra[0] == 2)
                given = *(const size_t *)extra[1];
        }
        if (buffer != NULL)
            memcpy(packed, buffer, given < bytes ? given : bytes);
        return SUCCESS;
    }
    if (arguments == NULL && function->info.parameters) {
        free(packed);
        return INVALID_VALUE;
    }
    for (uint32_t i = 0; i < function->info.parameters; i++)
        memcpy(packed + function->parameters[i].offset, arguments[i], function->parameters[i].size);
    return SUCCESS;
}

static uint64_t product(const uint32_t extents[3])
{
    return (uint64_t)extents[0] * extents[1] * extents[2];
}

Status core_check_launch(const Launch *launch)
{
    const Function *function = launch->function;
    const uint32_t *required = function->info.required_block;
    uint64_t threads = product(launch->block);
    const uint32_t *grid = launch->grid, *block = launch->block;
    if (!product(grid) || !threads) {
        core_note("%s: a grid of %u x %u x %u blocks of %u x %u x %u threads, where each must be at "
                  "least 1",
                  function->name, grid[0], grid[1], grid[2], block[0], block[1], block[2]);
        return INVALID_CONFIGURATION;
    }
    if (grid[0] > 0x7fffffffu || grid[1] > 65535 || grid[2] > 65535) {
        core_note("%s: a grid of %u x %u x %u blocks, where 2147483647 x 65535 x 65535 are allowed",
                  function->name, grid[0], grid[1], grid[2]);
        return INVALID_CONFIGURATION;
    }
    if (threads > 1024 || block[0] > 1024 || block[1] > 1024 || block[2] > 64) {
        core_note("%s: a block of %u x %u x %u threads, where 1024 are allowed, in z 64",
                  function->name, block[0], block[1], block[2]);
        return INVALID_CONFIGURATION;
    }
    if (required[0] && memcmp(required, launch->block, sizeof launch->block)) {
        core_note("%s: a block of %u x %u x %u threads, where the kernel requires %u x %u x %u "
                  "(.reqntid)",
                  function->name, launch->block[0], launch->block[1], launch->block[2], required[0],
                  required[1], required[2]);
        return INVALID_VALUE;
    }
    if (function->info.max_threads && threads > function->info.max_threads) {
        core_note("%s: %llu threads, where the kernel allows %u (.maxntid)", function->name,
                  (unsigned long long)threads, function->info.max_threads);
        return LAUNCH_OUT_OF_RESOURCES;
    }
    if (launch->dynamic_shared > function->max_dynamic_shared) {
        core_note("%s: %u bytes of dynamic shared memory, where %u are allowed; the attribute "
                  "MaxDynamicSharedMemorySize of the function sets more",
                  function->name, launch->dynamic_shared, function->max_dynamic_shared);
        return INVALID_VALUE;
    }
    for (int i = 0; i < 3; i++)
        if (launch->cluster[i] && launch->grid[i] % launch->cluster[i]) {
            core_note("%s: a grid of %u blocks is not a multiple of a cluster of %u", function->name,
                      launch->grid[i], launch->cluster[i]);
            return INVALID_CLUSTER_SIZE;
        }
    return SUCCESS;
}

Status core_launch(const Launch *launch)
{
    LaunchRequest request = {
        .kernel = launch->function->number,
        .dynamic_shared = launch->dynamic_shared,
        .cooperative = launch->cooperative,
        .number = launch->number,
        .primary = launch->primary,
    };
    memcpy(request.grid, launch->grid, sizeof request.grid);
    memcpy(request.block, launch->block, sizeof request.block);
    memcpy(request.cluster, launch->cluster, sizeof request.cluster);
    if (core_sticky())
        return core_sticky();
    if (!handle_is(launch->function, FUNCTION_MAGIC)) {
        core_note("%s: its module has been unloaded", launch->function->name);
        return INVALID_HANDLE;
    }
    if (core_pending()) /* a kernel has ended the context; the next synchronization says so */
        return SUCCESS;
    char *reply;
    size_t size;
    core_lock();
    Status status
        = core_request_any(REQUEST_LAUNCH, &request, sizeof request, launch->parameters,
                           launch->parameter_bytes, (void **)&reply, &size);
    if (!status && size >= sizeof(uint32_t)) {
        uint32_t fault;
        memcpy(&fault, reply, sizeof fault);
        core_add_printed(reply + sizeof fault, size - sizeof fault);
        if (fault)
            core_set_pending((Status)fault);
    } else if (status == NOT_SUPPORTED) { /* for programs that do not look at what a launch returns */
        core_set_pending(status);
    }
    core_unlock();
    free(reply);
    return status;
}
