// SPDX-License-Identifier: BSD-2-Clause
/*
 * The terminal of standard input with single keys, and without echo. ^C and ^Z
 * stay signals. While dtrace is stopped, the terminal has its own settings: not
 * every shell sets them. A background process that changed the settings would
 * be stopped (SIGTTOU).
 */
#include "runtime/session/trace/keyboard.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/system/signal_unignored.h"

static struct termios saved, wanted;
static volatile sig_atomic_t is_open;

static bool is_foreground(void)
{
	return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static bool set_terminal(const struct termios *settings)
{
	return is_foreground() && !tcsetattr(STDIN_FILENO, TCSANOW, settings);
}

static void on_stop(int number)
{
	int saved_errno = errno;

	(void)number;
	set_terminal(&saved);
	raise(SIGSTOP);
	/* dtrace continues here, maybe in the background */
	if (is_open)
		set_terminal(&wanted);
	errno = saved_errno;
}

static void catch_stop(void)
{
	struct sigaction action = { .sa_handler = on_stop,
				    .sa_flags = SA_RESTART };

	sigfillset(&action.sa_mask);
	signal_catch_unignored(SIGTSTP, &action);
}

int keyboard_open(void)
{
	if (tcgetattr(STDIN_FILENO, &saved))
		return -1;
	wanted = saved;
	wanted.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	/* a read returns what is there */
	wanted.c_cc[VMIN] = 0;
	wanted.c_cc[VTIME] = 0;
	if (!set_terminal(&wanted))
		return -1;
	is_open = 1;
	catch_stop();
	return STDIN_FILENO;
}

void keyboard_renew(void)
{
	if (is_open)
		set_terminal(&wanted);
}

bool keyboard_have(int fd, char key)
{
	char keys[256];
	ssize_t len = read(fd, keys, sizeof(keys));

	return len > 0 && memchr(keys, key, (size_t)len);
}

void keyboard_close(void)
{
	if (!is_open)
		return;
	is_open = 0;
	set_terminal(&saved);
}
