#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# -x oformat=json: every kind of line, exactly; times, process ids and ids of this machine are replaced by words. python3
# parses each line, so that it is valid JSON.
. tests/run/common.inc

# json NAME WORD...: compares the output of `dtrace -x oformat=json WORD...` with standard input
json() {
	cat >"$TMP/wanted"
	name=$1
	shift
	"$DT" -x oformat=json "$@" >"$TMP/out" 2>"$TMP/err" </dev/null || echo "status $?" >>"$TMP/out"
	if ! python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]' <"$TMP/out"; then
		cat "$TMP/out" "$TMP/err"
		echo "not ok $name: not JSON"
		return
	fi
	sed -i -E -e 's/"(time|wall)":[0-9]+/"\1":T/g' -e 's/"(host|boot_id)":"[^"]+"/"\1":"\1"/g' \
		-e 's/"pid":[0-9]+/"pid":P/' -e 's/"cpu":[0-9]+,"pid"/"cpu":C,"pid"/' "$TMP/out"
	if diff -u --label expected --label actual "$TMP/wanted" "$TMP/out"; then
		echo "ok $name"
	else
		cat "$TMP/err"
		echo "not ok $name: prints something else"
	fi
}

json records -n 'BEGIN { trace(-5); trace("a\"b\\\n"); trace((unsigned char)200); printf("%d %s|\n", 1, "x"); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[{"trace":-5},{"trace":"a\"b\\\n"},{"trace":200},{"printf":"1 x|\n","args":[1,"x"]}]}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

json scalars -n 'BEGIN { @c["k", 7, -1LL] = count(); @s = sum(-3); @lo = min(4); @hi = max(9); @a = avg(5); @a = avg(8);
	@d = stddev(4294967296); @d = stddev(-4294967296); @n = sum(10); normalize(@n, 3);
	@e = max(-7); clear(@e); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[]}
{"type":"aggregation","time":T,"name":"c","function":"count","types":["string","int32","int64"],"keys":["k",7,-1],"value":1}
{"type":"aggregation","time":T,"name":"s","function":"sum","keys":[],"value":-3}
{"type":"aggregation","time":T,"name":"lo","function":"min","keys":[],"value":4}
{"type":"aggregation","time":T,"name":"hi","function":"max","keys":[],"value":9}
{"type":"aggregation","time":T,"name":"a","function":"avg","keys":[],"value":6,"count":2,"sum":13}
{"type":"aggregation","time":T,"name":"d","function":"stddev","keys":[],"value":4294967296,"count":2,"sum":0,"squares":"36893488147419103232"}
{"type":"aggregation","time":T,"name":"n","function":"sum","keys":[],"normal":3,"value":3,"raw":10}
{"type":"aggregation","time":T,"name":"e","function":"max","keys":[],"clears":1,"value":0,"empty":true}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

json histograms -n 'BEGIN { @q = quantize(-9); @q = quantize(0); @q = quantize(5, 2); @q = quantize(1LL << 62);
	@l = lquantize(-1, 0, 30, 10); @l = lquantize(29, 0, 30, 10); @l = lquantize(30, 0, 30, 10);
	@m = llquantize(0, 10, 0, 2, 10); @m = llquantize(-25, 10, 0, 2, 10); @m = llquantize(5000, 10, 0, 2, 10); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[]}
{"type":"histogram","time":T,"name":"q","function":"quantize","keys":[],"buckets":[{"from":-15,"to":-8,"count":1},{"from":0,"to":0,"count":1},{"from":4,"to":7,"count":2},{"from":4611686018427387904,"to":null,"count":1}]}
{"type":"histogram","time":T,"name":"l","function":"lquantize","params":[0,30,10],"keys":[],"buckets":[{"from":null,"to":-1,"count":1},{"from":20,"to":29,"count":1},{"from":30,"to":null,"count":1}]}
{"type":"histogram","time":T,"name":"m","function":"llquantize","params":[10,0,2,10],"keys":[],"buckets":[{"from":-29,"to":-20,"count":1},{"from":0,"to":0,"count":1},{"from":1000,"to":null,"count":1}]}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

json printa -n 'BEGIN { @a["x"] = count(); @b["x"] = sum(2); printa(@a, @b); clear(@a); printa("%s %@d\n", @a); trunc(@b); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"aggregation","time":T,"name":"a","function":"count","types":["string"],"keys":["x"],"value":1}
{"type":"aggregation","time":T,"name":"b","function":"sum","types":["string"],"keys":["x"],"value":2}
{"type":"aggregation","time":T,"name":"a","function":"count","types":["string"],"keys":["x"],"clears":1,"value":0}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[]}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

json error -n 'BEGIN { trace(*(int *)16); }' -n 'END { trace(2); }' -n 'tick-1ms { exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"error","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","enabling":1,"action":1,"fault":1,"value":16,"text":"error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":4,"provider":"profile","module":"","function":"","name":"tick-1ms","data":[]}
{"type":"record","time":T,"cpu":C,"pid":P,"id":2,"provider":"dtrace","module":"","function":"","name":"END","data":[{"trace":2}]}
{"type":"end","time":T,"wall":T,"records":2,"errors":1}
OUT

# the tree of a print()
json print -n 'BEGIN { print(7); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[{"print":"                                            (int)7\n"}]}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

# a string that is not UTF-8 is written as bytes
json bytes -n 'BEGIN { this->p = (char *)alloca(4); *this->p = (char)0xff; trace(stringof(this->p)); tracemem(this->p, 4); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[{"trace":{"bytes":"ff"}},{"tracemem":{"bytes":"ff000000"}}]}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

# bytes that are not shown were not read
json tracemem-shown -n 'BEGIN { this->p = (char *)alloca(4); *this->p = (char)0xff; tracemem(this->p, 4, 2); tracemem(this->p, 4, 0);
	tracemem(this->p, 4, 9); tracemem(this->p, 4, -1); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[{"tracemem":{"bytes":"ff00"}},{"tracemem":{"bytes":""}},{"tracemem":{"bytes":"ff000000"}},{"tracemem":{"bytes":"ff000000"}}]}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

json drop -x nspec=1 -n 'BEGIN { this->a = speculation(); this->b = speculation(); exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[]}
{"type":"drop","time":T,"kind":"specunavail","count":1,"text":"1 failed speculation (no speculative buffer available)"}
{"type":"end","time":T,"wall":T,"records":1,"errors":0}
OUT

# the number of records at the end is that of the lines: no commit, nothing that is discarded
json speculation -x nspec=2 -n 'BEGIN { a = speculation(); b = speculation(); }
	BEGIN { speculate(a); trace(1); } BEGIN { speculate(b); trace(2); } BEGIN { commit(a); } BEGIN { discard(b); } BEGIN { exit(0); }' <<'OUT'
{"type":"start","time":T,"wall":T,"version":1,"host":"host","boot_id":"boot_id"}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[{"trace":1}]}
{"type":"record","time":T,"cpu":C,"pid":P,"id":1,"provider":"dtrace","module":"","function":"","name":"BEGIN","data":[]}
{"type":"end","time":T,"wall":T,"records":2,"errors":0}
OUT
