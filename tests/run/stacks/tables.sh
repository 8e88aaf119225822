#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 120
#
# stacks: keys by unwind tables, in programs without frame pointers: every frame, from clocks, system calls,
# probes of the program, threads; how stacks end where nothing is known.
. tests/run/common.inc

cat >"$TMP/bare.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone))
long untabled(long (*fn)(long), long x);
static volatile long sink;
KEEP static long inner(long x)
{
	long ret;
	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid) : "rcx", "r11", "memory");
	return ret + x;
}
KEEP static long middle(long depth) { return (depth ? middle(depth - 1) : inner(depth)) + sink; }
KEEP static int compare(const void *a, const void *b)
{
	middle(1);
	return *(const char *)a - *(const char *)b;
}
KEEP static void sorted(void)
{
	char text[] = "ba";
	qsort(text, 2, 1, compare);
	sink += text[0];
}
static void *thread(void *arg)
{
	for (int i = 0; i < 100; i++)
		sorted();
	return arg;
}
KEEP static long burn(long n)
{
	if (n > 20)
		return sink;
	return burn(n + 1) + burn(n + 2) + sink;
}
__asm__(".text\n.globl untabled\n.type untabled, @function\nuntabled:\n"
	"push %rbp\npush %rbx\nsub $24, %rsp\nmov $5, %ebp\nmov %rdi, %rax\nmov %rsi, %rdi\ncall *%rax\n"
	"add $24, %rsp\npop %rbx\npop %rbp\nret\n.size untabled, .-untabled\n");
int main(int argc, char **argv)
{
	pthread_t threads[4];
	switch (argv[1][0]) {
	case 's':
		sorted();
		break;
	case 't':
		for (int i = 0; i < 4; i++)
			pthread_create(&threads[i], NULL, thread, NULL);
		for (int i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
		break;
	case 'b':
		for (int i = 0; i < 6000; i++)
			burn(0);
		_exit(0); /* functions that exit() runs have no tables */
	case 'u':
		return untabled(inner, 1) == 42;
	}
	return 0;
}
END
$CC -O2 -fomit-frame-pointer -fno-optimize-sibling-calls -w -o "$TMP/bare" "$TMP/bare.c" -lpthread

# keys NAME ARGUMENT PROBE OPTION...: the keys and their counts, without offsets
keys() {
	test_name=$1 argument=$2 probe=$3
	cat >"$TMP/wanted"
	shift 3
	"$DT" -q "$@" -c "$TMP/bare $argument" -n "$probe"' { @[ustack()] = count(); }' 2>&1 </dev/null |
		sed -E -e '/^$/d' -e 's/\+0x[0-9a-f]+$//' -e 's/`0x[0-9a-f]+/`ADDR/' -e 's/^ +//' -e '/`msort/d; /`qsort/d' \
			-e '/`__libc_start/d; /`start_thread/d; /`(__)?clone/d; /libc.*`ADDR/d' >"$TMP/got"
	if diff -u --label expected --label actual "$TMP/wanted" "$TMP/got"; then
		echo "ok $test_name"
	else
		echo "not ok $test_name"
	fi
}

own='bare`inner
bare`middle
bare`middle
bare`compare
bare`sorted'
keys syscall s 'syscall::getppid:entry /pid == $target/' <<END
$own
bare\`main
bare\`_start
1
END
keys entry s 'pid$target:bare:inner:entry' <<END
$own
bare\`main
bare\`_start
1
END
keys sleepable s 'pid$target:bare:inner:entry /copyinstr(uregs[R_RSP]) != NULL || 1/' <<END
$own
bare\`main
bare\`_start
1
END
keys threads t 'syscall::getppid:entry /pid == $target/' <<END
$own
bare\`thread
400
END
keys no-table u 'syscall::getppid:entry /pid == $target/' <<'END'
bare`inner
bare`untabled
[ cut: no unwind table for this address ]
1
END
# room for the table of the program, none for that of libc: no frames are invented
keys full s 'syscall::getppid:entry /pid == $target/' -x unwindsize=1 <<'END'
dtrace: unwind tables of some files do not fit into unwindsize (1114112 bytes): stacks are cut there; set a larger one with -x unwindsize
bare`inner
bare`middle
bare`middle
bare`compare
[ cut: no unwind table for this address ]
1
END

# wherever a clock interrupts, the outermost frame of each stack is _start, and no stack is cut
# (the run-time linker has no table for its first instructions: from main on)
"$DT" -qx noresolve -x evaltime=main -c "$TMP/bare b" -n 'profile-4999 /pid == $target && arg1/ { @[ustack()] = count(); @cnt = count(); }
	END { printa("%k", @); printa("samples %@d\n", @cnt); }' >"$TMP/out" 2>&1 </dev/null
start=$(nm "$TMP/bare" | sed -n 's/^0*\([0-9a-f]*\) T _start$/\1/p')
awk -v start="bare:0x$(echo "$start" | cut -c 1-2)" '
/cut/ { bad++ }
/:0x/ { last = $1 }
!/:0x/ && last { if (index(last, start) != 1) bad++; stacks++; last = "" }
/^samples/ { samples = $2 }
END { print bad + 0, (stacks >= 20), (samples >= 100) }' "$TMP/out" >"$TMP/profile"
result profile "$(grep -vx '0 1 1' "$TMP/profile")"

# without tables the kernel follows frame pointers
keys frame-pointers s 'pid$target:bare:inner:entry' -x unwindsize=0 -x ustackframes=2 <<'END'
bare`inner
bare`middle
1
END
