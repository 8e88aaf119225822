#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 180
#
# Programs that leave functions without returning end in the same way as untraced, whatever is probed.
. tests/run/common.inc

here=$root/tests/run/pid
${CXX:-g++} -O1 -foptimize-sibling-calls "$here/throws.cc" -o "$TMP/throws" || exit 1
${CC:-gcc} -O1 -fno-optimize-sibling-calls -pthread "$here/stacks.c" -o "$TMP/stacks" || exit 1
${CC:-gcc} -O1 -fno-optimize-sibling-calls -DFIBERS -pthread "$here/stacks.c" -o "$TMP/fibers" || exit 1

# refused TEST PROGRAM FUNCTION TEXT: the message about the function's return
refused() {
	if "$DT" -c "$2" -qn "pid\$target:$3:return { }" >"$TMP/out" 2>&1; then
		result "$1" 'exit status 0'
	else
		result "$1" "$(grep -qF "${3#*:} can't be probed there: $4 (-x unsafereturns)" "$TMP/out" || cat "$TMP/out")"
	fi
}

# exceptions: entries of all; returns at the return instructions, except for functions that jump to another function
expect throws 0 -c "$TMP/throws 1000" -qn '
	pid$target:a.out:leaf:, pid$target:a.out:relay:, pid$target:a.out:thrower:, pid$target:a.out:between:,
	pid$target:a.out:last: /probename == "entry" || probename == "return"/ { @[probefunc, probename] = count(); }' <<'EOF1'
caught 2000, unwound 2000, sum 1001000

  between                                             entry                                                          1000
  last                                                entry                                                          1000
  last                                                return                                                         1000
  relay                                               entry                                                          1000
  relay                                               return                                                         1000
  thrower                                             entry                                                          1000
  leaf                                                entry                                                          2000
  leaf                                                return                                                         2000
--
EOF1
expect throws-everywhere 0 -c "$TMP/throws 1000" -qn 'pid$target:::return { calls++; }
	pid$target:libc:malloc:entry /arg0 == 64/ { self->in = 1; }
	pid$target:libc:malloc:return /self->in && arg1/ { @ = count(); self->in = 0; }' <<'EOF1'
caught 2000, unwound 2000, sum 1001000

             1000
--
EOF1
thrown='an exception may be thrown through it: a return probe would end the program'
refused thrower "$TMP/throws" a.out:passes "$thrown"
refused comparator "$TMP/throws" libc:qsort "$thrown"
# a file without section headers hides what it is
cp "$TMP/throws" "$TMP/headless"
printf '\0\0\0\0\0\0\0\0' | dd of="$TMP/headless" bs=1 seek=40 conv=notrunc status=none # e_shoff
printf '\0\0\0\0' | dd of="$TMP/headless" bs=1 seek=60 conv=notrunc status=none # e_shnum, e_shstrndx
refused headless "$TMP/headless" libc:qsort "$thrown"
"$DT" -c "$TMP/headless" -qn 'pid$target:a.out:main:entry { }' >"$TMP/out" 2>&1
result headless-names "$(grep -qF "(no such function; $TMP/headless has no section headers, where the names are)" "$TMP/out" || cat "$TMP/out")"
# several files have a function of that name: the entries whose returns are not seen are named
echo 'int passes(int n) { return n + 1; }' | ${CC:-gcc} -O1 -shared -fPIC -x c - -o "$TMP/libpasses.so" || exit 1
${CXX:-g++} -O1 -foptimize-sibling-calls "$here/throws.cc" -o "$TMP/twice" -Wl,--no-as-needed "$TMP/libpasses.so" || exit 1
nth=0
for clauses in 'pid$target::passes:return { }' 'pid$target::passes:entry, pid$target::passes:return { } pid$target::passes:return { }'; do
	nth=$((nth + 1))
	expect thrower-in-one-file-$nth 0 -c "$TMP/twice 1" -qn "$clauses" -o "$TMP/rows" <<EOF1
caught 2, unwound 2, sum 2
--
dtrace: twice:passes:return is not probed: $thrown (-x unsafereturns)
EOF1
done
expect thrower-by-pattern 0 -c "$TMP/twice 1" -qn 'pid$target::passe[s]:return { }' -o "$TMP/rows" <<EOF1
caught 2, unwound 2, sum 2
--
EOF1
"$DT" -x unsafereturns -c "$TMP/throws 0" -qn 'pid$target:a.out:last:return, pid$target:a.out:main:return { @[probefunc] = count(); }' \
	>"$TMP/out" 2>"$TMP/err"
result unsafe "$([ $? = 0 ] && grep -q '^  main  *1$' "$TMP/out" || cat "$TMP/out" "$TMP/err")"

# a C++ allocator throws only in a C++ program, a library named like OpenSSL's switches stacks only for async jobs
cat >"$TMP/new.cc" <<'EOF1'
#include <new>
void *operator new(std::size_t size)
{
	try {
		if (void *block = __builtin_malloc(size))
			return block;
		throw std::bad_alloc();
	} catch (std::bad_alloc &) {
		throw;
	}
}
extern "C" void *take(unsigned long size) { return ::operator new(size); }
EOF1
cat >"$TMP/jobs.c" <<'EOF1'
#include <ucontext.h>
int ASYNC_start_job(ucontext_t *to) { return to ? setcontext(to) : 0; }
int digest(int n) { return n + 1; }
EOF1
cat >"$TMP/user.c" <<'EOF1'
#include <stdio.h>
#include <stdlib.h>
void *take(unsigned long size);
int digest(int n), ASYNC_start_job(void *to);
__attribute__((noinline)) int work(int n, int (*call)(int)) { void *block = take(8); free(block); return call(n - 1); }
int main(void)
{
	int sum = 0;
	for (int i = 0; i < 100; i++)
		sum += work(i, digest);
#ifdef JOBS
	sum += ASYNC_start_job(NULL);
#endif
	printf("sum %d\n", sum);
	return 0;
}
EOF1
${CXX:-g++} -O1 -shared -fPIC "$TMP/new.cc" -o "$TMP/libjemalloc.so.9" || exit 1
${CC:-gcc} -O1 -shared -fPIC "$TMP/jobs.c" -o "$TMP/libcrypto.so.9" || exit 1
for kind in PLAIN JOBS; do
	${CC:-gcc} -O2 -D$kind "$TMP/user.c" -o "$TMP/user-$kind" "$TMP/libjemalloc.so.9" "$TMP/libcrypto.so.9" || exit 1
done
${CXX:-g++} -O1 -foptimize-sibling-calls -x c++ "$here/throws.cc" -x none -o "$TMP/throws-new" -Wl,--no-as-needed "$TMP/libjemalloc.so.9" || exit 1
expect offered 0 -c "$TMP/user-PLAIN" -qn 'pid$target:a.out:work:return { @[probefunc] = sum(arg1); }' <<'EOF1'
sum 4950

  work                                                           4950
--
EOF1
refused offered-jobs "$TMP/user-JOBS" a.out:work \
	'the program switches its threads between stacks: the return would be lost'
refused offered-cxx "$TMP/throws-new" a.out:passes "$thrown"
mv "$TMP/libcrypto.so.9" "$TMP/libother.so.9"
${CC:-gcc} -O2 -DPLAIN "$TMP/user.c" -o "$TMP/user-other" "$TMP/libjemalloc.so.9" "$TMP/libother.so.9" || exit 1
refused offered-by-another "$TMP/user-other" a.out:work \
	'the program switches its threads between stacks: the return would be lost'

# a program that looks like a virtual machine, which aborts at a return address that it does not know
cat >"$TMP/walks.c" <<'EOF1'
#include <stdio.h>
#include <stdlib.h>
int main(void);
__attribute__((noinline)) int JNI_CreateJavaVM(int n) { return n; }
static int (*volatile unknown)(int) = JNI_CreateJavaVM;
__attribute__((noinline)) int called(int n)
{
	char *from = __builtin_return_address(0);
	int gone = unknown(n);
	if (from < (char *)main || from > (char *)main + 200)
		abort();
	return gone + 1;
}
__attribute__((noinline)) int passes(int n) { return unknown(n + 1); }
int main(void)
{
	int sum = 0;
	for (int i = 0; i < 100; i++)
		sum += called(i) + passes(i);
	printf("sum %d\n", sum);
	return 0;
}
EOF1
${CC:-gcc} -O2 "$TMP/walks.c" -o "$TMP/walks" || exit 1
expect walks 0 -c "$TMP/walks" -qn 'pid$target:::return { all++; } pid$target:a.out:called:return { @[probefunc] = sum(arg1); }' <<'EOF1'
sum 10100

  called                                                         5050
--
EOF1
refused walked "$TMP/walks" a.out:passes 'the program walks the return addresses on its stacks (a virtual machine): it would crash at one that it does not know'

# longjmp, a cancelled thread and pthread_exit: the kernel notices them
expect longjmp 0 -c "$TMP/stacks jump 1000" -qn 'pid$target:a.out:inner:return, pid$target:a.out:outer:return,
	pid$target:a.out:leaf:return, pid$target:a.out:inner:entry { @[probefunc, probename] = count(); }' <<'EOF1'
jumps 500, sum 250000

  inner                                               return                                                          500
  outer                                               return                                                          500
  inner                                               entry                                                          1000
  leaf                                                return                                                         1000
--
EOF1
expect cancel 0 -c "$TMP/stacks cancel" -qn 'pid$target:a.out:block:return, pid$target:a.out:leave:return,
	pid$target:a.out:blocked:return, pid$target:a.out:leaver:return, pid$target:a.out:clean:return,
	pid$target:a.out:block:entry, pid$target:a.out:leave:entry { @[probefunc, probename] = count(); }' <<'EOF1'
cancelled, left, cleanups 2

  block                                               entry                                                             1
  leave                                               entry                                                             1
  clean                                               return                                                            2
--
EOF1

# where a thread is cancelled, cleanup in the C library runs; where it ends, that of -fexceptions
cat >"$TMP/cleans.c" <<'EOF1'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone))
static int cleanups, gate[2];
#ifdef CANCEL
static void *reads(void *stream)
{
	char line[80];
	return fgets(line, sizeof(line), stream);
}
int main(void)
{
	FILE *stream;
	pthread_t thread;
	void *end;
	if (pipe(gate) || !(stream = fdopen(gate[0], "r")))
		return 1;
	pthread_create(&thread, NULL, reads, stream);
	while (!ftrylockfile(stream))
		funlockfile(stream);
	pthread_cancel(thread);
	pthread_join(thread, &end);
	printf("%s, %s\n", end == PTHREAD_CANCELED ? "cancelled" : "?", ftrylockfile(stream) ? "locked" : "free");
	return 0;
}
#else
static void clean(int *arg) { cleanups += *arg; }
KEEP void ends(void) { pthread_exit("left"); }
static void (*volatile unknown)(void) = ends;
KEEP int calls(int n) { unknown(); return n; }
KEEP int cleans(int n)
{
	int cleanup __attribute__((cleanup(clean))) = n;
	return calls(n) + 1;
}
static void *leaves(void *arg) { return cleans(7) ? arg : NULL; }
int main(void)
{
	pthread_t thread;
	void *end;
	pthread_create(&thread, NULL, leaves, NULL);
	pthread_join(thread, &end);
	printf("%s, cleanups %d\n", (char *)end, cleanups);
	return 0;
}
#endif
EOF1
${CC:-gcc} -O1 -pthread -DCANCEL "$TMP/cleans.c" -o "$TMP/cancels" || exit 1
${CC:-gcc} -O1 -fexceptions -pthread "$TMP/cleans.c" -o "$TMP/leaves" || exit 1
expect cancelled 0 -c "$TMP/cancels" -qn 'pid$target:::return { calls++; }' <<'EOF1'
cancelled, free

