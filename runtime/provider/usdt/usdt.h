/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the usdt provider share. From a description to a link:
 *
 *	usdt_objects.c	which processes and files have sites: objects
 *	usdt_match.c	description x site -> enablings (and probes)
 *	usdt.c		the provider: where to look, which clauses run there
 *	usdt_choose_direct.c
 *			chooses the probes that the traced program runs itself
 *	usdt_self_vars.c	... with the self-> variables that they share
 *	usdt_direct.c	... where their programs are attached, in which processes
 *	usdt_exit_action.c  what their exit() runs in the kernel
 *	usdt_program.c	enablings -> classes -> programs
 *	usdt_attach.c	programs -> links
 *	usdt_probe_id.c	names and numbers of probes
 *	usdt_args.c	operands of a note -> struct abi_arg
 *	usdt_late.c	files that appear while the session runs
 *	usdt_shared_program.c
 *			merges the many classes of such a file into a few
 */
#ifndef DTRACE_RUNTIME_PROVIDER_USDT_USDT_H
#define DTRACE_RUNTIME_PROVIDER_USDT_USDT_H

#include <limits.h>
#include <sys/types.h>

#include "runtime/provider/tgid_dispatch.h"
#include "runtime/provider/usdt/usdt_direct.h"
#include "runtime/provider/user.h"
#include "sdt/file.h"
#include "sdt/process.h"

/* A file with sites that some description matched. */
struct usdt_file {
	const struct sdt_file *elf; /* borrowed; NULL: usdt_late.c let it go */
	const char *path;	    /* for messages */
	int fd;			    /* owned; -1 without elf */
	bool is_later;		    /* no process mapped it when it was opened */
	int lock;		    /* of its direct probes; 0: not tried; -errno */
	bool has_said_sema;	    /* that the kernel misses its semaphores */
	bool has_unattached;	    /* a site that is not probed */
};

enum { USDT_FILE_UNOPENED = INT_MIN };

/* A file with sites that one process maps or is going to map. */
struct usdt_object {
	pid_t pid;	     /* 0: no process; the user named the file */
	const struct sdt_file *elf; /* owned by the scanner or the state */
	const char *path;    /* for messages */
	const char *open_path; /* what to open: map_files, exe or the path */
	const char *module;  /* last part of the path */
	bool is_exe;
	bool is_later;	     /* no process maps it yet, but one may */
	int file_idx;	     /* into files; _UNOPENED, or the -errno of open */
	struct sdt_mapping mapping; /* of a running process, else zero */
};

/* A probe without its pid. A probe tag is the index of one. */
struct usdt_template {
	const char *provider;	/* without pid */
	const char *module, *function;
	const char *name;	/* '-' for "__" */
	struct stability attrs[PROVIDER_ATTR_CNT];
};

/* Clauses to run at one site for one process (or for all). */
struct usdt_enabling {
	uint32_t file_idx;
	uint32_t site_idx;
	uint32_t tgid;	/* 0: every process, including future ones */
	uint32_t tag;	/* index of the probe's template */
	uint32_t row; /* as in struct tgid_dispatch_site */
	uint32_t number; /* in the cookie: the tag, or the index of a site */
	/* index into directs + 1; 0: attached at the site itself */
	uint32_t direct;
	bool is_stood_for; /* by an enabling with `direct`; attached nowhere */
	VEC(const struct clause *) clauses;
};

/* Enablings that one program can serve. */
struct usdt_class {
	struct probe_abi abi;
	const struct clause *const *clauses; /* borrowed from an enabling */
	size_t clause_cnt;
	VEC(uint32_t) enablings; /* indexes */
	struct tgid_dispatch shared;
	VEC(struct abi_site) sites; /* valid after usdt_join_classes() */
	uint32_t prog_id;
};

/* A file that processes may map later, with the names of its probes. */
struct usdt_known {
	const char *path;
	struct sdt_file *elf; /* owned; sites without arguments */
	bool is_object;	      /* it is also in objects */
};

/* A description that also covers files that appear later. */
struct usdt_later {
	struct probe_spec spec;
	const struct clause *clause;
	pid_t pid; /* 0: in any process */
};

