/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of one mapped ELF file, from all the places where its symbols
 * may be: its own tables, a separate debug file, .gnu_debugdata.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_ELFSYM_H
#define DTRACE_RUNTIME_SYMBOL_ELFSYM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elfsym;

/* The text is valid as long as the file's symbols. */
struct elfsym_function {
	const char *name;
	uint64_t off_bytes; /* of the address in it */
};

/*
 * Reads the symbols of the file @fd, which a process maps as @path; @root_fd is
 * the root folder of the process, or -1 for ours. Both are borrowed. Returns
 * NULL if it is not an ELF file.
 */
struct elfsym *elfsym_create(int fd, int root_fd, const char *path);
/* The same for a file in memory, which must outlive the result. */
struct elfsym *elfsym_create_memory(const void *data, size_t len);
/* NULL is legal. */
void elfsym_destroy(struct elfsym *elf);

/*
 * Finds the link-time address of the code at @fileoff. Returns false if it is
 * not loaded as code.
 */
bool elfsym_vaddr(const struct elfsym *elf, uint64_t fileoff,
		  uint64_t *vaddr_ret);
/*
 * Computes what to add to link-time addresses if @bytes from @fileoff on are
 * mapped at @start_uaddr. Returns false if they contain no code.
 */
bool elfsym_bias(const struct elfsym *elf, uint64_t start_uaddr,
		 uint64_t fileoff, uint64_t bytes, uint64_t *bias_ret);
/*
 * Finds the function around the link-time address @vaddr, or the constant in the
 * segment of the code; false: none is known.
 */
bool elfsym_find(struct elfsym *elf, uint64_t vaddr,
		 struct elfsym_function *ret);
/*
 * Whether the link-time address @vaddr is in data of the file, zeros that are
 * not in it included; *@ret is the variable around it, name NULL: none is known.
 */
bool elfsym_find_data(struct elfsym *elf, uint64_t vaddr,
		      struct elfsym_function *ret);

#endif
