#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 180
#
# Pauses of the G1 collector, enabled by a wildcard before the JVM starts: each `Pause` line of -Xlog:gc matches one
# gc-begin and one gc-end. Once with libjvm.so given by name, and once found when it was mapped: then the program
# starts to collect only after -v has reported that the library is traced.
. tests/real/real.inc

JDK=
for dir in /usr/lib/jvm/java-17-openjdk-*; do
	[ ! -x "$dir/bin/javac" ] || JDK=$dir
done
[ "$JDK" ] || {
	echo "skip jvm: needs openjdk-17-jdk-headless"
	exit 0
}
LIBJVM=$JDK/lib/server/libjvm.so
readelf -n "$LIBJVM" 2>/dev/null | grep -q 'Name: gc__begin' || {
	echo "skip jvm: needs a libjvm.so with probes ($LIBJVM)"
	exit 0
}

# Garbage FILE: waits until FILE has content, then makes garbage
cat >"$TMP/Garbage.java" <<'END'
import java.io.File;
public class Garbage {
	static volatile Object kept;
	public static void main(String[] words) throws Exception {
		while (words.length > 0 && new File(words[0]).length() == 0)
			Thread.sleep(1);
		for (int i = 0; i < 200000; i++)
			kept = new byte[1000];
		System.gc();
	}
}
END
"$JDK/bin/javac" -d "$TMP" "$TMP/Garbage.java" || {
	echo "not ok javac"
	exit 1
}
cat >"$TMP/Collect.java" <<'END'
public class Collect {
	public static void main(String[] words) {
		int caught = 0;
		System.gc();
		for (int i = 0; i < 1000; i++)
			try {
				if (i % 2 == 0)
					throw new RuntimeException();
				words[i] = null;
			} catch (RuntimeException e) {
				caught++;
			}
		System.out.println("caught " + caught);
	}
}
END
"$JDK/bin/javac" -d "$TMP" "$TMP/Collect.java" || exit 1
# the JVM finds the frames of its compiled code by their return addresses, which must not change
"$DT" -q -x objects="$LIBJVM" -c "$JDK/bin/java -Xint -cp $TMP Collect" >"$TMP/printed" 2>"$TMP/err" </dev/null \
	-n 'pid$target:libjvm.so::return { all++; } pid$target:libjvm.so:JVM_GC:return { @ = count(); }'
status=$?
if [ $status = 0 ] && [ "$(tr -d ' \n' <"$TMP/printed")" = caught10001 ]; then
	echo "ok returns"
else
	cat "$TMP/printed" "$TMP/err"
	echo "not ok returns: status $status"
fi

# the same for every process that uses the file, which is the test's own
cp -rs "$JDK" "$TMP/jdk"
for file in bin/java lib/server/libjvm.so lib/libjli.so; do
	cp --remove-destination "$(readlink -f "$JDK/$file")" "$TMP/jdk/$file"
done
"$DT" -q -c "$TMP/jdk/bin/java -Xint -cp $TMP Collect" >"$TMP/printed" 2>"$TMP/err" </dev/null \
	-n "pid*:$TMP/jdk/lib/server/libjvm.so:J*:entry, pid*:$TMP/jdk/lib/server/libjvm.so:J*:return { all++; }
		pid*:$TMP/jdk/lib/server/libjvm.so:JVM_GC:return { @[pid == \$target] = count(); }"
status=$?
if [ $status = 0 ] && [ "$(tr -d ' \n' <"$TMP/printed")" = caught100011 ]; then
	echo "ok returns-of-all"
else
	cat "$TMP/printed" "$TMP/err"
	echo "not ok returns-of-all: status $status"
fi

# enough memory that the JVM does not collect while it starts
JAVA="$JDK/bin/java -XX:+UseG1GC -Xmx32m -Xms32m -Xlog:gc:file=$TMP/gc.log -cp $TMP Garbage"
SCRIPT='hotspot*:libjvm.so::gc-begin /pid == $target/ { @begin = count(); @full[arg0] = count(); }
	hotspot*:libjvm.so::gc-end /pid == $target/ { @end = count(); }
	END { printa("begin %@d\n", @begin); printa("end %@d\n", @end); printa("full %d %@d\n", @full); }'

# compare NAME STATUS: compares $TMP/data with the log
compare() {
	awk '/ Pause / { all++ } / Pause Full / { full++ }
		END { print "begin " all; print "end " all; print "full 0 " all - full; print "full 1 " full }' \
		"$TMP/gc.log" >"$TMP/wanted"
	sed '/^$/d' "$TMP/data" | LC_ALL=C sort >"$TMP/traced"
	if [ "$2" != 0 ] || [ "$(awk '{ print $NF; exit }' "$TMP/wanted")" -lt 5 ] || ! diff "$TMP/wanted" "$TMP/traced"; then
		cat "$TMP/err" "$TMP/gc.log"
		echo "not ok $1: other pauses than the log has (status $2)"
	else
		echo "ok $1"
	fi
	rm -f "$TMP/data" "$TMP/gc.log"
}

"$DT" -q -o "$TMP/data" -x objects="$LIBJVM" -c "$JAVA" -n "$SCRIPT" >"$TMP/printed" 2>"$TMP/err" </dev/null
compare named $?

"$DT" -vZq -o "$TMP/data" -c "$JAVA $TMP/go" -n "$SCRIPT" >"$TMP/printed" 2>"$TMP/err" </dev/null &
dtrace=$!
is_traced() { grep -q '/libjvm.so: [0-9]* sites traced from' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
wait_for is_traced
echo >"$TMP/go"
wait $dtrace
status=$?
sed -i '1,/^Stability/d; /^begin/,$!d' "$TMP/data"
compare by-notice $status
