#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The numbers of runtime/provider/syscalls.def are those of the C library's headers: each number that
# these have is a row's, under the same name where the kernel's own is the same.
set -u
table=runtime/provider/syscalls.def

# macros of arm64's asm/unistd.h, which is these and the generic numbers
arm64='-D__BITS_PER_LONG=64 -D__ARCH_WANT_RENAMEAT -D__ARCH_WANT_NEW_STAT -D__ARCH_WANT_SET_GET_RLIMIT
	-D__ARCH_WANT_MEMFD_SECRET -D__ARCH_WANT_SYS_CLONE3 -D__SYSCALL(number,function)='

# numbers MACHINE: "NUMBER NAME" of the header's macros; those that no kernel has are left out
numbers() {
	if [ "$1" = arm64 ]; then
		echo '#include <asm-generic/unistd.h>' | (
			IFS='
	 '
			# shellcheck disable=SC2086  # words
			gcc -E -dM $arm64 -
		)
	else
		echo '#include <asm/unistd_64.h>' | gcc -E -dM -
	fi | awk '
	# some are by the name of another: __NR_lseek is __NR3264_lseek is 62
	$1 == "#define" && $3 ~ /^[0-9]+$/ && sub(/^__NR(3264)?_/, "", $2) { value[$2] = $3 }
	END {
		split("nfsservctl arch_specific_syscall syscalls uselib _sysctl create_module get_kernel_syms " \
		      "query_module getpmsg putpmsg afs_syscall tuxcall security vserver set_thread_area " \
		      "get_thread_area epoll_ctl_old epoll_wait_old lookup_dcookie", gone, " ")
		for (i in gone)
			delete value[gone[i]]
		for (name in value)
			print value[name], name
	}'
}

# check MACHINE COLUMN
check() {
	numbers "$1" >"$TMP/$1"
	awk -F'[(, ]+' -v column="$2" -v machine="$1" '
	FNR == NR && /^SYSCALL\(/ {
		gsub(/\( */, "( ")
		if ($(column + 1) < 0)
			next
		if ($(column + 1) in name)
			print machine ": two rows have " $(column + 1)
		name[$(column + 1)] = $4
		number[$4] = $(column + 1)
	}
	FNR < NR {
		split($0, word, " ")
		cnt++
		if (!(word[1] in name))
			print machine ": no row has " $0
		else if (word[2] in number && number[word[2]] != word[1])
			print machine ": " word[2] " is " word[1] ", not " number[word[2]]
	}
	END { if (cnt < 280) print machine ": the headers have " cnt " only" }' "$table" "$TMP/$1" >"$TMP/bad"
	if [ -s "$TMP/bad" ]; then
		cat "$TMP/bad"
		echo "not ok $1"
	else
		echo "ok $1"
	fi
}

check x86-64 1
check arm64 2
