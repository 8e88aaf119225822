#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 100
#
# Strings that arguments of direct probes point to: a firing is counted once, by the program itself if all of its
# strings are constants of the file, else by the kernel, and the two ways give the same keys and records. Pointers
# of each kind, each address around the constants, threads and signals, children, PIE or not, static, a library.
# And constants that the program itself can't read any more, which must not harm it.
. tests/run/direct/direct.inc
cat >"$TMP/storm.d" <<'D'
provider storm {
	probe warm(int n);
	probe text(char *text, string other, int kind);
};
D

# exact NAME [WORD...]: a program that is linked with the words; direct or not, it gives the same
cat >"$TMP/keys.d" <<'D'
BEGIN { printf("go\n"); }
storm*:MINE::warm { @warm = count(); }
storm*:MINE::text { @all = count(); }
storm*:MINE::text /arg2 != 99/ { @kinds[arg2] = count(); @other[args[1]] = count(); }
storm*:MINE::text /arg2 != 99/ { @whole[copyinstr(arg0)] = count(); }
storm*:MINE::text /arg2 != 99/ { @pair[arg2, copyinstr((uintptr_t)args[0], 15)] = sum(arg2 + 1); }
storm*:MINE::text /arg2 != 99/ { @typed[stringof(args[0])] = quantize(arg2); }
storm*:MINE::text /arg2 != 99/ { @computed[copyinstr(arg0, arg2)] = count(); }
storm*:MINE::text /copyinstr(arg0) == "short" || (string)args[0] > "p"/ { @compared[arg2] = count(); }
storm*:MINE::text /arg2 < 5/ { this->length = arg2 & 3; @short[arg2 ? copyinstr(arg0, 3) : "none"] = sum(this->length); }
storm*:MINE::text /arg2 != 99/ { @length[arg2, strlen(copyinstr(arg0))] = sum(strlen(copyinstr(arg0, arg2))); }
storm*:MINE::text /arg2 != 99 && strlen(args[1]) > 3/ { @lengths[strlen(stringof(args[0])), strlen(copyinstr(arg0, 6))] = count(); }
storm*:MINE::text /arg2 != 99 && strlen(arg2 & 1 ? probename : copyinstr(arg0, 9)) == 4/ { @four[arg2] = sum(strlen(probemod)); }
storm*:MINE::text /arg2 == 99/ { @handler[copyinstr(arg0)] = count(); }
END { printa("own %@d ", @warm); printa("%@d\n", @all); }
D
exact() {
	name=$1
	shift
	rm -f "$TMP/strings" "$TMP/strings$mine"
	direct_made strings "$@"
	storm_file=$TMP/strings$mine
	sed -i "s/MINE/strings$mine/" "$TMP/keys.d"
	for way in off auto; do
		start_storm
		trace -q -x aggsortkey -x strsize=100 -x direct=$way -s "$TMP/keys.d"
		ask w
		[ $way = off ] || wait_for is_on 2
		ask m 50
		ask a
		ask t 8 200 200
		ask f 4 50
		stop_tracing
		equals "$name-$way" "$(sed -n 's/^own //p' "$TMP/out")" "$warm $ticks"
		# how often the handler ran is another number each time
		sed '/^own/d; /^  *from a handler/d; /^$/d' "$TMP/out" >"$TMP/keys.$way"
		end_storm "$name-$way-ended"
	done
	result "$name-direct" "$([ "$(direct_cnt)" = 1 ] || cat "$TMP/err")"
	result "$name-lines" "$([ "$(wc -l <"$TMP/keys.off")" -gt 1000 ] || echo "only $(wc -l <"$TMP/keys.off")")"
}
exact pie
result same "$(diff -a "$TMP/keys.off" "$TMP/keys.auto" | head -20)"
exact no-pie -no-pie
exact static -static -DSTATIC
exact static-pie -static-pie -DSTATIC

# ---- records, with several strings each --------------------------------------------------------

rm -f "$TMP/strings" "$TMP/strings$mine"
direct_made strings
storm_file=$TMP/strings
for way in off auto; do
	start_storm
	trace -q -x strsize=40 -x direct=$way -p $storm -n 'BEGIN { printf("go\n"); }
		storm$target:::text /copyinstr(arg0) != "page one"/ { printf("%s %d %s\n", copyinstr(arg0), arg2, stringof(args[1])); }
		storm$target:::text { trace(copyinstr(arg0, 7)); trace(arg2); printf("\n"); }
		storm$target:::warm { }'
	ask w
	[ $way = off ] || wait_for is_on 2
	ask m 40
	stop_tracing
	grep -a . "$TMP/out" | sort >"$TMP/records.$way"
	end_storm "records-$way-ended"
done
equals records "$(wc -l <"$TMP/records.auto") $(grep -c '^0123456789abcdef0123456789abcdef0123456 3 constant$' "$TMP/records.auto")" \
	"$((40 * (11 + 12))) 40"
result records-same "$(diff -a "$TMP/records.off" "$TMP/records.auto" | head -20)"

# ---- constants that can't be read any more: the program is not harmed, and the strings are known ------------------

