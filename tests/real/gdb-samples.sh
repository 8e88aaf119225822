#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 300
#
# real: each frame of 1,000 stacks equals gdb's. One program recurses at random through qsort(), large, variable-size
# and aligned frames, and signal handlers, also on a stack of their own; without frame pointers, by several compilers,
# static, stripped, at fixed addresses. Another one, in C++, recurses through virtual functions, closures, std::sort()
# and destructors that an exception runs. The same stacks are also used as a key of an aggregation.
if ! gdb -nx -batch -ex 'python print(1)' >/dev/null 2>&1; then
	echo "skip gdb-samples: needs gdb with python"
	exit 0
fi

cat >"$TMP/samples.c" <<'END'
#include <alloca.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone))
static volatile unsigned seed = 1, sink;
static unsigned rnd(unsigned n) { seed = seed * 1103515245 + 12345; return seed / 65536 % n; }
static int left;
KEEP static void here(void)
{
	if (left-- <= 0)
		_exit(0);
	long ret;
	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid) : "rcx", "r11", "memory");
	sink += ret;
}
KEEP static void any(int depth);
KEEP static int compare(const void *a, const void *b) { any(0); return *(const int *)a - *(const int *)b; }
KEEP static void sorted(int depth)
{
	int v[6];
	for (int i = 0; i < 6; i++)
		v[i] = rnd(100);
	qsort(v, 6, sizeof(v[0]), compare);
	sink += v[0] + depth;
}
KEEP static void wide(int depth) { char room[5000]; memset(room, depth, sizeof(room)); any(depth); sink += room[rnd(5000)]; }
KEEP static void moved(int depth) { char *room = alloca(rnd(300) + 1); memset(room, 1, 1); any(depth); sink += room[0]; }
KEEP static void aligned(int depth) { __attribute__((aligned(64))) char room[128]; memset(room, depth, sizeof(room)); any(depth); sink += room[rnd(128)]; }
KEEP static void many(int depth)
{
	unsigned a = rnd(9), b = rnd(9), c = rnd(9), d = rnd(9), e = rnd(9), f = rnd(9);
	any(depth);
	sink += a * b + c * d + e * f;
	any(depth - 1);
	sink += a + b * c + d * e + f;
}
static void handler(int signo) { any(signo == SIGUSR1); }
KEEP static void signalled(int depth) { raise(depth & 1 ? SIGUSR1 : SIGUSR2); sink++; }
KEEP static void any(int depth)
{
	if (depth <= 0) {
		here();
		return;
	}
	switch (rnd(7)) {
	case 0: sorted(depth - 1); break;
	case 1: wide(depth - 1); break;
	case 2: moved(depth - 1); break;
	case 3: aligned(depth - 1); break;
	case 4: many(depth - 1); break;
	case 5: signalled(depth); break;
	default: any(depth - 1); any(depth - 1); break;
	}
	sink++;
}
int main(int argc, char **argv)
{
	static char room[1 << 16];
	stack_t own = { .ss_sp = room, .ss_size = sizeof(room) };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK | SA_NODEFER };
	sigaltstack(&own, NULL);
	sigaction(SIGUSR1, &action, NULL);
	action.sa_flags = SA_NODEFER;
	sigaction(SIGUSR2, &action, NULL);
	left = argc > 1 ? atoi(argv[1]) : 1000;
	for (;;)
		any(6);
}
END
cat >"$TMP/samples.cc" <<'END'
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <sys/syscall.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone))
static volatile unsigned seed = 1, sink;
static unsigned rnd(unsigned n) { seed = seed * 1103515245 + 12345; return seed / 65536 % n; }
static int left;
KEEP static void here()
{
	if (left-- <= 0)
		_exit(0);
	long ret;
	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid) : "rcx", "r11", "memory");
	sink += ret;
}
KEEP static void any(int depth);
struct Guard {
	int depth;
	explicit Guard(int d) : depth(d) {}
	KEEP ~Guard() { any(depth); sink++; }
};
struct Base {
	virtual ~Base() {}
	virtual void run(int depth) = 0;
};
struct Plain : Base {
	KEEP void run(int depth) override { any(depth); sink++; }
};
struct Other : Base {
	std::string text = "a text that does not fit into the object itself";
	KEEP void run(int depth) override { any(depth); sink += text.size(); }
};
KEEP static void throws(int depth)
{
	Guard guard(depth / 2);
	if (depth >= 0)
		throw depth;
}
KEEP static void caught(int depth)
{
	try {
		throws(depth);
	} catch (int value) {
		any(value / 2);
	}
	sink++;
}
KEEP static void rethrown(int depth)
{
	try {
		Guard guard(0);
		try {
			throws(depth);
		} catch (...) {
			any(0);
			throw;
		}
	} catch (const int &value) {
		any(value - 1);
	}
	sink++;
}
KEEP static void sorted(int depth)
{
	std::vector<int> v;
	for (int i = 0; i < 5; i++)
		v.push_back(rnd(100));
	std::sort(v.begin(), v.end(), [](int a, int b) { any(0); return a < b; });
	sink += v[0] + depth;
}
KEEP static void called(int depth)
{
	std::function<void(int)> closure = [depth](int more) { any(depth - more); sink++; };
	closure(rnd(2));
	sink++;
}
KEEP static void mapped(int depth)
{
	std::map<std::string, int> counts;
	for (int i = 0; i < 3; i++)
		counts[std::to_string(rnd(9))]++;
	std::for_each(counts.begin(), counts.end(), [depth](const std::pair<const std::string, int> &pair) {
		any(depth - pair.second);
		sink++;
	});
}
KEEP static void any(int depth)
{
	std::unique_ptr<Base> object;

	if (depth <= 0) {
		here();
		return;
	}
	switch (rnd(7)) {
	case 0: caught(depth - 1); break;
	case 1: rethrown(depth - 1); break;
	case 2: sorted(depth - 1); break;
	case 3: called(depth - 1); break;
	case 4: mapped(depth - 1); break;
	default:
		object.reset(rnd(2) ? static_cast<Base *>(new Plain) : new Other);
		object->run(depth - 1);
		break;
	}
	sink++;
}
int main(int argc, char **argv)
{
	left = argc > 1 ? atoi(argv[1]) : 1000;
	for (;;)
		any(6);
}
END
cat >"$TMP/frames.py" <<'END'
import gdb, os
gdb.execute('set pagination off')
gdb.execute('set disable-randomization off')
gdb.execute('set backtrace past-main on')
gdb.execute('set backtrace past-entry on')
gdb.execute('handle SIGUSR1 SIGUSR2 nostop noprint pass')
gdb.execute('catch syscall getppid')
gdb.execute('run', to_string=True)
bases = None
def learn():
    ret = []
    for line in open('/proc/%d/maps' % gdb.selected_inferior().pid):
        part = line.split(None, 5)
        if 'x' not in part[1]:
            continue
        lo, hi = (int(x, 16) for x in part[0].split('-'))
        path = part[5].strip() if len(part) > 5 else ''
        # in a program at fixed addresses, addresses need no base
        fixed = path.startswith('/') and open(path, 'rb').read(18)[16] == 2
        ret.append((lo, hi, lo if fixed else int(part[2], 16), path))
    return ret
