/* SPDX-License-Identifier: BSD-2-Clause */
/* sums with a bar each, on one scale */
#pragma D option agghist
#pragma D option quiet

BEGIN
{
	@["read"] = sum(3);
	@["write"] = sum(1);
	exit(0);
}
