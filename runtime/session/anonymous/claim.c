// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/anonymous/claim.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/end_signals.h"
#include "base/system/pass_fds.h"
#include "base/system/signal_unignored.h"
#include "runtime/session/anonymous/protocol.h"
#include "runtime/session/report.h"

/*
 * For the signal handler. The process id would not do, because another process
 * may have it by then.
 */
static volatile int holder_pidfd = -1;

/*
 * The first ^C asks for an orderly end, the second ends both at once. SIGTERM
 * is always used, because a holder that a shell starts by `&` ignores SIGINT.
 */
static void pass_on(int number)
{
	int saved = errno;

	(void)number;
	pidfd_send_signal(holder_pidfd, SIGTERM, NULL, 0);
	errno = saved;
}

/* Returns a connected socket or -errno. */
static int connect_to_holder(void)
{
	struct sockaddr_un address = anon_address();
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	if (fd >= 0 &&
	    connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		int err = -errno;

		close(fd);
		return err;
	}
	return fd >= 0 ? fd : -errno;
}

bool anonymous_exists(void)
{
	int fd = connect_to_holder();

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int send_claim(int fd, int out_fd, unsigned int flags)
{
	struct anon_claim claim = { .magic = ANON_MAGIC, .flags = flags };
	int fds[ANON_FD_CNT] = { out_fd, STDERR_FILENO };

	return fds_send(fd, &claim, sizeof(claim), fds, ANON_FD_CNT);
}

static void catch_signals(int fd)
{
	struct sigaction action = { .sa_handler = pass_on,
				    .sa_flags = SA_RESTART |
						(int)SA_RESETHAND };
	struct ucred peer = { 0 };
	socklen_t bytes = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes))
		return;
	/*
	 * the holder has this number only in its own pid namespace and those
	 * above it
	 */
	holder_pidfd = peer.pid > 0 ? pidfd_open(peer.pid, 0) : -1;
	if (holder_pidfd < 0)
		return;
	for (int i = 0; i < END_SIGNAL_CNT; i++)
		signal_catch_unignored(end_signals[i], &action);
}

int anonymous_claim(int out_fd, unsigned int flags)
{
	_cleanup_close_ int fd = connect_to_holder();
	int32_t status;
	int err = fd < 0 ? fd : 0;

	if (err == -ENOENT || err == -ECONNREFUSED) {
		session_say("No anonymous tracing state");
		return 1;
	}
	if (!err) {
		catch_signals(fd);
		err = send_claim(fd, out_fd, flags);
	}
	if (err) {
		session_say("could not claim the anonymous tracing state at "
			    "%s: %s%s", ANON_SOCKET, strerror(-err),
			    err == -EACCES ? "; run it as root" : "");
		return 1;
	}
	if (recv(fd, &status, sizeof(status), 0) == sizeof(status))
		return status;
	session_say("the process that held the anonymous tracing state ended "
		    "before it had printed everything");
	return 1;
}
