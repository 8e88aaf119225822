/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the pid provider share. From a description to a link:
 *
 *	pid_find.c		which files a process maps: objects
 *	pid_func.c		the functions of a file, where they can be probed
 *	pid_ifunc.c		functions chosen when a program starts (ifuncs)
 *	pid_debug_file.c	names of functions in stripped files
 *	../machine_code/	analysis of the instructions of a function
 *	pid_unsteppable.c	which instructions can't be probed
 *	pid_loop_entry.c	probes on jumps back to the entry of a function
 *	pid_cross_refs.c	whether any code or data refers to an address
 *	pid_return_safety.c	which returns can't be probed without harm
 *	pid_return.c		returns that are probed at their instructions
 *	pid.c			description x function -> sites (and probes),
 *				and the clauses that run there
 *	pid_explain.c		why a description has no sites
 *	pid_attach.c		sites -> programs -> links
 *	pid_all.c		files of all processes: pid*
 *	pid_late.c		files that appear while the session runs
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PID_H
#define DTRACE_RUNTIME_PROVIDER_PID_H

#include <sys/types.h>

#include "elf/elf_file.h"
#include "elf/symtab.h"
#include "runtime/provider/machine_code/instructions.h"
#include "runtime/provider/shared_links.h"
#include "runtime/provider/user.h"
#include "sdt/maps.h"

/* A function under one of its names, and where it can be probed. */
struct pid_func {
	const char *name;
	const struct elf_symbol *symbol; /* its origin */
	uint64_t vaddr;
	uint64_t fileoff;
	uint32_t size_bytes; /* 0 only if the function is refused */
	uint32_t name_id; /* the first function of the file with this name */
	uint8_t refusal; /* enum pid_refusal of all its probes, or PID_OK */
	uint8_t entry_off; /* where entry is probed; valid if is_placed */
	bool is_placed;
	bool reads_return; /* reads its return address, which must not change */
	bool is_quiet; /* known to call nothing that could throw */
	bool is_loud; /* known not to be quiet */
	bool is_unmarked; /* its loop's iterations would count as calls */
	bool are_returns_found; /* `returns` is valid */
	uint32_t loop; /* index into file.loops + 1; 0: none */
	uint32_t returns; /* index into file.returns + 1; 0: none */
};

/* The file offsets of the return instructions of a function. */
struct pid_returns {
	VEC(uint64_t) fileoffs;
};

/* A range of link-time addresses. */
struct pid_range {
	uint64_t start_vaddr, end_vaddr;
};

/*
 * A part of a file that has been read ahead. Functions are examined file by
 * file in the order of their addresses, so one window serves all files.
 */
struct pid_window {
	int fd; /* of the file */
	uint64_t fileoff;
	size_t len, room;
	uint8_t *bytes; /* owned */
};

/* The additional symbols of a file, from its debug file or .gnu_debugdata. */
struct pid_debug {
	int fd;	    /* -1: none */
	void *data; /* or NULL */
	struct elf_file image;
	struct elf_symtab symtab; /* may be empty */
};

/* A file that a process maps, by its inode. */
struct pid_file {
	const char *path; /* for messages */
	int fd; /* owned; probes are attached to it */
	dev_t dev;
	ino_t ino;
	struct elf_file image;
	struct elf_symtab symtab;
	struct pid_debug debug;
	struct pid_window *window; /* shared by all files */
	uint64_t entry_vaddr; /* the ELF entry point */
	bool is_go;
	/* has only dynamic symbols, and there is no debug file */
	bool is_stripped;
	bool is_loaded;
	VEC(struct pid_func) funcs; /* by address, then preferred names first */
	VEC(struct pid_range) rseqs;
	VEC(struct pid_loop) loops;
	VEC(struct pid_returns) returns;
};

