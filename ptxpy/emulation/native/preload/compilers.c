/* Compilers that a program loads give PTX where they give machine code, which cannot be simulated.
 *
 * NVRTC has the PTX of every program that it has compiled: its functions for cubins are led to those
 * for PTX. nvJitLink is replaced: the PTX that it is given is kept, and linked when it is loaded. With
 * link-time optimization (-lto), it is told to end with PTX, and does the work.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "linked_image.h"
#include "preload.h"

/* The results and types of input of nvJitLink.h. */
enum { SUCCESS = 0, INVALID_INPUT = 3, INTERNAL = 6 };
enum { INPUT_PTX = 2, INPUT_FATBIN = 4, INPUT_LIBRARY = 6, INPUT_ANY = 10 };

#define LINKER_MAGIC 0x6b6e694c78747070u
#define LOG_BYTES 200

typedef struct {
    uint64_t magic;
    void *real; /* nvJitLink's own, with link-time optimization; NULL without */
    LinkedImage image;
    bool is_text; /* whether the last input was PTX */
    char log[LOG_BYTES];
} Linker;

static bool is_linker(const Linker *linker)
{
    return linker != NULL && linker->magic == LINKER_MAGIC;
}

/* nvJitLink's own functions, which the exported ones jump to; NULL if they are made otherwise. */
static struct {
    int (*create)(void **, uint32_t, const char **);
    int (*destroy)(void **);
    int (*add_data)(void *, int, const void *, size_t, const char *);
    int (*add_file)(void *, int, const char *);
    int (*complete)(void *);
    int (*ptx_size)(void *, size_t *);
    int (*ptx)(void *, char *);
    int (*error_size)(void *, size_t *);
    int (*error)(void *, char *);
    int (*info_size)(void *, size_t *);
    int (*info)(void *, char *);
} real;

/* Create a linker that optimizes and ends with PTX. */
static int create_optimizing(Linker *linker, uint32_t count, const char **options)
{
    if (real.create == NULL || real.ptx == NULL || real.ptx_size == NULL || real.add_data == NULL
        || real.complete == NULL || real.destroy == NULL) {
        note(" -lto is not emulated for this version of nvJitLink", "nvJitLinkCreate");
        return INTERNAL;
    }
    const char **with_ptx = malloc((count + 1) * sizeof *with_ptx);
    if (with_ptx == NULL)
        return INTERNAL;
    bool has_ptx = false;
    for (uint32_t i = 0; i < count; i++) {
        with_ptx[i] = options[i];
        has_ptx |= !strcmp(options[i], "-ptx");
    }
    with_ptx[count] = "-ptx";
    int status = real.create(&linker->real, count + !has_ptx, with_ptx);
    free(with_ptx);
    return status;
}

static int linker_create(Linker **linker, uint32_t count, const char **options)
{
    bool is_optimizing = false;
    for (uint32_t i = 0; i < count; i++)
        is_optimizing |= !strcmp(options[i], "-lto");
    Linker *made = calloc(1, sizeof *made);
    if (made == NULL || !linked_begin(&made->image)) {
        free(made);
        return INTERNAL;
    }
    made->magic = LINKER_MAGIC;
    int status = is_optimizing ? create_optimizing(made, count, options) : SUCCESS;
    if (status) {
        free(made->image.bytes);
        free(made);
        return status;
    }
    *linker = made;
    return SUCCESS;
}

static int linker_destroy(Linker **linker)
{
    if (linker == NULL || !is_linker(*linker))
        return INVALID_INPUT;
    if ((*linker)->real != NULL)
        real.destroy(&(*linker)->real);
    (*linker)->magic = 0;
    free((*linker)->image.bytes);
    free(*linker);
    *linker = NULL;
    return SUCCESS;
}

static const char *kind_of_input(int type)
{
    static const char *const names[] = {"nothing", "a cubin", "PTX", "LTO-IR, for link-time optimization",
                                        "a fatbin", "an object", "a library"};
    return type >= 0 && type < (int)(sizeof names / sizeof *names) ? names[type] : "this kind of input";
}

