/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes of programs that were built with -G --direct: what the session needs
 * to let the program run the clauses itself (session/direct/). Such a probe is
 * attached at its stub (sdt/direct_abi.h) if everything about it allows that;
 * then the kernel's way works as for any probe, and the session can set hooks.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_USDT_USDT_DIRECT_H
#define DTRACE_RUNTIME_PROVIDER_USDT_USDT_DIRECT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/common/probe_access.h"
#include "sdt/file.h"

enum {
	/* Large programs have a few MB of constants; 1 MB takes 1.2 ms to copy. */
	USDT_CONSTANTS_MAX_BYTES = 4 << 20,
	/* What surely has no room on the stack of BPF, where all else is as well. */
	USDT_STRINGS_MAX_BYTES = 400,
	/* A thread has a bit for each. */
	USDT_SELF_GROUP_MAX = 32,
};

/* A probe that is attached at its stub, for one process or all. */
struct usdt_direct {
	uint32_t file_idx;
	const struct sdt_direct *note; /* borrowed, as all pointers here */
	uint32_t hook; /* number in note->provider */
	uint32_t tgid; /* 0: all processes that map the file */
	uint32_t tag; /* of its records */
	uint32_t arg_cnt; /* of the site */
	uint32_t string_args; /* bit N: a string at argument N is read */
	uint32_t self_group; /* of its self-> variables, from 1; 0: it has none */
	/* it reads one before it has set all of them */
	bool needs_selfs;
	bool reads_tid; /* a clause reads tid */
	bool exits; /* a clause that it runs may call exit() */
	uint32_t prog_id; /* the program that runs the kernel's way */
};

#define USDT_NO_PROG UINT32_MAX /* prog_id: it is enabled nowhere */

/* A file of them in a process. */
struct usdt_direct_arrival {
	pid_t pid;
	uint32_t file_idx;
	uint64_t load_bias;
};

/* Where such a program runs. */
struct usdt_direct_at {
	void *state; /* of the provider */
	pid_t pid;
	bool tells_end; /* as in struct probe_abi */
};

/*
 * How the program that the process at @at runs finds its arguments and the names
 * of its probe; @ret borrows @at.
 */
void usdt_direct_abi(struct usdt_direct_at *at,
		     const struct usdt_direct *direct, struct probe_abi *ret);

/* The probes of the provider's state @p; *cnt_ret of them. */
const struct usdt_direct *usdt_directs(const void *p, size_t *cnt_ret);
/*
 * The program that ends the session for a process whose probes exit, with a
 * cookie that has its number in the upper half; -1: no probe does.
 */
int usdt_direct_exit_prog(const void *p);
/* Is it enabled in process @pid, which has mapped the file? */
bool usdt_direct_is_in(const struct usdt_direct *direct, uint32_t file_idx,
		       pid_t pid);
/* The file, open for reading. */
int usdt_direct_fd(const void *p, uint32_t file_idx);
/*
 * Takes the next process that was seen to map such a file; false: no more. The
 * same one can come more than once.
 */
bool usdt_direct_next(void *p, struct usdt_direct_arrival *ret);

#endif
