/* Leads the functions of a CUDA runtime that is linked statically to the emulated one.
 *
 * Calls of a static runtime are bound inside of the executable or library, so a preloaded library
 * alone does not see them. The symbol tables of the loaded files say where the functions lie; over the
 * first bytes of each a jump is written, in memory only, by way of a few bytes that say which copy of the
 * runtime it is: each has its own last error. Functions that the emulated runtime lacks say their name and
 * return cudaErrorNotSupported, for the original would look for a real driver.
 *
 * Libraries that are loaded later are found by the function that the dynamic linker calls for
 * debuggers when it has mapped a library, before any code of that library runs (link.h, r_brk).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preload.h"
#include "protocol.h"

#define STUB_BYTES 48

/* The versions of the symbols of the emulated runtimes. They are found by them, for dlopen would
 * initialize the C library before its turn. */
static const char *const versions[] = {"libcudart.so.12", "libcudart.so.13"};
static ElfW(Addr) *seen;  /* the load addresses of the files that have been looked at */
static bool *is_loaded;   /* whether each of them is still loaded */
static size_t seen_count;

void note(const char *text, const char *name)
{
    dprintf(STDERR_FILENO, "ptxpy exec: %s%s\n", name, text);
}

/* Memory for stubs; NULL if there is none. */
static unsigned char *map_stubs(size_t count)
{
    void *mapped = mmap(NULL, count * STUB_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mapped == MAP_FAILED ? NULL : mapped;
}

/* mov register, value */
static unsigned char *put_move(unsigned char *at, const char *opcode, const void *value)
{
    memcpy(at, opcode, 2);
    memcpy(at + 2, &value, sizeof value);
    return at + 10;
}

/* Write a function that says for which copy of the runtime it calls another, and calls it by
 * `runtime_enter`. If there is no other, the name is refused. */
static void write_stub(unsigned char *stub, const void *copy, const char *name, const char *version)
{
    void *target = dlvsym(RTLD_DEFAULT, name, version);
    void *enter = dlvsym(RTLD_DEFAULT, "runtime_enter", version);
    if (target == NULL) {
        stub = put_move(stub, "\x48\xbf", strdup(name)); /* rdi */
        target = dlvsym(RTLD_DEFAULT, "runtime_refuse", version);
    }
    stub = put_move(stub, "\x48\xb8", copy);            /* rax */
    stub = put_move(stub, "\x49\xba", target);          /* r10 */
    stub = put_move(stub, "\x49\xbb", enter);           /* r11 */
    memcpy(stub, "\x41\xff\xe3", 3);                    /* jmp r11 */
}

bool write_jump(void *function, void *target)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)function & ~(page - 1);
    uintptr_t last = ((uintptr_t)function + JUMP_BYTES + page - 1) & ~(page - 1);
    unsigned char jump[JUMP_BYTES] = {0x48, 0xb8};
    memcpy(jump + 2, &target, sizeof target);
    jump[10] = 0xff;
    jump[11] = 0xe0;
    if (mprotect((void *)first, last - first, PROT_READ | PROT_WRITE | PROT_EXEC)
        && mprotect((void *)first, last - first, PROT_READ | PROT_WRITE))
        return false;
    memcpy(function, jump, sizeof jump);
    return !mprotect((void *)first, last - first, PROT_READ | PROT_EXEC);
}