struct usdt_state {
	const struct prov_env *env;
	struct sdt_scanner *scanner;
	VEC(struct sdt_file *) named; /* owned: files the user named */
	bool has_scanned_all;
	bool has_known;
	VEC(struct usdt_known) known;
	VEC(struct usdt_later) laters;
	struct map seen; /* files that have been examined: usdt_late.c */
	size_t attached_cnt; /* the enablings [0, attached_cnt) are attached */
	bool is_attached;    /* the session runs */
	VEC(pid_t) scanned_pids;
	VEC(struct usdt_object) objects;
	bool has_said_unopened; /* files that appear can't be opened */
	VEC(struct usdt_file) files;
	struct prov_files file_numbers;
	VEC(struct usdt_template) templates;
	struct map template_by_name;
	VEC(struct usdt_enabling) enablings;
	struct map enabling_by_site;
	VEC(struct usdt_class) classes;
	struct map class_by_key;
	struct map probe_by_tag; /* (tag, tgid) -> struct probe */
	/* owned; the entries of probe_by_tag when programs are generated */
	struct abi_own_id *own_ids;
	size_t own_id_cnt;
	VEC(struct usdt_direct) directs;
	int exit_prog_id; /* usdt_direct_exit_prog() */
	VEC(struct usdt_direct_arrival) arrivals;
	struct strbuf direct_whys; /* lines: why a probe is not direct */
	/* direct=only: the first one that isn't, and why; NULL: none */
	const struct clause *direct_refused;
	const char *direct_refused_why;
	bool shares_ids; /* later processes use the ids of process 0 */
};

/* ------------------------------------------------------------ usdt_match.c */

/* The state of matching one description. */
struct usdt_matching {
	struct usdt_state *state;
	const struct probe_spec *spec;
	pid_t later_pid; /* of a file that no process has: whose, or 0 */
	struct prov_sink *sink; /* or NULL */
	struct map seen;	/* ids of the probes that were reported */
	int cnt;
	const char *why;
};

/* Matches the probes of processes, and of files that are named. */
void usdt_match_objects(struct usdt_matching *m);
/* Enables those sites of an object that match @later. */
void usdt_enable_object(struct usdt_state *state,
			const struct usdt_later *later,
			struct usdt_object *object);

/* --------------------------------------------------------- usdt_probe_id.c */

/* Whether the provider field matches `provider` followed by some pid. */
bool usdt_fits_any_pid(const char *pattern, const char *provider);
/* Writes the provider's name with the pid to @buf and returns it. */
const char *usdt_provider_name(char *buf, size_t buf_bytes,
			       const char *provider, uint32_t pid);
/* Returns the probe of a template in a process (0: in none); may create it. */
const struct probe *usdt_probe(struct usdt_state *state, uint32_t tag,
			       uint32_t tgid);
/* Callbacks of struct abi_names. */
uint32_t usdt_id(void *state, uint32_t tag, uint32_t tgid);
const struct abi_own_id *usdt_own_ids(void *state, size_t *cnt_ret);
/* Of all probes that were matched. */
struct abi_names usdt_names(struct usdt_state *state);

/* ------------------------------------------------------------- usdt_objects.c */

/* Makes sure that the objects of every process and named file are known. */
void usdt_find_all(struct usdt_state *state);
/* The same for one process. Returns 0 or -errno (-ESRCH: it is gone). */
int usdt_find_pid(struct usdt_state *state, pid_t pid);
/*
 * Adds the files that processes may map later (process/installed_binaries.h) and
 * whose providers match @later.
 */
void usdt_find_known(struct usdt_state *state, const struct usdt_later *later);
/*
 * Returns the index into files of the open file @fd, or -errno. A new entry, or
 * one that was let go, is filled from @object. Takes ownership of @fd.
 */
int usdt_file_index(struct usdt_state *state, const struct usdt_object *object,
		    int fd);
/* Returns the index into files of an object's file, which it opens if needed. */
int usdt_object_file(struct usdt_state *state, struct usdt_object *object);

/* ------------------------------------------------------------- usdt_args.c */

/* Tells the code generator how to read argument @arg_idx at @site. */
void usdt_arg_abi(const struct sdt_file *elf, const struct sdt_site *site,
		  unsigned int arg_idx, struct abi_arg *ret);
