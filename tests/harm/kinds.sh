#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 400
#
# Programs with unusual builds, memory or system calls behave the same while they are traced.
# a private mount namespace, to mount huge pages of 2 MB
[ -n "${HARM_MOUNTS:-}" ] || HARM_MOUNTS=1 exec unshare -m "$0"
. tests/harm/harm.inc

# work.h: the common part of all programs, with functions that begin and end in many ways
cat >"$TMP/work.h" <<'END'
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone))
static jmp_buf back;
static KEEP unsigned mix(unsigned x) { return x * 1664525u + 1013904223u; }
static KEEP unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static KEEP double real(double a, int n, ...)
{
	va_list ap;
	va_start(ap, n);
	while (n-- > 0)
		a = a * 1.5 + va_arg(ap, double);
	va_end(ap);
	return a;
}
static KEEP void jumps(int n) { if (n) jumps(n - 1); else longjmp(back, 7); }
struct big { long a[9]; };
static KEEP struct big structs(int n) { struct big b; for (int i = 0; i < 9; i++) b.a[i] = i * n; return b; }
static KEEP int by_value(const void *a, const void *b) { return *(const unsigned *)a < *(const unsigned *)b ? -1 : *(const unsigned *)a > *(const unsigned *)b; }
static KEEP unsigned work(unsigned rounds)
{
	static unsigned table[256];
	unsigned x = 1;
	for (unsigned i = 0; i < rounds; i++) {
		for (int k = 0; k < 256; k++)
			table[k] = x = mix(x);
		qsort(table, 256, sizeof(*table), by_value);
		x ^= table[i % 256] + fib(i % 12) + (unsigned)real(x % 100, 3, 1.0, 2.0, 3.0) + structs(i).a[8];
		if (setjmp(back) == 0)
			jumps(i % 30);
	}
	return x;
}
END
cat >"$TMP/work.c" <<'END'
#include "work.h"
int main(void)
{
	printf("%u\n", work(3000));
	return 3;
}
END

# kind NAME CC FLAG...: work.c, or NAME.c if it exists
kind() {
	kind=$1 compiler=$2 source=$TMP/$1.c
	shift 2
	[ -e "$source" ] || source=$TMP/work.c
	if $compiler -D_GNU_SOURCE -O1 -g -I"$TMP" -o "$TMP/$kind-bin" "$source" "$@" 2>"$TMP/$kind.cc"; then
		harm "$kind" "$TMP/$kind-bin"
	else
		cat "$TMP/$kind.cc"
		lacking "$kind" "$compiler $*"
		unset ENTRIES RETURNS OFFSETS FEW FILTER REPEAT
	fi
}

OFFSETS='pid$target:a.out:[a-v]*:' FEW='pid$target:a.out:work:,pid$target:a.out:m*:' kind static "$CC" -static
OFFSETS='pid$target:a.out:[a-v]*:' FEW='pid$target:a.out:work:,pid$target:a.out:f*:' kind static-pie "$CC" -static-pie
kind cet "$CC" -fcf-protection=full -Wl,-z,ibt,-z,shstk
kind 32-bit i686-linux-gnu-gcc -Wl,--dynamic-linker=/usr/i686-linux-gnu/lib/ld-linux.so.2 -Wl,-rpath,/usr/i686-linux-gnu/lib
OFFSETS='pid$target:a.out:[a-v]*:' FEW='pid$target:a.out:work:' kind 32-static i686-linux-gnu-gcc -static

cat >"$TMP/seccomp.c" <<'END'
#include "work.h"
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
int main(void)
{
	char text[32];
	unsigned x = work(30);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
		return 1;
	x += work(3000);
	write(1, text, snprintf(text, sizeof(text), "%u\n", x));
	syscall(SYS_exit, 4);
}
END
kind seccomp "$CC"

cat >"$TMP/filter.c" <<'END'
#include "work.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#define ALLOW(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
int main(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		ALLOW(SYS_write), ALLOW(SYS_exit_group), ALLOW(SYS_sysinfo), ALLOW(SYS_brk), ALLOW(SYS_getrandom),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog prog = { sizeof(code) / sizeof(*code), code };
	char text[32];
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return 1;
	unsigned x = work(3000);
	write(1, text, snprintf(text, sizeof(text), "%u\n", x));
	_exit(5);
}
END
kind filter "$CC"

cat >"$TMP/memfd.c" <<'END'
#include "work.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
int main(int argc, char **argv, char **env)
{
	if (argc == 1) {
		int from = open("/proc/self/exe", O_RDONLY), to = memfd_create("copied", MFD_CLOEXEC);
		struct stat st;
		fstat(from, &st);
		sendfile(to, from, NULL, st.st_size);
		fexecve(to, (char *[]){ "copied", "again", NULL }, env);
		return 1;
	}
	printf("%u\n", work(3000));
	return 6;
}
END
kind memfd "$CC"

