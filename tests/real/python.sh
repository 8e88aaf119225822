#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Collections of python's garbage collector by generation, compared with the counts that the program prints at its end.
. tests/real/real.inc

PYTHON=/usr/bin/python3.11
[ -x $PYTHON ] || {
	echo "skip python: needs $PYTHON"
	exit 0
}

# compare NAME: the traced counts equal what the program printed ("generation count")
compare() {
	sort "$TMP/printed" >"$TMP/wanted"
	if [ ! -s "$TMP/wanted" ] || ! diff "$TMP/wanted" "$TMP/traced"; then
		cat "$TMP/err"
		echo "not ok $1: traced other counts than the program has"
	else
		echo "ok $1"
	fi
}

"$DT" -q -o "$TMP/data" -c "$PYTHON -I tests/real/gc.py" -n 'python$target:::gc-start { @s[arg0] = count(); }
	python$target:::gc-done { @d = count(); } END { printa("start %d %@d\n", @s); printa("done %@d\n", @d); }' \
	>"$TMP/printed" 2>"$TMP/err"
sed -n 's/^start //p' "$TMP/data" | sort >"$TMP/traced"
compare gc-start
sed -n 's/^done //p' "$TMP/data" >"$TMP/traced"
awk '{ all += $2 } END { print all }' "$TMP/printed" >"$TMP/sum"
mv "$TMP/sum" "$TMP/printed"
compare gc-done

rm "$TMP/data"
# three processes at once, enabled by file before the first one exists
printf '#!/bin/sh\nfor i in 1 2 3; do %s -I tests/real/gc.py & done\nwait\n' $PYTHON >"$TMP/three"
chmod +x "$TMP/three"
"$DT" -q -o "$TMP/data" -x objects=$PYTHON -c "$TMP/three" \
	-n 'python*:python3.11::gc-start { @[arg0] = count(); } END { printa("start %d %@d\n", @); }' >"$TMP/all" 2>"$TMP/err"
sed -n 's/^start //p' "$TMP/data" | sort >"$TMP/traced"
awk '{ sum[$1] += $2 } END { for (g in sum) print g, sum[g] }' "$TMP/all" >"$TMP/printed"
compare three-processes

# modules by name: a string and a number
printf 'import colorsys, os\ntry:\n    import nosuchmodule\nexcept ImportError:\n    pass\nos._exit(0)\n' >"$TMP/imports.py"
expect imports 0 -c "$PYTHON -I $TMP/imports.py" -qn 'python$target:::import-find-load-done
	/copyinstr(arg0) == "colorsys" || copyinstr(arg0) == "nosuchmodule"/ { printf("%s %d\n", copyinstr(arg0), arg1); }' <<'END'
colorsys 1
nosuchmodule 0

--
END