/* A file that one process maps or is going to map. */
struct pid_object {
	pid_t pid; /* 0: any process (pid_all.c) */
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

/* What the code in a process may do to its stacks: pid_return_safety.c. */
struct pid_harm {
	pid_t pid;
	uint8_t bits;
};

/* Which probe of a function. */
enum pid_spot {
	PID_ENTRY,
	PID_RETURN,
	PID_OFFSET, /* the offset is added to it */
};

/* A probe as generated code knows it; the index of this entry is its tag. */
struct pid_tag {
	uint32_t object_idx;
	uint32_t func_idx;
	uint32_t spot;
	uint32_t told; /* the last matching that reported it */
};

/* One address that is probed for one tag. */
struct pid_site {
	uint32_t tag;
	uint32_t func_idx; /* several functions may have one name */
	uint32_t set_idx; /* the clauses to run; 0: none yet */
	uint64_t fileoff;
	bool is_inside; /* a return that is probed at its instructions */
	uint32_t event_idx; /* without uprobe_multi: its perf event */
	uint32_t row; /* as in struct shared_links_site */
};

/* A jump back to the entry of a probed function. */
struct pid_mark {
	uint32_t file_idx;
	pid_t pid; /* 0: many processes share its link (shared_links.h) */
	uint64_t fileoff, func_vaddr;
	uint32_t taken; /* under which condition: ABI_BACK_... */
};

/* A list of clauses in program order, shared by sites. */
struct pid_set {
	VEC(const struct clause *) clauses;
};

/* The sites that one program serves. */
struct pid_class {
	struct probe_abi abi;
	uint32_t set_idx;
	bool is_entry, is_return;
	bool has_return; /* entries whose returns are probed too */
	bool is_loop; /* entries that are the target of jumps */
	bool is_inside; /* returns that are probed at their instructions */
	bool is_all; /* traces all processes */
	uint16_t machine;
	VEC(uint32_t) sites; /* indexes */
	VEC(uint64_t) page_tags; /* ABI_PAGE_TAG(); empty: tags are in cookies */
	struct shared_links shared;
	uint32_t prog_id;
};

/* A description that also covers files that appear later. */
struct pid_later {
	struct probe_spec spec;
	const struct clause *clause;
	pid_t pid; /* 0: any process */
};

struct pid_state {
	const struct prov_env *env;
	VEC(struct pid_later) laters;
	size_t spread_cnt; /* sites [0, n): a site for each return instruction */
	size_t attached_cnt; /* sites [0, n) are attached */
	bool is_attached; /* the session runs */
	VEC(pid_t) found_pids;
	VEC(pid_t) watched_pids; /* whose new mappings are reported */
	VEC(const char *) searched; /* the file names that pid* looked for */
	VEC(struct pid_object) objects;
	VEC(struct pid_file) files;
	struct map file_numbers;
	struct pid_window window;
	VEC(struct pid_harm) harms; /* of processes whose returns are probed */
	VEC(struct pid_tag) tags;
	struct map offset_tags; /* object, name_id, spot -> tag + 1 */
	VEC(struct pid_site) sites;
	struct map offset_sites; /* object, func, spot -> site + 1 */
	uint32_t match_cnt;
	VEC(struct pid_set) sets; /* [0] is empty */
	struct map next_set; /* (set, clause) -> the set with the clause added */
	VEC(struct pid_class) classes;
	VEC(struct pid_mark) marks;
	bool has_mark_prog;
	uint32_t mark_prog_id;
	int mark_prog_fd; /* borrowed, once it is attached */
	struct pid_insns insns; /* of the function decoded last */
	uint32_t insns_file, insns_func; /* its indexes + 1; 0: none */
};

/* The state of matching one description with the functions of a process. */
struct pid_matching {
	struct pid_state *state;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	uint32_t number;	/* of this matching; counts from 1 */
	int cnt;
	size_t object_cnt, func_cnt; /* objects and functions whose names match */
	const struct pid_file *stripped; /* the last stripped one that matches */
	const struct pid_object *object; /* the current one */
	uint32_t object_idx;
	enum pid_refusal refusal;    /* of the last function left out */
	const char *refused;	     /* its name */
	bool is_outside;	     /* a function ends before the offset */
	const char *why;
};

/* ------------------------------------------------------------------- pid.c */

/* Returns the process that "pid123" names, or 0 for another provider. */
pid_t pid_of_provider(const char *provider);
/* Returns the name of @spot ("entry", "return", "1c"); may use @buf. */
const char *pid_spot_name(uint32_t spot, char buf[16]);
/* Parses a name such as "1c". Returns false if it is not a number. */
bool pid_parse_offset(const char *name, uint32_t *ret);
/* Matches with the objects of @pid from number @first on. */
void pid_match_objects(struct pid_matching *matching, pid_t pid,
		       uint32_t first);
/* Whether the module @pattern of a description matches the file @path. */
bool pid_module_fits(const char *pattern, const char *path, bool is_exe);

/* --------------------------------------------------------------- pid_all.c */

/* Whether the provider field is "pid*". */
bool pid_is_all(const char *provider);
/* Whether a description names neither a file nor a function. */
bool pid_is_boundless(const struct probe_spec *spec);
/* provider_ops.match() for a description of all processes. */
int pid_match_all(struct pid_matching *matching, struct prov_why *why_ret);

/* ----------------------------------------------------------- pid_explain.c */

/* Explains why nothing matches; @err is that of reading the process. */
struct prov_why pid_explain(const struct pid_matching *matching, pid_t pid,
			    int err);
/* The same for a function that can't be probed at the named place. */
struct prov_why pid_explain_place(const struct pid_matching *matching);
/* The same for a description of all processes. */
struct prov_why pid_explain_all(const struct pid_matching *matching);
/* Whether a provider name is like pid, pid0 or pid?: its number is wrong. */
void pid_explain_number(struct arena *arena, const char *provider,
			struct prov_why *ret);

/* -------------------------------------------------------------- pid_find.c */

/* Makes sure that the objects of @pid are known. Returns 0 or -errno. */
int pid_find(struct pid_state *state, pid_t pid);
/* Adds the files that @pid has mapped since. Returns 0 or -errno. */
int pid_find_more(struct pid_state *state, pid_t pid);
/* Returns the index of the file @path, mapped or not, or -errno. */
int pid_find_file(struct pid_state *state, const char *path);
/*
 * Adds the file of a mapping that the kernel reported for @pid, unless its path
 * leads to another file by now. @owner: that process, or 0.
 */
void pid_find_mapped(struct pid_state *state, pid_t owner, pid_t pid,
		     const struct kern_mmap *mmap);
/* Adds a file by its path. */
void pid_add_named(struct pid_state *state, pid_t owner, const char *path,
		   bool is_main);
/* Adds the file of a line of /proc/@task/maps; @path is its path. */
void pid_add_mapped(struct pid_state *state, pid_t owner, pid_t task,
		    const struct sdt_maps_line *line, const char *path);
/* Adds the files of -x objects. */
void pid_add_objects(struct pid_state *state, pid_t owner);
/* Returns a mapped file's path without the " (deleted)" of the kernel. */
const char *pid_line_path(struct arena *arena,
			  const struct sdt_maps_line *line);

/* -------------------------------------------------------------- pid_func.c */

/*
 * Reads the functions of a file that @pid maps, once. Damaged symbols are left
 * out.
 */
void pid_file_load(struct pid_file *file, pid_t pid);
void pid_file_deinit(struct pid_file *file);
/*
 * Finds out where a function's entry is to be probed. Returns why it can't be
 * probed, or PID_OK.
 */
enum pid_refusal pid_func_place(struct pid_file *file, struct pid_func *func);
/*
 * Returns the instructions of a function, or NULL with the reason in *@why_ret
 * (static text) if there is no disassembler.
 */
const struct pid_insns *pid_func_insns(struct pid_state *state,
				       uint32_t file_idx, uint32_t func_idx,
				       const char **why_ret);
/* Returns why the instruction at @off can't be probed, or PID_OK. */
enum pid_refusal pid_func_offset(const struct pid_file *file,
				 const struct pid_func *func,
				 const struct pid_insns *insns, uint32_t off);
const char *pid_refusal_text(enum pid_refusal refusal);
/* Whether a refusal is for one instruction and not for the whole function. */
bool pid_refusal_is_of_one(enum pid_refusal refusal);

/* ------------------------------------------------------------- pid_ifunc.c */

/* Replaces ifuncs by the functions that they resolve to, where known. */
void pid_ifuncs_resolve(struct pid_file *file);

/* -------------------------------------------------------- pid_debug_file.c */

/* Looks for additional symbols of a stripped @file that @pid maps. */
bool pid_debug_open(struct pid_file *file, pid_t pid);
void pid_debug_close(struct pid_debug *debug);

/* Returns the loop that a function begins with, or NULL. */
static inline const struct pid_loop *pid_func_loop(const struct pid_file *file,
						   const struct pid_func *func)
{
	return func->loop ? &file->loops.v[func->loop - 1] : NULL;
}

/* -------------------------------------------------------- pid_loop_entry.c */

/* Tells @abi how the program at a loop's entry recognises jumps back. */
void pid_back_abi(struct probe_abi *abi);
/* Finds the jumps back to the entries among the sites from @first on. */
void pid_back_find(struct pid_state *state, size_t first);
/* Generates the program at such jumps, if it may be needed; after the classes. */
int pid_back_generate(struct pid_state *state, struct gen *gen);
/*
 * Attaches that program; before the classes. If a jump can't be probed, this is
 * reported, and the entry of its function is left out (pid_func.is_unmarked).
 */
int pid_back_attach(struct pid_state *state, struct kern_links *links,
		    struct strbuf *warn);

/* -------------------------------------------------------- pid_cross_refs.c */

/*
 * Whether anything in @file may refer to its address @vaddr, other than
 * functions whose names match @but.
 */
bool pid_file_refers(const struct pid_file *file, uint64_t vaddr,
		     const char *but);

/* ----------------------------------------------------- pid_return_safety.c */

/*
 * Returns why a function's return can't be probed, or PID_OK; to be called after
 * pid_func_place(). Sets *@is_inside_ret if replacing the return address would
 * do harm and the return instructions must be probed instead.
 */
enum pid_refusal pid_func_return(struct pid_state *state, uint32_t object_idx,
				 uint32_t func_idx, bool *is_inside_ret);

/* Takes the new objects of @pid, from number @first on, into account. */
void pid_harm_add(struct pid_state *state, pid_t pid, size_t first);

/* ------------------------------------------------------------ pid_return.c */

/*
 * Returns the return instructions of a function, or NULL if it can also be left
 * in another way (other than by an exception).
 */
const struct pid_returns *pid_func_returns(struct pid_state *state,
					   uint32_t file_idx,
					   uint32_t func_idx);
/* Returns the index of the first function of the file at @vaddr, or -1. */
ssize_t pid_func_at(const struct pid_file *file, uint64_t vaddr);

/* ------------------------------------------------------------ pid_attach.c */

int pid_generate(void *state, struct gen *gen);
/* Sorts the sites from @first on into classes; there must be none yet. */
void pid_classify(struct pid_state *state, size_t first);
void pid_drop_classes(struct pid_state *state);
/* The probe_abi of the sites that need the largest program. */
void pid_spare_abi(struct pid_state *state, struct probe_abi *ret);
/* Links @prog_fd to the sites of a class. Returns 0, or -errno with a message. */
int pid_attach_class(struct pid_state *state, const struct pid_class *class,
		     int prog_fd, struct kern_links *links,
		     struct strbuf *warn);
/* Returns the loop of a site that is the entry of such a function, or NULL. */
const struct pid_loop *pid_site_loop(const struct pid_state *state,
				     const struct pid_site *site);
int pid_attach(void *state, const int *prog_fds, struct kern_links *links,
	       struct strbuf *warn);

/* -------------------------------------------------------------- pid_late.c */

/*
 * Whether @pid may later map files that match the description, in addition to
 * the existing ones.
 */
bool pid_can_come(const struct pid_state *state, const struct probe_spec *spec,
		  pid_t pid);
/*
 * Watches the mappings of @pid from now on, and finds the existing ones.
 * Returns 0 or -errno.
 */
int pid_watch(struct pid_state *state, pid_t pid);
/* provider_ops.enable_later */
void pid_enable_later(void *state, const struct probe_spec *spec,
		      const struct clause *clause, bool is_found);
/* Reserves what the clauses need at later files. Returns 0 or -EINVAL. */
int pid_spare(struct pid_state *state, struct gen *gen);
void pid_mapped(void *state, pid_t pid, const struct kern_mmap *mmap,
		const struct prov_late *late);

#endif
