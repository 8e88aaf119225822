/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the usdt provider share. From a description to a link:
 *
 *	usdt_find.c	which processes and files have sites: objects
 *	usdt.c		description x site -> enablings (and probes)
 *	usdt_attach.c	enablings -> programs -> links
 *	usdt_id.c	numbers of probes
 *	usdt_args.c	operands of a note -> struct abi_arg
 *	usdt_late.c	files that appear while the session runs
 *	usdt_join.c	many classes of such a file -> few
 */
#ifndef DTRACE_RUNTIME_PROVIDER_USDT_H
#define DTRACE_RUNTIME_PROVIDER_USDT_H

#include <limits.h>
#include <sys/types.h>

#include "runtime/provider/shared_links.h"
#include "runtime/provider/user.h"
#include "sdt/file.h"
#include "sdt/process.h"

/* A file with sites that some description matched. */
struct usdt_file {
	const struct sdt_file *elf; /* borrowed from its object */
	const char *path;	    /* for messages */
	int fd;			    /* owned; what is attached to */
	bool is_later;		    /* no process had it when it was opened */
};

enum { USDT_FILE_UNOPENED = INT_MIN };

/* A file with sites as one process has it (or will have it). */
struct usdt_object {
	pid_t pid;	     /* 0: no process, the file was named */
	const struct sdt_file *elf; /* owned by the scanner or the state */
	const char *path;    /* for messages */
	const char *open_path; /* what to open: map_files, exe or the path */
	const char *module;  /* last part of the path */
	bool is_exe;
	bool is_later;	     /* no process has it, one may come to */
	int file_idx;	     /* into files; _UNOPENED, or -errno: failed */
	struct sdt_mapping mapping; /* of a running process, else zero */
};

/* A probe without its pid: what a probe tag stands for. */
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
	uint32_t tgid;	/* 0 = every process, later ones too */
	uint32_t tag;	/* index of its template */
	uint32_t row;	/* struct shared_links_site */
	uint32_t number; /* for the cookie: the tag, or that of a site */
	VEC(const struct clause *) clauses;
};

/* Enablings that one program can serve. */
struct usdt_class {
	struct probe_abi abi;
	const struct clause *const *clauses; /* borrowed from an enabling */
	size_t clause_cnt;
	VEC(uint32_t) enablings; /* indexes */
	struct shared_links shared;
	VEC(struct abi_site) sites; /* of usdt_join_classes() */
	uint32_t prog_id;
};

/* A file that processes may come to map, with the names of its probes. */
struct usdt_known {
	const char *path;
	struct sdt_file *elf; /* owned; sites without arguments */
	bool is_object;	      /* it is in objects too */
};

/* A description that files fit which appear later, and what it enables. */
struct usdt_later {
	struct probe_spec spec;
	const struct clause *clause;
	pid_t pid; /* 0: in any process */
};

struct usdt_state {
	const struct prov_env *env;
	struct sdt_scanner *scanner;
	VEC(struct sdt_file *) named; /* owned: files not from the scanner */
	bool has_scanned_all;
	bool has_known;
	VEC(struct usdt_known) known;
	VEC(struct usdt_later) laters;
	struct map seen; /* files that were looked into: usdt_late.c */
	size_t attached_cnt; /* enablings before are attached */
	bool is_attached;    /* the session runs */
	VEC(pid_t) scanned_pids;
	VEC(struct usdt_object) objects;
	VEC(struct usdt_file) files;
	struct map file_numbers;
	VEC(struct usdt_template) templates;
	struct map template_by_name;
	VEC(struct usdt_enabling) enablings;
	struct map enabling_by_site;
	VEC(struct usdt_class) classes;
	struct map class_by_key;
	struct map probe_by_tag; /* (tag, tgid) -> struct probe */
	struct abi_own_id *own_ids; /* owned; those of it when programs are made */
	size_t own_id_cnt;
	bool shares_ids; /* other processes' probes have that of process 0 */
};

