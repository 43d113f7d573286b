/* The handles that a program has. It may pass one that it has destroyed, or anything else: what a
 * handle points to is read only where it is in this table.
 */
#include <stdlib.h>

#include "core.h"

typedef struct {
    const void *object; /* NULL where the slot has never been used */
    uint32_t magic;     /* 0 of a handle that has been destroyed */
} Slot;

static Slot *slots;
static size_t capacity, used; /* a power of two; slots that are not NULL */

static Slot *find(Slot *table, size_t size, const void *object)
{
    size_t at = (size_t)(((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u >> 20) & (size - 1);
    while (table[at].object != NULL && table[at].object != object)
        at = (at + 1) & (size - 1);
    return &table[at];
}

/* Make room for one more, without the slots of handles that have been destroyed. */
static bool grow(void)
{
    size_t live = 0;
    for (size_t i = 0; i < capacity; i++)
        live += slots[i].magic != 0;
    size_t larger = 64;
    while (larger < 4 * (live + 1))
        larger *= 2;
    Slot *moved = calloc(larger, sizeof *moved);
    if (moved == NULL)
        return false;
    for (size_t i = 0; i < capacity; i++)
        if (slots[i].magic)
            *find(moved, larger, slots[i].object) = slots[i];
    free(slots);
    slots = moved;
    capacity = larger;
    used = live;
    return true;
}

bool handle_add(const void *object, uint32_t magic)
{
    if (object == NULL)
        return false;
    core_lock();
    bool is_added = 2 * (used + 1) <= capacity || grow();
    if (is_added) {
        Slot *slot = find(slots, capacity, object);
        used += slot->object == NULL;
        *slot = (Slot){object, magic};
    }
    core_unlock();
    return is_added;
}

void handle_remove(const void *object)
{
    core_lock();
    if (capacity)
        find(slots, capacity, object)->magic = 0;
    core_unlock();
}

bool handle_is(const void *object, uint32_t magic)
{
    if (object == NULL)
        return false;
    core_lock();
    bool found = capacity && find(slots, capacity, object)->magic == magic;
    core_unlock();
    return found;
}
