/* What the files of the preloaded library share. */
#ifndef PTXPY_PRELOAD_H
#define PTXPY_PRELOAD_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JUMP_BYTES 12

/* A file in memory, with its section headers. */
typedef struct {
    const char *data;
    size_t size;
    const Elf64_Shdr *sections;
    unsigned count;
    const char *names;
    size_t names_size;
} File;

/* A table of symbols in a file. */
typedef struct {
    const Elf64_Sym *symbols;
    size_t count;
    const char *names; /* ends with a zero byte */
    size_t names_size;
} Symbols;

/* Write a message of `ptxpy exec`: a name, and a text after it. */
void note(const char *text, const char *name);

/* Whether bytes are in a file. */
bool is_inside(const File *file, uint64_t offset, uint64_t size);

/* The header of a section; NULL if the file has none of the name. */
const Elf64_Shdr *find_section(const File *file, const char *name);

/* Find the symbols in a section, with all bounds checked. */
bool open_symbols(const File *file, const char *section, Symbols *symbols);

/* Write a jump over the first bytes of a function: mov rax, target; jmp rax. */
bool write_jump(void *function, void *target);

/* Let a compiler that has been loaded give PTX where it gives machine code; do nothing to others. */
void redirect_compiler(const char *path, const File *file, ElfW(Addr) base);

#endif
