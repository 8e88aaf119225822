/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All probe sites of one ELF file: executable, shared library or
 * relocatable object, of any class, byte order and machine.
 */
#ifndef DTRACE_SDT_FILE_H
#define DTRACE_SDT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "elf/byte_order.h"
#include "sdt/direct_note.h"
#include "sdt/provider_note.h"
#include "sdt/site.h"

/* What to read; each costs only when asked for. */
enum sdt_want {
	SDT_WANT_SITES = 1, /* sites without what follows */
	SDT_WANT_ARGS = 2, /* parse operands */
	SDT_WANT_SYMBOLS = 4, /* look up symbols of operands */
	SDT_WANT_FUNCTIONS = 8, /* the function around each site */
	SDT_WANT_TYPES = 16, /* .note.dtrace: types, directs */
	SDT_WANT_DYNAMIC = 32, /* interp, soname, needed libraries, run path */
	SDT_WANT_BUILD_ID = 64,
	SDT_WANT_ALL = 127,
};

/* A PT_LOAD segment. */
struct sdt_load {
	uint64_t vaddr;
	uint64_t fileoff;
	uint64_t file_bytes;
	uint64_t mem_bytes;
	bool is_exec;
	bool is_write;
};

/* Everything in it lives in its arena. */
struct sdt_file {
	struct arena arena;
	uint16_t machine; /* EM_... */
	uint16_t elf_type; /* ET_EXEC, ET_DYN or ET_REL */
	struct elf_format format;
	const struct sdt_load *loads;
	size_t load_cnt;
	bool has_notes; /* there is a .note.stapsdt with contents */
	struct sdt_site *sites; /* in the order of the notes */
	size_t site_cnt;
	struct sdt_type_provider *types; /* in the order of the notes */
	size_t type_cnt;
	const struct sdt_direct *directs; /* of the types, in their order */
	size_t direct_cnt;
	/* SDT_WANT_TYPES: the constants, as in .rodata */
	uint64_t constants_vaddr;
	uint64_t constants_bytes; /* 0: there is none */
	const char *interp; /* the run-time linker; NULL = none */
	const char *soname; /* NULL = none */
	const char *const *needed; /* DT_NEEDED, in order */
	size_t needed_cnt;
	const char *runpath; /* DT_RUNPATH or NULL */
	const char *rpath; /* DT_RPATH or NULL */
	const uint8_t *build_id; /* NULL = none */
	size_t build_id_len; /* bytes */
	/*
	 * Static text that says what could not be read although the rest could
	 * ("a note is truncated"), or NULL. Sites before it are complete.
	 */
	const char *damage;
	/* notes left out: no name, unprintable name, code that was dropped */
	size_t bad_note_cnt;
};

/*
 * Reads @path. @want is a set of enum sdt_want. Returns 0 with a new file in
 * *@ret (sdt_file_close()), or -errno of the system, or -ENOEXEC: *@why_ret
 * (static text, always set on failure; may be NULL) says what it is instead
 * of an ELF file with code.
 */
int sdt_file_open(const char *path, unsigned want, struct sdt_file **ret,
		  const char **why_ret);
/* The same for an open file; @fd is borrowed and its position unused. */
int sdt_file_open_fd(int fd, unsigned want, struct sdt_file **ret,
		     const char **why_ret);
/* The same for a file in memory, which need not outlive the call. */
int sdt_file_open_memory(const void *data, size_t len, unsigned want,
			 struct sdt_file **ret, const char **why_ret);
/* NULL is legal. */
void sdt_file_close(struct sdt_file *file);

/*
 * File offset of a link-time address that has bytes in the file.
 * Returns 0 or -ENOENT.
 */
int sdt_file_offset(const struct sdt_file *file, uint64_t vaddr,
		    uint64_t *fileoff_ret);
/*
 * Where a process starts, the kernel raises a semaphore in the first mapping that
 * has its page of the file and can be written to. Whether that is another one
 * than the semaphore's: two segments share the page.
 */
bool sdt_file_misses_sema(const struct sdt_file *file, uint64_t sema_fileoff);

/*
 * What must be added to link-time addresses in a process that maps the
 * file's bytes from @map_fileoff on, executable, at @start_uaddr. Returns 0
 * or -ENOENT when no segment lies there.
 */
int sdt_file_bias(const struct sdt_file *file, uint64_t start_uaddr,
		  uint64_t map_fileoff, uint64_t *bias_ret);
/* The types of a provider's probe, or NULL. Several notes may name one. */
const struct sdt_type_probe *sdt_file_types(const struct sdt_file *file,
					    const char *provider,
					    const char *name);
/* The C declarations that the types of @provider need, or "". */
const char *sdt_file_decls(const struct sdt_file *file, const char *provider);

#endif
