#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The completions for bash, zsh and fish offer the same options and, field by field, the same probes.

# the command line, and the words offered at its end: sorted, separated by blanks
cases() {
	cat <<-'CASES'
	option-of-command	dtrace --ch	--check
	option-with-value	dtrace --targ	--target=
	option-of-x	dtrace -x ustackf	ustackframes=
	flag-of-x	dtrace -x quietr	quietresize
	providers	dtrace -P sy	syscall
	first-field	dtrace -n sy	syscall:
	second-field	dtrace -n syscall:	syscall:vmlinux:
	third-field	dtrace -n syscall:vmlinux:r	syscall:vmlinux:read: syscall:vmlinux:readv:
	last-field	dtrace -n syscall:vmlinux:read:e	syscall:vmlinux:read:entry
	empty-fields	dtrace -n dtrace:::B	dtrace:::BEGIN
	script	dtrace -s scri	script.d
	CASES
}

# bash treats the colon as the end of a word, and offers only the text after it; it shows no descriptions of options
offers_bash() { # LINE
	local words

	words=$(sed 's/::*/ & /g' <<<"$1")
	COMP_LINE=$1 COMP_POINT=${#1}
	read -ra COMP_WORDS <<<"$words"
	[ "${1: -1}" != ' ' ] || COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_dtrace
	case $1 in
	*-n*:*) printf "$(sed 's/.* //; s/[^:]*$//' <<<"$1")%s\n" "${COMPREPLY[@]}" ;;
	*) printf '%s\n' "${COMPREPLY[@]}" ;;
	esac
}

ask_bash() {
	. /usr/share/bash-completion/bash_completion
	. "$BUILD/dtrace.bash"
	compopt() { :; } # works only under readline
	while IFS=$'\t' read -r name line _; do
		offers_bash "$line" | sed "s/^/$name	/"
	done
}

# zsh completes only in its line editor, on a terminal: the first prompt tries all cases, then exits
ask_zsh() {
	mkdir -p "$TMP/zsh"
	cp "$BUILD/dtrace.zsh" "$TMP/zsh/_dtrace"
	cat >"$TMP/zsh/.zshrc" <<-'RC'
	PS1= PS2= fpath=($ZDOTDIR $fpath)
	autoload -Uz compinit
	compinit -u -D
	# records the offers instead of inserting one
	compadd() {
		local -a found shown
		local option

		for option; do
			[[ $option != (-|--) ]] || break
			# with these options, compadd only computes, for _describe
			[[ $option != -[OAD] ]] || { builtin compadd "$@"; return }
		done
		builtin compadd -O found "$@"
		print -lr -- $case$'\t'$^found >>$OUT
		builtin compadd "$@"
	}
	ask() { _main_complete }
	zle -C ask complete-word ask
	zle-line-init() {
		while IFS=$'\t' read -r case line rest; do
			BUFFER=$line CURSOR=${#line}
			zle ask
		done <$CASES
		exit
	}
	zle -N zle-line-init
	RC
	cat >"$TMP/cases"
	: >"$TMP/zsh-out"
	TERM=vt100 ZDOTDIR=$TMP/zsh CASES=$TMP/cases OUT=$TMP/zsh-out \
		timeout 60 script -qec "zsh -o ignoreeof -i" /dev/null </dev/null >"$TMP/zsh-screen" 2>&1
	cat "$TMP/zsh-out"
}

ask_fish() {
	while IFS=$'\t' read -r name line _; do
		# other files come after the scripts
		[ "$name" != script ] || printf 'begin; '
		# newer versions also offer names that contain the word elsewhere
		printf 'complete -C "%s" | string replace -r "\\t.*" "" | string match -- "%s*" | string replace -r "^" "%s"\\t' \
			"$line" "${line##* }" "$name"
		[ "$name" != script ] || printf '; end | head -n 1'
		echo
	done >"$TMP/ask.fish"
	HOME=$TMP XDG_CONFIG_HOME=$TMP XDG_DATA_HOME=$TMP fish --no-config -c "source $BUILD/dtrace.fish; source $TMP/ask.fish"
}

check() { # SHELL NAME GOT EXPECTED
	[ "$3" = "$4" ] && echo "ok $1-$2" || echo "not ok $1-$2: '$3', expected '$4'"
}

# compare SHELL: compares the output of ask_SHELL, CASE<TAB>OFFER lines, with the cases
compare() {
	cases | "ask_$1" >"$TMP/offers.$1"
	cases | while IFS=$'\t' read -r name _ expected; do
		check "$1" "$name" "$(sed -n "s/^$name	//p" "$TMP/offers.$1" | LC_ALL=C sort | paste -sd ' ')" "$expected"
	done
}

case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
mkdir -p "$TMP/bin" "$TMP/here"
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
PATH=$TMP/bin:$PATH
cd "$TMP/here" || exit 1
touch script.d script.txt

if [ -e /usr/share/bash-completion/bash_completion ]; then
	(compare bash)
else
	echo "skip bash: needs bash-completion"
fi
for shell in zsh fish; do
	if ! command -v $shell >/dev/null; then
		echo "skip $shell: needs $shell"
	elif [ $shell = zsh ] && ! command -v script >/dev/null; then
		echo "skip $shell: needs script"
	else
		compare $shell
	fi
done
# with the descriptions of options
if command -v fish >/dev/null; then
	got=$(HOME=$TMP fish --no-config -c "source $BUILD/dtrace.fish; complete -C 'dtrace -x bpflogs'")
	check fish description "$got" "bpflogsize=	room for the verifier's log"
fi
exit 0
