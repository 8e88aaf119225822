/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *	thread	link to a function of ours ... grace period | close ... | done
 *	main	match, generate			| links, at once
 *
 * The thread has a table of descriptors of its own: a holder (hold.c) that
 * starts meanwhile would have to close the link, which takes long.
 */
#include "runtime/kernel/warm.h"

#include <linux/close_range.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/kernel/link.h"
#include "runtime/kernel/thread.h"
#include "runtime/kernel/trial.h"

struct kern_warm {
	pthread_t thread;
};

/* What it leads to is shown by the time that others take, so no error counts. */
static void *warm_run(void *arg)
{
	int fd;

	(void)arg;
	if (syscall(SYS_close_range, 0, ~0U, CLOSE_RANGE_UNSHARE))
		return NULL;
	fd = trial_uprobe_link();
	if (fd >= 0)
		close(fd);
	return NULL;
}

struct kern_warm *kern_warm_start(void)
{
	struct kern_warm *warm;

	if (kern_backend() != KERN_UPROBE_MULTI)
		return NULL;
	warm = xcalloc(1, sizeof(*warm));
	if (!kern_thread_start(&warm->thread, warm_run, NULL))
		return warm;
	free(warm);
	return NULL;
}

void kern_warm_destroy(struct kern_warm *warm)
{
	if (!warm)
		return;
	pthread_join(warm->thread, NULL);
	free(warm);
}
