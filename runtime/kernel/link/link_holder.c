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
 * Forked children (-c) get a copy of the main table, which contains no links:
 * they cannot keep probes alive, whether they exec or not. Between creation and
 * hand-over links are close-on-exec.
 */
#include "runtime/kernel/link/link_holder.h"

#include <errno.h>
#include <linux/close_range.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
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
};

struct link_holder {
	struct holder holders[HOLDER_MAX];
	size_t holder_cnt;
	size_t next; /* the next holder to use when there are 64 */
	bool no_more; /* no more threads could be started */
	VEC(int) own; /* descriptors kept here because there is no thread */
};

static bool send_fd(int socket_fd, int fd, pid_t near_pid)
{
	char byte = 0;

	return !fds_send(socket_fd, &near_pid, sizeof(near_pid), &fd, 1) &&
		recv(socket_fd, &byte, 1, 0) == 1 && byte == 1;
}

/*
 * Receives one descriptor into this thread's table, to keep. Sets @near_pid if
 * it came with one. Returns false if the main thread closed its end.
 */
static bool receive_fd(int socket_fd, pid_t *near_pid)
{
	pid_t pid = 0;
	int fd, err = fds_receive(socket_fd, &pid, sizeof(pid), &fd, 1);
	char byte = !err;

	if (err && err != -EBADMSG)
		return false;
	if (pid)
		*near_pid = pid;
	return send(socket_fd, &byte, 1, MSG_NOSIGNAL) == 1;
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
	int socket_fd = (int)(intptr_t)arg;
	char is_ready = table_unshare(socket_fd);
	struct cpu_affinity *near;
	pid_t near_pid = 0;

	if (send(socket_fd, &is_ready, 1, MSG_NOSIGNAL) != 1 || !is_ready) {
		/* the main thread has a copy of this end open while it waits */
		shutdown(socket_fd, SHUT_RDWR);
		return NULL;
	}
	while (receive_fd(socket_fd, &near_pid))
		;
	near = cpu_affinity_start(near_pid);
	syscall(SYS_close_range, 0, ~0U, 0);
	cpu_affinity_end(near);
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
	if (!kern_thread_start(&holder->thread, holder_run,
			       (void *)(intptr_t)pair[1])) {
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

static struct holder *holder_choose(struct link_holder *hold)
{
	if (hold->holder_cnt < HOLDER_MAX && !hold->no_more) {
		struct holder *holder = holder_start(hold);

		if (holder)
			return holder;
		hold->no_more = true;
	}
	if (!hold->holder_cnt)
		return NULL;
	return &hold->holders[hold->next++ % hold->holder_cnt];
}

struct link_holder *link_holder_create(void)
{
	return xcalloc(1, sizeof(struct link_holder));
}

void link_holder_add(struct link_holder *hold, int fd, pid_t near_pid)
{
	struct holder *holder = holder_choose(hold);

	if (holder && send_fd(holder->socket_fd, fd, near_pid))
		close(fd);
	else
		vec_push(&hold->own, fd);
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
