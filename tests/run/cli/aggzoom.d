/* SPDX-License-Identifier: BSD-2-Clause */
/* the largest bar takes 95% of its column; both signs */
#pragma D option agghist
#pragma D option aggzoom
#pragma D option quiet

BEGIN
{
	@["a", 1] = sum(30);
	@["b", 2] = sum(-10);
	exit(0);
}
