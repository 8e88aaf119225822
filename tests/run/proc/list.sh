#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Probes of proc and io: what there is, types, what is not there yet.
. tests/run/common.inc

expect proc 0 -l -P proc <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4       proc           vmlinux                                   create
    5       proc           vmlinux                                   exec-success
    6       proc           vmlinux                                   lwp-create
    7       proc           vmlinux                                   lwp-exit
    8       proc           vmlinux                                   exit
    9       proc           vmlinux                                   signal-discard
   10       proc           vmlinux                                   signal-handle
   11       proc           vmlinux                                   signal-send
--
END

expect later 1 -n 'io:::done' <<'END'
--
dtrace: invalid probe specifier io:::done: probe description io:::done does not match any probes (the probe io:::done is not supported yet)
  io:::done
  ^~~~~~~~~
END

expect types 0 -lv -n 'io:::start' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4         io           vmlinux                                   start

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Evolving
		Data Semantics:   Evolving
		Dependency Class: ISA

	Argument Types
		args[0]: bufinfo_t *
		args[1]: devinfo_t *
		args[2]: fileinfo_t *

--
END
