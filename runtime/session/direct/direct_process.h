/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One traced program with direct probes (sdt/direct_abi.h), as the tracer sees
 * it. All is done in steps, none of which waits:
 *
 *	NEW	is it fit? Then a helper makes the request (request_helper.h),
 *		one at a time for all providers of the process
 *	ASKED	the next firing makes the memory; if none comes for a while,
 *		the request is taken back
 *	LEAVING	the helper is about to end
 *	RESTING	until it is asked again
 *	ON	the hooks are set
 *	OFF	it is traced through the kernel, as `why` says; or it has ended
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_DIRECT_PROCESS_H
#define DTRACE_RUNTIME_SESSION_DIRECT_DIRECT_PROCESS_H

#include <sys/types.h>

#include "base/text/strbuf.h"
#include "runtime/direct/translate.h"
#include "runtime/provider/usdt/usdt_direct.h"
#include "runtime/session/direct/pump.h"
#include "runtime/session/direct/request_helper.h"
#include "runtime/session/direct/self_threads.h"
#include "sdt/direct_abi.h"

enum direct_step {
	STEP_NEW,
	STEP_ASKED,
	STEP_LEAVING,
	STEP_RESTING,
	STEP_ON,
	STEP_OFF,
};

struct direct_process {
	struct session *session;
	pid_t pid;
	uint32_t file_idx;
	const struct sdt_direct *note; /* borrowed */
	uint64_t load_bias;
	int pidfd;
	enum direct_step step;
	uint64_t since_ns, rest_ns; /* of the step; how long to rest */
	uint64_t absent_ns; /* since when there is no control block; 0: it is */
	/* its helper may run until after ASKED */
	struct request_helper request;
	int data_fd, code_fd;
	uint64_t data_addr, code_addr; /* in the process */
	struct direct_area *area; /* mapped; NULL: not yet */
	void *mem; /* the shared memory and the copy of constants, mapped */
	uint64_t mem_off; /* in the data file */
	uint64_t mem_bytes;
	uint64_t copy_bytes; /* of these: rodata_copy.h; 0: none is wanted */
	struct direct_constants constants;
	const char *no_constants; /* static text: why there is no copy */
	const struct shared_memory_plan *plan;
	struct pump pump; /* ON, and after it */
	bool has_pump;
	struct self_threads selfs;
	size_t hook_cnt; /* probes that it runs by itself */
	bool is_alive; /* its hooks count */
	struct strbuf why; /* it is not ON */
	bool has_news; /* `why` has not been said yet */
};

/* Returns 0 or -errno: it is gone. */
int direct_process_init(struct direct_process *process, struct session *session,
			const struct usdt_direct_arrival *arrival,
			const struct sdt_direct *note, uint64_t copy_bytes,
			const struct shared_memory_plan *plan);
/* Does the next step, if it is time. */
void direct_process_step(struct direct_process *process,
			 struct local_ring *feeds);
/* How long the next step may wait; UINT64_MAX: there is none. */
uint64_t direct_process_wait_ns(const struct direct_process *process);
/* Firings go to the kernel, or are over. */
void direct_process_stop(struct direct_process *process);
void direct_process_deinit(struct direct_process *process);

/*
 * install.c: lets hooks count in the process, for as long as dtrace lives; there
 * must be none of another tracer. Returns 0 or -errno.
 */
int direct_let_live(struct direct_process *process);
/* install.c: a clause that it runs by itself may call exit(). */
bool direct_may_exit(const struct direct_process *process);
/* install.c: sets the hooks in a process that has the memory. */
int direct_install(struct direct_process *process, struct local_ring *feeds);
/* install.c: frees the pages of its memory; to be called once no hook is set. */
void direct_give_back(const struct direct_process *process);

#endif
