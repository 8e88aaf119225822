/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the pid provider share. From a description to a link:
 *
 *	pid_find.c	which files a process has: objects
 *	pid_func.c	the functions of a file, and where they can be probed
 *	pid_ifunc.c	functions that are chosen when a program starts
 *	pid_debug.c	names of functions of stripped files
 *	instructions.c, exits.c, branches.c
 *			what its machine code says: instructions.h
 *	pid_loop_entry.c	probes on what jumps back there
 *	pid_cross_refs.c	whether anything uses an address
 *	pid_return_safety.c	which returns can't be probed without harm
 *	pid_return.c	returns that are probed at their instructions
 *	pid.c		description x function -> sites (and probes),
 *			clauses that run there
 *	pid_explain.c	why there are none
 *	pid_attach.c	sites -> programs -> links
 *	pid_all.c	files of all processes: pid*
 *	pid_late.c	files that appear while the session runs
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

/* What one name of a function is probed at. */
struct pid_func {
	const char *name;
	const struct elf_symbol *symbol; /* that it is from */
	uint64_t vaddr;
	uint64_t fileoff;
	uint32_t size_bytes; /* 0 only when it is refused */
	uint32_t name_id; /* the first function of the file with this name */
	uint8_t refusal; /* enum pid_refusal of all its probes, or PID_OK */
	uint8_t entry_off; /* where entry is probed; once is_placed */
	bool is_placed;
	bool reads_return; /* its return address: it must not change */
	bool is_quiet; /* known to call nothing that could throw */
	bool is_loud; /* known not to be quiet */
	bool is_unmarked; /* rounds of it would be taken for calls */
	bool are_returns_found; /* whether it has any is known */
	uint32_t loop; /* + 1, of the file's loops; 0: none */
	uint32_t returns; /* + 1, of the file's returns; 0: none */
};

/* The return instructions of a function: where in the file. */
struct pid_returns {
	VEC(uint64_t) fileoffs;
};

/* A range of link-time addresses. */
struct pid_range {
	uint64_t start_vaddr, end_vaddr;
};

/*
 * A part of a file that was read ahead: functions are asked for file by file
 * and by address, so one does for all.
 */
struct pid_window {
	int fd; /* of that file */
	uint64_t fileoff;
	size_t len, room;
	uint8_t *bytes; /* owned */
};

/* Further symbols of a file, from its debug file or .gnu_debugdata. */
struct pid_debug {
	int fd;	    /* -1: none */
	void *data; /* or NULL */
	struct elf_file image;
	struct elf_symtab symtab; /* empty: there are no more */
};

/* A file that a process maps, by its inode. */
struct pid_file {
	const char *path; /* for messages */
	int fd; /* owned; what is attached to */
	dev_t dev;
	ino_t ino;
	struct elf_file image;
	struct elf_symtab symtab;
	struct pid_debug debug;
	struct pid_window *window; /* that of all files */
	uint64_t entry_vaddr; /* where the kernel starts it */
	bool is_go;
	/* only names for the run-time linker are left, and no debug file */
	bool is_stripped;
	bool is_loaded;
	VEC(struct pid_func) funcs; /* by address, then as names are shown */
	VEC(struct pid_range) rseqs;
	VEC(struct pid_loop) loops;
	VEC(struct pid_returns) returns;
};

/* A file as one process has it (or will have it). */
struct pid_object {
	pid_t pid; /* 0: as all processes have it (pid_all.c) */
	uint32_t file_idx;
	const char *module; /* last part of the path */
	const char *path;
	bool is_exe;
	/*
	 * Entry and return of each function, owned, NULL before the file is
	 * loaded: its tag + 1 by name_id, its site + 1 by function.
	 */
	uint32_t (*func_tags)[2], (*func_sites)[2];
};

/* What the code that a process has may do to its stacks. */
struct pid_harm {
	pid_t pid;
	uint8_t bits;
};

/* Which probe of a function. */
enum pid_spot {
	PID_ENTRY,
	PID_RETURN,
	PID_OFFSET, /* + offset */
};