count='BEGIN { printf("go\n"); } storm$target:MODULE::warm { }
	storm$target:MODULE::text { @all = count(); } storm$target:MODULE::text { @[copyinstr(arg0)] = count(); }
	END { printa("%@d\n", @all); printa("%s %@d\n", @); }'
for how in 1 2; do
	start_storm
	trace -q -p $storm -x aggsortkey -n "$(printf %s "$count" | sed 's/MODULE//g')"
	wait_for is_on 2
	ask p $how 1000
	stop_tracing
	result "gone-$how-direct" "$([ "$(direct_cnt)" = 1 ] || cat "$TMP/err")"
	equals "gone-$how" "$(grep . "$TMP/out" | tr '\n' ',')" "2000,page one 1000,page two 1000,"
	end_storm "gone-$how-ended"
done

# ---- a library: its constants, not those of the program; closed and opened ------------------------------------

${CC:-gcc} -O2 -fPIC -I"$root/include" -I"$TMP" -c "$here/strings_lib.c" -o "$TMP/lib.o" &&
	"$DT" -G --direct -s "$TMP/storm.d" -o "$TMP/lib.prov.o" "$TMP/lib.o" &&
	${CC:-gcc} -shared "$TMP/lib.o" "$TMP/lib.prov.o" -o "$TMP/libstrings.so" || exit 1
runs_library() {
	ask r 1
	[ "$(direct_cnt)" -ge 1 ] || grep -q 'through the kernel' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null
}
start_storm
ask o "$TMP/libstrings.so"
trace -q -p $storm -x aggsortkey -n "$(printf %s "$count" | sed 's/MODULE/libstrings.so/g; s/storm$target:[^:]*::warm { }//')"
wait_for runs_library
for round in 1 2 3; do
	ask r 500
	ask d
	ask o "$TMP/libstrings.so"
	ask r 500
done
stop_tracing
third=$((ticks / 3))
result library-direct "$([ "$(direct_cnt)" -ge 1 ] || cat "$TMP/err")"
equals library "$(grep . "$TMP/out" | tr '\n' ',')" "$ticks, $third,of the library $third,of the program $third,"
end_storm library-ended

# ---- why not: why NAME CLAUSE REASON [PROBES that are direct, COMMAND of strings.c before] -------------------------

why() {
	start_storm
	ticks=0
	[ $# -lt 5 ] || ask "$5"
	before=$ticks
	trace -q -p $storm -x strsize=64 -n "BEGIN { printf(\"go\\n\"); } storm\$target:::text $2
		storm\$target:::text { @ = count(); } storm\$target:::warm { } END { printa(\"all %@d\\n\", @); }"
	ask w
	wait_for is_on "${4:-1}"
	ask m 1
	stop_tracing
	equals "why-$1" "$(sed -n 's/^dtrace: .*:text is traced through the kernel: //p' "$TMP/err")" "$3"
	equals "why-$1-exact" "$(sed -n 's/^all //p' "$TMP/out")" $((ticks - before))
	end_storm "why-$1-ended"
}
argument='copyinstr() of an address that is not an argument of the probe needs the kernel'
why sum '{ @k[copyinstr(arg0 + 1)] = count(); }' "$argument"
why variable '{ this->p = arg0; @k[copyinstr(this->p)] = count(); }' "$argument"
why narrow '{ @k[copyinstr((uint32_t)arg0)] = count(); }' "$argument"
why number '{ @k[copyinstr(arg2)] = count(); }' '' 2
why missing '{ @k[copyinstr(arg3)] = count(); }' 'a clause reads a string from an argument that it does not have'
why copyin '{ @k[*(int *)copyin(arg0, 4)] = count(); }' 'following a pointer needs the kernel'
why strchr "{ @k[strchr(copyinstr(arg0), 'a')] = count(); }" 'strchr() needs the kernel'
why strlen '{ @k[copyinstr(arg0, 255), strlen(copyinstr(arg0)), strlen(stringof(args[1]))] = count(); }' '' 2
long='its strings are too long: lower strsize, or give copyinstr() a length'
seven=$(printf 'copyinstr(arg0), %.0s' 1 2 3 4 5 6 7)
why keys "{ @k[$seven 1] = count(); }" "$long"
why record '{ trace(copyinstr(arg0)); trace(copyinstr(arg0)); trace(copyinstr(arg0)); @k[arg2] = count();
	printf("%s%s%s%s", copyinstr(arg0), copyinstr(arg0), copyinstr(arg0), stringof(args[0])); }' "$long"
why shorter "{ @k[$(printf 'copyinstr(arg0, 31), %.0s' 1 2 3 4 5 6 7) 1] = count(); }" '' 2
why temporary "{ @k[1 + (copyinstr(arg0) == \"a\"), $(printf 'copyinstr(arg0), %.0s' 1 2 3 4 5) 1] = count(); }" \
	'it uses scratch memory'
why writable '{ @k[copyinstr(arg0)] = count(); }' 'its program has changed the memory of its constants' 1 'p 3 0'
rm -f "$TMP/strings" "$TMP/strings$mine"
direct_made strings -DLARGE
why large '{ @k[copyinstr(arg0)] = count(); }' 'its program has more than 4 MB of constants, of which none are copied'
