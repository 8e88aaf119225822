#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events by the names of the processor's vendor, which libpfm4 knows. LIBPFM_FORCE_PMU makes it assume another processor:
# its names are found, with masks, and events that this machine can't count are reported as such.
. tests/run/common.inc

[ "$TEST_MACHINE" = x86_64 ] || { echo "skip vendor: needs machine x86_64"; exit 0; }
python3 -c 'import ctypes; ctypes.CDLL("libpfm.so.4")' 2>/dev/null || { echo "skip vendor: needs libpfm.so.4"; exit 0; }
export LIBPFM_FORCE_PMU=skx

# said NAME PATTERN
said() {
	"$DT" -ln "cpc:::$1" >"$TMP/out" 2>"$TMP/err" </dev/null
	said_status=$?
	result "$1" "$([ $said_status = 0 ] && grep -qE "No probe matches description \($2\)\$" "$TMP/err" || cat "$TMP/err" "$TMP/out")"
}
not_counted='(Linux has found no counters of the processor on this machine, as on many virtual machines|this processor does not count .*); an event of the kernel works: cpu_clock-user-1000000 samples by time'
said INST_RETIRED-user-5000 "$not_counted"
said inst_retired-user-5000 "$not_counted"
said INST_RETIRED.ANY_P-user-5000 "$not_counted"
said L2_RQSTS.MISS-user-5000 "$not_counted"
said L2_RQSTS-user-0x3f-5000 "$not_counted"
said INST_RETIRED-user-4999 'the smallest count of INST_RETIRED is 5000'
said INST_RETIERD-user-5000 'no such event; did you mean INST_RETIRED\?'
said l2_rqst-user-5000 'no such event; did you mean L2_RQSTS\?'
said L2_RQSTS.NOSUCH-user-5000 'libpfm rejects L2_RQSTS.NOSUCH: .*'
# tracepoints, breakpoints and events that count nothing are refused
unset LIBPFM_FORCE_PMU
for name in PERF_COUNT_SW_DUMMY PERF_COUNT_SW_BPF_OUTPUT; do
	said $name-user-5000 'no such event.*'
done
# the library's names for events of the kernel have the same limits
expect alias 0 -ln 'cpc:::major_faults-all-1,cpc:::cpu_migrations-kernel-3,cpc:::minor_faults-user-1' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4        cpc                                                     major_faults-all-1
    5        cpc                                                     cpu_migrations-kernel-3
    6        cpc                                                     minor_faults-user-1
--
END
said cs-user-1 'cs happen in the kernel, never in a program: write cs-kernel-1'

# without the library
mkdir "$TMP/library"
echo none >"$TMP/library/libpfm.so.4"
export LD_LIBRARY_PATH="$TMP/library"
said INST_RETIRED-user-5000 "no such event: dtrace -l -P cpc lists those of this machine \(names of the processor's vendor need libpfm.so.4, package libpfm4\)"
said pagefaults-user-1 "no such event; did you mean page_faults\? \(names of the processor's vendor need libpfm.so.4, package libpfm4\)"
expect software 0 -ln 'cpc:::page_faults-user-1' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4        cpc                                                     page_faults-user-1
--
END
