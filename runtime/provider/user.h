/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the providers of user probes, usdt and pid, share.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_USER_H
#define DTRACE_RUNTIME_PROVIDER_USER_H

#include <sys/stat.h>

#include "base/map.h"
#include "runtime/provider/provider.h"

/*
 * The process that a link for @tgid is filtered by. The kernel compares with
 * the memory of the main thread, which has none after it ended: then 0, and
 * the program's own test of the tgid decides.
 */
pid_t prov_filter_pid(uint32_t tgid);
/* Why nothing is known of process @pid, of which there is error @err. */
const char *prov_process_text(struct arena *arena, pid_t pid, int err);

/* Sites of a file on their way into a link. */
struct prov_link {
	int fd;		  /* of the file */
	const char *path; /* for messages */
	uint32_t tgid;	  /* of the process to link them in; 0: all */
	bool is_return;
	bool may_be_gone; /* that the process has ended is no news */
	VEC(struct kern_site) sites;
	VEC(uint32_t) numbers; /* of the sites, for bad() */
	/* the kernel refuses a site */
	void (*bad)(const struct prov_link *link, uint32_t number, int err);
	void *arg; /* for bad() */
	struct kern_links *links;
	struct strbuf *warn;
};

void prov_link_add(struct prov_link *link, struct kern_site site,
		   uint32_t number);
/*
 * Links the sites to a program; then there are none. Returns 0, or -errno with
 * the message in warn.
 */
int prov_link_attach(struct prov_link *link, int prog_fd);
void prov_link_deinit(struct prov_link *link);

/* A sink that enables a clause at each site at once. */
struct prov_enabler {
	struct prov_sink sink; /* .site is prov_enable_site */
	const struct provider_ops *ops;
	void *state;
	const struct clause *clause;
};

void prov_enable_site(struct prov_sink *sink, uint32_t site);

/* Clauses at probes that turned up while the session runs. */
struct prov_late_class {
	const char *class_name; /* as gen_spare() had it */
	const struct probe_abi *abi;
	const struct clause *const *clauses;
	size_t clause_cnt;
	/* Links a program to the sites. 0 or -errno with a message. */
	int (*attach)(void *arg, int prog_fd);
	void *arg;
};

/*
 * Makes one program of the clauses, loads and attaches it. Returns 0, -ENOSPC:
 * they don't fit into one, or another -errno.
 */
int prov_late_attach(const struct prov_late *late,
		     const struct prov_late_class *class);
/* The same, and where they don't fit into one program each has its own. */
int prov_late_attach_each(const struct prov_late *late,
			  const struct prov_late_class *class);

/* Ascending, for qsort() and bsearch() of uint64_t. */
int prov_compare_words(const void *a, const void *b);
/* How the session attaches user probes. */
enum kern_backend prov_backend(const struct prov_env *env);
/*
 * The number of the file open as @fd, counted from 0 in @numbers, which knows
 * them by device and inode. A new one has the highest number; @fd is then kept
 * and *@st_ret filled. Else @fd is closed and *@st_ret untouched. Or -errno.
 */
int prov_file_number(struct map *numbers, int fd, struct stat *st_ret);

#endif