/* A probe as generated code knows it: its tag is the index. */
struct pid_tag {
	uint32_t object_idx;
	uint32_t func_idx;
	uint32_t spot;
	uint32_t told; /* number of the matching that had it last */
};

/* One address to be probed for one tag. */
struct pid_site {
	uint32_t tag;
	uint32_t func_idx; /* several functions may have one name */
	uint32_t set_idx; /* clauses to run; 0: none yet */
	uint64_t fileoff;
	bool is_inside; /* a return, probed at its instructions */
	uint32_t event_idx; /* without uprobe_multi: which event has it */
	uint32_t row; /* struct shared_links_site */
};

/* A jump back to the entry of a probed function. */
struct pid_mark {
	uint32_t file_idx;
	pid_t pid; /* 0: of many, as the entry is: shared_links.h */
	uint64_t fileoff, func_vaddr;
	uint32_t taken; /* ABI_BACK_... */
};

/* Clauses in the order of the program; sites share them. */
struct pid_set {
	VEC(const struct clause *) clauses;
};

/* Sites that one program serves. */
struct pid_class {
	struct probe_abi abi;
	uint32_t set_idx;
	bool is_entry, is_return;
	bool has_return; /* entries of functions whose return is probed too */
	bool is_loop; /* entries that jumps lead back to */
	bool is_inside; /* returns at their instructions */
	bool is_all; /* of all processes */
	uint16_t machine;
	VEC(uint32_t) sites; /* indexes */
	VEC(uint64_t) page_tags; /* ABI_PAGE_TAG(); empty: cookies are tags */
	struct shared_links shared;
	uint32_t prog_id;
};

/* A description that files fit which appear later. */
struct pid_later {
	struct probe_spec spec;
	const struct clause *clause;
	pid_t pid; /* 0: whoever */
};

struct pid_state {
	const struct prov_env *env;
	VEC(struct pid_later) laters;
	size_t spread_cnt; /* sites before are those of all returns */
	size_t attached_cnt; /* ... are attached */
	bool is_attached; /* the session runs */
	VEC(pid_t) found_pids;
	VEC(pid_t) watched_pids; /* whose new files are told */
	VEC(const char *) searched; /* names of files, for all processes */
	VEC(struct pid_object) objects;
	VEC(struct pid_file) files;
	struct map file_numbers;
	struct pid_window window;
	VEC(struct pid_harm) harms; /* of processes whose returns are asked for */
	VEC(struct pid_tag) tags;
	struct map offset_tags; /* object, name_id, spot -> tag + 1 */
	VEC(struct pid_site) sites;
	struct map offset_sites; /* object, func, spot -> site + 1 */
	uint32_t match_cnt;
	VEC(struct pid_set) sets; /* [0] is empty */
	struct map next_set; /* set, clause -> set with it at its end */
	VEC(struct pid_class) classes;
	VEC(struct pid_mark) marks;
	bool has_mark_prog;
	uint32_t mark_prog_id;
	int mark_prog_fd; /* borrowed, once it is attached */
	struct pid_insns insns; /* of the function looked at last */
	uint32_t insns_file, insns_func; /* + 1; 0: none */
};

/* A description on its way through the functions of a process. */
struct pid_matching {
	struct pid_state *state;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	uint32_t number;	/* of this matching, from 1 on */
	int cnt;
	size_t object_cnt, func_cnt; /* whose names fit */
	const struct pid_file *stripped; /* the last one that fits */
	const struct pid_object *object; /* being looked at */
	uint32_t object_idx;
	enum pid_refusal refusal;    /* of the last one left out */
	const char *refused;	     /* its name */
	bool is_outside;	     /* it ends before the offset */
	const char *why;
};

/* ------------------------------------------------------------------- pid.c */

