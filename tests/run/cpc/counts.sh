#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events of the kernel are counted exactly: what a script counts of a thread between two system calls is what a perf
# event of that thread counts, and what getrusage(2) says.
. tests/run/common.inc

# counted NAME PROBE EVENT N [CNT [USAGE]]: done N times; the script and the perf event have counted CNT, getrusage(2) USAGE
counted() {
	"$DT" -qn 'self int on; syscall::getppid:entry /pid == $target/ { self->on = !self->on; }' \
		-n "cpc:::$2 /self->on/ { @ = count(); }" -c "$TRIGGERS/counts $3 $4" >"$TMP/out" 2>"$TMP/err" </dev/null
	got=$(tr -s ' \n' ' ' <"$TMP/out")
	wanted="$3 ${5:-$4} ${6:-$4} ${5:-$4} "
	result "$1" "$([ "$got" = "$wanted" ] || echo "$got, expected $wanted; $(cat "$TMP/err")")"
}
counted user-faults page_faults-user-1 page_faults 1000
counted all-faults page_faults-all-1 page_faults 1000
counted minor-faults page_faults_min-user-1 page_faults 1000
counted faults-in-kernel page_faults-kernel-1 kernel_faults 1000
counted faults-of-both page_faults-all-1 kernel_faults 1000
counted switches context_switches-all-1 context_switches 100
counted switches-in-kernel context_switches-kernel-1 context_switches 100
if [ "$(nproc)" -gt 1 ]; then
	counted migrations cpu_migrations-all-1 cpu_migrations 200 400 0
else
	echo "skip migrations: needs a second CPU"
fi

# the other mode has none of them
for probe in page_faults-kernel-1:page_faults page_faults-user-1:kernel_faults page_faults_maj-all-1:page_faults; do
	"$DT" -qn 'self int on; syscall::getppid:entry /pid == $target/ { self->on = !self->on; }' \
		-n "BEGIN { @ = sum(0); } cpc:::${probe%:*} /self->on/ { @ = sum(1); }" -c "$TRIGGERS/counts ${probe#*:} 500" \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	result "none-$probe" "$(tr -s ' \n' ' ' <"$TMP/out" | grep -vx "${probe#*:} 500 500 0 ")"
done