/* ------------------------------------------------------------------ usdt.c */

/* Whether the provider field fits `provider` with any pid after it. */
bool usdt_fits_any_pid(const char *pattern, const char *provider);
/* Enables what @later means of the sites of an object. */
void usdt_enable_object(struct usdt_state *state,
			const struct usdt_later *later,
			struct usdt_object *object);

/* Provider name with the pid, as users see it, in @buf. */
const char *usdt_provider_name(char *buf, size_t buf_bytes,
			       const char *provider, uint32_t pid);
/* The probe of a template in a process (0: in none), made when it is new. */
const struct probe *usdt_probe(struct usdt_state *state, uint32_t tag,
			       uint32_t tgid);

/* --------------------------------------------------------------- usdt_id.c */

/* The probe in a process that became known after the programs were made. */
const struct probe *usdt_shared_probe(struct usdt_state *state, uint32_t tag,
				      uint32_t tgid);
/* Callbacks of struct abi_names. */
uint32_t usdt_id(void *state, uint32_t tag, uint32_t tgid);
const struct abi_own_id *usdt_own_ids(void *state, size_t *cnt_ret);

/* ------------------------------------------------------------- usdt_find.c */

/* Makes sure that objects holds those of every process and named file. */
void usdt_find_all(struct usdt_state *state);
/* The same for one process. Returns 0 or -errno (-ESRCH). */
int usdt_find_pid(struct usdt_state *state, pid_t pid);
/*
 * Adds the files that processes may come to map (process/likely_files.h) and that
 * have a provider which @later fits.
 */
void usdt_find_known(struct usdt_state *state, const struct usdt_later *later);
/*
 * The entry in files of the open file @fd; a new one is made of @object. Takes
 * @fd. Returns its index or -errno.
 */
int usdt_file_index(struct usdt_state *state, const struct usdt_object *object,
		    int fd);
/* Index into files of the object's file, opened when need be, or -errno. */
int usdt_object_file(struct usdt_state *state, struct usdt_object *object);

/* ------------------------------------------------------------- usdt_args.c */

/* How code reads argument @arg_idx at @site. */
void usdt_arg_abi(const struct sdt_file *elf, const struct sdt_site *site,
		  unsigned int arg_idx, struct abi_arg *ret);
/* "int32_t" for -4@..., in static text; "(unknown)" where there is none. */
const char *usdt_arg_type(const struct sdt_arg *arg);

/* ----------------------------------------------------------- usdt_attach.c */

int usdt_generate(void *state, struct gen *gen);
/* How code finds the arguments of an enabling. */
void usdt_site_abi(struct usdt_state *state,
		   const struct usdt_enabling *enabling, struct probe_abi *ret);
/* Puts the enablings from number @first on into classes, which are empty. */
void usdt_classify(struct usdt_state *state, size_t first);
void usdt_drop_classes(struct usdt_state *state);
/* How a program of these enablings knows which one it is of. */
void usdt_settle_identity(struct usdt_state *state, struct usdt_class *class);
void usdt_class_deinit(struct usdt_class *class);
/* Links @prog_fd to all sites of a class. 0 or -errno with a message. */
int usdt_attach_class(struct usdt_state *state, const struct usdt_class *class,
		      int prog_fd, struct kern_links *links,
		      struct strbuf *warn);
int usdt_attach(void *state, const int *prog_fds, struct kern_links *links,
		struct strbuf *warn);

/* ------------------------------------------------------------- usdt_join.c */

/* Makes one class of all that differ only in where arguments are. */
void usdt_join_classes(struct usdt_state *state);

/* ------------------------------------------------------------- usdt_late.c */

/* Lays out what the clauses of later files will need. 0 or -EINVAL. */
int usdt_spare(struct usdt_state *state, struct gen *gen);
void usdt_mapped(void *state, pid_t pid, const struct kern_mmap *mmap,
		 const struct prov_late *late);

#endif
