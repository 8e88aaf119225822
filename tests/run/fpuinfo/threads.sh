#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Registers of the floating-point unit: each child gets a copy of its parent's, and all are traced while they compute.
. tests/run/common.inc

case $TEST_MACHINE in
x86_64) ;;
*)
	echo "skip threads: needs machine x86_64"
	exit 0
	;;
esac
expect copies 0 -qc "$TRIGGERS/forks 50 1" -n 'fpuinfo:::copy-dst /pid == $target/ { copies++; here += args[0] != NULL && arg0 == (uint64_t)args[0]; }
	fpuinfo::: { other++; }
	proc:::create /pid == $target/ { children++; }
	END { printf("%d copies, %d of a thread, %d children, %d\n", copies, here, children, other >= copies); }' <<'END'
50 copies, 50 of a thread, 50 children, 1

--
END
expect list 0 -lP fpuinfo <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    fpuinfo           vmlinux                                   before-save
    5    fpuinfo           vmlinux                                   after-save
    6    fpuinfo           vmlinux                                   regs-activated
    7    fpuinfo           vmlinux                                   regs-deactivated
    8    fpuinfo           vmlinux                                   dropped
    9    fpuinfo           vmlinux                                   copy-dst
   10    fpuinfo           vmlinux                                   xstate-check-failed
   11    fpuinfo           vmlinux                                   emulation-fault
--
END
expect simulated 1 -n 'fpuinfo:::fpu_sim_fitos' <<'END'
--
dtrace: invalid probe specifier fpuinfo:::fpu_sim_fitos: probe description fpuinfo:::fpu_sim_fitos does not match any probes (these are instructions that SPARC kernels emulate: see fpuinfo:::emulation-fault)
  fpuinfo:::fpu_sim_fitos
  ^~~~~~~~~~~~~~~~~~~~~~~
END
