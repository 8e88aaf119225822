// SPDX-License-Identifier: BSD-2-Clause
/*
 * Handlers and an eventfd are used instead of a signalfd: a blocked signal
 * could not end a dtrace that hangs in write(2) because its pipe is not read.
 * The handler removes itself, so a second signal has the default action. This
 * does not hold for SIGHUP: closing a terminal may send two, from the shell and
 * from the kernel, before END has run and aggregations have been written. The
 * threads of dtrace block all signals (runtime/kernel/helper_thread.c).
 *
 * A dtrace that writes to a file and has no terminal that could be closed is
 * told by SIGHUP that the file was renamed, as daemons are.
 */
#include "runtime/session/trace/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/system/end_signals.h"
#include "base/system/signal_unignored.h"

static int event_fd = -1;
static volatile sig_atomic_t was_continued, was_ended, was_hung_up;

static void on_end(int number)
{
	static const uint64_t one = 1;
	sigset_t pending;
	int saved = errno;

	(void)number;
	was_ended = 1;
	sigemptyset(&pending);
	sigpending(&pending);
	for (int i = 0; i < END_SIGNAL_CNT; i++)
		if (end_signals[i] != SIGHUP &&
		    !sigismember(&pending, end_signals[i]))
			signal(end_signals[i], SIG_DFL);
	if (write(event_fd, &one, sizeof(one)) < 0)
		errno = 0; /* it can't be: the counter is 0 */
	errno = saved;
}

static void on_hangup(int number)
{
	static const uint64_t one = 1;
	int saved = errno;

	(void)number;
	was_hung_up = 1;
	if (write(event_fd, &one, sizeof(one)) < 0)
		errno = 0; /* it can't be: the counter is small */
	errno = saved;
}

static void on_continue(int number)
{
	(void)number;
	was_continued = 1;
}

static void handle(int number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler,
				    .sa_flags = SA_RESTART };

	sigfillset(&action.sa_mask);
	signal_catch_unignored(number, &action);
}

static void set_mask(int how)
{
	sigset_t set;

	end_signals_set(&set);
	sigprocmask(how, &set, NULL);
}

/* Also false where /dev is not there. */
static bool has_terminal(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return false;
	close(fd);
	return true;
}

int interrupt_open(bool writes_file)
{
	bool reopens = writes_file && !has_terminal();

	event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (event_fd < 0) {
		int err = -errno;

		set_mask(SIG_UNBLOCK);
		return err;
	}
	for (int i = 0; i < END_SIGNAL_CNT; i++)
		handle(end_signals[i],
		       end_signals[i] == SIGHUP && reopens ? on_hangup :
							     on_end);
	handle(SIGCONT, on_continue);
	set_mask(SIG_UNBLOCK);
	return event_fd;
}

bool interrupt_take(int fd)
{
	uint64_t count;

	return read(fd, &count, sizeof(count)) == sizeof(count) && was_ended;
}

bool interrupt_is_pending(void)
{
	return was_ended;
}

bool interrupt_was_hung_up(void)
{
	bool was = was_hung_up;

	was_hung_up = 0;
	return was;
}

bool interrupt_was_stopped(void)
{
	bool was = was_continued;

	was_continued = 0;
	return was;
}

/*
 * One that comes in between must find either the handler or the default. The
 * second SIGHUP may still come: it finds the handler until dtrace ends.
 */
void interrupt_close(int fd, const sigset_t *mask)
{
	set_mask(SIG_BLOCK);
	for (int i = 0; i < END_SIGNAL_CNT; i++) {
		struct sigaction now;

		if (end_signals[i] != SIGHUP &&
		    !sigaction(end_signals[i], NULL, &now) &&
		    now.sa_handler == on_end)
			signal(end_signals[i], SIG_DFL);
	}
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (fd >= 0)
		close(fd);
	event_fd = -1;
}
