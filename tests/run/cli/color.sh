#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Colours of bars, carets, "error:" and "warning:" on a terminal, unless disabled by NO_COLOR or TERM, or as set by
# -x color. The bytes are compared.
. tests/run/common.inc

command -v script >/dev/null || {
	echo "skip color: needs script"
	exit 0
}
E=$(printf '\033')
painted() { sed "s/@@*/$E[36m&$E[0m/g"; }

# program WORD... <D: $TMP/program becomes a script for dtrace WORD... with the D in x.d
program() {
	cat >"$TMP/x.d"
	printf '#!/bin/sh\ncd "%s" && exec "%s" %s x.d\n' "$TMP" "$DT" "$*" >"$TMP/program"
	chmod +x "$TMP/program"
}

# on_terminal SETTING...: the program's output on a terminal, without carriage returns
on_terminal() { env -u NO_COLOR TERM=xterm "$@" script -qec "$TMP/program" /dev/null </dev/null | tr -d '\r'; }

# same_bytes NAME: compares $TMP/wanted with standard input
same_bytes() {
	cat >"$TMP/shown"
	result "$1" "$(diff "$TMP/wanted" "$TMP/shown" | sed "s/$E/ESC/g")"
}

# ---- bars: of one sign on either side, of both signs
cat >"$TMP/bars.d" <<'D'
BEGIN
{
	@a = quantize(1);
	@b["x"] = lquantize(-5, -10, 10, 5);
	@b["x"] = lquantize(5, -10, 10, 5);
	@c = llquantize(7, 10, 0, 1, 10);
	@d = quantize(4, -1);
	@d = quantize(64, 3);
	@e = quantize(8, -7);
	@f = sum(3);
	exit(0);
}
D
program -qs <"$TMP/bars.d"
"$TMP/program" >"$TMP/plain" 2>&1 </dev/null
for setting in NO_COLOR=1 TERM=dumb TERM=; do
	cp "$TMP/plain" "$TMP/wanted"
	on_terminal $setting | same_bytes "$setting"
done
painted <"$TMP/plain" >"$TMP/wanted"
on_terminal | same_bytes bars
on_terminal NO_COLOR= | same_bytes empty-NO_COLOR
[ "$(grep -c "$E" "$TMP/wanted")" = 7 ] && echo "ok seven-bars" || echo "not ok seven-bars: $(cat "$TMP/wanted")"
bar=$(printf '%40s' '' | tr ' ' @)
grep -qx " *1 |$E\[36m$bar$E\[0m 1        " "$TMP/wanted" && echo "ok bytes" || echo "not ok bytes: $(cat "$TMP/wanted")"
program -x color=always -qs <"$TMP/bars.d"
"$TMP/program" 2>&1 </dev/null | same_bytes always
program -x color=never -qs <"$TMP/bars.d"
cp "$TMP/plain" "$TMP/wanted"
on_terminal | same_bytes never
# a file is not a terminal, even if there is one
program -o "$TMP/file" -qs <"$TMP/bars.d"
on_terminal >"$TMP/terminal"
same_bytes file <"$TMP/file"
result file-terminal "$(cat "$TMP/terminal")"

# a file opened by freopen() is not the terminal, and after it the output is on the terminal again; setopt() changes it
program -wqs <<'D'
BEGIN { @ = quantize(1); printa(@); freopen("other"); printa(@); freopen(""); setopt("color", "never"); printa(@); exit(0); }
D
rm -f "$TMP/other"
histogram() {
	printf '\n\n%16s  ------------- Distribution ------------- count    \n%16s |%40s 0        \n%16s |%s 1        \n%16s |%40s 0        \n\n' \
		value 0 '' 1 "$1" 2 ''
}
{
	histogram "$E[36m$bar$E[0m"
	histogram "$bar"
	echo
} >"$TMP/wanted"
on_terminal | same_bytes setopt
histogram "$bar" >"$TMP/wanted"
same_bytes freopen <"$TMP/other"

# lines and blocks
program -qx aggpack -x encoding=ascii -s <<'D'
BEGIN { @["a"] = quantize(1); @["a"] = quantize(2); exit(0); }
D
"$TMP/program" 2>&1 </dev/null | sed "s/:\( [^:]* \):/:$E[36m\1$E[0m:/" >"$TMP/wanted"
grep -q "$E" "$TMP/wanted" || echo "not ok packed-pattern"
on_terminal | same_bytes packed
program -qx encoding=utf8 -s <<'D'
BEGIN { @ = quantize(1); @ = quantize(4); @ = quantize(4); exit(0); }
D
"$TMP/program" 2>&1 </dev/null | LC_ALL=C sed "s/|\([^ ][^ ]*\)/|$E[36m\1$E[0m/" >"$TMP/wanted"
grep -q "$E" "$TMP/wanted" || echo "not ok blocks-pattern"
on_terminal | same_bytes blocks

# ---- messages: of D, of its warnings, of definitions
program -es <<'D'
BEGIN { trace(nosuch + 1); }
D
cat >"$TMP/wanted" <<END
dtrace: failed to compile script x.d: line 1: failed to resolve nosuch: Unknown variable name
x.d:1:15:
  BEGIN { trace(nosuch + 1); }
                $E[1;32m^~~~~~$E[0m
END
on_terminal | same_bytes caret
sed "s/$E[^m]*m//g" "$TMP/wanted" >"$TMP/wanted.plain"
mv "$TMP/wanted.plain" "$TMP/wanted"
"$TMP/program" 2>&1 </dev/null | same_bytes caret-pipe
on_terminal NO_COLOR=1 | same_bytes caret-NO_COLOR
program -h -s <<'D'
provider x { probe done(int; };
D
cat >"$TMP/wanted" <<END
x.d:1:28: $E[1;31merror: $E[0msyntax error near ";"
  provider x { probe done(int; };
                             $E[1;32m^$E[0m
END
on_terminal | same_bytes definition
cp "$TMP/x.d" "$TMP/definition.d"
program -x color=always -h -s <"$TMP/definition.d"
"$TMP/program" 2>&1 </dev/null | same_bytes definition-always
exit 0
