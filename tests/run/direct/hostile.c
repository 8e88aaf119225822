// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes that attacks who traces it.
 *
 *	hostile write SEED SECONDS	fires, and a thread writes to all that is
 *			shared with the tracer: words at random, and records that
 *			are made well but for one member
 *	hostile map KIND		maps something else than the agent does,
 *			answers "mapped", fires when it reads a line, N times:
 *		own	files as the agent makes them: not an attack
 *		file F	the data: a file that it can only read
 *		shm F	the data: a file of tmpfs, which has a name
 *		code -	the code: a memory file that it can only read; who wrote
 *			there or sealed it is found at the end
 *		data -	the data: likewise
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/common/record.h"
#include "sdt/direct_abi.h"

#include "storm.h"

extern struct direct_control control __asm__(CONTROL);

static unsigned long long state;
static volatile int is_over;
static __thread sigjmp_buf back;
static __thread int is_firing;

static unsigned long long roll(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* ---- write ---------------------------------------------------------------- */

/* What it broke may break its own hooks. */
static void on_fault(int nr)
{
	if (!is_firing)
		_exit(128 + nr);
	siglongjmp(back, 1);
}

static void *fire(void *arg)
{
	for (volatile long i = 0; !is_over; i++) {
		if (sigsetjmp(back, 1))
			continue;
		is_firing = 1;
		STORM_TICK((int)(i & 7), (unsigned long)i);
		STORM_WARM((int)i);
		STORM_TEXT((char *)(i & 1 ? "one" : "a longer constant"));
		is_firing = 0;
		/* all that were printed are to be read */
		if (!(i & 63))
			usleep(100);
	}
	return arg;
}

static unsigned long long word(const unsigned long long *mem, size_t words)
{
	switch (roll() % 8) {
	case 0:
		return 0;
	case 1:
		return ~0ULL >> roll() % 64;
	case 2:
		return 1ULL << roll() % 64;
	case 3:
		return roll() % 64;
	case 4:
		return (roll() % 4096) * 8;
	case 5:
		return mem[roll() % words];
	case 6:
		return (unsigned long long)-(long long)(roll() % 4096);
	default:
		return roll();
	}
}

/* A record that is there, with one member that is not so. */
static void forge(unsigned int *mem, size_t words)
{
	struct rec_header *header;
	size_t at = roll() % words;

	for (size_t i = 0; i < 4096 && at < words - 8; i++, at++) {
		header = (struct rec_header *)(void *)&mem[at - 2];
		if (at < 2 || mem[at] != (unsigned int)getpid() ||
		    header->prog_id > 64)
			continue;
		switch (roll() % 7) {
		case 0:
			header->layout_id = (unsigned int)(roll() % 24);
			break;
		case 1:
			header->prog_id = (unsigned int)(roll() % 12);
			break;
		case 2:
			header->tgid = roll() % 2 ? 1 : (unsigned int)getppid();
			break;
		case 3:
			header->time_ns = roll() % 2 ? ~0ULL : 0;
			break;
		case 4:
			header->probe_tag = (unsigned int)(roll() % 24);
			break;
		case 5: /* strings without an end */
			if (at + 68 < words)
				memset(&mem[at + 4], 'x', 256);
			break;
		default:
			header->layout_id = REC_LAYOUT_KEY;
			mem[at + 4] = (unsigned int)(roll() % 8);
			mem[at + 5] = (unsigned int)roll();
		}
	}
}

static void wait_mapped(void)
{
	while (control.state != DIRECT_MAPPED)
		usleep(1000);
	while (((struct direct_area *)control.data_addr)->data_used <
	       2 * DIRECT_PAGE_BYTES)
		usleep(1000);
}

static void attack(int seconds)
{
	struct direct_area *area;
	struct direct_control was;
	size_t bytes;
	time_t end = time(NULL) + seconds;

	wait_mapped();
	was = control;
	area = (struct direct_area *)was.data_addr;
	bytes = area->data_used;
	/* at first only what it records, so that there is something to forge */
	for (unsigned long n = 0; time(NULL) < end; n++) {
		unsigned long long *mem = (void *)((char *)area + DIRECT_PAGE_BYTES);
		size_t words = (bytes - DIRECT_PAGE_BYTES) / 8;

		forge((void *)mem, words * 2);
		if (time(NULL) + seconds / 2 > end) {
			mem[roll() % words] = word(mem, words);
			/* heads, hashes and counters are small */
			mem[roll() % 2048] = word(mem, words);
			area->data_used = word(mem, words);
			area->code_used = word(mem, words);
			area->pad[roll() % 14] = word(mem, words);
			control.version = (unsigned int)word(mem, words);
			control.hook_cnt = (unsigned int)word(mem, words);
			control.state = (unsigned char)word(mem, words);
			control.request = (unsigned char)(roll() % 2);
			control.error = (int)word(mem, words);
			control.data_addr = word(mem, words);
			control.code_addr = word(mem, words);
		}
		if (!(n & 15))
			usleep(50);
	}
	control = was;
}

static int write_all(int seconds)
{
	pthread_t threads[2];

	signal(SIGSEGV, on_fault);
	signal(SIGBUS, on_fault);
	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, fire, NULL))
			return 3;
	attack(seconds);
	is_over = 1;
	/* a hook may never come back from what is broken */
	_exit(0);
}