--
EOF1
expect leaves 0 -c "$TMP/leaves" -qn 'pid$target:::return { calls++; } pid$target:a.out:main:return { @[probefunc] = count(); }' <<'EOF1'
left, cleanups 7

  main                                                              1
--
EOF1
refused cancelled-comparator "$TMP/cancels" libc:qsort \
	'a thread may be cancelled or end in a function that it calls: cleanup in its callers would be skipped'

# a static C program has an unwinder, for cancelled threads, but throws no exceptions
if ${CC:-gcc} -O1 -static -fno-optimize-sibling-calls -pthread "$here/stacks.c" -o "$TMP/static" 2>/dev/null; then
	expect static 0 -c "$TMP/static cancel" -qn 'pid$target:a.out:block:return, pid$target:a.out:clean:return,
		pid$target:a.out:block:entry, pid$target:a.out:leave:entry { @[probefunc, probename] = count(); }' <<'EOF1'
cancelled, left, cleanups 2

  block                                               entry                                                             1
  leave                                               entry                                                             1
  clean                                               return                                                            2
--
EOF1
	# the function where unwinding begins looks up its caller
	expect static-everywhere 0 -c "$TMP/static cancel" -qn 'pid$target:a.out::return { calls++; }
		pid$target:a.out:clean:return { @[probefunc] = count(); }' <<'EOF1'
