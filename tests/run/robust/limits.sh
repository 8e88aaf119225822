#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @timeout 180
#
# Each limit of setrlimit(2), and a full disk: dtrace works, or reports what is missing and ends with status 1. No signal
# kills it, the traced command runs to its end or not at all, and no partial file is left where files are replaced.
. tests/run/common.inc

command -v prlimit >/dev/null || {
	echo "skip limits: needs prlimit"
	exit 0
}
forms='text json folded prom flame heat'

# limited NAME LIMIT: works, or fails with a message that matches MESSAGE
limited() {
	prlimit --"$1" "$DT" -qn 'nest$target:::inner { @n = count(); }' -c "$TRIGGERS/nest 1 5" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	case $status in
	0) bad=$(grep -v '^$' "$TMP/out" | tr -d ' ' | diff - <(echo 3)) ;;
	1) bad=$(grep -qE "$2" "$TMP/err" || { echo "another message:" && cat "$TMP/err"; }) ;;
	*) bad="status $status $(cat "$TMP/err")" ;;
	esac
	result "$1" "$bad"
}
# descriptors are missing, whatever else a message names
few() {
	limit=$1
	shift
	prlimit --nofile=$limit "$DT" "$@" -c "$TRIGGERS/loop 1" >"$TMP/out" 2>"$TMP/err" </dev/null
	bad=$([ $? = 1 ] || echo "status not 1")
	grep -qx "dtrace: the limit of open files (RLIMIT_NOFILE, ulimit -n) is $limit: tracing needs 64 or more" "$TMP/err" ||
		bad="$bad $(cat "$TMP/err")"
	bad="$bad$(grep -e 'no such function' -e 'this kernel has no' "$TMP/err")"
	result "few-$limit-$name" "$bad"
}
for n in 5 6 7 8 9; do
	name=function few $n -n 'pid$target:loop:main:entry'
	name=exec few $n -n 'proc:::exec-success /pid == $target/ { @ = count(); }'
	name=site few $n -n 'loop$target:::'
done
for n in 5 6 7 8 9 10 12 14 16 18 20 22 24 26 28 32 48; do limited nofile=$n 'Too many open files'; done
# each probe needs a program and a descriptor: dtrace may exceed the soft limit, programs that it starts may not
prlimit --nofile=100:4096 "$DT" -qwn 'BEGIN { system("ulimit -n"); }
	rawtp:sched::, rawtp:block::, rawtp:timer::, rawtp:tcp::, rawtp:kmem::, rawtp:net::, rawtp:irq:: /pid == $target/ { @[arg0] = count(); }
	END { clear(@); trunc(@); }' -c 'sh -c "ulimit -n"' >"$TMP/out" 2>"$TMP/err" </dev/null
result nofile-raised "$([ $? = 0 ] && grep -v '^$' "$TMP/out" | diff - <(printf '100\n100\n') || cat "$TMP/err")"
for limit in nproc=0 memlock=0 memlock=4096 stack=65536 sigpending=0 msgqueue=0 nice=0 rtprio=0 locks=0 core=0 rss=0 cpu=60; do
	limited $limit 'no message is expected'
done
for bytes in 8000000 12000000 16000000 20000000 32000000 64000000; do
	limited as=$bytes 'Cannot allocate memory|error while loading shared libraries|out of memory'
	limited data=$((bytes / 8)) 'Cannot allocate memory|out of memory'
done

# grows FORM FILE WORD...: writes more than 16 KB in each form, under the command WORD...
grows() {
	form=$1 file=$2
	shift 2
	"$@" "$DT" -qx oformat=$form -x aggrate=5ms -x strsize=512 -o "$file" -n 'tick-1ms { printf("%01000d\n", ++n);
		@n[n, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"] = count();
		@h[n % 16] = quantize(n << (n % 32)); @s[n, "a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;", stack()] = count(); }
		tick-1ms /n == 300/ { exit(0); }' >"$TMP/out" 2>"$TMP/err"
	status=$?
	# observed on Linux 6.1: a clock that interrupts dtrace while it reads a hash adds no key there
	sed -i -e '/^dtrace: oformat=/d' -e '/none of its keys is a stack$/d' -e '/it is not a histogram$/d' -e '/^dtrace: [0-9]* aggregation drops\{0,1\} on CPU/d' "$TMP/err"
}
# full FORM FILE WHY: the state that grows() has left
full() {
	bad=
	[ $status = 1 ] && [ "$(cat "$TMP/err")" = "dtrace: failed to write to $2: $3" ] || bad="status $status $(cat "$TMP/err")"
	case $1 in
	prom) [ ! -s "$2" ] || tail -n 1 "$2" | grep -q '^dtrace_run_' || bad="$bad half a file" ;;
	flame | heat) [ ! -s "$2" ] || bad="$bad half a picture" ;;
	esac
	[ "$(ls "$2"*)" = "$2" ] || bad="$bad left $(ls "$2"*)"
	result "$4-$1" "$bad"
}
for form in $forms; do
	size=16384
	[ $form = heat ] && size=1024
	rm -f "$TMP/grows"*
	grows $form "$TMP/grows" prlimit --fsize=$size
	full $form "$TMP/grows" 'File too large' fsize
done
mkdir "$TMP/disk"
if mount -t tmpfs -o size=64k tmpfs "$TMP/disk" 2>/dev/null; then
	for form in $forms; do
		rm -f "$TMP/disk/"*
		head -c 49152 /dev/zero >"$TMP/disk/filler"
		[ $form = heat ] && head -c 64512 /dev/zero >"$TMP/disk/filler"
		grows $form "$TMP/disk/grows" env
		full $form "$TMP/disk/grows" 'No space left on device' disk
	done
	umount "$TMP/disk"
else
	echo "skip disk: needs a tmpfs"
fi
for form in $forms; do
	grows $form /dev/full env
	result "dev-full-$form" "$([ $status = 1 ] && grep -qx 'dtrace: failed to write to /dev/full: No space left on device' "$TMP/err" ||
		{ echo "status $status" && cat "$TMP/err"; })"
done

# the build side: a message, and no file
echo 'provider limits { probe one(int a, char *b); };' >"$TMP/limits.d"
for words in '-h -s limits.d' '-G -s limits.d'; do
	(cd "$TMP" && prlimit --fsize=10 "$DT" $words 2>&1 | cat >err)
	result "fsize${words%% *}" "$(grep -qE "File too large|cannot write data to file" "$TMP/err" || cat "$TMP/err"; ls "$TMP" | grep '^limits\.[^d]')"
done
