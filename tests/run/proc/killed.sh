#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# proc:::signal-handle: the signal that ends a process, which the kernel delivers as SIGKILL to each of its threads. Where
# there is none, for the other threads of a process at exit(2) or exec(2), it is SIGKILL.
. tests/run/common.inc

cat >"$TMP/killed.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t both;

static void *wait_for_ever(void *arg)
{
	pthread_barrier_wait(&both);
	for (;;)
		pause();
	return arg;
}

static void begin_thread(void)
{
	pthread_t thread;

	pthread_barrier_init(&both, NULL, 2);
	if (pthread_create(&thread, NULL, wait_for_ever, NULL))
		_exit(9);
	pthread_barrier_wait(&both);
}

static void caught(int sig)
{
	_exit(sig);
}

/* killed WORD: what the child does, which is sent SIG if it is a number */
int main(int argc, char **argv)
{
	int sig = argc > 1 ? atoi(argv[1]) : 0, ready[2], status;
	char c;
	pid_t child;

	if (pipe(ready))
		return 9;
	child = fork();
	if (!child) {
		if (sig == SIGUSR1)
			signal(sig, caught);
		if (sig != SIGUSR1 && sig != SIGINT)
			begin_thread();
		if (write(ready[1], "", 1) != 1)
			_exit(9);
		if (argv[1][0] == 'x')
			execl("/bin/true", "true", (char *)NULL);
		if (argv[1][0] == 'o')
			exit(3);
		for (;;)
			pause();
	}
	if (read(ready[0], &c, 1) != 1)
		return 9;
	if (sig)
		kill(child, sig);
	return waitpid(child, &status, 0) != child;
}
C
$CC -O1 -pthread "$TMP/killed.c" -o "$TMP/killed" || exit 1

# of WORD NAME: how often each number was handled
of() {
	"$DT" -qn 'proc:::signal-handle /ppid == $target/ { @[args[0]] = count(); } END { printa("%d:%@d ", @); }' \
		-c "$TMP/killed $1" >"$TMP/out" 2>"$TMP/err" </dev/null
	got=$(tr -d '\n' <"$TMP/out")$(cat "$TMP/err")
	result "$2" "$([ "$got" = "$3" ] || echo "$got, not $3")"
}
of 15 two-threads '15:2 '
of 2 one-thread '2:1 '
of 9 kill '9:2 '
of 11 dumping '11:2 '
of 10 caught '10:1 '
of out exit '9:1 '
of x exec '9:1 '

# A signal that ends a process has no siginfo where it is handled: its members can be read all the same.
"$DT" -qn 'proc:::signal-handle /ppid == $target/ {
	@[args[1]->si_signo, args[1]->si_code, args[1]->si_pid, args[1]->si_uid, args[1]->si_errno,
	    args[1]->si_status, args[1]->si_addr == NULL, args[1] == NULL] = count();
}
END { printa("%d %d %d %d %d %d %d %d: %@d", @); }' -c "$TMP/killed 15" >"$TMP/out" 2>"$TMP/err" </dev/null
got=$(tr -d '\n' <"$TMP/out")$(cat "$TMP/err")
wanted='15 0 0 0 0 0 1 1: 2'
result no-siginfo "$([ "$got" = "$wanted" ] || echo "$got, not $wanted")"
