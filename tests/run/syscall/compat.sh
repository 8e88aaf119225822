#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# System calls of 32-bit programs, and of the 32-bit kind in 64-bit programs: names, counts, arguments.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip compat: needs machine:x86_64"
	exit 0
fi
flags='-O1 -nostdlib -static -fno-pie -no-pie -fno-stack-protector -fcf-protection=none'
# shellcheck disable=SC2086  # words
if ! gcc -m32 $flags tests/run/syscall/compat.c -o "$TMP/short" 2>"$TMP/err" ||
	! gcc $flags -DLONG tests/run/syscall/compat.c -o "$TMP/long"; then
	echo "skip compat: needs gcc -m32"
	exit 0
fi
if ! "$TMP/short"; then
	echo "skip compat: needs CONFIG_IA32_EMULATION"
	exit 0
fi

expect counts 0 -q -c "$TMP/short" -n 'syscall:::entry /pid == $target/ { @[probefunc, syscall32] = count(); }' <<'END'

  exit                                                      1                1
  kill                                                      1                1
  mmap2                                                     1                1
  syscall_222                                               1                1
  getuid32                                                  1              196
  write                                                     1              300
  getppid                                                   1              500
--
END

# calls of both kinds by name; the number of semget is that of getppid in the other table
expect both 0 -q -c "$TMP/long" -n 'syscall::getppid:entry, syscall::getppid:return, syscall::semget:, syscall::getuid*:entry, syscall::syscall_222:entry,
	syscall::timer_create:entry /pid == $target/ { @[probefunc, probename, syscall32] = count(); }' <<'END'

  syscall_222                                         entry                                                     1                1
  getppid                                             entry                                                     0                5
  getppid                                             return                                                    0                5
  semget                                              entry                                                     0                7
  semget                                              return                                                    0                7
  getuid32                                            entry                                                     1              196
  getppid                                             entry                                                     1              500
  getppid                                             return                                                    1              500
--
END

# arguments have the width of the call's types, results that of a register
expect arguments 0 -q -c "$TMP/short" -n 'syscall::kill: /pid == $target/ { printf("%s %d %d %d\n", probename, arg0, arg1, errno); }
	syscall::write:entry /pid == $target && !n++/ { printf("%d %x\n", arg0, arg2); }
	syscall::mmap2:entry /pid == $target/ { printf("%d %d\n", arg1, arg2); }
	syscall::mmap2:return /pid == $target/ { printf("%d\n", arg0 >> 32); }
	syscall::kill:entry /pid == $target/ { printf("%d\n", args[0] == -99999); }
	syscall:::entry /pid == $target && probefunc == "kill"/ { printf("%d\n", arg0); }' <<'END'
4294967295 7fffffff
entry -99999 0 0
1
-99999
return -3 -3 3
4096 0
0

--
END

# the data model of the program, also of one that is not running
expect model 0 -q -c "$TMP/short" -n 'syscall::kill:entry /pid == $target/ { printf("%d", curpsinfo->pr_dmodel == PR_MODEL_ILP32); }
	syscall::kill:entry /pid == $target/ { printf(" %d\n", xlate <psinfo_t> (curthread->real_parent).pr_dmodel == PR_MODEL_LP64); }' <<'END'
1 1

--
END

# a process that executes a program of the other kind
expect exec 0 -q -c "$TMP/short" -n 'syscall:::, proc:::exec-success /pid == $target && n++ < 3/ { printf("%s:%s %d\n", probefunc, probename, syscall32); }' <<'END'
:exec-success 1
execve:return 1
getppid:entry 1

--
END

expect list 0 -l -n 'syscall::*mmap*:entry, syscall::getuid*:entry, syscall::exit:entry' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    syscall           vmlinux                              mmap entry
    5    syscall           vmlinux                             mmap2 entry
    6    syscall           vmlinux                            getuid entry
    7    syscall           vmlinux                          getuid32 entry
    8    syscall           vmlinux                              exit entry
--
END

# a clause does not run at calls that it does not match
expect guards 0 -q -c "$TMP/long" -n 'syscall::semget:entry /pid == $target/ { @["semget"] = count(); }
	syscall::getppid:entry /pid == $target/ { @["getppid"] = count(); }
	syscall::mmap2:entry /pid == $target/ { @["mmap2"] = count(); }
	syscall:::entry /pid == $target/ { @["all"] = count(); }' <<'END'

  mmap2                                                             1
  semget                                                            7
  getppid                                                         505
  all                                                            1012
--
END
