// SPDX-License-Identifier: BSD-2-Clause
/*
 * sequence_gaps PID EVERY [GATE]: reads lines `WHO NUMBER` to the end, once the file
 * GATE is there, and prints what it saw:
 *
 *	lines 2000000 gaps 0 rss 9184 9312 end 1
 *
 * gaps: lines whose number does not follow that of the line of WHO before it. If
 * the number goes back, or a line is malformed, it says so and exits with 1. rss: of the process
 * PID in KB, at the first sample and at most, a sample each EVERY lines. end:
 * lines that are empty.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WHO_MAX = 64 };

static long rss_kb(const char *pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/status", pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "VmRSS: %ld", &kb) == 1)
			break;
	if (file)
		fclose(file);
	return kb;
}

static void wait_for(const char *path)
{
	while (access(path, F_OK))
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
}

int main(int argc, char **argv)
{
	static long next[WHO_MAX];
	long line_cnt = 0, gap_cnt = 0, end_cnt = 0, first_kb = 0, most_kb = 0, every;
	char line[256];

	if (argc < 3)
		return 2;
	every = atol(argv[2]);
	if (argc > 3)
		wait_for(argv[3]);
	while (fgets(line, sizeof(line), stdin)) {
		char *at;
		long who = strtol(line, &at, 10), number = strtol(at, &at, 10);

		if (!strcmp(line, "\n")) {
			end_cnt++;
			continue;
		}
		if (*at != '\n' || who < 0 || who >= WHO_MAX || number < next[who]) {
			printf("line %ld, behind %ld: %s", line_cnt + 1, next[who] - 1, line);
			return 1;
		}
		gap_cnt += number != next[who];
		next[who] = number + 1;
		if (++line_cnt % every == 0) {
			long kb = rss_kb(argv[1]);

			if (!first_kb)
				first_kb = kb;
			if (kb > most_kb)
				most_kb = kb;
		}
	}
	printf("lines %ld gaps %ld rss %ld %ld end %ld\n", line_cnt, gap_cnt, first_kb, most_kb,
	       end_cnt);
	return 0;
}
