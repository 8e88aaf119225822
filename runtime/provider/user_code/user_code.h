/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code of processes: which files they map, which functions these have, where
 * a function can be probed and why not. Providers of user functions share it.
 *
 *	process_files.c		which files a process maps: objects
 *	all_files.c		the files of all processes
 *	function.c		the functions of a file, and their code
 *	entry_address.c		where the entry of a function is probed
 *	jump_table.c		where jumps by a table of addresses lead
 *	rseq_ranges.c		restartable sequences, which can't be probed
 *	ifunc.c			functions chosen when a program starts (ifuncs)
 *	stripped_names.c	names of functions in stripped files
 *	../machine_code/	analysis of the instructions of a function
 *	address_refs.c		whether any code or data refers to an address
 *	stack_switches.c	whether a file switches between stacks
 *	return_safety.c		which returns can't be probed without harm
 *	returns.c		returns that are probed at their instructions
 *	calling_convention.c		where a function finds its arguments
 */
#ifndef DTRACE_RUNTIME_PROVIDER_USER_CODE_USER_CODE_H
#define DTRACE_RUNTIME_PROVIDER_USER_CODE_USER_CODE_H

#include <sys/types.h>

#include "elf/elf_file.h"
#include "elf/symtab.h"
#include "runtime/provider/machine_code/machine_code.h"
#include "runtime/provider/user.h"
#include "sdt/maps.h"

/* A function under one of its names, and where it can be probed. */
struct user_func {
	const char *name;
	const struct elf_symbol *symbol; /* its origin */
	uint64_t vaddr;
	uint64_t fileoff;
	uint32_t size_bytes; /* 0 only if the function is refused */
	uint32_t name_id; /* the first function of the file with this name */
	uint8_t refusal; /* enum code_refusal of all its probes, or CODE_OK */
	uint8_t entry_off; /* where entry is probed; valid if is_placed */
	bool is_placed;
	bool reads_return; /* reads its return address, which must not change */
	bool is_quiet; /* is known to call nothing that could throw */
	bool is_loud; /* is known not to be quiet */
	bool is_unmarked; /* its loop's iterations would count as calls */
	bool are_returns_found; /* `returns` is valid */
	uint32_t loop; /* index into file.loops + 1; 0: none */
	uint32_t returns; /* index into file.returns + 1; 0: none */
};

/* The file offsets of the return instructions of a function. */
struct user_returns {
	VEC(uint64_t) fileoffs;
};

/* A range of link-time addresses. */
struct user_range {
	uint64_t start_vaddr, end_vaddr;
};

/*
 * A part of a file that has been read ahead. Functions are examined file by
 * file in the order of their addresses, so one window serves all files.
 */
struct user_window {
	int fd; /* of the file */
	uint64_t fileoff;
	size_t len, room;
	uint8_t *bytes; /* owned */
};

/* The additional symbols of a file, from its debug file or .gnu_debugdata. */
struct user_debug {
	int fd;	    /* -1: none */
	void *data; /* or NULL */
	struct elf_file image;
	struct elf_symtab symtab; /* may be empty */
};

/* Whether a file has code that switches between stacks. */
enum user_switches {
	USER_SWITCHES_UNKNOWN,
	USER_SWITCHES_NO,
	USER_SWITCHES_YES
};

/* A file that a process maps, by its inode. */
struct user_file {
	const char *path; /* for messages */
	int fd; /* owned; probes are attached to it */
	dev_t dev;
	ino_t ino;
	struct elf_file image;
	struct elf_symtab symtab;
	struct user_debug debug;
	struct user_window *window; /* shared by all files */
	uint64_t entry_vaddr; /* the ELF entry point */
	bool is_go;
	/* has only dynamic symbols, and there is no debug file */
	bool is_stripped;
	bool is_loaded;
	uint8_t switches; /* enum user_switches */
	VEC(struct user_func)
	funcs; /* by address, then preferred names first */
	VEC(struct user_range) rseqs;
	VEC(struct code_loop) loops;
	VEC(struct user_returns) returns;
};

