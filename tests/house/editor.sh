#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The syntax file for vim contains the words of the tables.

check() { # NAME GOT EXPECTED
	[ "$2" = "$3" ] && echo "ok $1" || echo "not ok $1: '$2', expected '$3'"
}

cat >"$TMP/x.d" <<'D'
syscall::read:entry /execname == "a"/ { @n[pid] = quantize(arg2); self->t = 1; }
D
# group COLUMN: the syntax group of the character there
group() { printf 'call add(g:groups, synIDattr(synID(1, %d, 1), "name"))\n' "$1"; }
if vim --version 2>/dev/null | grep -q '+syntax'; then
	{
		echo "let g:groups = []"
		echo "syntax clear"
		echo "source $BUILD/dtrace.vim"
		for column in 1 22 34 41 44 51 67; do group "$column"; done
		echo "call writefile(g:groups, '$TMP/groups')"
		echo "qa!"
	} >"$TMP/x.vim"
	vim -u NONE -N -e -s -c "syntax enable" -c "source $TMP/x.vim" "$TMP/x.d" </dev/null >/dev/null 2>&1
	check vim-groups "$(tr '\n' ' ' <"$TMP/groups")" \
		"dtraceProbe dtraceVariable dtraceString dtraceAggregation dtraceVariable dtraceAggregate dtraceStorage "
else
	echo "skip vim-groups: needs vim"
fi
