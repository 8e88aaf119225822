#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# dtrace-merge on hand-written files: sums at the limits of 64 and 128 bits, hosts, drops, normals, order, and
# messages for every kind of damage, with its place.
merge=$(dirname "$DTRACE")/dtrace-merge
cd "$TMP" || exit 1

start='{"type":"start","version":1,"host":"a"}'
end='{"type":"end","records":2,"errors":1}'
# agg MEMBERS: prints a line of the aggregation @n
agg() { printf '{"type":"aggregation","name":"n",%s}\n' "$1"; }
# a_run FILE: writes standard input between a start and an end line
a_run() { { echo "$start"; cat; echo "$end"; } >"$1"; }

# says NAME STATUS WORD...: standard input is the expected output, `--`, the expected messages
says() {
	name=$1 wanted=$2
	shift 2
	cat >want
	"$merge" "$@" >out 2>err </dev/null
	status=$?
	{ cat out; echo --; cat err; } >got
	if [ $status -ne "$wanted" ]; then
		cat got
		echo "not ok $name: status $status"
	elif diff -u want got; then echo "ok $name"
	else echo "not ok $name: prints something else"; fi
}

# adds NAME MEMBERS MEMBERS RESULT: two runs with one line each
adds() {
	agg "$2" | a_run one
	agg "$3" | a_run two
	says "$1" 0 one two <<END
{"type":"start","version":1,"hosts":["a"]}
$(agg "$4")
{"type":"end","records":4,"errors":2}
--
END
}
count='"function":"count","keys":[]' sum='"function":"sum","keys":[]'
adds count-above-63-bits "$count,\"value\":9223372036854775807" "$count,\"value\":9223372036854775808" "$count,\"value\":18446744073709551615"
adds sum-of-both-signs "$sum,\"value\":-9223372036854775808" "$sum,\"value\":9223372036854775807" "$sum,\"value\":-1"
adds min-with-an-empty-one '"function":"min","keys":[],"value":0,"empty":true' '"function":"min","keys":[],"value":7' '"function":"min","keys":[],"value":7'
adds max-of-negatives '"function":"max","keys":[],"value":-8' '"function":"max","keys":[],"value":-7' '"function":"max","keys":[],"value":-7'
adds both-empty '"function":"max","keys":[],"value":0,"empty":true' '"function":"max","keys":[],"value":0,"empty":true' '"function":"max","keys":[],"value":0,"empty":true'
adds avg-by-count-and-sum '"function":"avg","keys":[],"value":5,"count":1,"sum":5' '"function":"avg","keys":[],"value":-2,"count":3,"sum":-6' \
	'"function":"avg","keys":[],"value":0,"count":4,"sum":-1'
# 2^64 - 1 + 1 carries into the upper word
adds stddev-of-128-bits '"function":"stddev","keys":[],"value":9,"count":1,"sum":0,"squares":"18446744073709551615"' \
	'"function":"stddev","keys":[],"value":9,"count":1,"sum":0,"squares":"1"' \
	'"function":"stddev","keys":[],"value":3037000499,"count":2,"sum":0,"squares":"18446744073709551616"'
adds normals-alike "$sum,\"normal\":3,\"value\":3,\"raw\":10" "$sum,\"normal\":3,\"value\":3,\"raw\":11" "$sum,\"normal\":3,\"value\":7,\"raw\":21"
printf '{"type":"histogram","name":"n","function":"quantize","keys":[],"buckets":[{"from":null,"to":-4611686018427387904,"count":1},{"from":2,"to":3,"count":2}]}\n' | a_run one
printf '{"type":"histogram","name":"n","function":"quantize","keys":[],"buckets":[{"from":0,"to":0,"count":-5},{"from":2,"to":3,"count":1}]}\n' | a_run two
says buckets 0 one two <<'END'
{"type":"start","version":1,"hosts":["a"]}
{"type":"histogram","name":"n","function":"quantize","keys":[],"buckets":[{"from":null,"to":-4611686018427387904,"count":1},{"from":0,"to":0,"count":-5},{"from":2,"to":3,"count":3}]}
{"type":"end","records":4,"errors":2}
--
END

# two slots whose keys look alike: a line replaces only those of its slot, whose `clears' do not decrease
usym='"function":"sum","types":["usym"],"keys":["a`b"]'
{
	agg "$usym,\"slot\":0,\"clears\":2,\"value\":1"
	agg "$usym,\"slot\":3,\"value\":10"
	agg "$usym,\"slot\":0,\"clears\":3,\"value\":100"
	agg "$usym,\"slot\":3,\"value\":1000"
} | a_run one
says slots 0 one <<END
{"type":"start","version":1,"hosts":["a"]}
$(agg "$usym,\"value\":1101")
{"type":"end","records":2,"errors":1}
--
END

