/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The last close of a uprobe link waits for a grace period (about 50 ms), and
 * the descriptors of a table are closed one after the other: closing 61 links
 * in one table took 3.3 s, in 61 tables 0.08 s, on exit as well as on SIGKILL.
 * So links are handed to up to 64 threads with a descriptor table of their own.
 *
 *	main:    link_fd --SCM_RIGHTS--> socket, then close(link_fd)
 *	thread:  close_range(CLOSE_RANGE_UNSHARE) once, then recvmsg() for ever;
 *	         end of file on its socket: exit, which closes its table
 *
 * A thread is started for each descriptor until there are 64; after that they
 * take turns. A thread closes every descriptor that it inherited (a pipe held
 * open here would keep a reader from seeing its end of file). It answers one
 * byte per descriptor, so after link_holder_add() the link is in the thread's
 * table and nowhere else.
 *
 * A link for a process only is closed when that has ended: a session of all
 * processes would otherwise collect links, each of which also keeps a dead
 * process's task. The thread waits for the pidfds as well; one that is closing a
 * link is not given another meanwhile.
 *
 * Forked children (-c) get a copy of the main table, which contains no links:
 * they cannot keep probes alive, whether they exec or not. Between creation and
 * hand-over links are close-on-exec.
 */
#include "runtime/kernel/link/link_holder.h"

#include <errno.h>
#include <linux/close_range.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/pass_fds.h"
#include "base/vec.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/kernel/link/cpu_affinity.h"

enum { HOLDER_MAX = 64 };

struct holder {
	pthread_t thread;
	int socket_fd; /* the main thread's end */
	int thread_fd; /* the thread's end */
	bool is_closing; /* a link; atomic */
};

/* What comes with a descriptor. */
struct message {
	pid_t near_pid;
	pid_t until_pid; /* the process with which it ends, or 0 */
};

/* What a thread waits for: its socket, then one pidfd for each of @fds. */
struct waiting {
	VEC(struct pollfd) polls;
	VEC(int) fds; /* links that end with their process */
	pid_t near_pid; /* the last one that came */
};

struct link_holder {
	struct holder holders[HOLDER_MAX];
	size_t holder_cnt;
	size_t next; /* the next holder to use when there are 64 */
	bool no_more; /* no more threads could be started */
	VEC(int) own; /* descriptors kept here because there is no thread */
};

static bool send_fd(int socket_fd, int fd, const struct message *message)
{
	char byte = 0;

	return !fds_send(socket_fd, message, sizeof(*message), &fd, 1) &&
		recv(socket_fd, &byte, 1, 0) == 1 && byte == 1;
}

/* Without a pidfd the link is kept to the end. */
static void wait_for_process(struct waiting *waiting, int fd, pid_t pid)
{
	int pidfd = pidfd_open(pid, 0);

	if (pidfd < 0 && errno == ESRCH) {
		close(fd);
	} else if (pidfd >= 0) {
		vec_push(&waiting->polls, ((struct pollfd){
			.fd = pidfd, .events = POLLIN }));
		vec_push(&waiting->fds, fd);
	}
}

/*
 * Receives one descriptor into this thread's table, to keep. Returns false if
 * the main thread closed its end.
 */
static bool receive_fd(int socket_fd, struct waiting *waiting)
{
	struct message message = { 0 };
	int fd, err = fds_receive(socket_fd, &message, sizeof(message), &fd, 1);
	char byte = !err;

	if (err && err != -EBADMSG)
		return false;
	if (message.near_pid)
		waiting->near_pid = message.near_pid;
	if (send(socket_fd, &byte, 1, MSG_NOSIGNAL) != 1)
		return false;
	if (!err && message.until_pid)
		wait_for_process(waiting, fd, message.until_pid);
	return true;
}

/* Closes the links of processes that have ended. */
static void close_ended(struct holder *holder, struct waiting *waiting)
{
	size_t kept_cnt = 0;

	for (size_t i = 0; i < waiting->fds.cnt; i++) {
		struct pollfd *poll = &waiting->polls.v[1 + i];

		if (!poll->revents) {
			waiting->polls.v[1 + kept_cnt] = *poll;
			waiting->fds.v[kept_cnt++] = waiting->fds.v[i];
			continue;
		}
		__atomic_store_n(&holder->is_closing, true, __ATOMIC_RELAXED);
		close(poll->fd);
		close(waiting->fds.v[i]);
	}
	__atomic_store_n(&holder->is_closing, false, __ATOMIC_RELAXED);
	waiting->fds.cnt = kept_cnt;
	waiting->polls.cnt = 1 + kept_cnt;
}