cancelled, left, cleanups 2

  clean                                                             2
--
EOF1
	${CXX:-g++} -O1 -foptimize-sibling-calls -static "$here/throws.cc" -o "$TMP/throws-static" || exit 1
	refused static-thrower "$TMP/throws-static" a.out:passes "$thrown"
	printf '%s\n' 'struct e; int _Unwind_RaiseException(struct e *);' \
		'__attribute__((noinline)) int own(struct e *e) { return e ? _Unwind_RaiseException(e) : 0; }' \
		'int main(int argc, char **argv) { return argv[argc] ? 1 : own(0); }' >"$TMP/own.c"
	${CC:-gcc} -O2 -static "$TMP/own.c" -o "$TMP/own" -lgcc_eh || exit 1
	refused static-own-language "$TMP/own" a.out:own "$thrown"
fi

# contexts: the kernel would lose returns of the context that is not running
expect fibers 0 -c "$TMP/fibers fiber 100" -qn 'pid$target:a.out::return { @[probefunc] = count(); }
	pid$target:a.out:swap:entry { @[probefunc] = count(); }' <<'EOF1'
switches 300

  fiber                                                             1
  main                                                              1
  turn                                                            199
  leaf                                                            300
  swap                                                            599
--
EOF1
if nm "$TMP/fibers" | grep -q ' mixed$'; then
	refused data "$TMP/fibers fiber 1" a.out:mixed \
		'the program switches its threads between stacks: the return would be lost'
fi
refused switched "$TMP/fibers fiber 1" a.out:passes \
	'the program switches its threads between stacks: the return would be lost'