/* The type of input that a program does not name. */
static int kind_of_data(const char *data, size_t size)
{
    enum { CUBIN = 1, MACHINE = 18, CUDA_MACHINE = 190 };
    if (size > MACHINE + 1 && !memcmp(data, "\x7f" "ELF", 4))
        return (unsigned char)data[MACHINE] == CUDA_MACHINE ? CUBIN : INPUT_LIBRARY;
    if (size >= 8 && (!memcmp(data, "!<arch>\n", 8) || !memcmp(data, "\x50\xed\x55\xba", 4)))
        return INPUT_LIBRARY;
    return size && memchr(data, '.', size) ? INPUT_PTX : 0;
}

static int linker_add_data(Linker *linker, int type, const void *data, size_t size, const char *name)
{
    if (!is_linker(linker) || data == NULL)
        return INVALID_INPUT;
    if (linker->real != NULL)
        return real.add_data(linker->real, type, data, size, name);
    if (type == INPUT_ANY)
        type = kind_of_data(data, size);
    if (type != INPUT_PTX && (type < INPUT_FATBIN || type > INPUT_LIBRARY)) {
        snprintf(linker->log, LOG_BYTES, "ptxpy exec: nvJitLinkAddData of %s is not emulated (%s)",
                 kind_of_input(type), name != NULL ? name : "no name");
        dprintf(STDERR_FILENO, "%s; give it PTX\n", linker->log);
        return INVALID_INPUT;
    }
    while (type == INPUT_PTX && size && !((const char *)data)[size - 1])
        size--;
    linker->is_text = type == INPUT_PTX;
    return linked_add(&linker->image, data, size) ? SUCCESS : INTERNAL;
}

static int linker_add_file(Linker *linker, int type, const char *path)
{
    if (is_linker(linker) && linker->real != NULL && real.add_file != NULL)
        return real.add_file(linker->real, type, path);
    size_t size;
    char *data = bytes_of_file(path, &size);
    int status = data == NULL ? INVALID_INPUT : linker_add_data(linker, type, data, size, path);
    free(data);
    return status;
}

static int linker_complete(Linker *linker)
{
    if (is_linker(linker) && linker->real != NULL)
        return real.complete(linker->real);
    return is_linker(linker) && linker->image.count ? SUCCESS : INVALID_INPUT;
}

/* Where the result begins: one text is loaded as it is. */
static size_t result_start(const Linker *linker)
{
    return linker->image.count == 1 && linker->is_text ? LINKED_HEAD_BYTES + sizeof(uint64_t) : 0;
}

static int linker_result_size(Linker *linker, size_t *size)
{
    if (!is_linker(linker) || size == NULL)
        return INVALID_INPUT;
    if (linker->real != NULL)
        return real.ptx_size(linker->real, size);
    *size = linker->image.size + 1 - result_start(linker);
    return SUCCESS;
}

static int linker_result(Linker *linker, void *result)
{
    if (!is_linker(linker) || result == NULL)
        return INVALID_INPUT;
    if (linker->real != NULL)
        return real.ptx(linker->real, result);
    size_t start = result_start(linker);
    memcpy(result, linker->image.bytes + start, linker->image.size + 1 - start);
    return SUCCESS;
}

static int linker_log_size(Linker *linker, size_t *size)
{
    if (!is_linker(linker) || size == NULL)
        return INVALID_INPUT;
    if (linker->real != NULL && real.error_size != NULL)
        return real.error_size(linker->real, size);
    *size = strlen(linker->log) + 1;
    return SUCCESS;
}

static int linker_log(Linker *linker, char *log)
{
    if (!is_linker(linker) || log == NULL)
        return INVALID_INPUT;
    if (linker->real != NULL && real.error != NULL)
        return real.error(linker->real, log);
    strcpy(log, linker->log);
    return SUCCESS;
}

static int no_log_size(Linker *linker, size_t *size)
{
    if (!is_linker(linker) || size == NULL)
        return INVALID_INPUT;
    if (linker->real != NULL && real.info_size != NULL)
        return real.info_size(linker->real, size);
    *size = 0;
    return SUCCESS;
}

static int no_log(Linker *linker, char *log)
{
    if (is_linker(linker) && linker->real != NULL && real.info != NULL)
        return real.info(linker->real, log);
    return is_linker(linker) ? SUCCESS : INVALID_INPUT;
}

