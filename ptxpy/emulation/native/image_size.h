/* The size of what a program loads as a module, of which it gives the address alone. */
#ifndef PTXPY_IMAGE_SIZE_H
#define PTXPY_IMAGE_SIZE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define CONTAINER_MAGIC 0xba55ed50u
#define LINKED_IMAGE "PTXPYLNK" /* what cuLinkComplete of the emulated driver makes */

static inline size_t image_size(const void *image)
{
    uint32_t magic;
    memcpy(&magic, image, sizeof magic);
    if (magic == CONTAINER_MAGIC) {
        uint16_t header;
        uint64_t size;
        memcpy(&header, (const char *)image + 6, sizeof header);
        memcpy(&size, (const char *)image + 8, sizeof size);
        return header + size;
    }
    if (!memcmp(image, ELFMAG, SELFMAG)) { /* ends behind its last section or its tables */
        const Elf64_Ehdr *header = image;
        const Elf64_Shdr *sections = (const void *)((const char *)image + header->e_shoff);
        size_t end = header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
        size_t programs = header->e_phoff + (size_t)header->e_phnum * header->e_phentsize;
        end = programs > end ? programs : end;
        for (unsigned i = 0; i < header->e_shnum; i++)
            if (sections[i].sh_type != SHT_NOBITS
                && sections[i].sh_offset + sections[i].sh_size > end)
                end = sections[i].sh_offset + sections[i].sh_size;
        return end;
    }
    if (!memcmp(image, LINKED_IMAGE, sizeof LINKED_IMAGE - 1)) {
        uint32_t count;
        const char *at = (const char *)image + sizeof LINKED_IMAGE - 1;
        memcpy(&count, at, sizeof count);
        at += sizeof count;
        for (; count; count--) {
            uint64_t size;
            memcpy(&size, at, sizeof size);
            at += sizeof size + size;
        }
        return (size_t)(at - (const char *)image);
    }
    return strlen(image);
}

#endif