/* The process that "pid123" names; 0: another provider. */
pid_t pid_of_provider(const char *provider);
/* The name of spot @spot ("entry", "return", "1c"), maybe in @buf. */
const char *pid_spot_name(uint32_t spot, char buf[16]);
/* The number that a name like "1c" is. Returns false for anything else. */
bool pid_parse_offset(const char *name, uint32_t *ret);
/* The objects of @pid from number @first on. */
void pid_match_objects(struct pid_matching *matching, pid_t pid,
		       uint32_t first);
/* Whether the module @pattern of a description means the file @path. */
bool pid_module_fits(const char *pattern, const char *path, bool is_exe);

/* --------------------------------------------------------------- pid_all.c */

/* Is it "pid*"? */
bool pid_is_all(const char *provider);
/* Are all functions of all files meant? */
bool pid_is_boundless(const struct probe_spec *spec);
/* What a description means in all processes: as prov_ops.match(). */
int pid_match_all(struct pid_matching *matching, struct prov_why *why_ret);

/* ----------------------------------------------------------- pid_explain.c */

/* Why nothing fits, @err: of the process. */
struct prov_why pid_explain(const struct pid_matching *matching, pid_t pid,
			    int err);
/* ... of the function and its place that a probe was to be at. */
struct prov_why pid_explain_place(const struct pid_matching *matching);
/* ... of all processes. */
struct prov_why pid_explain_all(const struct pid_matching *matching);
/* pid, pid0, pid?: what could be a provider here, but for the number. */
void pid_explain_number(struct arena *arena, const char *provider,
			struct prov_why *ret);

/* -------------------------------------------------------------- pid_find.c */

/* Makes sure that objects holds those of @pid. Returns 0 or -errno. */
int pid_find(struct pid_state *state, pid_t pid);
/* Adds what it has mapped since. Returns 0 or -errno. */
int pid_find_more(struct pid_state *state, pid_t pid);
/* The number of the file @path, which need not be mapped, or -errno. */
int pid_find_file(struct pid_state *state, const char *path);
/*
 * Adds one of which it was told that @pid has it, by its path, if it is that
 * file. @owner: that process, or 0.
 */
void pid_find_mapped(struct pid_state *state, pid_t owner, pid_t pid,
		     const struct kern_mmap *mmap);
/* Adds a file by its name. */
void pid_add_named(struct pid_state *state, pid_t owner, const char *path,
		   bool is_main);
/* Adds what thread @task maps; @path is that of the line. */
void pid_add_mapped(struct pid_state *state, pid_t owner, pid_t task,
		    const struct sdt_maps_line *line, const char *path);
/* Adds the files of -x objects. */
void pid_add_objects(struct pid_state *state, pid_t owner);
/* The mapped file's name without the kernel's " (deleted)". */
const char *pid_line_path(struct arena *arena,
			  const struct sdt_maps_line *line);

/* -------------------------------------------------------------- pid_func.c */

/*
 * Reads the functions of a file that @pid has, once. What is damaged is left
 * out.
 */
void pid_file_load(struct pid_file *file, pid_t pid);
void pid_file_deinit(struct pid_file *file);
/*
 * Finds out where a function's entry is probed, and whether it can be.
 * Returns its refusal.
 */
enum pid_refusal pid_func_place(struct pid_file *file, struct pid_func *func);
/*
 * The instructions of a function. NULL: there is no disassembler, with the
 * reason in *@why_ret (static).
 */
const struct pid_insns *pid_func_insns(struct pid_state *state,
				       uint32_t file_idx, uint32_t func_idx,
				       const char **why_ret);
/* The refusal of the probe at @off in it. */
enum pid_refusal pid_func_offset(const struct pid_file *file,
				 const struct pid_func *func,
				 const struct pid_insns *insns, uint32_t off);
const char *pid_refusal_text(enum pid_refusal refusal);
/* Whether it is of an instruction, and others of the function can be probed. */
bool pid_refusal_is_of_one(enum pid_refusal refusal);

/* ------------------------------------------------------------- pid_ifunc.c */

/* Turns functions that are chosen at start into the chosen ones, where it can. */
void pid_ifuncs_resolve(struct pid_file *file);

/* ------------------------------------------------------------- pid_debug.c */

