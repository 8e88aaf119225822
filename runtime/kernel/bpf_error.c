/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns -errno into text. bpf(2) returns EPERM for three reasons that the user
 * can act on: missing capabilities, a limit on locked memory (kernels before
 * 5.11), and lockdown. Missing capabilities are found in /proc/self/status, so
 * the message names the one to ask for.
 *
 *	loading program begin failed: CAP_BPF and CAP_PERFMON are missing
 */
#include "runtime/kernel/bpf_error.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "runtime/kernel/bpf_abi.h"

void kern_log_deinit(struct kern_log *log)
{
	strbuf_deinit(&log->message);
	strbuf_deinit(&log->detail);
	memset(log, 0, sizeof(*log));
}

static void log_start(struct kern_log *log)
{
	log->loc = (struct loc){ 0 };
	strbuf_clear(&log->message);
	strbuf_clear(&log->detail);
}

int kern_log_set(struct kern_log *log, int err, const char *fmt, ...)
{
	va_list ap;

	if (!log)
		return err;
	log_start(log);
	va_start(ap, fmt);
	strbuf_vprintf(&log->message, fmt, ap);
	va_end(ap);
	return err;
}

int kern_log_errno(struct kern_log *log, int err, const char *fmt, ...)
{
	va_list ap;

	if (!log)
		return err;
	log_start(log);
	va_start(ap, fmt);
	strbuf_vprintf(&log->message, fmt, ap);
	va_end(ap);
	strbuf_puts(&log->message, ": ");
	kern_explain(err, &log->message);
	return err;
}

/*
 * Returns the effective set; all ones if unreadable, so that none is reported
 * as missing.
 */
static uint64_t effective_caps(void)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/self/status", "re");
	unsigned long long caps = ~0ULL;
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			break;
	}
	return caps;
}

bool kern_has_cap(int cap)
{
	return effective_caps() >> cap & 1;
}

/* PROC_USER_INIT_INO of the kernel: the inode of the namespace of the machine */
#define INIT_USER_NS_INO 0xeffffffdu

bool kern_in_user_namespace(void)
{
	struct stat st;

	return !stat("/proc/self/ns/user", &st) &&
		st.st_ino != INIT_USER_NS_INO;
}

void kern_explain(int err, struct strbuf *sb)
{
	bool has_admin, has_bpf, has_perfmon;

	if (err == -ABI_ENOTSUPP) {
		strbuf_puts(sb, strerror(EOPNOTSUPP));
		return;
	}
	if (err != -EPERM && err != -EACCES) {
		strbuf_puts(sb, strerror(-err));
		return;
	}
	has_admin = kern_has_cap(CAP_SYS_ADMIN);
	has_bpf = has_admin || kern_has_cap(CAP_BPF);
	has_perfmon = has_admin || kern_has_cap(CAP_PERFMON);
	if (!has_bpf && !has_perfmon)
		strbuf_puts(sb, "CAP_BPF and CAP_PERFMON are missing");
	else if (!has_bpf)
		strbuf_puts(sb, "CAP_BPF is missing");
	else if (!has_perfmon)
		strbuf_puts(sb, "CAP_PERFMON is missing");
	else if (kern_in_user_namespace())
		strbuf_printf(sb,
			      "%s (capabilities in a user namespace, as of a "
			      "rootless container, do not count)",
			      strerror(-err));
	else if (!has_admin)
		strbuf_printf(sb,
			      "%s (CAP_SYS_ADMIN is missing; or lockdown, a "
			      "security module or a container forbids it)",
			      strerror(-err));
	else
		strbuf_printf(sb,
			      "%s (no capability is missing: lockdown, a "
			      "security module or a container forbids it)",
			      strerror(-err));
}