def name(pc):
    global bases
    for lo, hi, off, path in bases:
        if lo <= pc < hi:
            return '%s %x' % (os.path.basename(path), pc - lo + off)
    return '? %x' % pc
n = 0
out = open(os.environ['FRAMES_OUT'], 'w')
while True:
    try:
        pid = gdb.selected_inferior().pid
        if not pid:
            break
        n += 1
        if n % 2:
            bases = bases or learn()
            f = gdb.newest_frame()
            while f:
                if f.type() in (gdb.NORMAL_FRAME, gdb.SIGTRAMP_FRAME):
                    out.write(name(f.pc()) + "\n")
                f = f.older()
            out.write('--\n')
        gdb.execute('continue', to_string=True)
    except gdb.error as e:
        break
END

# same NAME COMPILER FLAG...: C++ compilers use samples.cc
same() {
	name=$1
	case $2 in *++) source=samples.cc ;; *) source=samples.c ;; esac
	shift
	mkdir "$TMP/$name"
	"$@" -w -o "$TMP/$name/samples" "$TMP/$source" || return
	FRAMES_OUT=$TMP/$name/gdb gdb -nx -batch -iex 'set debuginfod enabled off' -iex 'set auto-load off' \
		-x "$TMP/frames.py" --args "$TMP/$name/samples" 1000 >/dev/null 2>&1 </dev/null
	"$DTRACE" -qx noresolve -x bufsize=16m -c "$TMP/$name/samples 1000" \
		-n 'syscall::getppid:entry /pid == $target/ { ustack(); printf("--\n"); @[ustack()] = count(); }
		END { printf("keys\n"); printa("%k--%@d\n", @); }' >"$TMP/$name/out" 2>&1 </dev/null
	sed -n -E -e '/^keys/q' -e 's/^ *([^ ]+):0x([0-9a-f]+)$/\1 \2/p; /^ *\[/p; /^--/p' \
		"$TMP/$name/out" >"$TMP/$name/dtrace"
	sed -n -E -e '1,/^keys/d' -e 's/^ *([^ ]+):0x([0-9a-f]+)$/\1 \2/p; /^ *\[/p; /^--/p' \
		"$TMP/$name/out" | keys >"$TMP/$name/keys"
	sed 's/^--$/--1/' "$TMP/$name/gdb" | keys >"$TMP/$name/gdb-keys"
	if [ "$(grep -c '^--' "$TMP/$name/gdb")" != 1000 ]; then
		echo "not ok $name: gdb has $(grep -c '^--' "$TMP/$name/gdb") samples"
	elif diff -u --label gdb --label dtrace "$TMP/$name/gdb" "$TMP/$name/dtrace" >"$TMP/diff" &&
		diff -u --label gdb --label keys "$TMP/$name/gdb-keys" "$TMP/$name/keys" >"$TMP/diff"; then
		echo "ok $name"
	else
		echo "not ok $name"
		head -n 20 "$TMP/diff"
	fi
}
# one line for each stack, with its count
keys() {
	awk '/^--/ { cnt[stack] += substr($0, 3); stack = ""; next }
		{ stack = stack " " $0 }
		END { for (stack in cnt) print cnt[stack] stack }' | sort
}

same bare gcc -O2 -fomit-frame-pointer
same frame-pointers gcc -O1 -fno-omit-frame-pointer
same fast gcc -O3 -fomit-frame-pointer
same small gcc -Os -fomit-frame-pointer
same lazy gcc -O2 -fomit-frame-pointer -Wl,-z,lazy
same stripped gcc -O2 -fomit-frame-pointer -s
same fixed gcc -O2 -fomit-frame-pointer -no-pie
same static gcc -O2 -fomit-frame-pointer -static
same static-pie gcc -O2 -fomit-frame-pointer -static-pie
same clang clang -O2 -fomit-frame-pointer
same c++ g++ -O2 -fomit-frame-pointer
same c++-stripped g++ -O3 -fomit-frame-pointer -s
same c++-static g++ -O2 -fomit-frame-pointer -static
same clang++ clang++ -O2 -fomit-frame-pointer
