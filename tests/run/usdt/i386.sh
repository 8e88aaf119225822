#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: arguments of 32-bit programs, with declared types, in memory and in variables, of a known program and, by a table, of one that starts
# later.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip i386: needs machine:x86_64"
	exit 0
fi
cat >"$TMP/narrow.c" <<'END'
#include <sys/sdt.h>

static int counter = -7;
static unsigned char digits[] = { 10, 20, 30, 40 };
static short pairs[] = { -1, -2, -3, -4 };

static long call(long nr, const void *arg)
{
	long ret;

	__asm__ volatile("int $0x80" : "=a"(ret) : "0"(nr), "b"(arg) : "memory");
	return ret;
}

static void fire(int n, const char *text, long long wide)
{
	DTRACE_PROBE3(narrow, params, n, text, wide);
	__asm__ volatile(STAP_PROBE_ASM(narrow, variable, -4@%0) : : "m"(counter));
	__asm__ volatile(STAP_PROBE_ASM(narrow, digit, 1@digits(%0)) : : "r"(n));
	__asm__ volatile(STAP_PROBE_ASM(narrow, pair, -2@pairs+2(, %0, 2)) : : "r"(n));
	__asm__ volatile(STAP_PROBE_ASM(narrow, back, -4@counter-4(%0)) : : "r"(4));
	/* the sum has 33 bits */
	__asm__ volatile(STAP_PROBE_ASM(narrow, wraps, -4@(%0, %1))
			 : : "r"(0xfffffff0u), "r"((char *)&counter + 16));
}

/* argv[1], if there is one, is a file to wait for */
__attribute__((used)) static void begin(char **argv)
{
	enum { EXIT = 1, ACCESS = 33, YIELD = 158 };

	while (argv[1] && call(ACCESS, argv[1]))
		call(YIELD, 0);
	fire(2, "text", -5000000000);
	call(EXIT, 0);
}
__asm__(".globl _start\n_start: lea 4(%esp), %eax; push %eax; call begin");
END
build() { gcc -m32 -O0 -nostdlib -static -fno-pie -no-pie -fno-stack-protector -I"$root/include" "$TMP/narrow.c" -o "$1"; }
if ! build "$TMP/narrow" 2>"$TMP/err"; then
	echo "skip i386: needs gcc -m32"
	exit 0
fi
if ! "$TMP/narrow"; then
	echo "skip i386: needs CONFIG_IA32_EMULATION"
	exit 0
fi

cat >"$TMP/narrow.d" <<'END'
narrow*:::params { printf("%d %s %d\n", arg0, copyinstr(arg1), arg2); }
narrow*:::variable, narrow*:::digit, narrow*:::pair, narrow*:::back { printf("%d ", arg0); }
narrow*:::wraps { printf("%d\n", arg0); exit(0); }
END
expect known 0 -c "$TMP/narrow" -qs "$TMP/narrow.d" <<'END'
2 text -5000000000
-7 30 -4 -7 -7

--
END

# a file that is not known yet: one program reads the arguments of all sites by a table
mkdir "$TMP/elsewhere"
cp "$TMP/narrow" "$TMP/elsewhere/narrow-$$"
"$DT" -v -qZn 'BEGIN { printf("go\n"); }' -s "$TMP/narrow.d" >"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
"$TMP/elsewhere/narrow-$$" "$TMP/go" &
attached() { grep -q ' sites traced from ' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
wait_for attached
echo >"$TMP/go"
ends later <<'END'
2 text -5000000000
-7 30 -4 -7 -7

END

# declared types: those that would be laid out for 64 bits are numbers
cat >"$TMP/typed.d" <<'END'
struct item { long first; int second; };
typedef struct item *item_ptr;
provider typed {
	probe use(struct item *i, long l, char *s, long *p);
};
END
cat >"$TMP/typed.c" <<'END'
#include "typed.h"

static struct item { long first; int second; } item = { -5, 77 };

__attribute__((used)) static void begin(void)
{
	TYPED_USE(&item, item.first, "text", &item.first);
	__asm__ volatile("int $0x80" : : "a"(1), "b"(0));
}
__asm__(".globl _start\n_start: call begin");
END
"$DT" -h -s "$TMP/typed.d" -o "$TMP/typed.h" && "$DT" -G -m32 -s "$TMP/typed.d" -o "$TMP/typed.o" &&
	gcc -m32 -O0 -nostdlib -static -fno-pie -no-pie -fno-stack-protector -I"$root/include" -I"$TMP" "$TMP/typed.c" \
		"$TMP/typed.o" -o "$TMP/typed" || exit 1
expect typed 0 -c "$TMP/typed" -qn 'struct narrow { int32_t first; int second; };
	typed$target:::use { this->i = (struct narrow *)copyin(args[0], sizeof(struct narrow));
	printf("%d %d %d %s %d\n", this->i->first, this->i->second, args[1], stringof(args[2]), args[3] == args[0]); }' \
	<<'END'
-5 77 -5 text 1

--
END
"$DT" -c "$TMP/typed" -qn 'typed$target:::use { trace(args[0]->second); }' >"$TMP/out" 2>"$TMP/err"
result member "$(grep -q 'pointer' "$TMP/err" || cat "$TMP/out" "$TMP/err")"
