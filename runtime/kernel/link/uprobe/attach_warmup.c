/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overlaps the wait with other work:
 *
 *	thread	link to a function of ours ... grace period | close ... | done
 *	main	match, generate			| links, at once
 *
 * The thread has a table of descriptors of its own: otherwise a holder
 * (link_holder.c) that starts meanwhile would inherit the link and have to
 * close it, which is slow.
 */
#include "runtime/kernel/link/uprobe/attach_warmup.h"

#include <linux/close_range.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/kernel/link/links.h"

struct attach_warmup {
	pthread_t thread;
};

/*
 * The only effect is on the time that other links take, so errors are ignored.
 */
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

struct attach_warmup *attach_warmup_start(void)
{
	struct attach_warmup *warm;

	if (kern_backend() != KERN_UPROBE_MULTI)
		return NULL;
	warm = xcalloc(1, sizeof(*warm));
	if (!kern_thread_start(&warm->thread, warm_run, NULL))
		return warm;
	free(warm);
	return NULL;
}

void attach_warmup_destroy(struct attach_warmup *warm)
{
	if (!warm)
		return;
	pthread_join(warm->thread, NULL);
	free(warm);
}
