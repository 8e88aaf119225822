// SPDX-License-Identifier: BSD-2-Clause
/*
 * Capabilities that some features need and a container may lack. They are rows
 * of the same table, so that -x features shows what is lost without them.
 */
#include <errno.h>
#include <linux/capability.h>

#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/feature/trial.h"

static int try_cap(int cap, const char *name, struct strbuf *why)
{
	if (kern_has_cap(cap))
		return 0;
	strbuf_printf(why, "%s is missing", name);
	return -EPERM;
}

int try_cap_sys_ptrace(struct strbuf *why)
{
	return try_cap(CAP_SYS_PTRACE, "CAP_SYS_PTRACE", why);
}

/* CAP_SYS_ADMIN includes it. */
int try_cap_checkpoint(struct strbuf *why)
{
	if (kern_has_cap(CAP_SYS_ADMIN))
		return 0;
	return try_cap(CAP_CHECKPOINT_RESTORE, "CAP_CHECKPOINT_RESTORE", why);
}

int try_cap_syslog(struct strbuf *why)
{
	return try_cap(CAP_SYSLOG, "CAP_SYSLOG", why);
}

int try_cap_sys_admin(struct strbuf *why)
{
	return try_cap(CAP_SYS_ADMIN, "CAP_SYS_ADMIN", why);
}
