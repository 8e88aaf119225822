#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# usdt: a library with 500 sites, whose arguments are passed in more than a hundred ways, is opened while it is traced:
# one program reads them by a table. If it is known before, each way has its own program. Both results equal the sums of
# the library itself.
. tests/run/common.inc

# without uprobe_multi each probe is an event, and the kernel needs some time for each
sites=500
[ "$("$DT" -x features | awk '$1 == "uprobe_multi" { print $2 }')" = yes ] || sites=40

library=$TMP/libsites.so
awk -v CNT=$sites -f tests/triggers/sites.awk >"$TMP/sites.c" &&
	$CC -O1 -fPIC -Iinclude -shared "$TMP/sites.c" -o "$library" || {
	echo "not ok build"
	exit 1
}
places=$(readelf -n "$library" | sed -n 's/^ *Arguments: //p' | sort -u | wc -l)
result places "$([ "$places" -gt $((sites / 5)) ] || echo "$places different ones")"

traced() { grep -q ": $sites sites traced from " "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }

# opened NAME OTHERS WORD...: dtrace WORD... on a process that opens the library when tracing has begun, like OTHERS
opened() {
	cat >"$TMP/wanted"
	name=$1 others=$2
	shift 2
	rm -f "$TMP/out" "$TMP/open" "$TMP/go"
	"$TRIGGERS/opens" "$library" "$TMP/open" "$TMP/go" >"$TMP/sums" &
	pid=$!
	for i in $others; do "$TRIGGERS/opens" "$library" "$TMP/open" "$TMP/go" >"$TMP/sums.$i" & done
	wait_for runs $pid "$TRIGGERS/opens"
	"$DT" -v -p $pid -Zqn 'BEGIN { printf("go\n"); }' "$@" >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo >"$TMP/open"
	[ "$name" = known ] || wait_for traced
	echo >"$TMP/go"
	wait $dtrace
	status=$?
	wait
	case $name in clauses) ;; *) cat "$TMP/sums" >>"$TMP/wanted" ;; esac
	echo >>"$TMP/wanted"
	sed -i '0,/^go$/d' "$TMP/out"
	bad=$(diff "$TMP/wanted" "$TMP/out")
	[ $status = 0 ] && [ -z "$bad" ] || bad="status $status $bad $(cat "$TMP/err")"
	result "$name" "$bad"
}

# (arguments have the width that the compiler gave them; arguments that a site lacks are 0)
sums='many$target::: { @ = count(); @a0 = sum(arg0); @a1 = sum(arg1); @a2 = sum(arg2); @a3 = sum(arg3); @a4 = sum(arg4); @a5 = sum(arg5);
	names[probename]++; @names = sum(names[probename]); @own = sum(pid == $target); }
END { printa("%@d firings %@d names %@d of the process\n", @, @names, @own);
	printa("%@d %@d %@d %@d %@d %@d\n", @a0, @a1, @a2, @a3, @a4, @a5); }'
opened late '' -n "$sums" <<END
$sites firings $sites names $sites of the process
END
opened known '' -x objects="$library" -n "$sums" <<END
$sites firings $sites names $sites of the process
END
# other processes would have the breakpoints if all were meant; here they have none
opened late-beside-others '1 2' -n "$sums" <<END
$sites firings $sites names $sites of the process
END

# two sets of clauses, one with a predicate on an argument
opened clauses '' -n 'many$target:::site?,many$target:::site1? /arg0 >= 0 && arg0 < 20/ { @[probename, arg0, arg1 == 0, arg3] = count(); }' \
	-n 'many$target::: { @all = count(); } END { printa("%s %d %d %d %@d\n", @); printa("%@d firings\n", @all); }' <<END
site1 1 0 -1 1
site10 7 0 3 1
site13 13 0 -13 1
site16 7 0 3 1
site19 19 0 -19 1
site4 7 0 3 1
site7 7 0 -7 1
$sites firings
END