# two hosts; different keys that look alike; drops; normals that differ; a missing end line
cat >one <<'END'
{"type":"start","version":1,"host":"a","time":5,"wall":6,"boot_id":"x"}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":["5",18446744073709551615],"value":1}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":["\u00e9\n\ud83d\ude00",0],"value":1}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":[{"bytes":"ff00fe"},0],"value":1}
{"type":"aggregation","name":"r","function":"sum","keys":[],"normal":2,"value":5,"raw":10}
{"type":"drop","time":1,"kind":"aggregation","cpu":0,"count":3,"text":"3 aggregation drops"}
{"type":"end","records":1,"errors":0}
{"type":"start","version":1,"host":"b","time":5,"wall":6,"boot_id":"y"}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":["5",18446744073709551615],"value":2}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":["é\n😀",0],"value":1}
{"type":"drop","time":1,"kind":"aggregation","cpu":1,"count":4,"text":"4 aggregation drops"}
{"type":"record","time":1,"data":[{"trace":-1.5e3}]}
END
says fractions 1 one <<'END'
--
dtrace-merge: one:12: column 46: a number that is not a 64-bit integer
END
sed -i 's/-1.5e3/-15/; $a {"type":"aggregation","name":"r","function":"sum","keys":[],"value":7}' one
says hosts 0 one <<'END'
{"type":"start","version":1,"hosts":["a","b"]}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":[{"bytes":"ff00fe"},0],"value":1}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":["é\n😀",0],"value":2}
{"type":"aggregation","name":"k","function":"count","types":["string","uint64"],"keys":["5",18446744073709551615],"value":3}
{"type":"aggregation","name":"r","function":"sum","keys":[],"value":17}
{"type":"drop","kind":"aggregation","count":7}
{"type":"end","records":1,"errors":0}
--
dtrace-merge: one: a run has no `end' line: it was truncated, or is still running
dtrace-merge: @r was normalized by different numbers: its values are shown undivided
dtrace-merge: drops reported by the runs: 7 (aggregation)
END

# order of rows
{
	for n in 3 1 2; do
		echo '{"type":"aggregation","name":"o","function":"count","types":["int32"],"keys":['$((n % 3))'],"value":'$n'}'
	done
} | a_run one
rows() { printf '\n'; for row; do printf ' %8d %16d\n' "${row%=*}" "${row#*=}"; done; echo --; }
rows 1=1 2=2 0=3 | says by-value 0 -t one
rows 0=3 1=1 2=2 | says by-key 0 -tk one
rows 0=3 2=2 1=1 | says reversed 0 -t -r one
# narrow keys have the sign of their type
agg '"function":"count","types":["int8","uint8","int16","uint16"],"keys":[-1,255,-2,65534],"value":3' | a_run narrow
says narrow-keys 0 -t narrow <<'END'

  -1 255    -2 65534                3
--
END
: | "$merge" -t -o file one 2>&1 && [ "$(wc -l <file)" -eq 4 ] && echo "ok output-file" || echo "not ok output-file"
"$merge" -t - <one >out && [ "$(wc -l <out)" -eq 4 ] && echo "ok standard-input" || echo "not ok standard-input"

# damaged NAME MESSAGE LINE...: a run of these lines is refused at its bad line, and no file is changed
damaged() {
	name=$1 message=$2
	shift 2
	printf '%s\n' "$@" | a_run bad
	rm -f file
	echo -- >want
	echo "dtrace-merge: bad:$message" >>want
	"$merge" -o file bad >out 2>err
	status=$?
	{ cat out; echo --; cat err; } >got
	if [ $status -ne 1 ] || [ -e file ]; then echo "not ok $name: status $status, or a file was written"
	elif diff -u want got; then echo "ok $name"
	else echo "not ok $name: another message"; fi
}
q='{"type":"histogram","name":"q","keys":[]'
damaged cut-line '2: column 10: unexpected end of line' '{"type": '
damaged cut-string '2: column 14: a string without an end' '{"type":"aggr'
damaged not-json '2: column 1: a value was expected' 'hello'
damaged two-values '2: column 4: text after the value' '{} {}'
damaged bad-escape '2: column 11: an unknown escape in a string' '{"type":"\x"}'
damaged half-a-pair '2: column 16: an incomplete surrogate pair' '{"type":"\ud800"}'
damaged not-utf8 '2: column 10: a string that is not UTF-8' "$(printf '{"type":"\377"}')"
damaged control '2: column 11: a control character in a string' "$(printf '{"type":"a\tb"}')"
damaged deep '2: column 66: too deeply nested' "$(printf '%070d' 0 | tr 0 '[')"
damaged no-comma '2: column 13: `,'\'' or `}'\'' was expected' '{"type":"a" "b":1}'
damaged no-type '2: no object with a `type'\' '{"time":1}'
damaged no-object '2: no object with a `type'\' '[1]'
damaged unknown-type '2: unknown `type'\'' summary' '{"type":"summary"}'
damaged no-name '2: an aggregation needs `name'\' '{"type":"aggregation"}'
damaged no-function '2: @n: no known `function'\' "$(agg '"function":"mean","keys":[],"value":1')"
damaged no-value '2: @n: sum() needs a valid `value'\' "$(agg '"function":"sum","keys":[]')"
damaged no-raw '2: @n: sum() needs a valid `raw'\' "$(agg '"function":"sum","keys":[],"normal":2,"value":1')"
damaged zero-normal '2: @n: no valid `normal'\' "$(agg '"function":"sum","keys":[],"normal":0,"value":1')"
damaged too-large '2: column 90: a number that is not a 64-bit integer' "$(agg '"function":"count","keys":[],"value":18446744073709551616')"
damaged too-small '2: column 89: a number that is not a 64-bit integer' "$(agg '"function":"sum","keys":[],"value":-9223372036854775809')"
damaged sum-of-64-bits '2: @n: sum() needs a valid `value'\' "$(agg '"function":"sum","keys":[],"value":9223372036854775808')"
damaged negative-count '2: @n: count() needs a valid `value'\' "$(agg "$count,\"value\":-1")"
damaged squares '2: @n: stddev() needs a valid `squares'\' "$(agg '"function":"stddev","keys":[],"count":1,"sum":0,"squares":"340282366920938463463374607431768211456"')"
damaged no-keys '2: @n: `keys'\'' and `types'\'' differ in number' "$(agg '"function":"count","types":["int32"],"keys":[],"value":1')"
damaged bad-types '2: @n: no valid `types'\' "$(agg '"function":"count","types":["int31"],"keys":[1],"value":1')"
for key in '"int8" 128' '"uint8" -1' '"uint8" 256' '"int64" 9223372036854775808' '"string" 5' '"int32" "5"' '"stack" "f"' '"bytes" {"bytes":"f"}'; do
	damaged "key-of-${key%% *}-${key##* }" '2: @n: key 1 is not of its type' \
		"$(agg "\"function\":\"count\",\"types\":[${key% *}],\"keys\":[${key#* }],\"value\":1")"
