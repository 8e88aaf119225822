// SPDX-License-Identifier: BSD-2-Clause
/*
 * idle N FILE: N processes with a probe that stand still; their ids, one per
 * line, are in FILE when all are there. They end with the first one.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/sdt.h>
#include <unistd.h>

static void stand_still(void)
{
	DTRACE_PROBE(idle, begin);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	int cnt = argc > 2 ? atoi(argv[1]) : 1;
	FILE *f = fopen(argc > 2 ? argv[2] : "/dev/null", "w");

	for (int i = 1; f && i < cnt; i++) {
		pid_t pid = fork();

		if (pid < 0)
			return 1;
		if (!pid) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			stand_still();
		}
		fprintf(f, "%d\n", (int)pid);
	}
	if (!f)
		return 1;
	fprintf(f, "%d\n", (int)getpid());
	fclose(f);
	stand_still();
}