bool is_inside(const File *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

/* Map a file and find its section headers, with all bounds checked. */
static bool open_file(const char *path, File *file)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool is_mapped = !fstat(descriptor, &status) && status.st_size > (off_t)sizeof(Elf64_Ehdr);
    if (is_mapped) {
        file->size = (size_t)status.st_size;
        file->data = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        is_mapped = file->data != MAP_FAILED;
    }
    close(descriptor);
    if (!is_mapped)
        return false;
    const Elf64_Ehdr *header = (const void *)file->data;
    if (!memcmp(header->e_ident, ELFMAG, SELFMAG) && header->e_ident[EI_CLASS] == ELFCLASS64
        && header->e_machine == EM_X86_64 && header->e_shentsize == sizeof(Elf64_Shdr)
        && is_inside(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr))
        && header->e_shstrndx < header->e_shnum) {
        file->sections = (const void *)(file->data + header->e_shoff);
        file->count = header->e_shnum;
        const Elf64_Shdr *names = &file->sections[header->e_shstrndx];
        if (is_inside(file, names->sh_offset, names->sh_size)) {
            file->names = file->data + names->sh_offset;
            file->names_size = names->sh_size;
            return true;
        }
    }
    munmap((void *)file->data, file->size);
    return false;
}

const Elf64_Shdr *find_section(const File *file, const char *name)
{
    size_t length = strlen(name) + 1;
    for (unsigned i = 0; i < file->count; i++) {
        const Elf64_Shdr *section = &file->sections[i];
        if (section->sh_name < file->names_size && length <= file->names_size - section->sh_name
            && !memcmp(file->names + section->sh_name, name, length))
            return section;
    }
    return NULL;
}

bool open_symbols(const File *file, const char *section, Symbols *symbols)
{
    const Elf64_Shdr *table = find_section(file, section);
    if (table == NULL || table->sh_link >= file->count
        || !is_inside(file, table->sh_offset, table->sh_size))
        return false;
    const Elf64_Shdr *names = &file->sections[table->sh_link];
    if (!names->sh_size || !is_inside(file, names->sh_offset, names->sh_size)
        || file->data[names->sh_offset + names->sh_size - 1])
        return false;
    symbols->symbols = (const void *)(file->data + table->sh_offset);
    symbols->count = table->sh_size / sizeof(Elf64_Sym);
    symbols->names = file->data + names->sh_offset;
    symbols->names_size = names->sh_size;
    return true;
}

/* The name of a function of the runtime that is defined in the file; NULL for other symbols. */
static const char *runtime_function(const Symbols *symbols, size_t index)
{
    const Elf64_Sym *symbol = &symbols->symbols[index];
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF
        || symbol->st_name >= symbols->names_size)
        return NULL;
    const char *name = symbols->names + symbol->st_name;
    const char *rest = !strncmp(name, "__cuda", 6) ? name + 6 : !strncmp(name, "cuda", 4) ? name + 4 : "";
    return *rest >= 'A' && *rest <= 'Z' ? name : NULL;
}

/* Whether a function is one of the runtime, and not of the program's own with a similar name. */
static bool is_of_program(const char *name)
{
    return !strncmp(name, "__cudaRegisterLinkedBinary", 26) || !strncmp(name, "__cudaUnregisterBinaryUtil", 26)
           || !strncmp(name, "__cudaLaunchKernel_helper", 25);
}

static bool redirect(const File *file, ElfW(Addr) base)
{
    Symbols symbols;
    bool has_runtime = false;
    int version = 0;
    if (!open_symbols(file, ".symtab", &symbols))
        return false;
    for (size_t i = 0; i < symbols.count; i++) {
        const char *name = runtime_function(&symbols, i);
        if (name == NULL)
            continue;
        for (int each = 0; each < 2; each++) /* an emulated runtime itself */
            if (!strcmp(name, "cudaLaunchKernel")
                && dlvsym(RTLD_DEFAULT, name, versions[each])
                       == (void *)(base + symbols.symbols[i].st_value))
                return false;
        has_runtime |= !strcmp(name, "cudaLaunchKernel");
        version |= !strcmp(name, "__cudaLaunchKernel"); /* since 13.0 */
    }
    if (!has_runtime)
        return false;
    unsigned char *stubs = map_stubs(symbols.count), *stub = stubs;
    for (size_t i = 0; i < symbols.count; i++) {
        const char *name = runtime_function(&symbols, i);
        if (name == NULL || is_of_program(name))
            continue;
        if (stubs != NULL)
            write_stub(stub, stubs, name, versions[version]);
        if (stubs == NULL || !write_jump((void *)(base + symbols.symbols[i].st_value), stub)) {
            note(": the system does not allow to redirect it; build with -cudart shared", name);
            _exit(1);
        }
        stub += STUB_BYTES;
    }
    mprotect(stubs, (size_t)(stub - stubs), PROT_READ | PROT_EXEC);
    return true;
}

