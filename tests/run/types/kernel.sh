#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Types of the kernel in programs: sizes and offsets as bpftool reads them from the same BTF, all ways to name them,
# and the errors.
set -u
. tests/run/common.inc
. tests/run/types/btf.inc

# number NAME D-EXPRESSION WANTED
number() {
	got=$("$DT" -qn "BEGIN { trace($2); exit(0); }" 2>&1)
	result "$1" "$([ "$got" = "$3" ] || echo "prints '$got', expected '$3'")"
}

task=$(btf_size STRUCT task_struct)
mm=$(btf_size STRUCT mm_struct)
pid_off=$(btf_offset task_struct pid)
comm_off=$(btf_offset task_struct comm)

number struct 'sizeof(struct task_struct)' "$task"
number union 'sizeof(union sigval)' "$(btf_size UNION sigval)"
number enum 'sizeof(enum pid_type)' "$(btf_size ENUM pid_type)"
number typedef 'sizeof(gfp_t)' 4
number pointer 'sizeof(struct task_struct *)' 8
number array 'sizeof(struct list_head [3])' 48
number nested 'sizeof(struct mm_struct)' "$mm"
number offset 'offsetof(struct task_struct, pid)' "$pid_off"
number offset-array 'offsetof(struct task_struct, comm)' "$comm_off"
number scoped-tag 'sizeof(struct vmlinux`task_struct)' "$task"
number scoped-struct 'sizeof(vmlinux`struct task_struct)' "$task"
number scoped-union 'sizeof(vmlinux`union sigval)' "$(btf_size UNION sigval)"
number scoped-word 'sizeof(vmlinux`pid_t)' 4
number scoped-cast '(vmlinux`pid_t)7' 7

# ... also if the kernel's type was named before, as in a declaration without a body
expect own-forward 0 -q -s /dev/fd/3 3<<'D' <<'END'
struct file;
struct holder { struct file *file; };
struct file { int x; };
struct file mine;
BEGIN { mine.x = 5; printf("%d %d\n", mine.x, sizeof(struct file)); exit(0); }
D
5 4

--
END

# a struct of the program takes precedence over the kernel's; one with kernel members in it
expect own 0 -q -s /dev/fd/3 3<<'D' <<'END'
struct task_struct { int x; };
struct mine { char c; struct list_head l; vmlinux`gfp_t f; char d; };
vmlinux`struct task_struct *pointer;
vmlinux`pid_t number;
BEGIN
{
	printf("%d %d\n", sizeof(struct task_struct) == 4,
	    sizeof(struct vmlinux`task_struct) == 4);
	printf("%d %d %d\n", offsetof(struct mine, l), offsetof(struct mine, f),
	    sizeof(struct mine));
	exit(0);
}
D
1 0
8 24 32

--
END

expect unknown 1 -n 'BEGIN { trace(sizeof(struct no_such_struct)); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(sizeof(struct no_such_struct)); }: in action list: "struct no_such_struct" is an incomplete type: neither the program nor the kernel's BTF defines it
  BEGIN { trace(sizeof(struct no_such_struct)); }
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
END
expect unknown-module 1 -n 'no_such`pid_t *x; BEGIN { exit(0); }' <<'END'
--
dtrace: invalid probe specifier no_such`pid_t *x; BEGIN { exit(0); }: failed to resolve no_such`pid_t: Unknown type name
  no_such`pid_t *x; BEGIN { exit(0); }
  ^~~~~~~~~~~~~
END
expect no-member 1 -n 'BEGIN { trace(offsetof(struct task_struct, no_such_member)); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(offsetof(struct task_struct, no_such_member)); }: in action list: "struct task_struct" has no member named no_such_member
  BEGIN { trace(offsetof(struct task_struct, no_such_member)); }
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
END

# the file is opened only if a kernel type is named
opens_btf() {
	under_strace -f -qq -e trace=openat -o "$TMP/trace" "$DT" -e -n "$1" >"$TMP/out" 2>&1
	grep -c '/sys/kernel/btf/vmlinux' "$TMP/trace"
}
opened=$(opens_btf 'int x; BEGIN { @a[execname] = count(); trace(1); }')
result not-opened "$([ "$opened" = 0 ] || echo "opens the BTF file without need")"
opened=$(opens_btf 'BEGIN { trace(sizeof(struct task_struct)); trace(sizeof(struct mm_struct)); }')
result opened-once "$([ "$opened" = 1 ] || echo "opened $opened times")"
