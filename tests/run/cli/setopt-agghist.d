/* SPDX-License-Identifier: BSD-2-Clause */
/* while tracing */
#pragma D option quiet

BEGIN
{
	@["k"] = count();
	setopt("agghist");
	printa(@);
	exit(0);
}