/* Looks for more symbols of a stripped @file that @pid has. */
bool pid_debug_open(struct pid_file *file, pid_t pid);
void pid_debug_close(struct pid_debug *debug);

/* Of a function that begins with a loop; else NULL. */
static inline const struct pid_loop *pid_func_loop(const struct pid_file *file,
						   const struct pid_func *func)
{
	return func->loop ? &file->loops.v[func->loop - 1] : NULL;
}

/* -------------------------------------------------------------- pid_loop_entry.c */

/* Tells @abi, of entries of loops, how jumps back are known. */
void pid_back_abi(struct probe_abi *abi);
/* Finds what jumps back to entries among the sites from number @first on. */
void pid_back_find(struct pid_state *state, size_t first);
/* After the classes: the program there, if it is or may be needed. */
int pid_back_generate(struct pid_state *state, struct gen *gen);
/*
 * Before the classes. A function of which a jump can't be probed is told, and
 * has its entry left out: see pid_func.is_unmarked.
 */
int pid_back_attach(struct pid_state *state, struct kern_links *links,
		    struct strbuf *warn);

/* ------------------------------------------------------------- pid_cross_refs.c */

/*
 * Whether anything in @file may refer to its address @vaddr, but for functions
 * whose names fit @but.
 */
bool pid_file_refers(const struct pid_file *file, uint64_t vaddr,
		     const char *but);

/* -------------------------------------------------------------- pid_return_safety.c */

/*
 * The refusal of a function's return probe, after pid_func_place().
 * *@is_inside_ret: where it would do harm by the return address, and is to be
 * at the return instructions instead.
 */
enum pid_refusal pid_func_return(struct pid_state *state, uint32_t object_idx,
				 uint32_t func_idx, bool *is_inside_ret);

/* Takes the objects from number @first on, which @pid has got, into account. */
void pid_harm_add(struct pid_state *state, pid_t pid, size_t first);

/* ------------------------------------------------------------ pid_return.c */

/*
 * The instructions by which a function returns, if it is left by nothing else
 * (but exceptions); or NULL.
 */
const struct pid_returns *pid_func_returns(struct pid_state *state,
					   uint32_t file_idx,
					   uint32_t func_idx);
/* The first function of the file at @vaddr, or -1. */
ssize_t pid_func_at(const struct pid_file *file, uint64_t vaddr);

/* ------------------------------------------------------------ pid_attach.c */

int pid_generate(void *state, struct gen *gen);
/* Classes of the sites from number @first on; there must be none before. */
void pid_classify(struct pid_state *state, size_t first);
void pid_drop_classes(struct pid_state *state);
/* What needs most of a program, of any sites. */
void pid_spare_abi(struct pid_state *state, struct probe_abi *ret);
/* Links @prog_fd to all sites of a class. 0 or -errno with a message. */
int pid_attach_class(struct pid_state *state, const struct pid_class *class,
		     int prog_fd, struct kern_links *links,
		     struct strbuf *warn);
/* Of an entry of such a function; else NULL. */
const struct pid_loop *pid_site_loop(const struct pid_state *state,
				     const struct pid_site *site);
int pid_attach(void *state, const int *prog_fds, struct kern_links *links,
	       struct strbuf *warn);

/* -------------------------------------------------------------- pid_late.c */

/*
 * Whether files of @pid may come that the description fits, after those there
 * are.
 */
bool pid_can_come(const struct pid_state *state, const struct probe_spec *spec,
		  pid_t pid);
/* From now on new files of @pid are told; finds those up to now. 0 or -errno. */
int pid_watch(struct pid_state *state, pid_t pid);
/* provider_ops.enable_later */
void pid_enable_later(void *state, const struct probe_spec *spec,
		      const struct clause *clause, bool is_found);
/* Lays out what the clauses of later files will need. 0 or -EINVAL. */
int pid_spare(struct pid_state *state, struct gen *gen);
void pid_mapped(void *state, pid_t pid, const struct kern_mmap *mmap,
		const struct prov_late *late);

#endif
