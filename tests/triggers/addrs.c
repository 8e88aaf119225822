// SPDX-License-Identifier: BSD-2-Clause
/*
 * addrs FILE CASES: fires `inet` with addresses, most of their groups zero,
 * and writes to FILE what inet_ntop(3) makes of them.
 */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "addrs.h"

static uint64_t seed = 88172645463325252;

static unsigned int below(unsigned int limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned int)((seed >> 20) % limit);
}

/* Each pattern of zero groups once, then at random; IPv4 in some. */
static void make(unsigned char *six, unsigned int number)
{
	static const unsigned int masks[] = { 0xff, 0xf, 0xffff, 0xfff };
	unsigned int zeros = number < 256 ? number : below(256);

	for (unsigned int i = 0; i < 8; i++) {
		unsigned int group = below(65535) + 1;

		group &= masks[below(4)];
		if (zeros >> i & 1)
			group = 0;
		six[2 * i] = (unsigned char)(group >> 8);
		six[2 * i + 1] = (unsigned char)group;
	}
	if (number % 7 == 0)
		memset(six, 0, 12);
	if (number % 21 == 0)
		six[10] = six[11] = 0xff;
}

int main(int argc, char **argv)
{
	FILE *wanted = argc == 3 ? fopen(argv[1], "w") : NULL;
	unsigned char six[16];
	char text[INET6_ADDRSTRLEN];

	if (!wanted)
		return 2;
	for (unsigned int i = 0; i < (unsigned int)atoi(argv[2]); i++) {
		make(six, i);
		inet_ntop(AF_INET6, six, text, sizeof(text));
		fprintf(wanted, "%s %s", text, text);
		inet_ntop(AF_INET, six + 12, text, sizeof(text));
		fprintf(wanted, " %s %s\n", text, text);
		fprintf(wanted, "%02x:%02x:%02x:%02x:%02x:%02x\n", six[0],
			six[1], six[2], six[3], six[4], six[5]);
		ADDRS_INET((char *)six, (char *)six + 12);
	}
	return fclose(wanted) != 0;
}
