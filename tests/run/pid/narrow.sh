#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pid: in a 32-bit program, addresses of the upper half of its memory (its stack) are read, although
# arguments are sign-extended.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip narrow: needs machine:x86_64"
	exit 0
fi
cat >"$TMP/narrow.c" <<'END'
static int call(int nr, int a, const void *b, int c)
{
	int ret;

	__asm__ volatile("int $0x80" : "=a"(ret) : "0"(nr), "b"(a), "c"(b), "d"(c) : "memory");
	return ret;
}
__attribute__((noinline)) int work(char *text, int n)
{
	__asm__ volatile("" : : : "memory");
	return text[0] ? n : 0;
}
__attribute__((noinline)) char *same(char *text)
{
	__asm__ volatile("" : "+r"(text));
	return text;
}
void _start(void)
{
	char text[] = "on the stack\n";

	work(text, -3);
	call(4, 1, same(text), sizeof(text) - 1);
	call(1, 0, 0, 0);
}
END
if ! gcc -m32 -O1 -nostdlib -static -fno-pie -no-pie -fno-stack-protector "$TMP/narrow.c" -o "$TMP/narrow" 2>"$TMP/err"; then
	echo "skip narrow: needs gcc -m32"
	exit 0
fi
if ! "$TMP/narrow" >/dev/null; then
	echo "skip narrow: needs CONFIG_IA32_EMULATION"
	exit 0
fi
expect narrow 0 -c "$TMP/narrow" -qn '
	pid$target:a.out:work:entry { printf("%.12s %d %c\n", copyinstr(arg0), arg1, *(char *)copyin(arg0 + 3, 1)); self->text = arg0; }
	pid$target:a.out:work:return { printf("\n%d %.12s\n", arg1, copyinstr(self->text)); }
	pid$target:a.out:same:return { printf("%d\n", arg1 == self->text && copyinstr(arg1, 2) == "on"); }' <<'END'
on the stack
on the stack -3 t

-3 on the stack
1

--
END
