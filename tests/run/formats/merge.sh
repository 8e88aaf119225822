#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @lock stacks
#
# dtrace-merge: the sum of two runs equals one run over both programs, byte for byte; values that a run printed several
# times count once, values that it cleared are kept.
. tests/run/common.inc
MERGE=$(dirname "$DT")/dtrace-merge

# every function, keys of every size; @PROVIDER: for one program, or for all of this file
script() {
	cat <<D
loop$1:loop::tick { @c = count(); @colour[copyinstr(arg2), arg0 < 20, (unsigned char)arg1] = count(); @s[arg1 - 2] = sum(arg0 - 20);
	@n = sum(arg0); @lo = min(arg0 - 5); @hi = max(-arg0); @a[(short)arg1] = avg(arg0); }
loop$1:loop::signed-value { @d = stddev(arg1); @q = quantize(arg1); @w = quantize(arg0, -arg0); @l[probename] = lquantize(arg0, -10, 12, 5);
	@m = llquantize(arg0, 10, 0, 1, 10); }
END { normalize(@n, 7); }
D
}

# run NAME PROVIDER COMMAND OPTION...: makes $TMP/NAME.txt in columns, and $TMP/NAME.json
run() {
	name=$1 provider=$2 command=$3
	shift 3
	script "$provider" >"$TMP/script.d"
	"$DT" -q "$@" -s "$TMP/script.d" -c "$command" >"$TMP/$name.txt" 2>>"$TMP/err" </dev/null &&
		"$DT" -qx oformat=json "$@" -s "$TMP/script.d" -c "$command" >"$TMP/$name.json" 2>>"$TMP/err" </dev/null ||
		echo "not ok $name: $(cat "$TMP/err")"
}
printf '#!/bin/sh\n%s 30\n%s 41\n' "$TRIGGERS/loop" "$TRIGGERS/loop" >"$TMP/both"
chmod +x "$TMP/both"
run first '$target' "$TRIGGERS/loop 30"
run second '$target' "$TRIGGERS/loop 41"
run all '*' "$TMP/both" -x "objects=$TRIGGERS/loop"

# compare NAME EXPECTED WORD...
compare() {
	name=$1 wanted=$2
	shift 2
	if "$MERGE" "$@" >"$TMP/got" 2>&1 && [ -s "$TMP/got" ] && diff -u "$wanted" "$TMP/got"; then
		echo "ok $name"
	else
		echo "not ok $name: prints something else"
	fi
}
compare one-file "$TMP/first.txt" -t "$TMP/first.json"
compare two-runs "$TMP/all.txt" -t "$TMP/first.json" "$TMP/second.json"
compare other-order "$TMP/all.txt" -t "$TMP/second.json" - <"$TMP/first.json"
# the same as lines, except for data of one machine and run
sed -E -e 's/,"(time|wall)":[0-9]+//g' -e 's/,"host":("[^"]*"),"boot_id":"[^"]*"/,"hosts":[\1]/' -e '/"type":"record"/d' \
	-e 's/"records":[0-9]+/"records":R/' "$TMP/all.json" >"$TMP/all.lines"
"$MERGE" "$TMP/first.json" "$TMP/second.json" | sed -E 's/"records":[0-9]+/"records":R/' >"$TMP/got.lines"
diff -u "$TMP/all.lines" "$TMP/got.lines" && echo "ok json" || echo "not ok json: other lines"
# it reads its own output
"$MERGE" "$TMP/first.json" >"$TMP/one" && "$MERGE" "$TMP/second.json" >"$TMP/two"
compare its-own-output "$TMP/all.txt" -t "$TMP/one" "$TMP/two"
"$MERGE" "$TMP/first.json" "$TMP/first.json" >"$TMP/out" 2>"$TMP/err"
status=$?
echo "dtrace-merge: $TMP/first.json:1: the same run was already read at $TMP/first.json:1" | diff - "$TMP/err" && [ $status -eq 1 ] &&
	[ ! -s "$TMP/out" ] && echo "ok run-twice" || echo "not ok run-twice: status $status"

# stacks: frames are the same in every process
for n in 3 5; do
	"$DT" -qx oformat=json -n 'nest$target:::inner { @[ustack(3)] = count(); }' -c "$TRIGGERS/nest $n" >"$TMP/nest$n.json" 2>>"$TMP/err"
	"$DT" -q -n 'nest$target:::inner { @[ustack(3)] = count(); }' -c "$TRIGGERS/nest $n" >"$TMP/nest$n.txt" 2>>"$TMP/err"
done
awk 'FILENAME == ARGV[1] && /^ +[0-9]+$/ { more[++i] = $1; next }
	FILENAME == ARGV[1] { next }
	/^ +[0-9]+$/ { printf " %16d\n", $1 + more[++j]; next }
	{ print }' "$TMP/nest3.txt" "$TMP/nest5.txt" >"$TMP/nest.txt"
compare stacks "$TMP/nest.txt" -t "$TMP/nest3.json" "$TMP/nest5.json"

# keys of two processes look alike: a sum for both, also where trunc() drops what was printed of one of them or of both
printf '#!/bin/sh\n%s 3\n%s 5\n' "$TRIGGERS/nest" "$TRIGGERS/nest" >"$TMP/both"
"$DT" -qx oformat=json -x "objects=$TRIGGERS/nest" -c "$TMP/both" -n 'nest*:nest:inner:inner { @mod[umod(arg1)] = count();
	@once[ustack(1)] = count(); @all[ustack(1)] = count(); @one[ustack(1)] = count(); }
	nest*:nest:inner:inner /arg0 == 1 && !begun[pid]++/ { printa(@all); trunc(@all); printa(@one); trunc(@one, 1); }
	END { printa(@all); printa(@one); }' >"$TMP/alike.json" 2>"$TMP/err"
cat >"$TMP/wanted" <<'OUT'
all nest`inner value:24
mod nest value:24
once nest`inner value:24
one nest`inner value:24
OUT
why=$("$MERGE" "$TMP/alike.json" 2>&1 >"$TMP/sums")
sed -n -E -e 's/\+0x[0-9a-f]+//; s/.*"name":"([a-z]*)",.*"keys":\[+([^]]*)\]+,/\1 \2 /p' "$TMP/sums" | tr -d '"}' | sort >"$TMP/got"
diff -u "$TMP/wanted" "$TMP/got" || why="$why other sums: $(cat "$TMP/err")"
result alike "$why"

# printed repeatedly, cleared, truncated: each value counts once. @a 3 + 4, @b 7 (never cleared), @c "x" 1 + 4 and "y" 6,
# @d without a value after its clear
"$DT" -qx oformat=json -n 'BEGIN { @a = sum(3); @b = sum(3); @c["x"] = sum(1); @c["y"] = sum(2); @d = min(5); printa(@a); printa(@b);
	printa(@c); printa(@d); clear(@a); trunc(@c, 1); clear(@d); }
	BEGIN { @a = sum(4); @b = sum(4); @c["x"] = sum(4); @c["y"] = sum(4); }
	BEGIN { printa(@a); printa(@a); printa(@b); printa(@c); printa(@d); exit(0); }' >"$TMP/again.json" 2>"$TMP/err"
cat >"$TMP/wanted" <<'OUT'

                7
                7
  x                                                                 5
  y                                                                 6
                5
OUT
compare printed-again "$TMP/wanted" -t "$TMP/again.json"
