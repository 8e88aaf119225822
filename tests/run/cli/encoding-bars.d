/* SPDX-License-Identifier: BSD-2-Clause */
/* bars in block elements */
#pragma D option encoding=utf8
#pragma D option quiet

BEGIN
{
	@ = quantize(1);
	@ = quantize(2, 2);
	exit(0);
}