done
damaged other-function '3: @n is sum() here, but count() at bad:2' "$(agg "$count,\"value\":1")" "$(agg "$sum,\"value\":1")"
damaged other-keys '3: @n: keys differ from those at bad:2' "$(agg "$count,\"value\":1")" "$(agg '"function":"count","types":["int8"],"keys":[1],"value":1')"
damaged clears '3: @n: `clears'\'' decreases' "$(agg "$count,\"clears\":2,\"value\":1")" "$(agg "$count,\"clears\":1,\"value\":1")"
damaged no-params '2: @q: no valid `params'\'' of lquantize()' "$q,\"function\":\"lquantize\",\"buckets\":[]}"
for params in 0,30 0,30,0 0,30,10,1 30,0,1 0,30,100 -2147483648,2147483647,1; do
	damaged "params-$params" '2: @q: no valid `params'\'' of lquantize()' "$q,\"function\":\"lquantize\",\"params\":[$params],\"buckets\":[]}"
done
damaged llquantize-params '2: @q: no valid `params'\'' of llquantize()' "$q,\"function\":\"llquantize\",\"params\":[10,0,40,10],\"buckets\":[]}"
damaged other-params '3: @q: `params'\'' differ from those at bad:2' "$q,\"function\":\"lquantize\",\"params\":[0,30,10],\"buckets\":[]}" \
	"$q,\"function\":\"lquantize\",\"params\":[0,30,5],\"buckets\":[]}"
damaged no-such-bucket '2: @q: quantize() has no such bucket, or not in this order' "$q,\"function\":\"quantize\",\"buckets\":[{\"from\":2,\"to\":4,\"count\":1}]}"
damaged twice-a-bucket '2: @q: quantize() has no such bucket, or not in this order' \
	"$q,\"function\":\"quantize\",\"buckets\":[{\"from\":2,\"to\":3,\"count\":1},{\"from\":2,\"to\":3,\"count\":1}]}"
damaged no-buckets '2: @q: quantize() needs a valid `buckets'\' "$q,\"function\":\"quantize\"}"
damaged drop '2: `drop'\'' needs `kind'\'' and `count'\' '{"type":"drop","count":1}'
start='{"type":"start","version":2,"host":"a"}'
damaged version '1: `start'\'' does not have version 1' '{}'
start='{"type":"start","version":1}'
damaged no-host '1: `start'\'' needs `host'\'' or `hosts'\' '{}'
start="$(agg "$count,\"value\":1")"
damaged no-start '1: a run begins with a `start'\'' line, not with `aggregation'\' '{}'

: >empty
says empty-file 1 empty <<'END'
--
dtrace-merge: empty:1: the file is empty
END
says no-file 1 none <<'END'
--
dtrace-merge: none: No such file or directory
END
says directory 1 . <<'END'
--
dtrace-merge: .: Is a directory
END
"$merge" >out 2>err
[ $? -eq 2 ] && [ ! -s out ] && grep -q '^usage: dtrace-merge ' err && echo "ok usage" || echo "not ok usage"
"$merge" one >/dev/full 2>err
[ $? -eq 1 ] && echo 'dtrace-merge: standard output: No space left on device' | diff - err && echo "ok full" || echo "not ok full"
