/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *	dtrace                             helper
 *	uprobe_helper_start()  --fork-->   helper_main()
 *	  struct request,      ------->    fds_receive()
 *	    program and file (SCM_RIGHTS)
 *	  sites                ------->
 *	                       <-------    struct reply, a struct refused for
 *	                                   each site that can't be probed
 *	end of file, also by   ------->    uprobe_set_deinit()
 *	  SIGKILL
 *	                       <-------    a byte: all is detached
 *
 * The kernel keeps breakpoints by their places in a file, and does not look at
 * what is there when a process maps it anew. So if a file is written to, all is
 * detached at once:
 *
 *	                       <-------    struct reply with -ETXTBSY, the path
 *
 * Files are handed over as O_PATH descriptors: names mean something else in
 * a process with another /proc/self. The helper's end of the socket is the
 * only descriptor that it keeps, so it holds up no reader of dtrace's output,
 * and a command of -c that waits to begin sees that dtrace has died.
 */
#include "runtime/kernel/link/uprobe/uprobe_helper_process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/end_signals.h"
#include "base/system/pass_fds.h"
#include "base/vec.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/kernel/link/uprobe/attach_warmup.h"
#include "runtime/kernel/link/uprobe/file_writes.h"
#include "runtime/kernel/link/uprobe/uprobe_attach.h"

struct request {
	uint64_t site_cnt;
	int32_t pid;
	uint32_t backend; /* enum kern_backend */
	uint32_t is_return;
	uint32_t ends_with_process;
};

struct refused {
	uint64_t site_idx;
	int64_t err;
};

struct reply {
	int64_t err;
	uint64_t refused_cnt; /* -ETXTBSY: the length of the path */
};

struct uprobe_helper {
	int socket_fd;
	pid_t pid;
	char *written; /* the file that was written to, or NULL */
	uint64_t *attached; /* in memory that both share; NULL: not counted */
};

enum { FD_PROG, FD_FILE, FD_CNT };

/* -------------------------------------------------------------- both sides */