/* A file that one process maps or is going to map. */
struct user_object {
	pid_t pid; /* 0: any process (all_files.c) */
	uint32_t file_idx;
	const char *module; /* last part of the path */
	const char *path;
	bool is_exe;
	/*
	 * Owned; NULL until the file is loaded. For entry [0] and return [1]:
	 * the tag + 1, indexed by name_id; the site + 1, by function.
	 */
	uint32_t (*func_tags)[2], (*func_sites)[2];
};

/* What the code in a process may do to its stacks: return_safety.c. */
struct user_harm {
	pid_t pid;
	uint16_t bits;
};

/*
 * The files and functions of processes, as far as they were looked for. All of
 * it is found when it is first needed, and kept.
 */
struct user_code {
	const struct prov_env *env;
	bool is_attached; /* the session runs */
	VEC(pid_t) found_pids;
	VEC(pid_t) watched_pids; /* whose new mappings are reported */
	VEC(const char *) searched; /* the file names that were looked for */
	VEC(struct user_object) objects;
	VEC(struct user_file) files;
	struct prov_files file_numbers;
	struct user_window window;
	VEC(struct user_harm) harms; /* of processes whose returns are probed */
	struct code_insns insns; /* of the function decoded last */
	uint32_t insns_file, insns_func; /* its indexes + 1; 0: none */
};

void user_code_init(struct user_code *user, const struct prov_env *env);
void user_code_deinit(struct user_code *user);

/* --------------------------------------------------------- process_files.c */

/* Whether the module @pattern of a description matches the file @path. */
bool user_module_fits(const char *pattern, const char *path, bool is_exe);
/*
 * Watches the mappings of @pid from now on, and finds the existing ones.
 * Returns 0 or -errno.
 */
int user_watch(struct user_code *user, pid_t pid);

/* Makes sure that the objects of @pid are known. Returns 0 or -errno. */
int user_find(struct user_code *user, pid_t pid);
/* Adds the files that @pid has mapped since. Returns 0 or -errno. */
int user_find_more(struct user_code *user, pid_t pid);
/* Returns the index of the file @path, mapped or not, or -errno. */
int user_find_file(struct user_code *user, const char *path);
/*
 * Adds the file of a mapping that the kernel reported for @pid, unless its path
 * leads to another file by now. @owner: that process, or 0. Returns 0 or -errno.
 */
int user_find_mapped(struct user_code *user, pid_t owner, pid_t pid,
		     const struct kern_mmap *mmap);
/* Adds a file by its path. */
void user_add_named(struct user_code *user, pid_t owner, const char *path,
		    bool is_main);
/*
 * Adds the file of a line of /proc/@task/maps; @path is its path. Returns 0, or
 * -errno if the file can't be opened, because the process has ended, for example.
 */
int user_add_mapped(struct user_code *user, pid_t owner, pid_t task,
		    const struct sdt_maps_line *line, const char *path);
/* Adds the files of -x objects. */
void user_add_objects(struct user_code *user, pid_t owner);
/* Returns a mapped file's path without the " (deleted)" of the kernel. */
const char *user_line_path(struct arena *arena,
			   const struct sdt_maps_line *line);

/* -------------------------------------------------------------- all_files.c */

/* Finds the files of all processes that the pattern @module names, once. */
void user_find_all(struct user_code *user, const char *module);

/* -------------------------------------------------------------- function.c */

/*
 * Reads the functions of a file that @pid maps, once. Damaged symbols are left
 * out.
 */
void user_file_load(struct user_file *file, pid_t pid);
void user_file_deinit(struct user_file *file);
/*
 * Returns the bytes of a function, or NULL if the file ends before the function
 * does. They are valid until the next call.
 */
const uint8_t *user_func_code(const struct user_file *file,
			      const struct user_func *func);
/*
 * Returns the instructions of a function, or NULL with the reason in *@why_ret
 * (static text) if there is no disassembler.
 */
const struct code_insns *user_func_insns(struct user_code *user,
					 uint32_t file_idx, uint32_t func_idx,
					 const char **why_ret);
/* Returns why the instruction at @off can't be probed, or CODE_OK. */
enum code_refusal user_func_offset(const struct user_file *file,
				   const struct user_func *func,
				   const struct code_insns *insns,
				   uint32_t off);
const char *code_refusal_text(enum code_refusal refusal);
/* Whether a refusal is for one instruction and not for the whole function. */
bool code_refusal_is_of_one(enum code_refusal refusal);

