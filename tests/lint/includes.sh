#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Which folder may include headers of which. A file's folder is looked up in the table, where the longest
# match wins; each #include "..." must begin with one of the words of that row.
set -u
. tests/lint/files.inc

cat >"$TMP/allowed" <<'TABLE'
base                           base/alloc.h base/arena.h base/cleanup.h base/hash.h base/map.h base/vec.h
base/text                      base/text/ base/alloc.h base/arena.h base/cleanup.h base/hash.h base/map.h base/vec.h
base/system                    base/system/ base/alloc.h base/arena.h base/cleanup.h base/hash.h base/map.h base/vec.h
elf                            elf/ base/
lang                           lang/ base/
lang/type                      lang/type/ lang/ base/
sdt                            sdt/ elf/ base/
dtrace-gen                     dtrace-gen/ lang/ sdt/ base/
linker                         linker/ lang/ sdt/ elf/ base/
linker/agent                   linker/agent/ sdt/direct_abi.h
runtime/common                 runtime/common/ lang/ base/
runtime/codegen                runtime/codegen/ runtime/common/probe_access.h runtime/common/record.h runtime/common/unwind_abi.h runtime/bpf/ lang/ base/
runtime/codegen/ir             runtime/codegen/ir/ runtime/bpf/lib.def base/
runtime/bpf                    runtime/bpf/ runtime/common/ base/
runtime/direct                 runtime/direct/ runtime/codegen/ir/code.h runtime/codegen/ir/names.h runtime/bpf/lib.h runtime/common/ sdt/ base/
runtime/direct/native          runtime/direct/ runtime/common/
runtime/kernel                 runtime/kernel/ runtime/codegen/codegen.h runtime/codegen/ir/code.h runtime/common/ runtime/bpf/ sdt/ base/
runtime/kernel/feature         runtime/kernel/ runtime/bpf/lib.h runtime/codegen/ir/code.h runtime/common/ sdt/ base/
runtime/types                  runtime/types/ runtime/symbol/ runtime/kernel/bpf_abi.h lang/ base/
runtime/symbol                 runtime/symbol/ runtime/common/unwind_abi.h sdt/ elf/ base/
runtime/process                runtime/process/ runtime/symbol/ sdt/ elf/ base/
runtime/dlib                   runtime/dlib/ runtime/provider/providers.def lang/ base/
runtime/provider               runtime/provider/ runtime/process/ runtime/symbol/ runtime/types/ runtime/kernel/ runtime/codegen/ runtime/common/ runtime/bpf/ lang/ sdt/ elf/ base/
runtime/provider/machine_code  runtime/provider/machine_code/ runtime/common/probe_access.h base/
runtime/provider/user_code     runtime/provider/user_code/ runtime/provider/machine_code/ runtime/provider/user.h runtime/process/ runtime/symbol/ runtime/kernel/ runtime/common/ sdt/ elf/ base/
runtime/consume                runtime/consume/ runtime/common/ runtime/types/ runtime/kernel/ runtime/symbol/ runtime/process/ lang/ sdt/ elf/ base/
runtime/session                runtime/ lang/ sdt/ elf/ base/
cmd                            cmd/ runtime/ linker/ dtrace-gen/ lang/ sdt/ elf/ base/
tests/unit                     tests/ cmd/ runtime/ linker/ dtrace-gen/ lang/ sdt/ elf/ base/
tests                          tests/ runtime/ linker/ dtrace-gen/ lang/ sdt/ elf/ base/
tests/fuzz                     tests/ runtime/ linker/ dtrace-gen/ lang/ sdt/ elf/ base/
bench                          bench/ runtime/ linker/ dtrace-gen/ lang/ sdt/ elf/ base/
include                        (nothing)
TABLE

# file:line:included for every quoted include
files '*.c' '*.h' '*.l' '*.y' | grep -Ev '^(examples|tests/(golden|triggers|run|sdt|real|vm|peer)|docs)/' \
	>"$TMP/list"
xargs -r grep -nHE '^[ 	]*#[ 	]*include[ 	]*"' <"$TMP/list" |
	sed 's/^\([^:]*\):\([0-9]*\):[^"]*"\([^"]*\)".*/\1 \2 \3/' >"$TMP/includes"

awk '
FILENAME == ARGV[1] {
	folder = $1
	sub(/^[^ ]+ +/, "")
	allowed[folder] = $0
	next
}
{
	folder = $1
	while (sub(/\/[^\/]*$/, "", folder) && !(folder in allowed))
		;
	if (!(folder in allowed)) {
		printf "%s:%s: this folder is not in the table of tests/lint/includes.sh\n", $1, $2
		next
	}
	count = split(allowed[folder], words, " ")
	for (i = 1; i <= count; i++)
		if (index($3, words[i]) == 1)
			next
	printf "%s:%s: %s must not include \"%s\"; allowed: %s\n", $1, $2, folder, $3, allowed[folder]
}' "$TMP/allowed" "$TMP/includes" >"$TMP/bad"
verdict direction

# headers of ours that stand together are in order (not the parts of the in-kernel library)
grep -v "\.bpf\.c$" "$TMP/list" | xargs -r awk '
FNR == 1 { last = "" }
!/^#include "[^"]*\.h"/ { last = ""; next }
{
	if ($2 < last)
		printf "%s:%d: %s belongs before %s\n", FILENAME, FNR, $2, last
	last = $2
}' >"$TMP/bad"
verdict order

# only runtime/kernel calls the kernel; the build side and the front end do not use libbpf
grep '^runtime/' "$TMP/list" | grep -v '^runtime/kernel/' |
	xargs -r grep -nHE '\b(__NR|SYS)_(bpf|perf_event_open)\b' |
	sed 's/$/  (only runtime\/kernel calls bpf(2) and perf_event_open(2))/' >"$TMP/bad"
grep -E '^(base|elf|lang|sdt|dtrace-gen|linker)/' "$TMP/list" |
	xargs -r grep -nHE '#[ 	]*include[ 	]*<bpf/' |
	sed 's/$/  (this folder does without libbpf)/' >>"$TMP/bad"
verdict kernel-calls

# one way to report errors: messages go through diag; only cmd/ ends the program
grep -E '^(elf|lang|sdt|dtrace-gen|linker|runtime)/' "$TMP/list" | grep -v '^runtime/bpf/' |
	xargs -r grep -nHE '\bfprintf\(stderr|\bperror\(|(^|[^_[:alnum:]])exit\([^)]' |
	sed 's/$/  (say it by diag_error() and return -errno)/' >"$TMP/bad"
verdict error-idiom
