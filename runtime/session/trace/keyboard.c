// SPDX-License-Identifier: BSD-2-Clause
/*
 * The terminal of standard input with single keys, and without echo. ^C stays a
 * signal. A background process that changed the settings would be stopped
 * (SIGTTOU).
 */
#include "runtime/session/trace/keyboard.h"

#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved;
static bool is_open;

int keyboard_open(void)
{
	struct termios wanted;

	if (tcgetattr(STDIN_FILENO, &saved) ||
	    tcgetpgrp(STDIN_FILENO) != getpgrp())
		return -1;
	wanted = saved;
	wanted.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	/* a read returns what is there */
	wanted.c_cc[VMIN] = 0;
	wanted.c_cc[VTIME] = 0;
	if (tcsetattr(STDIN_FILENO, TCSANOW, &wanted))
		return -1;
	is_open = true;
	return STDIN_FILENO;
}

bool keyboard_have(int fd, char key)
{
	char keys[256];
	ssize_t len = read(fd, keys, sizeof(keys));

	return len > 0 && memchr(keys, key, (size_t)len);
}

void keyboard_close(void)
{
	if (is_open)
		tcsetattr(STDIN_FILENO, TCSANOW, &saved);
	is_open = false;
}
