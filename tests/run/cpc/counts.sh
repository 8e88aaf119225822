#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events of the kernel are counted exactly: the count of a script for a thread between two system calls equals that of
# a perf event of the thread, and the numbers of getrusage(2). With other tracers active, the kernel may run no program
# for some events: then dtrace reports how many, and no more than these are missing.
. tests/run/common.inc

missed() { sed -n 's/^dtrace: \([0-9]*\) missed firings\{0,1\} .*/\1/p' "$TMP/err"; }

# compare NAME WANTED: words, the last of which is the count of the script
compare() {
	got=$(tr -s ' \n' ' ' <"$TMP/out")
	lacks=$((${2##* } - $(echo "$got" | awk '{ print $NF + 0 }')))
	[ $lacks -gt 0 ] && [ $lacks -le "$(missed | grep . || echo 0)" ] && got="${got% * } ${2##* } "
	result "$1" "$([ "$got" = "$2 " ] || echo "$got, expected $2; $(cat "$TMP/err")")"
}

# counted NAME PROBE EVENT N [CNT [USAGE]]: after N repetitions, script and perf event have counted CNT, getrusage(2) USAGE
counted() {
	"$DT" -qn 'self int on; syscall::getppid:entry /pid == $target/ { self->on = !self->on; }' \
		-n "cpc:::$2 /self->on/ { @ = count(); }" -c "$TRIGGERS/counts $3 $4" >"$TMP/out" 2>"$TMP/err" </dev/null
	compare "$1" "$3 ${5:-$4} ${6:-$4} ${5:-$4}"
}
counted user-faults page_faults-user-1 page_faults 1000
counted all-faults page_faults-all-1 page_faults 1000
counted minor-faults page_faults_min-user-1 page_faults 1000
counted faults-in-kernel page_faults-kernel-1 kernel_faults 1000
counted faults-of-both page_faults-all-1 kernel_faults 1000
counted switches context_switches-all-1 context_switches 50
counted switches-in-kernel context_switches-kernel-1 context_switches 50
if [ "$(nproc)" -gt 1 ]; then
	counted migrations cpu_migrations-all-1 cpu_migrations 200 400 0
else
	echo "skip migrations: needs a second CPU"
fi

# the other mode has no such events
for probe in page_faults-kernel-1:page_faults page_faults-user-1:kernel_faults page_faults_maj-all-1:page_faults; do
	"$DT" -qn 'self int on; syscall::getppid:entry /pid == $target/ { self->on = !self->on; }' \
		-n "BEGIN { @ = sum(0); } cpc:::${probe%:*} /self->on/ { @ = sum(1); }" -c "$TRIGGERS/counts ${probe#*:} 500" \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	compare "none-$probe" "${probe#*:} 500 500 0"
done
