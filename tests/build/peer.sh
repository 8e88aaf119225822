#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Comparison with systemtap's command and header, if installed: the same caller, built once with theirs and once
# with ours, has the same notes (provider, name, presence of a semaphore, sizes and signs), for definitions
# of every kind of package and for our examples. Mixed pairs (their command, our header) work too.
. "${0%/*}/common.inc"

if [ ! -x /usr/bin/dtrace ] || ! head -n 1 /usr/bin/dtrace | grep -q python; then
	echo "skip peer: needs systemtap's /usr/bin/dtrace"
	exit
fi
mkdir -p inc/rts && : >inc/HsFFI.h && : >inc/rts/EventLogFormat.h && : >inc/vm_opts.h && : >inc/erlang_common.h
their_cc=gcc
our_cc="gcc -I$root/include"
definitions
for d in "$root"/examples/*/*.d; do
	dir=${d%/*}
	grep -q '^ *provider' "$d" && cp "$d" "example_${dir##*/}_${d##*/}"
done
# their parsers reject the file as a whole, and any parameter called `provider`
grep '^	probe.*;$' table.d | grep -v keywords | while read -r probe; do
	name=${probe#probe }
	name=${name%%(*}
	printf 'provider forms {\n%s\n};\n' "$probe" >"form_${name%% *}.d"
done
rm table.d

# program NAME COMPILER HEADER_DIR: links call.c with the header and object there, notes to NAME.notes
program() {
	$2 -O1 -I"$3" -c call.c -o call.o && gcc call.o "$3/p.o" -o prog && notes prog >"$1.notes"
}

compare() {
	file=$1; shift
	rm -rf theirs ours *.notes
	mkdir theirs ours
	/usr/bin/dtrace "$@" -h -s "$file" -o theirs/p.h >/dev/null && /usr/bin/dtrace "$@" -G -s "$file" -o theirs/p.o &&
	"$dtrace" "$@" -h -s "$file" -o ours/p.h && "$dtrace" "$@" -G -s "$file" -o ours/p.o &&
	caller p.h theirs/p.h >call.c &&
	program theirs "$their_cc" theirs && program ours "$our_cc" ours &&
	program mixed1 "$our_cc" theirs && program mixed2 "$their_cc" ours || return 1
	[ -s theirs.notes ] || [ "$file" = erlang_user.d ] || return 1
	for n in ours mixed1 mixed2; do diff theirs.notes $n.notes || return 1; done
	readelf -Ws theirs/p.o | awk '/_semaphore/ { print $2, $3, $4, $5, $6, $8 }' >theirs.syms
	readelf -Ws ours/p.o | awk '/_semaphore/ { print $2, $3, $4, $5, $6, $8 }' >ours.syms
	diff theirs.syms ours.syms
}

for f in *.d; do
	case $f in
	ruby.d | postgres.d | erlang.d | ghc.d | xorg.d) check "$f" compare "$f" -C -Iinc ;;
	qemu.d) check "$f" compare "$f" -DSTAP_SDT_V2 ;;
	*) check "$f" compare "$f" ;;
	esac
done
