#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The numbers in runtime/provider/syscall/syscalls.def and syscalls_i386.def are those of the C library's headers:
# each number of the headers has a row, with the same name unless the kernel's own name differs. Each type of an
# argument has a width in syscall_width.c.
set -u
table=runtime/provider/syscall/syscalls.def

# macros of arm64's asm/unistd.h, which consists of these and the generic numbers
arm64='-D__BITS_PER_LONG=64 -D__ARCH_WANT_RENAMEAT -D__ARCH_WANT_NEW_STAT -D__ARCH_WANT_SET_GET_RLIMIT
	-D__ARCH_WANT_MEMFD_SECRET -D__ARCH_WANT_SYS_CLONE3 -D__SYSCALL(number,function)='

# numbers MACHINE: "NUMBER NAME" of the header's macros, without those that no kernel implements
numbers() {
	if [ "$1" = arm64 ]; then
		echo '#include <asm-generic/unistd.h>' | (
			IFS='
	 '
			# shellcheck disable=SC2086  # words
			gcc -E -dM $arm64 -
		)
	else
		echo "#include <asm/unistd_$2.h>" | gcc -E -dM -
	fi | awk '
	# some are defined by another name: __NR_lseek is __NR3264_lseek is 62
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

# check MACHINE COLUMN BITS
check() {
	numbers "$1" "$3" >"$TMP/$1"
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

check x86-64 1 64
check arm64 2 64

# the rows of 32-bit calls: every number, by the header's name or the name of the same call in the other table
numbers i386 32 >"$TMP/i386"
awk -F'[(, ]+' '
FILENAME ~ /i386.def$/ && /^SYSCALL32\(/ {
	gsub(/\( */, "( ")
	if ($2 in name)
		print "two rows have " $2
	if ($2 <= last + 0 && $2 > 0)
		print $2 " is not in order"
	name[last = $2] = $3
	if (/SAME\)$/ && !($3 in known))
		print $3 " is in no other table"
}
FILENAME ~ /syscalls.def$/ && /^SYSCALL\(/ { gsub(/\( */, "( "); known[$4] }
FILENAME !~ /def$/ {
	split($0, word, " ")
	cnt++
	if (word[2] ~ /^(break|stty|gtty|ftime|prof|lock|mpx|ulimit|profil|idle|bdflush)$/)
		next
	if (!(word[1] in name))
		print "no row has " $0
	else if (name[word[1]] != word[2] && name[word[1]] !~ /^(new|old)/ && word[2] != "umount2")
		print word[1] " is " word[2] ", not " name[word[1]]
}
END { if (cnt < 380) print "the header has " cnt " only" }' "$table" "${table%.def}_i386.def" "$TMP/i386" >"$TMP/bad"
cat "$TMP/bad"
if [ -s "$TMP/bad" ]; then echo "not ok i386"; else echo "ok i386"; fi

# types without a width
sed -n 's/^SYSCALL.*"\(.*\)")$/\1/p' "$table" "${table%.def}_i386.def" | tr ',' '\n' |
	sed 's/^ *//; s/^const //' | grep -v '\*' | grep . | sort -u | while read -r type; do
	grep -qF "{ \"$type\"," runtime/provider/syscall/syscall_width.c || echo "$type"
done >"$TMP/bad"
cat "$TMP/bad"
if [ -s "$TMP/bad" ]; then echo "not ok widths"; else echo "ok widths"; fi