/* Returns the type of an argument, "int32_t" for -4@..., or "(unknown)". */
const char *usdt_arg_type(const struct sdt_arg *arg);

/* ------------------------------------------------------------- usdt_self_vars.c */

/*
 * Decides about the direct probes that use self-> variables: sets self_group and
 * needs_selfs, or makes them probes that are not direct.
 */
void usdt_settle_selfs(struct usdt_state *state);
/*
 * Whether an enabling of a file that came later uses self-> variables of direct
 * probes: its firings can't see what these have set.
 */
bool usdt_has_own_selfs(const struct usdt_state *state,
			const struct usdt_enabling *enabling);

/* ---------------------------------------------------- usdt_choose_direct.c */

/* Decides which enablings are attached at stubs. */
void usdt_choose_directs(struct usdt_state *state);
/*
 * Returns 0, or -EINVAL after reporting the first probe that is not direct
 * although all of them are asked to be.
 */
int usdt_check_directs(const struct usdt_state *state, struct gen *gen);

/* ----------------------------------------------------------- usdt_direct.c */

const struct sdt_site *usdt_site(const struct usdt_state *state,
				 const struct usdt_enabling *enabling);
/* Is it a site of probe @hook of the provider that @note is about? */
bool usdt_is_site_of(const struct sdt_site *site, const struct sdt_direct *note,
		     uint32_t hook);
/* Notes why an enabling is not direct: the first reason counts. */
void usdt_note_refusal(struct usdt_state *state,
		       const struct usdt_enabling *enabling, const char *why);
/* usdt_note_refusal() that says so with -v. */
void usdt_refuse_direct(struct usdt_state *state,
			const struct usdt_enabling *enabling, const char *why);
/* Where an enabling is attached: the file offset of a nop. */
uint64_t usdt_place(const struct usdt_state *state,
		    const struct usdt_enabling *enabling);
/* What a program at a stub needs to know beside that. */
void usdt_stub_abi(const struct usdt_state *state,
		   const struct usdt_enabling *enabling, struct probe_abi *ret);
/* usdt_arg_abi() at a stub. */
void usdt_stub_arg(unsigned int arg_idx, struct abi_arg *ret);
/* Notes that a process has mapped a part of a file. */
void usdt_direct_mapped(struct usdt_state *state, pid_t pid, uint64_t ino,
			uint64_t start_uaddr, uint64_t fileoff);
/* Notes the processes that had mapped their files before. */
void usdt_find_arrivals(struct usdt_state *state);

/* ------------------------------------------------------ usdt_exit_action.c */

/* After all of its programs: that of exit(), if probes that are direct call it. */
int usdt_generate_exit(struct usdt_state *state, struct gen *gen);

/* ---------------------------------------------------------- usdt_program.c */

int usdt_generate(void *state, struct gen *gen);
/* Tells the code generator how to find the arguments of an enabling. */
void usdt_site_abi(struct usdt_state *state,
		   const struct usdt_enabling *enabling, struct probe_abi *ret);
/* Sorts the enablings from @first on into classes; there must be none yet. */
void usdt_classify(struct usdt_state *state, size_t first);
void usdt_drop_classes(struct usdt_state *state);
/* Decides how the program of a class finds out which enabling has fired. */
void usdt_settle_identity(struct usdt_state *state, struct usdt_class *class);
void usdt_class_deinit(struct usdt_class *class);

/* ----------------------------------------------------------- usdt_attach.c */

/* Links @prog_fd to the sites of a class. Returns 0, or -errno with a message. */
int usdt_attach_class(struct usdt_state *state, const struct usdt_class *class,
		      int prog_fd, struct kern_links *links,
		      struct strbuf *warn);
int usdt_attach(void *state, const int *prog_fds, struct kern_links *links,
		struct strbuf *warn);

/* --------------------------------------------------- usdt_shared_program.c */

/* Merges classes that differ only in the locations of arguments. */
void usdt_join_classes(struct usdt_state *state);

/* ------------------------------------------------------------- usdt_late.c */

/* Reserves what the clauses need at later files. Returns 0 or -EINVAL. */
int usdt_spare(struct usdt_state *state, struct gen *gen);
void usdt_mapped(void *state, pid_t pid, const struct kern_mmap *mmap,
		 const struct prov_late *late);

#endif
