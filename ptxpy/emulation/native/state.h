/* What the files of the core share with each other alone. */
#ifndef PTXPY_STATE_H
#define PTXPY_STATE_H

#include "core.h"

void core_prepare(void);
/* Keep the error of a kernel until the next synchronization. */
void core_set_pending(Status status);
Status core_pending(void);
/* Keep what a kernel printed until the next synchronization. */
void core_add_printed(const void *text, size_t size);
void core_forget_allocations(void);
void core_forget_modules(void);
void core_forget_reservations(void);
/* Count bytes that are allocated without an allocation, or freed; returns false if there are not so many. */
bool core_count_bytes(int64_t bytes);
/* Let all allocations in a range of addresses be these; they are not freed by the program. */
void core_set_ranges(uint64_t start, uint64_t size, const RangeRequest *ranges, size_t range_count);
/* Let addresses show the pages of others in the program. */
Status core_map_pages(uint64_t start, size_t size, uint64_t source);
Status core_launch(const Launch *launch);
Status core_copy(const Copy *copy, const char *name);
Status core_fill(const Fill *fill, const char *name);
/* A stream is destroyed while it is captured. */
void capture_leave(Stream *stream);
/* Memory of graphs (graph_memory.c): made for one operation; another has it too, or one no longer. */
Status memory_create(size_t size, GraphMemory **memory);
GraphMemory *memory_retain(GraphMemory *memory);
void memory_release(GraphMemory *memory);
Status memory_allocate(GraphMemory *memory, const char *name);
/* The program, or a node, frees live memory of graphs; returns whether no graph has it any more. */
bool memory_free(GraphMemory *memory);

#endif
