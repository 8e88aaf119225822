/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the providers of user probes have in common.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_USER_H
#define DTRACE_RUNTIME_PROVIDER_USER_H

#include <sys/stat.h>

#include "base/map.h"
#include "runtime/kernel/mapped_inode.h"
#include "runtime/provider/provider.h"

/*
 * Returns the pid that filters a link for process @tgid. The kernel filters by
 * the address space of the main thread. A main thread that has ended has none:
 * the result is then 0 (no filter), and the BPF program tests the tgid itself.
 */
pid_t prov_filter_pid(uint32_t tgid);
/* Returns the message for process @pid, which could not be read (@err). */
const char *prov_process_text(struct arena *arena, pid_t pid, int err);
/*
 * The end of a message that a process has no such probes: names a file of it
 * that can't be opened, so that its probes are unknown; "" if there is none.
 */
const char *prov_unopened_text(const struct prov_env *env, pid_t pid);

/*
 * A file that process @pid has mapped could not be opened (@err). Reports if this
 * is for want of something, and not because the process or the file has gone; only
 * once, because further files will have the same fate.
 */
void prov_say_unopened(bool *has_said, const char *path, pid_t pid, int err,
		       struct strbuf *said);

/* The sites of one file that are about to become a link. */
struct prov_link {
	int fd;		  /* of the file */
	const char *path; /* for messages */
	uint32_t tgid;	  /* the process to trace; 0: all processes */
	bool is_return;
	bool may_be_gone; /* do not report that the process has ended */
	VEC(struct kern_site) sites;
	VEC(uint32_t) numbers; /* of the sites, passed to bad() */
	/* called when the kernel refuses a site */
	void (*bad)(const struct prov_link *link, uint32_t number, int err);
	void *arg; /* for bad() */
	struct kern_links *links;
	struct strbuf *warn;
};

void prov_link_add(struct prov_link *link, struct kern_site site,
		   uint32_t number);
/*
 * Links the sites to a program and empties the list of sites. Returns 0, or
 * -errno with a message in link->warn.
 */
int prov_link_attach(struct prov_link *link, int prog_fd);
void prov_link_deinit(struct prov_link *link);

/*
 * overlay_copy.c: whether @pid maps another copy of the file than that of @fd,
 * on which a probe has just been placed.
 */
bool prov_is_other_copy(pid_t pid, int fd, uint64_t fileoff);

/* A sink that enables a clause at each site as soon as the site is found. */
struct prov_enabler {
	struct prov_sink sink; /* .site is prov_enable_site */
	const struct provider_ops *ops;
	void *state;
	const struct clause *clause;
};

void prov_enable_site(struct prov_sink *sink, uint32_t site);

/* Clauses of probes that appeared while the session was running. */
struct prov_late_class {
	const char *class_name; /* the name that was passed to gen_spare() */
	const struct probe_abi *abi;
	const struct clause *const *clauses;
	size_t clause_cnt;
	/* Links a program to the sites. 0 or -errno with a message. */
	int (*attach)(void *arg, int prog_fd);
	void *arg;
};

/*
 * Generates one program for all clauses, loads it and attaches it. Returns 0,
 * -ENOSPC if the clauses don't fit into one program, or another -errno.
 */
int prov_late_attach(const struct prov_late *late,
		     const struct prov_late_class *class);
/* The same, but clauses that don't fit into one program get one each. */
int prov_late_attach_each(const struct prov_late *late,
			  const struct prov_late_class *class);

/*
 * Whether a provider field names pid or plockstat of a process or of all, or a
 * provider of the kernel: not one that a program defines.
 */
bool prov_is_builtin(const char *provider);

/* Compares two uint64_t for qsort() and bsearch(), in ascending order. */
int prov_compare_words(const void *a, const void *b);
/* Returns how the session attaches user probes. */
enum kern_backend prov_backend(const struct prov_env *env);

/* file_number.c: the files of a provider; zeros are legal. */
struct prov_files {
	struct map numbers;
	struct kern_inode_reader reader; /* for files on overlayfs */
	bool has_tried, has_reader;
};

/*
 * Returns the number of the file that is open as @fd, or -errno. Numbers count
 * from 0; a new file gets the next one. Two descriptors have the same number if
 * the kernel attaches probes to the same inode. @types: of the kernel. Fills
 * *@st_ret; @fd is borrowed.
 */
int prov_file_number(struct prov_files *files, struct type_table *types, int fd,
		     struct stat *st_ret);
void prov_files_deinit(struct prov_files *files);

#endif