static bool send_all(int fd, const void *data, size_t bytes)
{
	const char *p = data;

	while (bytes) {
		ssize_t n = send(fd, p, bytes, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		bytes -= (size_t)n;
	}
	return true;
}

static bool receive_all(int fd, void *data, size_t bytes)
{
	char *p = data;

	while (bytes) {
		ssize_t n = recv(fd, p, bytes, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		bytes -= (size_t)n;
	}
	return true;
}

/* -------------------------------------------------------------- the helper */

struct server {
	int socket_fd;
	VEC(struct refused) refused; /* of the current request */
	struct file_writes writes;
	const char *written; /* a file that was written to */
};

static void note_refused(void *arg, size_t site_idx, int err)
{
	struct server *server = arg;

	vec_push(&server->refused, ((struct refused){ site_idx, err }));
}

/* Nobody waits for the answer any more, so attaching can stop. */
static bool dtrace_is_gone(void *arg)
{
	const struct server *server = arg;
	struct pollfd pfd = { .fd = server->socket_fd, .events = 0 };

	return poll(&pfd, 1, 0) == 1;
}

/*
 * Waits until there is a request, or dtrace has ended. Returns false if a file
 * was written to instead.
 */
static bool await_request(struct server *server)
{
	struct pollfd fds[] = {
		{ .fd = server->writes.fd, .events = POLLIN },
		{ .fd = server->socket_fd, .events = POLLIN },
	};

	do {
		while (poll(fds, 2, -1) < 0)
			;
		if (fds[0].revents & POLLIN)
			server->written = file_writes_next(&server->writes);
		if (server->written)
			return false;
	} while (!fds[1].revents);
	return true;
}

static void send_written(const struct server *server)
{
	struct reply reply = { -ETXTBSY, strlen(server->written) };

	if (send_all(server->socket_fd, &reply, sizeof(reply)))
		send_all(server->socket_fd, server->written, reply.refused_cnt);
}

/* Serves one request. Returns false if dtrace has ended. */
static bool serve(struct server *server, struct uprobe_set *set)
{
	struct request request;
	_cleanup_free_ struct kern_site *sites = NULL;
	struct reply reply;
	char path[48];
	int fds[FD_CNT];
	bool ok;

	if (fds_receive(server->socket_fd, &request, sizeof(request), fds,
			FD_CNT))
		return false;
	sites = xcalloc(request.site_cnt + 1, sizeof(*sites));
	ok = receive_all(server->socket_fd, sites,
			 request.site_cnt * sizeof(*sites));
	/* holder threads have their own tables, so use this process's number */
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", getpid(), fds[FD_FILE]);
	server->refused.cnt = 0;
	file_writes_watch(&server->writes, path);
	if (ok)
		reply.err = uprobe_set_attach(set,
					      (enum kern_backend)request.backend,
					      &(struct kern_uprobe){
			.prog_fd = fds[FD_PROG],
			.path = path,
			.pid = request.pid,
			.is_return = request.is_return,
			.ends_with_process = request.ends_with_process,
			.sites = sites,
			.site_cnt = request.site_cnt,
		}, note_refused, server);
	close(fds[FD_PROG]);
	close(fds[FD_FILE]);
	reply.refused_cnt = server->refused.cnt;
	return ok && send_all(server->socket_fd, &reply, sizeof(reply)) &&
	       send_all(server->socket_fd, server->refused.v,
			server->refused.cnt * sizeof(struct refused));
}

/*
 * Closes all inherited descriptors except @fd, which is duplicated and
 * returned.
 */
static int drop_descriptors(int fd)
{
	enum { FIRST = 3 }; /* keep those that libraries write to */

	fd = fcntl(fd, F_DUPFD_CLOEXEC, FIRST);
	if (fd < 0)
		_exit(1);
	syscall(SYS_close_range, 0, (unsigned int)fd - 1, 0);
	syscall(SYS_close_range, (unsigned int)fd + 1, ~0U, 0);
	for (int i = 0; i < FIRST; i++)
		if (open("/dev/null", O_RDWR) < 0)
			break;
	kern_fs_forget();
	return fd;
}

/*
 * Avoids being killed first when memory runs out. Without the capability, uses
 * an ordinary value.
 */
static void survive_low_memory(void)
{
	static const char least[] = "-1000";
	_cleanup_close_ int fd =
		open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd >= 0 && write(fd, least, sizeof(least) - 1) < 0)
		return;
}

enum { MOST_URGENT = -20 };

/*
 * Detaching must not wait for a CPU behind busy programs, which have the
 * breakpoints until it is done. Raises the priority of all threads, which are a
 * process group of their own, where CAP_SYS_NICE allows it.
 */
static void hurry(void)
{
	setpriority(PRIO_PGRP, 0, MOST_URGENT);
}

/* dtrace may end while sites are attached, which has to come to its end. */
static void *hurry_at_end(void *arg)
{
	const struct server *server = arg;
	struct pollfd pfd = { .fd = server->socket_fd, .events = 0 };

	setpriority(PRIO_PROCESS, (id_t)gettid(), MOST_URGENT);
	while (poll(&pfd, 1, -1) < 0)
		;
	hurry();
	return NULL;
}

/* Closing an inotify descriptor waits for a grace period, as detaching does. */
static void *stop_watching(void *arg)
{
	file_writes_close(arg);
	return NULL;
}

/* Detaches everything; the files need not be watched any more meanwhile. */
static void detach(struct server *server, struct uprobe_set *set)
{
	pthread_t stopping;
	int err = kern_thread_start(&stopping, stop_watching, &server->writes);

	uprobe_set_deinit(set);
	if (!err)
		pthread_join(stopping, NULL);
}

static void __attribute__((noreturn)) helper_main(int socket_fd, bool warms_up,
						  uint64_t *attached)
{
	struct server server = { 0 };
	struct attach_warmup *warm = NULL;
	struct uprobe_set set;
	pthread_t hurrying;

	setsid();
	server.socket_fd = drop_descriptors(socket_fd);
	survive_low_memory();
	if (chdir("/"))
		_exit(1);
	if (warms_up)
		warm = attach_warmup_start();
	kern_event_sweep("uprobe_events");
	uprobe_set_init(&set);
	set.attached = attached;
	set.is_cancelled = dtrace_is_gone;
	set.arg = &server;
	/* without the thread the same is done, only later */
	kern_thread_start(&hurrying, hurry_at_end, &server);
	file_writes_init(&server.writes);
	while (await_request(&server) && serve(&server, &set))
		;
	hurry();
	detach(&server, &set);
	if (server.written)
		send_written(&server);
	send_all(server.socket_fd, "", 1);
	/* it has a uprobe too, but nothing waits for it */
	attach_warmup_destroy(warm);
	file_writes_deinit(&server.writes);
	_exit(0);
}

/* ------------------------------------------------------------------ dtrace */

static uint64_t *share_counter(void)
{
	void *p = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static void drop_counter(uint64_t *counter)
{
	if (counter)
		munmap(counter, sizeof(*counter));
}

int uprobe_helper_start(bool warms_up, struct uprobe_helper **helper_ret)
{
	struct uprobe_helper *helper;
	uint64_t *attached;
	sigset_t all, old;
	int pair[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return -errno;
	attached = share_counter();
	/* block all signals, so that none can end it before its first step */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	pid = fork();
	if (pid == 0)
		helper_main(pair[1], warms_up, attached);
	sigprocmask(SIG_SETMASK, &old, NULL);
	close(pair[1]);
	if (pid < 0) {
		int err = -errno;

		close(pair[0]);
		drop_counter(attached);
		return err;
	}
	helper = xcalloc(1, sizeof(*helper));
	helper->socket_fd = pair[0];
	helper->pid = pid;
	helper->attached = attached;
	*helper_ret = helper;
	return 0;
}

static int send_request(int socket_fd, enum kern_backend backend,
			const struct kern_uprobe *req, int file_fd)
{
	const int fds[FD_CNT] = { [FD_PROG] = req->prog_fd,
				  [FD_FILE] = file_fd };
	struct request request = {
		.site_cnt = req->site_cnt,
		.pid = req->pid,
		.backend = backend,
		.is_return = req->is_return,
		.ends_with_process = req->ends_with_process,
	};
	int err = fds_send(socket_fd, &request, sizeof(request), fds, FD_CNT);

	if (!err && !send_all(socket_fd, req->sites,
			      req->site_cnt * sizeof(*req->sites)))
		err = -errno;
	return err;
}

/* Receives the rest of the message that a file was written to. */
static void receive_written(struct uprobe_helper *helper, size_t len)
{
	char *path = xcalloc(len + 1, 1);

	if (receive_all(helper->socket_fd, path, len))
		helper->written = path;
	else
		free(path);
}

const char *uprobe_helper_written(struct uprobe_helper *helper)
{
	struct reply reply;

	if (!helper->written &&
	    receive_all(helper->socket_fd, &reply, sizeof(reply)) &&
	    reply.err == -ETXTBSY)
		receive_written(helper, reply.refused_cnt);
	return helper->written;
}

void uprobe_helper_finish(struct uprobe_helper *helper)
{
	if (helper)
		shutdown(helper->socket_fd, SHUT_WR);
}

/*
 * Before tracing begins, dtrace blocks the signals that end it, which is not
 * noticed as long as attaching is quick. It can take minutes if many processes
 * fork: such a signal is then let through after WAIT_MS, and has its default
 * action. The helper sees that dtrace is gone, and detaches.
 */
static void await_reply(int socket_fd)
{
	enum { WAIT_MS = 1000, AGAIN_MS = 100 };
	struct pollfd pfd = { .fd = socket_fd, .events = POLLIN };
	sigset_t ends, pending;
	int ms = WAIT_MS;

	end_signals_set(&ends);
	for (; poll(&pfd, 1, ms) != 1; ms = AGAIN_MS) {
		sigpending(&pending);
		sigandset(&pending, &pending, &ends);
		sigprocmask(SIG_UNBLOCK, &pending, NULL);
	}
}

int uprobe_helper_attach(struct uprobe_helper *helper,
			 enum kern_backend backend,
			 const struct kern_uprobe *req,
			 void (*bad)(void *arg, size_t site_idx, int err),
			 void *arg)
{
	_cleanup_close_ int file_fd = open(req->path, O_PATH | O_CLOEXEC);
	struct reply reply;
	int err;

	if (file_fd < 0)
		return -errno;
	err = send_request(helper->socket_fd, backend, req, file_fd);
	if (err) {
		/* it waits for the rest, and would never answer */
		uprobe_helper_finish(helper);
		return err;
	}
	await_reply(helper->socket_fd);
	if (!receive_all(helper->socket_fd, &reply, sizeof(reply)))
		return -EPIPE;
	if (reply.err == -ETXTBSY) {
		receive_written(helper, reply.refused_cnt);
		return -EPIPE;
	}
	for (uint64_t i = 0; i < reply.refused_cnt; i++) {
		struct refused refused;

		if (!receive_all(helper->socket_fd, &refused, sizeof(refused)))
			return -EPIPE;
		if (bad)
			bad(arg, refused.site_idx, (int)refused.err);
	}
	return (int)reply.err;
}

uint64_t uprobe_helper_attached(const struct uprobe_helper *helper)
{
	return helper->attached ?
		__atomic_load_n(helper->attached, __ATOMIC_RELAXED) : 0;
}

int uprobe_helper_fd(const struct uprobe_helper *helper)
{
	return helper->socket_fd;
}

/*
 * The helper ends at once after its last message. A child that is left would be
 * a zombie for ever where the first process of a container reaps none.
 */
static void reap(pid_t pid)
{
	enum { WAIT_MS = 1000 }; /* it may be stopped, or wait for a CPU */
	_cleanup_close_ int pidfd = pidfd_open(pid, 0);
	struct pollfd pfd = { .fd = pidfd, .events = POLLIN };

	if (pidfd >= 0)
		poll(&pfd, 1, WAIT_MS);
	waitpid(pid, NULL, WNOHANG);
}

void uprobe_helper_destroy(struct uprobe_helper *helper)
{
	char byte;

	if (!helper)
		return;
	uprobe_helper_finish(helper);
	receive_all(helper->socket_fd, &byte, 1);
	close(helper->socket_fd);
	reap(helper->pid);
	drop_counter(helper->attached);
	free(helper->written);
	free(helper);
}