/* Whether a file names a library, whose name begins so, as one that it needs. */
static bool needs(const struct dl_phdr_info *info, const char *library)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        const char *names = NULL;
        for (const ElfW(Dyn) *each = dynamic; each->d_tag != DT_NULL; each++)
            if (each->d_tag == DT_STRTAB)
                names = (const char *)each->d_un.d_ptr;
        for (const ElfW(Dyn) *each = dynamic; names != NULL && each->d_tag != DT_NULL; each++)
            if (each->d_tag == DT_NEEDED && !strncmp(names + each->d_un.d_val, library, strlen(library)))
                return true;
    }
    return false;
}

static bool is_new(ElfW(Addr) base)
{
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i] == base)
            return false;
    ElfW(Addr) *larger = realloc(seen, (seen_count + 1) * sizeof *seen);
    bool *flags = realloc(is_loaded, (seen_count + 1) * sizeof *is_loaded);
    seen = larger != NULL ? larger : seen;
    is_loaded = flags != NULL ? flags : is_loaded;
    if (larger == NULL || flags == NULL)
        return false;
    seen[seen_count++] = base;
    return true;
}

static int mark_loaded(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    for (size_t i = 0; i < seen_count; i++)
        is_loaded[i] |= seen[i] == info->dlpi_addr;
    return 0;
}

/* Forget the files that have been unloaded: another may be loaded at the same address. */
static void forget_unloaded(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < seen_count; i++)
        is_loaded[i] = false;
    dl_iterate_phdr(mark_loaded, NULL);
    for (size_t i = 0; i < seen_count; i++)
        if (is_loaded[i])
            seen[kept++] = seen[i];
    seen_count = kept;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *is_start)
{
    (void)size;
    File file;
    const char *path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    bool is_program = !*info->dlpi_name;
    if ((is_program && !*(bool *)is_start) || !is_new(info->dlpi_addr) || !open_file(path, &file))
        return 0;
    if (find_section(&file, ".nv_fatbin") != NULL || find_section(&file, ".symtab") != NULL) {
        bool is_redirected = redirect(&file, info->dlpi_addr);
        if (is_program && !is_redirected && find_section(&file, ".nvFatBinSegment") != NULL
            && find_section(&file, ".symtab") == NULL && !needs(info, "libcudart.so")) {
            note("this program has the CUDA runtime linked statically, and no symbol table to find its "
                 "functions by: build it with -cudart shared, or do not strip it",
                 "");
            _exit(1);
        }
    }
    redirect_compiler(path, &file, info->dlpi_addr);
    munmap((void *)file.data, file.size);
    return 0;
}

/* Called by the dynamic linker when the set of loaded libraries changes. */
static void libraries_changed(void)
{
    bool is_start = false;
    int before = errno;
    if (_r_debug.r_state == RT_CONSISTENT) {
        forget_unloaded();
        dl_iterate_phdr(look_at, &is_start);
    }
    errno = before;
}


/* It runs before all other constructors, even that of the C library: so `getenv` is of no use yet. */
__attribute__((constructor)) static void begin(int count, char **words, char **environment)
{
    (void)count, (void)words;
    bool is_start = true, is_wanted = false;
    for (char **each = environment; *each != NULL; each++)
        is_wanted |= !strncmp(*each, SOCKET_VARIABLE "=", sizeof SOCKET_VARIABLE);
    if (!is_wanted)
        return;
    dl_iterate_phdr(look_at, &is_start);
    if (_r_debug.r_brk)
        write_jump((void *)_r_debug.r_brk, (void *)libraries_changed);
}