cat >"$TMP/deleted.c" <<'END'
#include "work.h"
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
/* runs a copy that deletes itself, so that the next run finds the program again */
int main(int argc, char **argv)
{
	char name[4096];
	if (argc == 1) {
		int from = open("/proc/self/exe", O_RDONLY), to;
		struct stat st;
		snprintf(name, sizeof(name), "%s.copy.%d", argv[0], getpid());
		to = open(name, O_WRONLY | O_CREAT | O_EXCL, 0700);
		fstat(from, &st);
		sendfile(to, from, NULL, st.st_size);
		close(to);
		execl(name, name, "again", NULL);
		return 1;
	}
	unlink(argv[0]);
	printf("%u\n", work(3000));
	return 7;
}
END
kind deleted "$CC"

cat >"$TMP/ucontext.c" <<'END'
#include "work.h"
#include <ucontext.h>
#define FIBERS 8
static ucontext_t main_context, context[FIBERS];
static unsigned sum;
static KEEP void yield(int me) { swapcontext(&context[me], &context[(me + 1) % FIBERS]); }
static KEEP void nested(int me, int n) { if (n) { nested(me, n - 1); yield(me); sum = mix(sum + n); } }
static KEEP void fiber(int me)
{
	for (int i = 0; i < 40; i++)
		nested(me, 5);
	setcontext(&main_context);
}
int main(void)
{
	static char stacks[FIBERS][65536];
	for (int i = 0; i < FIBERS; i++) {
		getcontext(&context[i]);
		context[i].uc_stack.ss_sp = stacks[i];
		context[i].uc_stack.ss_size = sizeof(stacks[i]);
		makecontext(&context[i], (void (*)(void))fiber, 1, i);
	}
	sum = work(2000);
	swapcontext(&main_context, &context[0]);
	printf("%u\n", sum);
	return 8;
}
END
kind ucontext "$CC"

cat >"$TMP/vfork.c" <<'END'
#include "work.h"
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
extern char **environ;
static volatile int children;
static void child_ended(int signal) { (void)signal; children++; }
static KEEP int status_of(pid_t pid) { int status = -1; while (waitpid(pid, &status, 0) < 0) ; return WEXITSTATUS(status); }
int main(int argc, char **argv)
{
	int sum = 0;
	unsigned x = 0;
	if (argc > 1)
		return atoi(argv[1]);
	signal(SIGCHLD, child_ended);
	for (int i = 0; i < 30; i++) {
		char n[8];
		pid_t pid;
		sprintf(n, "%d", i);
		char *args[] = { argv[0], n, NULL };
		pid = vfork();
		if (!pid) {
			mix(i);
			execv(argv[0], args);
			_exit(99);
		}
		sum += status_of(pid);
		if (!(pid = vfork()))
			_exit(mix(3) & 7);
		sum += status_of(pid);
		if (!posix_spawn(&pid, argv[0], NULL, NULL, args, environ))
			sum += status_of(pid);
		if (!(pid = fork()))
			_exit(work(2) & 15);
		sum += status_of(pid);
		x ^= work(2);
	}
	fflush(stdout);
	printf("%d %u %d %d\n", sum, x, system("exit 3") >> 8, children > 0);
	return 9;
}
END
kind vfork "$CC"

cat >"$TMP/userfault.c" <<'END'
#include "work.h"
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#define PAGES 400
static int fd;
static KEEP void bring(unsigned long addr)
{
	static char page[4096] __attribute__((aligned(4096)));
	memset(page, addr >> 12 & 127, sizeof(page));
	struct uffdio_copy copy = { .dst = addr & ~4095ul, .src = (unsigned long)page, .len = 4096 };
	ioctl(fd, UFFDIO_COPY, &copy);
}
static void *bringer(void *unused)
{
	struct uffd_msg msg;
	while (read(fd, &msg, sizeof(msg)) == sizeof(msg))
		bring(msg.arg.pagefault.address);
	return unused;
}
int main(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	char *area = mmap((void *)0x100000000, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	struct uffdio_register reg = { .range = { (unsigned long)area, PAGES * 4096 }, .mode = UFFDIO_REGISTER_MODE_MISSING };
	pthread_t thread;
	unsigned x = 0;
	fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &reg))
		return 1;
	pthread_create(&thread, NULL, bringer, NULL);
	for (int i = 0; i < PAGES; i++)
		x = mix(x + area[i * 4096 + i]);
	/* the page of this path is missing: the kernel waits for it */
	printf("%u %d %u\n", x, access(area + PAGES * 4096, F_OK), work(2000));
	return 10;
}
END
kind userfault "$CC" -pthread

