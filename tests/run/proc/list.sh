#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Probes that are tracepoints: the list, types, and probes that can't exist.
. tests/run/common.inc

expect proc 0 -l -P proc <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4       proc           vmlinux                                   create
    5       proc           vmlinux                                   exec
    6       proc           vmlinux                                   exec-failure
    7       proc           vmlinux                                   exec-success
    8       proc           vmlinux                                   fault
    9       proc           vmlinux                                   lwp-create
   10       proc           vmlinux                                   start
   11       proc           vmlinux                                   lwp-start
   12       proc           vmlinux                                   lwp-exit
   13       proc           vmlinux                                   exit
   14       proc           vmlinux                                   signal-clear
   15       proc           vmlinux                                   signal-discard
   16       proc           vmlinux                                   signal-handle
   17       proc           vmlinux                                   signal-send
--
END

# known, but without a tracepoint: not listed, and if named, the message gives the reason
expect never 1 -n 'vminfo:::zfod' <<'END'
--
dtrace: invalid probe specifier vminfo:::zfod: probe description vminfo:::zfod does not match any probes (zero-filled pages have no tracepoint of their own, and huge ones are allocated like others: see vminfo:::as_fault)
  vminfo:::zfod
  ^~~~~~~~~~~~~
END

expect never-listed 0 -l -n 'sched:::schedctl-*,sched:::schedctl-yield' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match sched:::schedctl-*: No probe matches description
dtrace: failed to match sched:::schedctl-yield: No probe matches description (Linux has no schedctl)
END

expect types 0 -lv -n 'io:vmlinux::start' <<'END'
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