static const struct {
    const char *name;
    void *target;
    void **real;
} linker_functions[] = {
    {"Create", (void *)linker_create, (void **)&real.create},
    {"Destroy", (void *)linker_destroy, (void **)&real.destroy},
    {"AddData", (void *)linker_add_data, (void **)&real.add_data},
    {"AddFile", (void *)linker_add_file, (void **)&real.add_file},
    {"Complete", (void *)linker_complete, (void **)&real.complete},
    {"GetLinkedCubinSize", (void *)linker_result_size, NULL},
    {"GetLinkedCubin", (void *)linker_result, NULL},
    {"GetLinkedPtxSize", (void *)linker_result_size, (void **)&real.ptx_size},
    {"GetLinkedPtx", (void *)linker_result, (void **)&real.ptx},
    {"GetErrorLogSize", (void *)linker_log_size, (void **)&real.error_size},
    {"GetErrorLog", (void *)linker_log, (void **)&real.error},
    {"GetInfoLogSize", (void *)no_log_size, (void **)&real.info_size},
    {"GetInfoLog", (void *)no_log, (void **)&real.info},
};

#define LINKER_FUNCTIONS ((int)(sizeof linker_functions / sizeof *linker_functions))

/* The row of a function of nvJitLink: nvJitLinkCreate, or __nvJitLinkCreate_13_0; -1 for others. */
static int linker_function(const char *name)
{
    const char *rest = name + (strncmp(name, "__", 2) ? 0 : 2);
    if (strncmp(rest, "nvJitLink", 9))
        return -1;
    rest += 9;
    for (int i = 0; i < LINKER_FUNCTIONS; i++) {
        size_t length = strlen(linker_functions[i].name);
        if (!strncmp(rest, linker_functions[i].name, length) && (!rest[length] || rest[length] == '_'))
            return i;
    }
    return -1;
}

/* Where a function jumps to that does nothing else (jmp rel32, or endbr64 before it); else NULL. */
static void *jump_target(const unsigned char *function)
{
    int32_t distance;
    if (!memcmp(function, "\xf3\x0f\x1e\xfa", 4))
        function += 4;
    if (*function != 0xe9)
        return NULL;
    memcpy(&distance, function + 1, sizeof distance);
    return (void *)(function + 5 + distance);
}

/* The address of a function that a library exports; NULL if it has none of the name. */
static void *exported(const Symbols *symbols, ElfW(Addr) base, const char *name)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const Elf64_Sym *symbol = &symbols->symbols[i];
        if (symbol->st_shndx != SHN_UNDEF && symbol->st_name < symbols->names_size
            && !strcmp(symbols->names + symbol->st_name, name))
            return (void *)(base + symbol->st_value);
    }
    return NULL;
}

static bool redirect_linker(const Symbols *symbols, ElfW(Addr) base)
{
    bool is_done = true;
    for (size_t i = 0; i < symbols->count; i++) {
        const Elf64_Sym *symbol = &symbols->symbols[i];
        if (symbol->st_shndx == SHN_UNDEF || symbol->st_name >= symbols->names_size
            || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC)
            continue;
        int row = linker_function(symbols->names + symbol->st_name);
        void *function = (void *)(base + symbol->st_value);
        if (row < 0)
            continue;
        void *target = jump_target(function);
        if (linker_functions[row].real != NULL && target != NULL)
            *linker_functions[row].real = target;
        is_done &= write_jump(function, linker_functions[row].target);
    }
    return is_done;
}

static bool redirect_nvrtc(const Symbols *symbols, ElfW(Addr) base)
{
    static const char *const pairs[][2] = {{"nvrtcGetCUBIN", "nvrtcGetPTX"},
                                           {"nvrtcGetCUBINSize", "nvrtcGetPTXSize"}};
    bool is_done = true;
    for (int i = 0; i < 2; i++) {
        void *function = exported(symbols, base, pairs[i][0]);
        void *target = exported(symbols, base, pairs[i][1]);
        if (function != NULL && target != NULL)
            is_done &= write_jump(function, target);
    }
    return is_done;
}

void redirect_compiler(const char *path, const File *file, ElfW(Addr) base)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    bool is_linker_library = !strncmp(name, "libnvJitLink.so", 15);
    Symbols symbols;
    if ((!is_linker_library && strncmp(name, "libnvrtc.so", 11))
        || !open_symbols(file, ".dynsym", &symbols))
        return;
    bool is_done = is_linker_library ? redirect_linker(&symbols, base) : redirect_nvrtc(&symbols, base);
    if (!is_done)
        note(": the system does not allow to let it give PTX", name);
}
