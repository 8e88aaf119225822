#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Returns in a program that throws are probed at its return instructions: each counts, with its value; a function that
# is left by an exception does not return.
. tests/run/common.inc

${CXX:-g++} -O2 tests/run/pid/returns.cc -o "$TMP/returns" || exit 1
functions='pid$target:a.out:choose:return, pid$target:a.out:rare:return, pid$target:a.out:deep:return'
counted() {
	expect "$@" -c "$TMP/returns 600" -qn "$functions"' { @[probefunc] = count(); @values[probefunc] = sum(arg1); }
		pid$target:a.out:choose:entry { self->from = 1; self->caller = ucaller; }
		pid$target:a.out:choose:return /self->from && self->caller == ucaller/ { @pairs = count(); self->from = 0; }' <<'END'
sum 132891, caught 300

  rare                                                            400
  choose                                                          600
  deep                                                           1500
  deep                                                           2000
  choose                                                        11475
  rare                                                         120400
              600
--
END
}
counted several-ways 0
"$DT" -x features | grep -q '^uprobe_multi  *yes' && counted by-events 0 -x nouprobemulti

# the same file in many processes
mkfifo "$TMP/gate"
exec 3<>"$TMP/gate"
pids=
for i in 1 2 3 4 5 6; do
	"$TMP/returns" 60 wait <"$TMP/gate" >/dev/null 3>&- &
	pids="$pids $!"
done
for pid in $pids; do
	wait_for runs "$pid" "$TMP/returns"
	probes="${probes:+$probes, }pid$pid:a.out:rare:return"
done
: >"$TMP/out"
# shellcheck disable=SC2046,SC2086  # words
"$DT" $(printf ' -p %s' $pids) -qn "BEGIN { printf(\"go\\n\"); } $probes"' { @ = count(); @processes[pid] = sum(arg1); }
	END { printa(@); printa("%@d\n", @processes); }' >"$TMP/out" 2>"$TMP/err" 3>&- &
dtrace=$!
wait_for grep -q go "$TMP/out"
exec 3>&-
wait $dtrace
{ printf 'go\n              240\n' && printf '1240\n%.0s' $pids; } >"$TMP/wanted"
result many-processes "$(sed '/^$/d' "$TMP/out" | diff "$TMP/wanted" - 2>&1)"

# a function that continues with another, whose returns are not its own
if [ "$(uname -m)" = x86_64 ]; then
	cat >"$TMP/inside.cc" <<'END'
extern "C" {
long outer(long n), inner(long n);
__attribute__((noinline, used)) long unknown(long n) { if (n == 99) throw 1; return n; }
}
__asm__(".text\n.type outer, @function\nouter: push %rdi\n call unknown\n pop %rdi\n.type inner, @function\n"
	"inner: push %rdi\n call unknown\n pop %rdi\n ret\n.size inner, . - inner\n.size outer, . - outer\n");
int main() { long sum = 0; for (int i = 0; i < 5; i++) sum += outer(i) + inner(i) - inner(2 * i); return sum != 0; }
END
	${CXX:-g++} -O1 "$TMP/inside.cc" -o "$TMP/inside" || exit 1
	expect inside 0 -c "$TMP/inside" -qn 'pid$target:a.out:inner:return, pid$target:a.out:out*:return { @[probefunc] = count(); }' \
		-Z <<'END'

  inner                                                            15
--
END
fi