cat >"$TMP/io_uring.c" <<'END'
#include "work.h"
#include <fcntl.h>
#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/syscall.h>
int main(int argc, char **argv)
{
	struct io_uring_params p = { .flags = 0 };
	int fd = syscall(SYS_io_uring_setup, 8, &p), file = open(argv[0], O_RDONLY);
	char *sq, *cq, buf[8][512];
	struct io_uring_sqe *sqes;
	unsigned x = 0, *tail, *head;
	if (fd < 0)
		return 77;
	sq = mmap(NULL, p.sq_off.array + p.sq_entries * 4, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, IORING_OFF_SQ_RING);
	cq = mmap(NULL, p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, IORING_OFF_CQ_RING);
	sqes = mmap(NULL, p.sq_entries * sizeof(*sqes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, IORING_OFF_SQES);
	tail = (unsigned *)(sq + p.sq_off.tail);
	head = (unsigned *)(cq + p.cq_off.head);
	for (int round = 0; round < 200; round++) {
		for (int i = 0; i < 8; i++) {
			struct io_uring_sqe *e = &sqes[i];
			memset(e, 0, sizeof(*e));
			e->opcode = IORING_OP_READ;
			e->flags = i & 1 ? IOSQE_ASYNC : 0;
			e->fd = file;
			e->addr = (unsigned long)buf[i];
			e->len = sizeof(buf[i]);
			e->off = (round * 8 + i) * 8 % 8192;
			((unsigned *)(sq + p.sq_off.array))[i] = i;
		}
		__atomic_store_n(tail, *tail + 8, __ATOMIC_RELEASE);
		if (syscall(SYS_io_uring_enter, fd, 8, 8, IORING_ENTER_GETEVENTS, NULL, 0) != 8)
			return 1;
		x += (__atomic_load_n((unsigned *)(cq + p.cq_off.tail), __ATOMIC_ACQUIRE) - *head);
		__atomic_store_n(head, *head + 8, __ATOMIC_RELEASE);
		for (int i = 0; i < 8; i++)
			for (int k = 0; k < 512; k++)
				x = mix(x + buf[i][k]);
	}
	printf("%u %u\n", x, work(2000));
	return 11;
}
END
kind io_uring "$CC"

# code in huge pages of 2 MB, from a file in memory
cat >"$TMP/huge.c" <<'END'
#include "work.h"
__asm__(".text\n.skip 4 << 20, 0x90\n");
int main(void)
{
	char line[256];
	long kb, huge = 0;
	FILE *smaps = fopen("/proc/self/smaps", "r");
	while (fgets(line, sizeof(line), smaps))
		if (sscanf(line, "FilePmdMapped: %ld", &kb) == 1)
			huge += kb;
	fclose(smaps);
	/* only without dtrace: breakpoints split the huge pages that contain them */
	if (getenv("HARM_HUGE"))
		return huge < 2048;
	printf("%u\n", work(3000));
	return 12;
}
END
mkdir "$TMP/huge"
huge_flags='-Wl,-z,max-page-size=2097152 -Wl,-z,common-page-size=2097152'
# shellcheck disable=SC2086
if ! mount -t tmpfs -o huge=always tmpfs "$TMP/huge" 2>/dev/null; then
	lacking huge "tmpfs with huge=always"
elif ! { $CC -O1 -I"$TMP" $huge_flags -o "$TMP/huge/huge" "$TMP/huge.c" && HARM_HUGE=1 "$TMP/huge/huge"; }; then
	lacking huge "code in pages of 2 MB"
else
	OFFSETS='pid$target:a.out:[a-z]*:' harm huge "$TMP/huge/huge"
fi

# a program with a limit of 6 MB, of which it uses 4
cat >"$TMP/limited.c" <<'END'
#include "work.h"
#include <sys/mman.h>
int main(void)
{
	FILE *tasks = fopen(getenv("HARM_TASKS"), "w");
	unsigned x = 0, size = 4 << 20;
	fprintf(tasks, "%d\n", getpid());
	fclose(tasks);
	unsigned char *area = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int round = 0; round < 40; round++) {
		for (unsigned i = 0; i < size; i += 4096)
			x += area[i]++;
		x += work(150);
	}
	printf("%u\n", x);
	return 13;
}
END
group=/sys/fs/cgroup/memory/dtrace-harm-$$ limit=memory.limit_in_bytes
[ -d /sys/fs/cgroup/memory ] || group=/sys/fs/cgroup/dtrace-harm-$$ limit=memory.max
if mkdir "$group" 2>/dev/null && [ -w "$group/$limit" ]; then
	echo 6M >"$group/$limit"
	HARM_TASKS=$group/cgroup.procs
	export HARM_TASKS
	kind limited "$CC" -static
	rmdir "$group"
else
	rmdir "$group" 2>/dev/null
	lacking limited "a cgroup with a limit of memory"
fi
