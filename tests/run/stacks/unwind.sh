#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# stacks: -x ustackunwind on programs without frame pointers, with all of their frames; the message where
# it can't go on. The programs have ended when their stacks are walked.
. tests/run/common.inc

cat >"$TMP/bare.c" <<'END'
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>
#define FUNC static __attribute__((noinline, noclone)) long
long untabled(long (*fn)(long), long x);
static void hold(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }
FUNC inner(long x)
{
	char room[300];
	long ret;

	hold(room);
	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid) : "rcx", "r11", "memory");
	return ret + x + room[3];
}
FUNC middle(long depth)
{
	char room[100];

	hold(room);
	return (depth ? middle(depth - 1) : inner(depth)) + room[7];
}
FUNC wide(long x)
{
	char room[9000];

	memset(room, 1, sizeof(room));
	hold(room);
	return middle(x) + room[2];
}
static long result;
static void handler(int signo) { result = inner(signo); }
FUNC interrupted(long x)
{
	signal(SIGUSR1, handler);
	kill(getpid(), SIGUSR1);
	return result + x;
}
/* the handler runs far below the stack of the interrupted function */
FUNC apart(long x)
{
	static char room[1 << 16];
	stack_t own = { .ss_sp = room, .ss_size = sizeof(room) };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };

	sigaltstack(&own, NULL);
	sigaction(SIGUSR1, &action, NULL);
	kill(getpid(), SIGUSR1);
	return result + x;
}
FUNC last(long x)
{
	inner(x);
	_exit(0);
}
/* no table describes its stack, and it uses rbp for something else */
__asm__(".text\n.globl untabled\n.type untabled, @function\nuntabled:\n"
	"push %rbp\npush %rbx\nsub $24, %rsp\nmov $5, %ebp\nmov %rdi, %rax\nmov %rsi, %rdi\ncall *%rax\n"
	"add $24, %rsp\npop %rbx\npop %rbp\nret\n.size untabled, .-untabled\n");
int main(int argc, char **argv)
{
	switch (argc > 1 ? argv[1][0] : 0) {
	case 'd':
		return middle(3) == 42;
	case 'w':
		return wide(1) == 42;
	case 'i':
		return interrupted(1) == 42;
	case 'a':
		return apart(1) == 42;
	case 'u':
		return untabled(inner, 1) == 42;
	case 'l':
		return last(1) == 42;
	}
	return 1;
}
END
$CC -O2 -fomit-frame-pointer -o "$TMP/bare" "$TMP/bare.c"
$CC -O2 -fomit-frame-pointer -static -o "$TMP/static" "$TMP/bare.c"
strip "$TMP/static"

# walk NAME PROGRAM-WORDS ACTION OPTION...: functions down to main, and the end of the stack
walk() {
	test_name=$1 command=$2 action=$3
	cat >"$TMP/wanted"
	shift 3
	"$DT" -q "$@" -c "$command" -n 'syscall::getppid:entry /pid == $target/ { '"$action"' }' 2>&1 </dev/null |
		sed -E -e '/^$/d' -e 's/\+0x[0-9a-f]+$/+OFF/' -e 's/`0x[0-9a-f]+/`ADDR/' -e 's/^ +//' \
			-e '/^libc/d; /_start/d' >"$TMP/got"
	if diff -u --label expected --label actual "$TMP/wanted" "$TMP/got"; then
		echo "ok $test_name"
	else
		echo "not ok $test_name"
	fi
}

