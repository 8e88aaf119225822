#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# javagc: the collections that a program asks for, by two collectors.
. tests/run/tools/common.inc

jdk=''
for dir in /usr/lib/jvm/java-*-openjdk-*; do
	[ ! -x "$dir/bin/javac" ] || jdk=$dir
done
[ -n "$jdk" ] || {
	echo 'skip javagc: needs a JDK in /usr/lib/jvm'
	exit 0
}
jvm=$jdk/lib/server/libjvm.so
readelf -n "$jvm" 2>/dev/null | grep -q 'Name: gc__begin' || {
	echo "skip javagc: needs a libjvm.so with probes ($jvm)"
	exit 0
}

cat >"$TMP/Asks.java" <<'END'
public class Asks {
	public static void main(String[] words) {
		for (int i = 0; i < 3; i++)
			System.gc();
	}
}
END
"$jdk/bin/javac" -d "$TMP" "$TMP/Asks.java" || exit 1

heading='PID     COMMAND          HEAP   TIME(us)'
for collector in Serial G1; do
	java="$jdk/bin/java -Xint -Xmx64m -XX:+Use${collector}GC -cp $TMP Asks"
	tool javagc -l "$jvm" -c "$java"
	sed -i -E -e 's/^[0-9]+ +/PID /' -e 's/ +[1-9][0-9]*$/ N/' "$TMP/out"
	prints $collector "$heading
PID java             full N
PID java             full N
PID java             full N"
done
tool javagc -m 60000 -l "$jvm" -c "$java"
sed -i '/^$/d' "$TMP/out"
prints long "$heading"
