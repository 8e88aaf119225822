// SPDX-License-Identifier: BSD-2-Clause
/*
 * system(), freopen(), ftruncate(). All of them first write the text that was
 * printed before them, so that the output has the order of the records.
 * Failures are reported on stderr, and tracing continues.
 *
 * A command starts with the signal mask and dispositions with which dtrace was
 * started: ^C must reach it although dtrace handles signals itself.
 */
#include "runtime/consume/host_actions.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/child_signals.h"
#include "base/system/cpu_binding.h"
#include "base/system/fd_limit.h"
#include "base/system/file.h"

extern char **environ;

static void __attribute__((format(printf, 2, 3)))
complain(struct consumer *consumer, const char *fmt, ...)
{
	struct strbuf message = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_vprintf(&message, fmt, ap);
	va_end(ap);
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

/* ------------------------------------------------------------------ system */

/* A handler of dtrace would run in the child, but in the memory of dtrace. */
static void remove_handlers(void)
{
	struct sigaction action;

	for (int number = 1; number < NSIG; number++)
		if (!sigaction(number, NULL, &action) &&
		    action.sa_handler != SIG_IGN &&
		    action.sa_handler != SIG_DFL)
			signal(number, SIG_DFL);
}

/*
 * vfork() and not posix_spawn(), which cannot give the command the limit of
 * open files that dtrace began with; dtrace's own must not be lowered even for
 * a moment. The child changes only what is its own until it calls execve(), and
 * signals wait until their handlers are removed.
 */
static int start_shell(const char *command, const sigset_t *mask,
		       pid_t *pid_ret)
{
	char *const argv[] = { (char *)"sh", (char *)"-c", (char *)command,
			       NULL };
	volatile int err = 0;
	sigset_t all, own;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &own);
	pid = vfork();
	if (!pid) {
		remove_handlers();
		child_signals_restore();
		fd_limit_restore();
		cpu_binding_restore();
		sigprocmask(SIG_SETMASK, mask, NULL);
		execve("/bin/sh", argv, environ);
		err = -errno;
		_exit(127);
	}
	if (pid < 0)
		err = -errno;
	else if (err)
		waitpid(pid, NULL, 0);
	sigprocmask(SIG_SETMASK, &own, NULL);
	*pid_ret = pid;
	return err;
}

void host_system(struct consumer *consumer, const char *command)
{
	pid_t pid;
	int err;

	if (consumer_flush(consumer))
		return;
	err = start_shell(command, &consumer->child_mask, &pid);
	if (err) {
		complain(consumer, "couldn't run \"%s\": %s", command,
			 strerror(-err));
		return;
	}
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* ----------------------------------------------------------------- freopen */

static void close_other(struct consumer *consumer)
{
	if (consumer->other_out && fclose(consumer->other_out) &&
	    !consumer->output_error)
		consumer_output_failed(consumer, -errno);
	consumer->other_out = NULL;
}

/* Opens @file's path again; all further output goes there. */
static void reopen(struct consumer *consumer, FILE *file, const char *path)
{
	_cleanup_close_ int fd = file_open_append(path);
	int err = fd < 0 ? fd : 0;

	if (!err && dup3(fd, fileno(file), O_CLOEXEC) < 0)
		err = -errno;
	if (err)
		complain(consumer, "couldn't reopen %s, so output continues to "
			 "the file that had this name: %s",
			 path, file_output_error(-err));
}

void host_reopen(struct consumer *consumer)
{
	/* output that was printed before belongs to the old files */
	if (consumer_flush(consumer))
		return;
	if (consumer->out_path)
		reopen(consumer, consumer->out, consumer->out_path);
	if (consumer->other_out)
		reopen(consumer, consumer->other_out, consumer->other_path);
}

void host_freopen(struct consumer *consumer, const char *path)
{
	FILE *file = NULL;

	if (consumer_flush(consumer))
		return;
	if (*path) {
		int fd = file_open_append(path);

		file = fd < 0 ? NULL : fdopen(fd, "a");
		if (!file) {
			complain(consumer, "couldn't freopen() \"%s\": %s",
				 path,
				 file_output_error(fd < 0 ? -fd : errno));
			return;
		}
	}
	close_other(consumer);
	if (consumer->output_error) {
		if (file)
			fclose(file);
		return;
	}
	consumer->other_out = file;
	free(consumer->other_path);
	consumer->other_path = xstrdup(path);
	consumer_choose_color(consumer);
}

void host_ftruncate(struct consumer *consumer)
{
	FILE *out = consumer_out(consumer);

	if (consumer_flush(consumer))
		return;
	if (ftruncate(fileno(out), 0)) {
		if (errno != EINVAL)
			complain(consumer,
				 "couldn't ftruncate() the output: "
				 "%s",
				 strerror(errno));
		return;
	}
	rewind(out);
}