deep='bare`inner+OFF
bare`middle+OFF
bare`middle+OFF
bare`middle+OFF
bare`middle+OFF'
walk whole "$TMP/bare d" 'ustack();' -x ustackunwind <<END
$deep
bare\`main+OFF
END
# the kernel finds the current place and the value that it takes for a frame pointer
walk without-option "$TMP/bare d" 'ustack(1);' <<'END'
bare`inner+OFF
END
walk frames "$TMP/bare d" 'ustack(3);' -x ustackunwind <<'END'
bare`inner+OFF
bare`middle+OFF
bare`middle+OFF
END
walk formats "$TMP/bare d" 'printf("%k|%d|%s|%k", ustack(2), 42, probefunc, ustack(1)); trace("end");' -x ustackunwind <<'END'
bare`inner+OFF
bare`middle+OFF
|42|getppid|
bare`inner+OFF
end
END
# 16 KB are copied, 8 KB are not enough; asking for more than the stack has does no harm
walk wide "$TMP/bare w" 'ustack();' -x ustackunwind <<'END'
bare`inner+OFF
bare`middle+OFF
bare`middle+OFF
bare`wide+OFF
bare`main+OFF
END
walk wide-cut "$TMP/bare w" 'ustack();' -x ustackunwind -x ustackcopy=8k <<'END'
bare`inner+OFF
bare`middle+OFF
bare`middle+OFF
bare`wide+OFF
[ cut: more stack than was copied, see ustackcopy ]
END
walk all-of-it "$TMP/bare w" 'ustack(); printf("%s%d\n", execname, 7);' -x ustackunwind -x ustackcopy=64k <<'END'
bare`inner+OFF
bare`middle+OFF
bare`middle+OFF
bare`wide+OFF
bare`main+OFF
bare7
END
walk signal "$TMP/bare i" 'ustack();' -x ustackunwind <<'END'
bare`inner+OFF
bare`handler+OFF
bare`interrupted+OFF
bare`main+OFF
END
walk signal-stack "$TMP/bare a" 'ustack();' -x ustackunwind -x ustackcopy=64k <<'END'
bare`inner+OFF
bare`handler+OFF
[ cut: the stack continues beyond what can be copied ]
END
walk no-table "$TMP/bare u" 'ustack();' -x ustackunwind <<'END'
bare`inner+OFF
bare`untabled+OFF
[ cut: no unwind table for this address ]
END
# last() ends with a call: its return address is in the code of the next function
walk call-at-end "$TMP/bare l" 'ustack();' -x ustackunwind <<'END'
bare`inner+OFF
bare`last+OFF
bare`main+OFF
END
walk stripped-static "$TMP/static d" 'ustack(6);' -x ustackunwind <<'END'
static`ADDR
static`ADDR
static`ADDR
static`ADDR
static`ADDR
static`ADDR
END
# probes without a user stack
walk own-probes "$TMP/bare d" 'printf("fired\n"); } END { ustack(); printf("end\n"); ' -x ustackunwind <<'END'
fired
end
END
# probes in the program, and the kernel's clock
walk usdt "$TRIGGERS/nest 1" '} nest$target:::inner { ustack(4); exit(0); ' -x ustackunwind <<'END'
nest`inner+OFF
nest`left+OFF
nest`main+OFF
END

expect key 1 -qx ustackunwind -n 'syscall::getppid:entry { @[ustack()] = count(); }' <<'END'
--
dtrace: invalid probe specifier syscall::getppid:entry { @[ustack()] = count(); }: with -x ustackunwind a user stack can't be a key or be stored: it is walked when it is printed; trace it, or omit the option
  syscall::getppid:entry { @[ustack()] = count(); }
                             ^~~~~~~~
END
expect key-of-array 1 -qx ustackunwind -n 'syscall::getppid:entry { a[ustack()] = 1; }' <<'END'
--
dtrace: invalid probe specifier syscall::getppid:entry { a[ustack()] = 1; }: with -x ustackunwind a user stack can't be a key or be stored: it is walked when it is printed; trace it, or omit the option
  syscall::getppid:entry { a[ustack()] = 1; }
                             ^~~~~~~~
END
expect variable 1 -qx ustackunwind -n 'syscall::getppid:entry { x = ustack(); }' <<'END'
--
dtrace: invalid probe specifier syscall::getppid:entry { x = ustack(); }: with -x ustackunwind a user stack can't be a key or be stored: it is walked when it is printed; trace it, or omit the option
  syscall::getppid:entry { x = ustack(); }
                               ^~~~~~~~
END
