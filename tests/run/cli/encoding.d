/* SPDX-License-Identifier: BSD-2-Clause */
/* packed lines in block elements */
#pragma D option encoding=utf8
#pragma D option aggpack
#pragma D option quiet

BEGIN
{
	@ = lquantize(1, 0, 2, 1);
	@ = lquantize(5, 0, 2, 1, 7);
	exit(0);
}