/* Receives and keeps descriptors until the main thread closes its end. */
static void hold_links(struct holder *holder, struct waiting *waiting)
{
	vec_push(&waiting->polls, ((struct pollfd){
		.fd = holder->thread_fd, .events = POLLIN }));
	for (;;) {
		if (poll(waiting->polls.v, waiting->polls.cnt, -1) < 0)
			continue;
		if (waiting->polls.v[0].revents &&
		    !receive_fd(holder->thread_fd, waiting))
			return;
		close_ended(holder, waiting);
	}
}

/* Gives this thread a table of its own that contains only @fd. */
static bool table_unshare(int fd)
{
	unsigned int keep = (unsigned int)fd;

	if (syscall(SYS_close_range, keep + 1, ~0U, CLOSE_RANGE_UNSHARE))
		return false;
	return !keep || !syscall(SYS_close_range, 0, keep - 1, 0);
}

/*
 * The main function of a holder. It closes its table itself: a thread may be
 * joined before the kernel has closed its descriptors.
 */
static void *holder_run(void *arg)
{
	struct holder *holder = arg;
	int socket_fd = holder->thread_fd;
	char is_ready = table_unshare(socket_fd);
	struct waiting waiting = { 0 };
	struct cpu_affinity *near;

	if (send(socket_fd, &is_ready, 1, MSG_NOSIGNAL) != 1 || !is_ready) {
		/* the main thread has a copy of this end open while it waits */
		shutdown(socket_fd, SHUT_RDWR);
		return NULL;
	}
	hold_links(holder, &waiting);
	near = cpu_affinity_start(waiting.near_pid);
	syscall(SYS_close_range, 0, ~0U, 0);
	cpu_affinity_end(near);
	vec_deinit(&waiting.polls);
	vec_deinit(&waiting.fds);
	return NULL;
}

/* Starts one more thread, which answers when it has its own table. */
static struct holder *holder_start(struct link_holder *hold)
{
	struct holder *holder = &hold->holders[hold->holder_cnt];
	int pair[2];
	char is_ready = 0;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return NULL;
	holder->thread_fd = pair[1];
	if (!kern_thread_start(&holder->thread, holder_run, holder)) {
		if (recv(pair[0], &is_ready, 1, 0) != 1)
			is_ready = 0;
		if (!is_ready) {
			shutdown(pair[0], SHUT_RDWR); /* it may be waiting */
			pthread_join(holder->thread, NULL);
		}
	}
	close(pair[1]);
	if (!is_ready) {
		close(pair[0]);
		return NULL;
	}
	holder->socket_fd = pair[0];
	hold->holder_cnt++;
	return holder;
}

/* The next one in turn that is not busy, if there is such a one. */
static struct holder *holder_next(struct link_holder *hold)
{
	struct holder *holder = NULL;

	for (size_t i = 0; i < hold->holder_cnt; i++) {
		holder = &hold->holders[hold->next++ % hold->holder_cnt];
		if (!__atomic_load_n(&holder->is_closing, __ATOMIC_RELAXED))
			break;
	}
	return holder;
}

static struct holder *holder_choose(struct link_holder *hold)
{
	if (hold->holder_cnt < HOLDER_MAX && !hold->no_more) {
		struct holder *holder = holder_start(hold);

		if (holder)
			return holder;
		hold->no_more = true;
	}
	return holder_next(hold);
}

struct link_holder *link_holder_create(void)
{
	return xcalloc(1, sizeof(struct link_holder));
}

static void add(struct link_holder *hold, int fd, const struct message *message)
{
	struct holder *holder = holder_choose(hold);

	if (holder && send_fd(holder->socket_fd, fd, message))
		close(fd);
	else
		vec_push(&hold->own, fd);
}

void link_holder_add(struct link_holder *hold, int fd, pid_t near_pid)
{
	add(hold, fd, &(struct message){ .near_pid = near_pid });
}

void link_holder_add_until_end(struct link_holder *hold, int fd, pid_t pid)
{
	add(hold, fd, &(struct message){ .until_pid = pid });
}

void link_holder_destroy(struct link_holder *hold)
{
	if (!hold)
		return;
	/*
	 * End all threads first, so that they close their tables in parallel.
	 * Use shutdown, because a forked child may hold a copy.
	 */
	for (size_t i = 0; i < hold->holder_cnt; i++) {
		shutdown(hold->holders[i].socket_fd, SHUT_RDWR);
		close(hold->holders[i].socket_fd);
	}
	for (size_t i = 0; i < hold->own.cnt; i++)
		close(hold->own.v[i]);
	for (size_t i = 0; i < hold->holder_cnt; i++)
		pthread_join(hold->holders[i].thread, NULL);
	vec_deinit(&hold->own);
	free(hold);
}
