// SPDX-License-Identifier: BSD-2-Clause
/*
 * How a process ended. For a child this comes from wait(2), for any other
 * process from
 *
 *	/proc/PID/stat	until its parent has waited for it (Z): the last
 *			number, readable if we may trace the process
 *	its pidfd	after that, on Linux 6.15 and newer
 *
 * Before 6.15 it is unknown if the parent has waited first.
 */
#include "runtime/process/exit_status.h"

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

/* From linux/pidfd.h, which older systems lack, or have without the status. */
struct pidfd_end {
	uint64_t mask, cgroupid;
	uint32_t ids[11];
	int32_t exit_code;
};

#define PIDFD_GET_END _IOWR(0xff, 11, struct pidfd_end)
#define PIDFD_HAS_END (UINT64_C(1) << 3)

/* The words from the third on, after the name, which may contain anything. */
static bool read_stat(pid_t pid, int *status_ret)
{
	enum { STATE_WORD = 3, STATUS_WORD = 52 };
	char path[32], text[2048], *word, *save = NULL;
	_cleanup_close_ int fd = -1;
	int number = STATE_WORD;
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (len <= 0)
		return false;
	text[len] = '\0';
	word = strrchr(text, ')');
	word = word ? strtok_r(word + 1, " \n", &save) : NULL;
	if (!word || (*word != 'Z' && *word != 'X'))
		return false;
	while (word && number++ < STATUS_WORD)
		word = strtok_r(NULL, " \n", &save);
	if (!word)
		return false;
	*status_ret = atoi(word);
	return true;
}

bool process_has_ended(int pidfd)
{
	struct pollfd fd = { .fd = pidfd, .events = POLLIN };

	return poll(&fd, 1, 0) == 1 && (fd.revents & POLLIN);
}

bool process_end_status(pid_t pid, int pidfd, int *status_ret)
{
	struct pidfd_end end = { .mask = PIDFD_HAS_END };

	/* a reader who may not trace the process also reads 0 */
	if (read_stat(pid, status_ret))
		return *status_ret || !geteuid();
	if (ioctl(pidfd, PIDFD_GET_END, &end) || !(end.mask & PIDFD_HAS_END))
		return false;
	*status_ret = end.exit_code;
	return true;
}

void process_end_print(pid_t pid, bool is_known, int status,
		       enum process_detail detail, struct strbuf *ret)
{
	bool was_killed = is_known && WIFSIGNALED(status);
	const char *name;

	/* a ^C at the terminal goes to both */
	if (detail == PROCESS_TELL_KILLED &&
	    (!was_killed || WTERMSIG(status) == SIGINT))
		return;
	if (was_killed) {
		name = sigabbrev_np(WTERMSIG(status));
		strbuf_printf(ret, "pid %d was killed by signal ", pid);
		if (name)
			strbuf_printf(ret, "SIG%s", name);
		else
			strbuf_printf(ret, "%d", WTERMSIG(status));
		strbuf_printf(ret, "%s\n",
			      WCOREDUMP(status) ? " (core dumped)" : "");
	} else if (is_known && (WEXITSTATUS(status) ||
				detail == PROCESS_TELL_STATUS)) {
		strbuf_printf(ret, "pid %d exited with status %d\n", pid,
			      WEXITSTATUS(status));
	} else {
		strbuf_printf(ret, "pid %d has exited\n", pid);
	}
}
