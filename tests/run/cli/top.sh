#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -x top: the picture, limited to the lines of the terminal. It ends by q, ^C and exit(), and the terminal's settings are
# restored.
. tests/run/common.inc

expect no-terminal 1 -x top -qn 'BEGIN { @ = count(); exit(0); }' <<'END'
--
dtrace: -x top cannot draw: the output is not a terminal
END
command -v script >/dev/null || {
	echo "skip terminal: needs script"
	exit 0
}
E=$(printf '\033')

# on_terminal LINES WORD... <D: dtrace WORD... -s D on a terminal with LINES lines that gets the keys $keys;
# $TMP/shown: its output, without carriage returns; the last line is the exit status and the settings
keys=
on_terminal() {
	cat >"$TMP/x.d"
	cat >"$TMP/program" <<-END
		#!/bin/sh
		cd "$TMP"
		stty rows $1 cols 80
		stty -g >before
		"$DT" $2 x.d
		status=\$?
		stty -g >after
		cmp -s before after && echo "status \$status"
	END
	chmod +x "$TMP/program"
	printf "$keys" | TERM=xterm script -qec "$TMP/program" /dev/null | tr -d '\r' >"$TMP/shown"
}

# drawn NAME: the last picture has the lines of standard input and the status line
drawn() {
	{
		printf '%s' "$E[?7l$E[H"
		sed "s/^[^-].*/&$E[K/; s/^-\$/$E[K/; /^--/d"
		printf '%s\n' "$E[J$E[?7hstatus $status"
	} >"$TMP/wanted"
	tr '\n' '\001' <"$TMP/shown" | sed "s/.*\($E\[?7l\)/\1/" | tr '\001' '\n' >"$TMP/last"
	result "$1" "$(diff "$TMP/wanted" "$TMP/last" | sed "s/$E/ESC/g")"
}

status=0
on_terminal 5 '-qx top -s' <<'D'
BEGIN { @["one"] = sum(1); @["three"] = sum(3); @["five"] = sum(5); @["four"] = sum(4); @["two"] = sum(2); exit(0); }
D
drawn largest-first <<'END'
  five                                                              5
  four                                                              4
  three                                                             3
  two                                                               2
END
head -c 6 "$TMP/shown" >"$TMP/first"
[ "$(cat "$TMP/first")" = "$E[H$E[J" ] && echo "ok cleared" || echo "not ok cleared: $(od -c "$TMP/first")"

# several aggregations are separated by an empty line; records are not printed, but their actions are carried out
status=3
on_terminal 24 '-qx top -x aggsortrev -s' <<'D'
BEGIN { printf("not shown"); @a[1] = sum(1); @a[2] = sum(2); @b = max(7); normalize(@b, 7); exit(3); }
D
drawn several <<'END'
        1                1
        2                2
-
                1
END

# by the key q, which may be pressed before dtrace waits for it
status=0
keys=xq
on_terminal 24 '-qx top -s' <<'D'
BEGIN { @["begun"] = sum(2); }
END { @["ended"] = sum(1); }
D
drawn key-q <<'END'
  begun                                                             2
  ended                                                             1
END
# by a signal, as sent by ^C
keys=
on_terminal 24 '-wqx top -s' <<'D'
BEGIN { @["begun"] = sum(2); system("kill -INT %d", $pid); }
END { @["ended"] = sum(1); }
D
drawn interrupt <<'END'
  begun                                                             2
  ended                                                             1
END
# the last picture is drawn over the messages, so they are printed again after it: faults and drops in sum
on_terminal 24 '-qx top -x aggsize=1 -s' <<'D'
BEGIN { @["no room"] = count(); @["none"] = count(); @ran = sum(4); printf("%d", *(int *)0); }
BEGIN { printf("%d", *(int *)0); }
BEGIN { exit(0); }
D
cat >"$TMP/wanted" <<END
dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #4
dtrace: error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
dtrace: 2 aggregation drops on CPU N
status 0
END
sed "s/.*$E\\[?7h//; s/on CPU [0-9]*/on CPU N/" "$TMP/shown" | tail -n 4 >"$TMP/last"
result messages "$(diff "$TMP/wanted" "$TMP/last")"
# messages that don't go to the terminal are not repeated
on_terminal 24 '2>err -qx top -x aggsize=1 -s' <<'D'
BEGIN { @["no room"] = count(); exit(0); }
D
result messages-once "$(sed 's/CPU [0-9]*$/CPU N/' "$TMP/err" | diff - /dev/fd/3 3<<'END'
dtrace: 1 aggregation drop on CPU N
END
)"
# the output is plain text
status=1
on_terminal 24 '-qx top -x oformat=json -s' <<'D'
BEGIN { exit(0); }
D
echo 'dtrace: -x top cannot draw: it is text, so oformat must be text
status 1' >"$TMP/wanted"
result other-format "$(diff "$TMP/wanted" "$TMP/shown")"
exit 0
