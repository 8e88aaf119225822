#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The completion for bash offers options and, field by field, probes; the syntax for vim knows the words of the tables.

# offers LINE: what the completion offers at the end of it; colons are a word of their own to bash
offers() {
	local words

	words=$(sed 's/::*/ & /g' <<<"$1")
	COMP_LINE=$1 COMP_POINT=${#1}
	read -ra COMP_WORDS <<<"$words"
	[ "${1: -1}" != ' ' ] || COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_dtrace
	echo "${COMPREPLY[*]}"
}

check() { # NAME GOT EXPECTED
	[ "$2" = "$3" ] && echo "ok $1" || echo "not ok $1: '$2', expected '$3'"
}

completion() {
	PATH=$TMP/bin:$PATH
	. /usr/share/bash-completion/bash_completion
	. "$BUILD/dtrace.bash"
	compopt() { :; } # only where readline runs
	check option-of-command "$(offers 'dtrace --ch')" --check
	check option-of-x "$(offers 'dtrace -x ustackf')" ustackframes=
	check flag-of-x "$(offers 'dtrace -x quietr')" quietresize
	check providers "$(offers 'dtrace -P sy')" syscall
	check first-field "$(offers 'dtrace -n sy')" syscall:
	check second-field "$(offers 'dtrace -n syscall:')" vmlinux:
	check third-field "$(offers 'dtrace -n syscall:vmlinux:r')" 'read: readv:'
	check last-field "$(offers 'dtrace -n syscall:vmlinux:read:e')" entry
	check empty-fields "$(offers 'dtrace -n dtrace:::B')" BEGIN
}

mkdir -p "$TMP/bin"
cat >"$TMP/bin/dtrace" <<'LIST'
#!/bin/sh
cat <<ROWS
   ID   PROVIDER            MODULE                          FUNCTION NAME
    1     dtrace                                                     BEGIN
    4    syscall           vmlinux                              read entry
    5    syscall           vmlinux                              read return
    6    syscall           vmlinux                             readv entry
ROWS
LIST
chmod +x "$TMP/bin/dtrace"
if [ -e /usr/share/bash-completion/bash_completion ]; then
	completion
else
	echo "skip completion: needs bash-completion"
fi

cat >"$TMP/x.d" <<'D'
syscall::read:entry /execname == "a"/ { @n[pid] = quantize(arg2); self->t = 1; }
D
# group COLUMN: what vim takes the character there for
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
