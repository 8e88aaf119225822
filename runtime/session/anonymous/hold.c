// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/anonymous/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/pass_fds.h"
#include "runtime/kernel/link/links.h"
#include "runtime/session/anonymous/claim.h"
#include "runtime/session/anonymous/protocol.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/interrupt.h"

/* Returns a listening socket or -errno; -EADDRINUSE: another session has it. */
static int listen_at_socket(void)
{
	struct sockaddr_un address = anon_address();
	_cleanup_close_ int fd =
		socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -errno;
	if (mkdir(ANON_FOLDER, 0700) && errno != EEXIST)
		return -errno;
	if (anonymous_exists())
		return -EADDRINUSE;
	/* left by a session that was killed */
	if (unlink(ANON_SOCKET) && errno != ENOENT)
		return -errno;
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) ||
	    chmod(ANON_SOCKET, 0600) || listen(fd, 4))
		return -errno;
	return take_fd(fd);
}

void session_set_anonymous(struct session *session)
{
	session->anonymous.is_asked = true;
}

static int say_exists(void)
{
	session_say("there is an anonymous tracing state already: dtrace -ae "
		    "prints and ends it");
	return -EADDRINUSE;
}

int session_check_anonymous(void)
{
	return anonymous_exists() ? say_exists() : 0;
}

static int open_socket(struct session_anonymous *anonymous)
{
	int fd = listen_at_socket();

	anonymous->listen_fd = fd;
	if (fd >= 0)
		return 0;
	if (fd == -EADDRINUSE)
		return say_exists();
	session_say("could not open %s: %s", ANON_SOCKET, strerror(-fd));
	return fd;
}

/*
 * Tells the service manager that the probes are enabled, so that what it starts
 * next is traced: sd_notify(3), a datagram to the socket in NOTIFY_SOCKET, where
 * "@" stands for the null byte of an abstract address.
 */
static void tell_ready(void)
{
	static const char text[] = "READY=1";
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t len = path ? strlen(path) : 0;
	int fd;

	if (!len || len >= sizeof(address.sun_path))
		return;
	memcpy(address.sun_path, path, len);
	if (*path == '@')
		address.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	sendto(fd, text, strlen(text), MSG_NOSIGNAL,
	       (struct sockaddr *)&address,
	       (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
	close(fd);
}

/* Takes the message of dtrace -a. Returns whether it was one. */
static bool receive_claim(int fd, struct anon_claim *claim)
{
	int fds[ANON_FD_CNT];
	bool is_claim;

	if (fds_receive(fd, claim, sizeof(*claim), fds, ANON_FD_CNT))
		return false;
	is_claim = claim->magic == ANON_MAGIC &&
		dup2(fds[0], STDOUT_FILENO) >= 0 &&
		dup2(fds[1], STDERR_FILENO) >= 0;
	for (size_t i = 0; i < ANON_FD_CNT; i++)
		close(fds[i]);
	return is_claim;
}

/* The kernel reports the end of dtrace -a as if the session was interrupted. */
static void end_with_claimer(int fd)
{
	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_SETSIG, SIGTERM);
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_ASYNC);
}

/* Serves one connection. Returns whether it was a claim. */
static bool accept_claim(struct session *session)
{
	static const struct timeval patience = { .tv_sec = 5 };
	struct session_anonymous *anonymous = &session->anonymous;
	struct anon_claim claim;
	int fd = accept4(anonymous->listen_fd, NULL, NULL, SOCK_CLOEXEC);

	if (fd < 0)
		return false;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	if (!receive_claim(fd, &claim)) {
		close(fd);
		return false;
	}
	unlink(ANON_SOCKET);
	close(take_fd(anonymous->listen_fd));
	anonymous->claimed_fd = fd;
	anonymous->ends = claim.flags & ANON_ENDS;
	if (claim.flags & ANON_QUIET)
		session->options.value[OPT_quiet] = 1;
	end_with_claimer(fd);
	return true;
}

int session_await_claim(struct session *session, int interrupt_fd)
{
	enum { FD_CLAIM, FD_SIGNALS, FD_WATCH, FD_UPROBES, FD_CNT };
	int err = open_socket(&session->anonymous);
	struct pollfd fds[FD_CNT] = {
		[FD_CLAIM] = { .fd = session->anonymous.listen_fd },
		[FD_SIGNALS] = { .fd = interrupt_fd },
		[FD_WATCH] = { .fd = session_watch_fd(session) },
		[FD_UPROBES] = { .fd = kern_links_fd(session->loaded.links) },
	};

	if (err)
		return err;
	for (int i = 0; i < FD_CNT; i++)
		fds[i].events = POLLIN;
	tell_ready();
	for (;;) {
		if (poll(fds, FD_CNT, -1) < 0 && errno != EINTR)
			return -EINTR;
		if (fds[FD_SIGNALS].revents && interrupt_take(interrupt_fd))
			return -EINTR;
		if (fds[FD_WATCH].revents)
			session_watch_read(session);
		/* the loop will report it, when someone can read the message */
		if (fds[FD_UPROBES].revents)
			fds[FD_UPROBES].fd = -1;
		if (fds[FD_CLAIM].revents && accept_claim(session))
			return 0;
	}
}

void session_close_anonymous(struct session *session, int status)
{
	struct session_anonymous *anonymous = &session->anonymous;
	int32_t answer = status;

	if (anonymous->listen_fd >= 0) {
		unlink(ANON_SOCKET);
		close(take_fd(anonymous->listen_fd));
	}
	if (anonymous->claimed_fd < 0)
		return;
	fflush(session->out);
	/* the end of dtrace -a is now expected */
	fcntl(anonymous->claimed_fd, F_SETFL, 0);
	send(anonymous->claimed_fd, &answer, sizeof(answer), MSG_NOSIGNAL);
	close(take_fd(anonymous->claimed_fd));
}
