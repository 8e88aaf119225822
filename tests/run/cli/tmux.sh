#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The display on a terminal of 80 columns and 24 lines, drawn by tmux: -x top, colours, completion in bash, zsh and fish.
. tests/run/common.inc

command -v tmux >/dev/null || {
	echo "skip terminal: needs tmux"
	exit 0
}
# a short path, because a socket's name is limited to 107 bytes
DIR=$(mktemp -d)
nth=0
term() { tmux -S "$DIR/$nth" -f /dev/null "$@"; }
E=$(printf '\033')
trap 'term kill-server 2>/dev/null; rm -rf "$DIR"' EXIT

# terminal WORD...: runs a command in a new terminal with its own server, because the last server may still be ending
terminal() {
	term kill-server 2>/dev/null
	nth=$((nth + 1))
	env -u NO_COLOR TERM=xterm tmux -S "$DIR/$nth" -f /dev/null new-session -d -x 80 -y 24 "$@" \; set -g status off
}

# traces WORD... <D: runs dtrace WORD... $TMP/x.d in a new terminal, and prints its exit status after it
traces() {
	cat >"$TMP/x.d"
	cat >"$TMP/program" <<-END
		"$DT" $* "$TMP/x.d"
		echo "status \$?"
		read -r line
	END
	terminal sh "$TMP/program"
}

# the lines of the screen that are not empty; -e: with colour sequences
screen() { term capture-pane -p "$@" | sed -E -e "s/$E\\[(0|39|49)m//g" -e 's/ *$//' | grep .; }

# appears TEXT: waits until a line of the screen contains this text; the runner's time limit ends an endless wait
appears() { wait_for on_screen "$1"; }
on_screen() { screen >"$TMP/screen"; grep -qF -- "$1" "$TMP/screen"; }

# sees NAME [-e]: compares the screen with standard input
sees() {
	cat >"$TMP/wanted"
	name=$1
	shift
	screen "$@" >"$TMP/screen"
	result "$name" "$(diff "$TMP/wanted" "$TMP/screen")"
}
# ---- -x top
traces -qx top -x aggrate=20ms -s <<'D'
BEGIN { @["one"] = sum(1); @["three"] = sum(3); @["two"] = sum(2); @h = quantize(4); @h = quantize(5); }
tick-10ms /x < 20/ { @["three"] = sum(1); x++; }
END { @["ended"] = sum(100); }
D
appears 'three                                                            23'
sees top <<'END'
  three                                                            23
  two                                                               2
  one                                                               1
           value  ------------- Distribution ------------- count
               2 |                                         0
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2
               8 |                                         0
END
term send-keys q
appears 'status 0'
sees top-ended <<'END'
  ended                                                           100
  three                                                            23
  two                                                               2
  one                                                               1
           value  ------------- Distribution ------------- count
               2 |                                         0
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2
               8 |                                         0
status 0
END

# ---- colours
traces -qs <<'D'
BEGIN { @ = quantize(1); exit(0); }
D
appears 'status 0'
sees bar -e <<END
           value  ------------- Distribution ------------- count
               0 |                                         0
               1 |$E[36m@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
               2 |                                         0
status 0
END
# a line longer than the screen continues on the next one
cd "$TMP"
TMP=. traces -es <<'D'
BEGIN { trace(nosuch + 1 + 2 + 3); }
D
cd "$root"
appears 'status 1'
sees caret -e <<END
dtrace: failed to compile script ./x.d: line 1: failed to resolve nosuch: Unknow
n variable name
./x.d:1:15:
  BEGIN { trace(nosuch + 1 + 2 + 3); }
                $E[1m$E[32m^~~~~~
status 1
END

# ---- completion
mkdir -p "$TMP/zsh" "$TMP/fish/completions"
cp "$BUILD/dtrace.zsh" "$TMP/zsh/_dtrace"
cp "$BUILD/dtrace.fish" "$TMP/fish/completions/dtrace.fish"
mkdir -p "$DIR/bin"
ln -s "$DT" "$DIR/bin/dtrace"
cat >"$TMP/bashrc" <<END
PS1='ready> ' PATH="$DIR/bin:\$PATH"
. /usr/share/bash-completion/bash_completion
. "$BUILD/dtrace.bash"
END
cat >"$TMP/zsh/.zshrc" <<END
fpath=(\$ZDOTDIR \$fpath) path=("$DIR/bin" \$path)
autoload -Uz compinit
compinit -u -D
PS1='ready> '
END

# completes SHELL WORD...: the completion of two commands, after pressing the tab key for each
completes() {
	shell=$1
	shift
	command -v "$shell" >/dev/null || {
		echo "skip $shell: needs $shell"
		return
	}
	terminal -e ZDOTDIR="$TMP/zsh" -e XDG_CONFIG_HOME="$TMP" -e HOME="$TMP" "$@"
	appears 'ready>'
	term send-keys -l 'dtrace -n syscall:vmlinux:readv:e'
	term send-keys Tab
	appears 'ready> dtrace -n syscall:vmlinux:readv:entry'
	term send-keys C-u
	term send-keys -l 'dtrace -x ustackf'
	term send-keys Tab
	appears 'ready> dtrace -x ustackframes='
	echo "ok $shell"
}
completes bash bash --noprofile --rcfile "$TMP/bashrc" -i
completes zsh zsh -d -i
completes fish fish --private --init-command "set -gx PATH '$DIR/bin' \$PATH
	function fish_prompt; echo 'ready> '; end; function fish_greeting; end"
exit 0
