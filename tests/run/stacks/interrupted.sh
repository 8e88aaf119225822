#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# A signal interrupts a function at its first instruction, here one that reads an invalid address: its frame has its own
# name, not that of the function before it in the file, although frames after the first are return addresses.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip interrupted: needs machine x86_64"
	exit 0
fi
cat >"$TMP/faults.c" <<'END'
#include <setjmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static sigjmp_buf out;
int load(int *from);
__asm__(".text\n.globl before\n.type before, @function\nbefore: .cfi_startproc\nret\n.cfi_endproc\n.size before, .-before\n"
	".globl load\n.type load, @function\nload: .cfi_startproc\nmov (%rdi), %eax\nret\n.cfi_endproc\n.size load, .-load\n");
__attribute__((noinline, noclone)) static void ask(void)
{
	long ret;
	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid) : "rcx", "r11", "memory");
}
static void handler(int sig) { ask(); siglongjmp(out, sig); }
int main(void) { signal(SIGSEGV, handler); return sigsetjmp(out, 1) ? 0 : load(0) + 1; }
END
$CC -O2 -w -o "$TMP/faults" "$TMP/faults.c" || exit 1
cat >"$TMP/want" <<'END'
faults`ask
faults`handler
faults`load
faults`main
END

# frames NAME [OPTION...]: the frames of the program, at a system call of the handler
frames() {
	name=$1
	shift
	"$DT" -q "$@" -c "$TMP/faults" >"$TMP/out" 2>"$TMP/err"
	sed -n 's/^ *\(faults`[a-z]*\).*/\1/p' "$TMP/out" | sed '/main/q' >"$TMP/got"
	result "$name" "$(diff "$TMP/want" "$TMP/got" || cat "$TMP/err")"
}

call='syscall::getppid:entry /pid == $target/'
frames frames -n "$call { ustack(); }"
frames key -n "$call { @[ustack()] = count(); }"
frames copied -x ustackunwind -n "$call { ustack(); }"
