#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Faults that need I/O: as many as there are pages outside the cache, and as getrusage(2) reports.
. tests/run/common.inc

"$TRIGGERS/majors" 1 "$TMP/file" >/dev/null
if [ $? = 77 ]; then
	echo "skip major: $TMP lies in memory"
	exit
fi
expect major 0 -qc "$TRIGGERS/majors 300 $TMP/file" -n 'syscall::getppid:return /pid == $target/ { self->calls++; }
	vminfo:::maj_fault /self->calls == 1/ { @ = sum(arg0); @least = min(arg0); }
	END { printa("faults %@d, %@d each\n", @, @least); }' <<'END'
300
faults 300, 1 each

--
END