/* ---- map ------------------------------------------------------------------- */

static void *map(int fd, size_t bytes, int prot)
{
	void *mem = mmap(NULL, bytes, prot, MAP_SHARED | MAP_NORESERVE, fd, 0);

	if (mem == MAP_FAILED)
		_exit(4);
	return mem;
}

static int own_file(size_t bytes)
{
	int fd = memfd_create("dtrace-direct", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0 || ftruncate(fd, (off_t)bytes))
		_exit(5);
	return fd;
}

/* As one that another process has passed. */
static int foreign_file(size_t bytes)
{
	char path[64];
	int own = own_file(bytes), fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", own);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		_exit(6);
	close(own);
	return fd;
}

static int is_touched(int fd)
{
	struct stat st;

	return fstat(fd, &st) || st.st_blocks || fcntl(fd, F_GET_SEALS);
}

static int map_other(const char *kind, const char *what)
{
	static struct direct_gate gate;
	int data = own_file(DIRECT_DATA_BYTES), code = own_file(DIRECT_CODE_BYTES);
	int prot = PROT_READ | PROT_WRITE, foreign = -1;
	unsigned long fired = 0, times;

	if (!strcmp(kind, "file")) {
		data = open(what, O_RDONLY);
		prot = PROT_READ;
	} else if (!strcmp(kind, "shm")) {
		data = open(what, O_RDWR);
	} else if (!strcmp(kind, "data")) {
		data = foreign = foreign_file(DIRECT_DATA_BYTES);
		prot = PROT_READ;
	} else if (!strcmp(kind, "code")) {
		code = foreign = foreign_file(DIRECT_CODE_BYTES);
	}
	control.data_addr = (unsigned long)map(data, DIRECT_DATA_BYTES, prot);
	control.code_addr = (unsigned long)map(code, DIRECT_CODE_BYTES,
					       PROT_READ | PROT_EXEC);
	gate.area = control.data_addr;
	control.gate = (unsigned long)&gate;
	control.state = DIRECT_MAPPED;
	printf("mapped\n");
	fflush(stdout);
	while (scanf("%lu", &times) == 1) {
		while (times--) {
			STORM_TICK(1, fired);
			fired++;
		}
		printf("%lu\n", fired);
		fflush(stdout);
	}
	return foreign >= 0 && is_touched(foreign) ? 7 : 0;
}

int main(int argc, char **argv)
{
	if (argc > 9)
		STORM_CHILD(1); /* never */
	if (argc == 4 && !strcmp(argv[1], "write")) {
		state = strtoull(argv[2], NULL, 10) * 2 + 1;
		return write_all(atoi(argv[3]));
	}
	return argc == 4 ? map_other(argv[2], argv[3]) : 2;
}
