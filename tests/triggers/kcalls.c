/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls whose way through the kernel is known: reads 100, 200 ... 500
 * bytes of /dev/zero, makes a directory that is there, maps 0x123000 bytes,
 * and asks the loop driver for a free device. `kcalls buffer`: shows what a tracer wrote into
 * the buffers that it reads into.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GET_FREE = 0x4C82 }; /* LOOP_CTL_GET_FREE */
enum { MAPPED_BYTES = 0x123000 };

static char buf[512];

int main(int argc, char **argv)
{
	int zero = open("/dev/zero", O_RDONLY);
	int loop = open("/dev/loop-control", O_RDWR);

	(void)argv;
	for (size_t i = 1; i <= 5; i++) {
		memset(buf, 'x', sizeof(buf));
		if (read(zero, buf, i * 100) != (ssize_t)i * 100)
			return 1;
		if (argc > 1)
			printf("%zu: %s\n", i * 100, buf);
	}
	mkdir("/", 0751);
	mmap(NULL, MAPPED_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (loop >= 0)
		ioctl(loop, GET_FREE);
	return 0;
}
