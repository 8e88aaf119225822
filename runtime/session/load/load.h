/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects in the kernel, and what keeps them.
 */
#ifndef DTRACE_RUNTIME_SESSION_LOAD_LOAD_H
#define DTRACE_RUNTIME_SESSION_LOAD_LOAD_H

#include "runtime/kernel/link/links.h"
#include "runtime/kernel/map/maps.h"

struct session;
struct unwind_keeper;
struct uprobe_helper;

struct session_loaded {
	int *prog_fds; /* owned; -1 not loaded */
	struct kern_maps maps;
	struct kern_links *links; /* NULL before and after tracing */
	struct uprobe_helper *uprobe_helper; /* until links owns it; or NULL */
	enum kern_backend backend;
	struct unwind_keeper *keeper; /* owned; NULL: no stack is walked */
};

/*
 * Checks that the user and the kernel allow what the programs do, creates the
 * maps and loads the programs. Returns 0, or -EINVAL after a message.
 */
int session_load(struct session *session);
/* Frees the programs and the maps. */
void session_unload(struct session *session);

#endif
