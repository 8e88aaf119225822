#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 400
#
# Large programs, and programs that generate code or trace others, behave the same while they are traced.
. tests/harm/harm.inc

if command -v node >/dev/null; then
	cat >"$TMP/work.js" <<-'END'
	const crypto = require('crypto'), zlib = require('zlib');
	let h = crypto.createHash('sha256'), objects = [];
	for (let i = 0; i < 20000; i++) objects.push({ i, k: 'k' + i * 7919 % 997, f: i / 7 });
	objects.sort((a, b) => a.k < b.k ? -1 : a.k > b.k ? 1 : a.i - b.i);
	h.update(JSON.stringify(objects));
	console.log(h.digest('hex'), zlib.gzipSync('x'.repeat(100000)).length);
	function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
	console.log(fib(25), /(a+)+b/.test('aaaaaaaaaaaaaaaac'));
	(async () => {
		try { await Promise.reject(new Error('rejected')); } catch (e) { console.log(e.message); }
		function* g() { for (let i = 0; i < 1000; i++) yield i; }
		console.log([...g()].reduce((a, b) => a + b));
		console.error('%s', process.argv.length);
		process.exitCode = 3;
	})();
	END
	ENTRIES='pid$target:a.out:*[Jj]s*:entry,pid$target:lib*::entry' RETURNS='pid$target:a.out:uv_*:return,pid$target:lib*::return' \
		OFFSETS='some 400' harm node node "$TMP/work.js"
else
	lacking node nodejs
fi

awk 'BEGIN {
	for (i = 0; i < 60; i++)
		printf "int f%d(int *p, int n) { int s = %d; for (int i = 0; i < n; i++) { if (p[i] %% %d) s += p[i] * i; else s ^= f%d(p, i / 2); } switch (s & 7) { case 1: return s; case 3: return n; default: return s + %d; } }\n",
			i, i, i + 2, i ? i - 1 : 0, i
}' >"$TMP/work.c"
OFFSETS='some 400' harm cc1 "$($CC -print-prog-name=cc1)" -quiet -O1 -o - "$TMP/work.c"

cat >"$TMP/inner.c" <<'END'
#include <stdio.h>
__attribute__((noinline)) int deep(int n) { return n ? deep(n - 1) + 1 : printf("bottom\n"); }
int main(void) { return deep(20) == 27 ? 6 : 1; }
END
$CC -O0 -g -o "$TMP/inner" "$TMP/inner.c"
if command -v gdb >/dev/null; then
	cat >"$TMP/work.gdb" <<-'END'
	set debuginfod enabled off
	set auto-load off
	set pagination off
	break deep if n == 3
	run
	backtrace
	watch $rsp
	delete 2
	info functions deep
	disassemble deep
	continue
	print $_exitcode
	quit 7
	END
	FILTER='/^\[Inferior/d' RETURNS='pid$target:a.out::return,pid$target:lib[a-m]*::return' OFFSETS='pid$target:libc.so.6:m*:,pid$target:a.out::' FEW='pid$target:libc.so.6:w*:' \
		harm gdb gdb -nx -q -batch -x "$TMP/work.gdb" "$TMP/inner"
else
	lacking gdb gdb
fi
OFFSETS='pid$target:libc.so.6:w*:,pid$target:libc.so.6:f*:' FEW='pid$target:libc.so.6:p*:' harm strace strace -e trace=openat,write,exit_group "$TMP/inner"

javac=$(ls -d /usr/lib/jvm/java-17-openjdk-*/bin/javac 2>/dev/null | head -1)
if [ -n "$javac" ]; then
	cat >"$TMP/Work.java" <<-'END'
	import java.util.*;
	public class Work {
		static int deep(int n) { if (n == 0) throw new IllegalStateException("deep"); return deep(n - 1) + 1; }
		public static void main(String[] args) throws Exception {
			List<Thread> threads = new ArrayList<>();
			long[] sums = new long[4];
			for (int t = 0; t < 4; t++) {
				final int me = t;
				Thread thread = new Thread(() -> {
					Map<String, Integer> map = new TreeMap<>();
					for (int i = 0; i < 20000; i++) map.merge("k" + i * 7919 % 997, i, Integer::sum);
					for (int v : map.values()) sums[me] += v;
				});
				thread.start();
				threads.add(thread);
			}
			for (Thread thread : threads) thread.join();
			try { deep(500); } catch (IllegalStateException e) { System.out.println(e.getMessage() + e.getStackTrace().length); }
			try { Object o = null; o.hashCode(); } catch (NullPointerException e) { System.out.println("null"); }
			System.gc();
			System.out.println(Arrays.toString(sums));
			System.exit(4);
		}
	}
	END
	"$javac" -d "$TMP" "$TMP/Work.java"
	RETURNS='pid$target:libjava.so::return,pid$target:libc.so.6::return,pid$target:libzip.so::return' ENTRIES='pid$target:libjvm.so:*JVM*:entry,pid$target:libj*::entry,pid$target:libc.so.6::entry' \
		OFFSETS='pid$target:libjvm.so:JVM_*:,pid$target:libjava.so::' FEW='pid$target:libjava.so:J*:' \
		harm java "${javac%c}" -cp "$TMP" Work
else
	lacking java openjdk-17-jdk-headless
fi
