// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with sites that ends at once, built with --direct and without: size,
 * and time to start.
 */
#include <stddef.h>

#include "bench/direct/sites.h"

int main(int argc, char **argv)
{
	FAST_COUNT(argc, 1, argv[0]);
	FAST_INTEGER(argc, 1, argv[0]);
	FAST_STRING(argc, 1, argv[0]);
	FAST_RECORD(argc, 1, argv[0]);
	SLOW_COUNT(argc, 1, argv[0]);
	SLOW_INTEGER(argc, 1, argv[0]);
	SLOW_STRING(argc, 1, argv[0]);
	SLOW_RECORD(argc, 1, argv[0]);
	return 0;
}
