#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# dtrace: `id` equals the column ID, for each provider; in programs for one probe and for several. epid
# differs for each clause at each probe.
. tests/run/common.inc

cat >"$TMP/all.d" <<'D'
BEGIN, END { printf("id %d epid %d", id, epid); }
BEGIN { trace(*(int *)8); }
ERROR { printf("id %d epid %d", id, epid); }
syscall::getpid:, syscall::getppid:entry /pid == $target/ { printf("id %d epid %d", id, epid); }
syscall::getpid:entry /pid == $target/ { printf("id %d epid %d", id, epid); }
pid$target:ids::entry, pid$target:ids:one:return { printf("id %d epid %d", id, epid); }
profile:::tick-1ms /!ticks++/ { printf("id %d epid %d", id, epid); }
proc:::exec-success /pid == $target/ { printf("id %d epid %d", id, epid); }
D
cat >"$TMP/ids.c" <<'C'
#include <sys/syscall.h>
#include <unistd.h>
__attribute__((noinline)) int one(int i) { __asm__ volatile(""); return i + 1; }
__attribute__((noinline)) int two(int i) { __asm__ volatile(""); return i + 2; }
int main(void)
{
	long sum = one(1) + two(2);

	sum += syscall(SYS_getpid) + syscall(SYS_getppid);
	usleep(50000);
	return sum < 0;
}
C
${CC:-cc} -O1 -o "$TMP/ids" "$TMP/ids.c"
"$DT" -o "$TMP/out" -c "$TMP/ids" -s "$TMP/all.d" >"$TMP/err" 2>&1 </dev/null
bad=$(awk '$4 == "id" { n[$3]++; if ($2 != $5) print $3 ": column " $2 ", id " $5 }
	END { for (name in n) print name, n[name] }' "$TMP/out" | LC_ALL=C sort)
wanted=':BEGIN 1
:END 1
:ERROR 1
:exec-success 1
:tick-1ms 1
_start:entry 1
getpid:entry 2
getpid:return 1
getppid:entry 1
main:entry 1
one:entry 1
one:return 1
two:entry 1'
result each-provider "$([ "$bad" = "$wanted" ] || echo "$bad")"

# -i 1-3 lists several probes
expect range 0 -l -i 1-3 <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    1     dtrace                                                     BEGIN
    2     dtrace                                                     END
    3     dtrace                                                     ERROR
--
END
expect range-of-one 0 -q -i '1-1 { printf("%d", id); exit(0); }' <<'END'
1
--
END

# an id that no probe has
expect unknown-listed 0 -l -i 99999999 <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match 99999999: No probe matches description
END
