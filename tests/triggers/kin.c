// SPDX-License-Identifier: BSD-2-Clause
/*
 * kin FOLDER FILE: goes to FOLDER, opens files of several kinds, fires
 * `here` with their numbers, and `child` in a child of a child with the
 * numbers of its grandparent and of the process that the first one has no
 * kinship with (a child before it). What the kernel says they are called
 * (/proc/self/fd) goes to FILE.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kin.h"

static FILE *wanted;

static void say(int fd)
{
	char link[32], text[512];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, text, sizeof(text));
	fprintf(wanted, "%.*s\n", (int)(len < 0 ? 0 : len), text);
}

/* A child of a child, which is waited for. */
static void grandchild(int parent, int before)
{
	pid_t child = fork(), own;

	if (child) {
		waitpid(child, NULL, 0);
		return;
	}
	own = fork();
	if (own)
		waitpid(own, NULL, 0);
	else
		KIN_CHILD(parent, before);
	_exit(0);
}

int main(int argc, char **argv)
{
	int gone, made, piped[2], pair[2], dir, before, gate[2];

	wanted = argc == 3 ? fopen(argv[2], "w") : NULL;
	if (!wanted || chdir(argv[1]) || pipe(piped) || pipe(gate) ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return 2;
	gone = open("gone", O_CREAT | O_RDWR, 0600);
	made = open("a/b c/made", O_RDWR | O_APPEND);
	dir = open("a", O_RDONLY | O_DIRECTORY);
	if (gone < 0 || made < 0 || dir < 0 || unlink("gone") ||
	    lseek(made, 3, SEEK_SET) != 3)
		return 2;
	say(gone);
	say(made);
	say(piped[1]);
	say(pair[0]);
	say(dir);
	KIN_HERE(gone, made, piped[1], pair[0], dir);
	before = fork();
	if (before == 0) {
		close(gate[1]);
		_exit(read(gate[0], argv[0], 1) != 0);
	}
	grandchild(getpid(), before);
	close(gate[1]);
	waitpid(before, NULL, 0);
	return fclose(wanted) != 0;
}
