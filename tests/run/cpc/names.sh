#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Names: the listed ones, and the messages about invalid ones.
. tests/run/common.inc

expect listed 0 -ln 'cpc:::*_faults*-all-*,cpc:::c[!p]*,cpc:::*_clock-*,cpc:::cpu_migrations-*' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    6        cpc                                                     page_faults-all-1
    7        cpc                                                     page_faults_min-all-1
    8        cpc                                                     page_faults_maj-all-1
   11        cpc                                                     alignment_faults-all-1
   12        cpc                                                     emulation_faults-all-1
    9        cpc                                                     context_switches-all-1
   13        cpc                                                     cgroup_switches-all-1
    4        cpc                                                     cpu_clock-all-1000000000
    5        cpc                                                     task_clock-all-1000000000
   10        cpc                                                     cpu_migrations-all-1
--
END
# a name keeps its spelling; a probe that was named is matched by patterns
expect named 0 -ln 'cpc:::page_faults-user-0012,page_faults-kernel-7,cpc:::page_faults-[!a]*' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4        cpc                                                     page_faults-user-0012
    5        cpc                                                     page_faults-kernel-7
    4        cpc                                                     page_faults-user-0012
    5        cpc                                                     page_faults-kernel-7
--
END
expect detail 0 -lvn 'cpc:::cpu_clock-all-50000000' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4        cpc                                                     cpu_clock-all-50000000

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Evolving
		Data Semantics:   Evolving
		Dependency Class: Common

	Argument Types
		None

--
END

# refused NAME REASON
refused() {
	expect "$1" 1 -n "cpc:::$1" <<END
--
dtrace: invalid probe specifier cpc:::$1: probe description cpc:::$1 does not match any probes ($2)
  cpc:::$1
  $(echo "^cpc:::$1" | sed 's/./~/g; s/^~~/^/')
END
}
refused cpu_clock-all-199999 'the smallest count of cpu_clock is 200000 nanoseconds'
refused page_faults-user-0 'the smallest count of page_faults is 1'
refused cpu_cycles-user-4999 'the smallest count of cpu_cycles is 5000'
refused PAPI_tot_cyc-user-1 'the smallest count of PAPI_tot_cyc is 5000'
refused page_faults-all-9223372036854775808 'the count or the mask is too large'
refused context_switches-user-3 'context_switches happen in the kernel, never in a program: write context_switches-kernel-3'
refused page_faults-all-0x1-1 "page_faults has no mask: masks belong to events of the processor's vendor"
refused page_faults 'a mode and a count are missing, as in page_faults-all-1'
refused PAPI_tot_cyc 'a mode and a count are missing, as in PAPI_tot_cyc-all-100000000'
form='names are EVENT-MODE-COUNT or EVENT-MODE-0xMASK-COUNT, and MODE is user, kernel or all, as in page_faults-user-1'
refused page_faults-usr-1 "$form"
refused page_faults-user-1k "$form"
refused page-faults-user-1 "$form"
# the name of another provider's probe is not one of ours
expect other 1 -n 'x-97' <<'END'
--
dtrace: invalid probe specifier x-97: probe description x-97 does not match any probes
  x-97
  ^~~~
END
refused pagefaults-user-1 'no such event; did you mean page_faults?'
refused PAPI_TOT_CY-user-5000 'no such event; did you mean PAPI_tot_cyc?'
refused l1_dcache_load-user-5000 'no such event; did you mean L1_dcache_loads or L1_icache_loads?'
refused L1_dcache_oads-user-5000 'no such event; did you mean L1_dcache_loads or L1_icache_loads?'
refused PAPI_l1_dc-user-5000 'no such event; did you mean PAPI_l1_dcr, PAPI_l1_dcw or PAPI_l1_ldm?'
refused frobnications-user-5000 'no such event: dtrace -l -P cpc lists those of this machine'
