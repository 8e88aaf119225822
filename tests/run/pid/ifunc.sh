#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Functions whose implementation is chosen when a program starts, by their plain names: the called implementation is
# counted, not the code that chooses it. If dtrace can't find out which is chosen, it reports this.
. tests/run/common.inc

cat >"$TMP/calls.c" <<'END'
#include <string.h>
#include <strings.h>
int main(void)
{
	size_t (*volatile len)(const char *) = strlen;
	int (*volatile compare)(const char *, const char *) = strcmp;
	char *(*volatile find)(const char *, int) = strrchr;
	size_t sum = 0;
	for (int i = 0; i < 1000; i++)
		sum += len("seventeen letters");
	for (int i = 0; i < 100; i++)
		sum += (size_t)compare("seventeen letters", "seventeen letters");
	for (int i = 0; i < 10; i++)
		sum += !find("seventeen letters", 'z');
	return sum != 17010;
}
END
cat >"$TMP/chooser.c" <<'END'
static int one(void) { return 1; }
static int (*choose(void))(void) { return one; }
int chosen(void) __attribute__((ifunc("choose")));
int main(void) { return chosen() - 1; }
END
${CC:-gcc} -O1 -fno-builtin "$TMP/calls.c" -o "$TMP/calls" && ${CC:-gcc} -O1 "$TMP/chooser.c" -o "$TMP/chooser" || exit 1

readelf --dyn-syms -W "$(ldd "$TMP/calls" | awk '/libc.so/ { print $3 }')" | grep -q 'IFUNC .*strlen' || {
	echo "skip ifunc: the C library chooses no functions"
	exit 0
}
# if the functions begin with vector instructions, the kernel can probe none of them
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512VL,-AVX512F,-AVX2_Usable
mine='/copyinstr(arg0) == "seventeen letters"/'
expect chosen 0 -c "$TMP/calls" -qn "pid\$target:libc:strlen:entry $mine { @[probefunc, probename] = count(); self->in = 1; }
	pid\$target:libc:strlen:return /self->in/ { @[probefunc, probename] = count(); @sum = sum(arg1); self->in = 0; }
	pid\$target:libc:strcmp:entry $mine { @[probefunc, probename] = count(); }
	pid\$target:libc.so.6:strrchr:entry $mine { @[probefunc, probename] = count(); @c = sum(arg1); }" <<'END'

  strrchr                                             entry                                                            10
  strcmp                                              entry                                                           100
  strlen                                              entry                                                          1000
  strlen                                              return                                                         1000
            17000
             1220
--
END
"$DT" -c "$TMP/chooser" -qn 'pid$target:a.out:chosen:entry { }' >"$TMP/out" 2>&1
result own-chooser "$([ $? = 1 ] && grep -qF "chosen can't be probed there: it chooses one of several functions when the \
program starts (IFUNC): name the chosen one" "$TMP/out" || cat "$TMP/out")"
expect by-its-own-name 0 -c "$TMP/chooser" -qn 'pid$target:a.out:one:entry { @ = count(); }' <<'END'

                1
--
END

# a process that began with other tunables may have chosen otherwise
printf '#include <stdio.h>\nint main(void) { return getchar() != EOF; }\n' >"$TMP/waits.c"
${CC:-gcc} "$TMP/waits.c" -o "$TMP/waits" || exit 1
mkfifo "$TMP/gate"
exec 3<>"$TMP/gate"
env -u GLIBC_TUNABLES "$TMP/waits" <"$TMP/gate" 3>&- &
pid=$!
wait_for runs "$pid" "$TMP/waits"
"$DT" -p "$pid" -qn 'pid$target:libc:strrchr:entry { } BEGIN { exit(0); }' >"$TMP/out" 2>&1
result other-tunables "$([ $? = 1 ] && grep -qF "strrchr can't be probed there: it chooses one of several functions" "$TMP/out" ||
	cat "$TMP/out")"
exec 3>&-
wait "$pid"
