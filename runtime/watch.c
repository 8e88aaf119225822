// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory that the processes of -c and -p map: what the kernel tells of it
 * goes to runtime/symbol, so that the user addresses of a process that ended
 * before its records were read have names. Only for programs that record
 * such addresses.
 */
#include <errno.h>
#include <string.h>

#include "runtime/kernel/mmaps.h"
#include "runtime/session_state.h"

static void mapped(void *ctx, pid_t pid, const struct kern_mmap *mmap)
{
	struct session *session = ctx;
	struct usersym_mapping mapping = {
		.start_uaddr = mmap->start_uaddr,
		.end_uaddr = mmap->end_uaddr,
		.fileoff = mmap->fileoff,
		.ino = mmap->ino,
		.dev_major = mmap->dev_major,
		.dev_minor = mmap->dev_minor,
		.path = mmap->path,
	};

	usersym_add_mapping(session->usersym, pid, &mapping);
}

static void forked(void *ctx, pid_t parent, pid_t child)
{
	struct session *session = ctx;

	usersym_copy(session->usersym, parent, child);
}

static const struct kern_mmaps_ops ops = {
	.mapped = mapped,
	.forked = forked,
};

void session_watch_start(struct session *session)
{
	const struct process_list *processes = &session->processes;

	if (!session->gen_result->has_user_addresses || !processes->procs.cnt)
		return;
	session->mmaps = kern_mmaps_create(&session->cpus);
	for (size_t i = 0; i < processes->procs.cnt; i++) {
		const struct process *process = &processes->procs.v[i];
		int err = kern_mmaps_watch(session->mmaps, process->pid);

		if (err && err != -ESRCH)
			session_say("user addresses of process %d may lack "
				    "names once it has ended: %s", process->pid,
				    strerror(-err));
		if (!process->is_child)
			usersym_load(session->usersym, process->pid);
	}
}

void session_watch_read(struct session *session)
{
	if (session->mmaps)
		kern_mmaps_read(session->mmaps, &ops, session);
}