/* --------------------------------------------------------- entry_address.c */

/*
 * Finds out where a function's entry is to be probed. Returns why it can't be
 * probed, or CODE_OK.
 */
enum code_refusal user_func_place(struct user_file *file,
				  struct user_func *func);

/* ------------------------------------------------------------ jump_table.c */

/* Reads word @idx of a table of addresses. Returns false if there is none. */
bool user_table_word(const struct user_file *file, uint64_t table_vaddr,
		     size_t idx, uint64_t *ret);
/*
 * Whether a table by which the function, whose bytes are @code, jumps to its
 * own instructions contains @vaddr.
 */
bool user_tables_have(const struct user_file *file, const struct user_func *func,
		      const uint8_t *code, uint64_t vaddr);

/* ----------------------------------------------------------- rseq_ranges.c */

/* Reads the ranges of restartable sequences. */
void user_rseqs_find(struct user_file *file);
/* Whether @vaddr is in one. */
bool user_file_is_in_rseq(const struct user_file *file, uint64_t vaddr);

/* ----------------------------------------------------------------- ifunc.c */

/* Replaces ifuncs by the functions that they resolve to in @pid, where known. */
void user_ifuncs_resolve(struct user_file *file, pid_t pid);

/* -------------------------------------------------------- stripped_names.c */

/* Looks for additional symbols of a stripped @file that @pid maps. */
bool user_debug_open(struct user_file *file, pid_t pid);
void user_debug_close(struct user_debug *debug);

/* Returns the loop that a function begins with, or NULL. */
static inline const struct code_loop *user_func_loop(
	const struct user_file *file, const struct user_func *func)
{
	return func->loop ? &file->loops.v[func->loop - 1] : NULL;
}

/* ---------------------------------------------------------- address_refs.c */

/*
 * Whether anything in @file may refer to its address @vaddr, other than
 * functions whose names match @but.
 */
bool user_file_refers(const struct user_file *file, uint64_t vaddr,
		      const char *but);

/* -------------------------------------------------------- stack_switches.c */

/*
 * Whether @file seems to have code that switches between stacks. A file that
 * can't be read, or is larger than 64 MB, has not.
 */
bool user_file_switches(struct user_file *file);

/* --------------------------------------------------------- return_safety.c */

/*
 * Returns why a function's return can't be probed, or CODE_OK; to be called after
 * user_func_place(). Sets *@is_inside_ret if replacing the return address would
 * do harm and the return instructions must be probed instead.
 */
enum code_refusal user_func_return(struct user_code *user, uint32_t object_idx,
				   uint32_t func_idx, bool *is_inside_ret);

/* Takes the new objects of @pid, from number @first on, into account. */
void user_harm_add(struct user_code *user, pid_t pid, size_t first);

/* --------------------------------------------------------------- returns.c */

/*
 * Returns the return instructions of a function, or NULL if it can also be left
 * in another way (other than by an exception).
 */
const struct user_returns *user_func_returns(struct user_code *user,
					     uint32_t file_idx,
					     uint32_t func_idx);
/* Returns the index of the first function of the file at @vaddr, or -1. */
ssize_t user_func_at(const struct user_file *file, uint64_t vaddr);

/* ------------------------------------------------------------ calling_convention.c */

/* The calling convention of a machine, as offsets in the saved registers. */
struct user_convention {
	uint16_t machine;
	uint8_t word_bytes;
	int16_t regs[8]; /* of the first arguments */
	uint8_t reg_cnt;
	int16_t ip, sp, result;
	int16_t link; /* the link register; -1: return addresses are on the stack */
	uint8_t stack_off; /* of the first argument on the stack */
	/* the instruction that entry_off leaves out, of four bytes; 0: none */
	uint32_t landing_pad;
};

/* Returns the convention of an ELF machine, or NULL: it is not known. */
const struct user_convention *user_convention(uint16_t machine);
/* The one whose programs are the largest. */
const struct user_convention *user_convention_largest(void);
/* Argument @idx at the entry of a function. */
struct abi_arg user_entry_arg(const struct user_convention *conv,
			      unsigned int idx);
/* Where the return address is found at an entry, or at a return. */
struct abi_arg user_caller_arg(const struct user_convention *conv,
			       bool is_entry);

#endif
