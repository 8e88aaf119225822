#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# What the process of -c does before its command runs is dtrace's: functions of the kernel that it calls do not fire.
. tests/run/common.inc

needs_kprobes launch
cat >"$TMP/masks.c" <<'END'
#include <signal.h>

int main(void)
{
	sigset_t set;

	for (int i = 0; i < 3; i++)
		sigprocmask(SIG_BLOCK, 0, &set);
	return 0;
}
END
$CC -o "$TMP/masks" "$TMP/masks.c" || exit 1
for provider in fbt rawfbt; do
	expect $provider 0 -c "$TMP/masks" -qn "$provider::__*64_sys_rt_sigprocmask:entry /pid == \$target/ { @ = count(); }
		END { printa(\"%@d\n\", @); trunc(@); }" <<'END'
3

--
END
done
