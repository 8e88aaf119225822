/* SPDX-License-Identifier: BSD-2-Clause */
/* A script's own int64_t, uint64_t or size_t does not change what D widens to. */
#pragma D option quiet
typedef char int64_t;
typedef char uint64_t;
typedef char size_t;

BEGIN
{
	x = 0;
	x = 5000000000;
	y++;
	y += 5000;
	z = 1u;
	z = 5000000000;
	printf("%d %d %d\n", x, y, z);
	printf("%d %d\n", sizeof(struct { char c[300]; }), sizeof(uint64_t));
	exit(0);
}
