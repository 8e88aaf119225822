#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 200
#
# examples/postgres.d on a private PostgreSQL while pgbench runs, by four commands at the same time: as JSON lines, folded
# stacks, a file for Prometheus and a heat map. They start at slightly different times; each output must be consistent.
. tests/real/real.inc
. tests/real/postgres.inc

# pgbench would run for longer: the test ends it after the last of the four
$BIN/pgbench -n -c 2 -T 60 >"$TMP/bench" 2>&1 &
bench=$!
cd "$TMP" || exit 1
started() { [ "$(psql_one "SELECT count(*) > 1 FROM pg_stat_activity WHERE application_name = 'pgbench'")" = t ]; }
psql_one() { $BIN/psql -Atc "$1"; }
until started; do sleep 0.05; done
"$DT" -qs "$root/examples/postgres.d" -x oformat=json -o pg.json 2>json.err &
"$DT" -qs "$root/examples/postgres.d" -x oformat=folded -o pg.folded 2>folded.err &
"$DT" -qs "$root/examples/postgres.d" -x oformat=prom -o pg.prom 2>prom.err &
"$DT" -qs "$root/examples/postgres.d" -x oformat=heat -x aggrate=250ms -o pg.svg 2>heat.err &
for job in $(jobs -p); do
	[ "$job" = $bench ] || wait "$job" || echo "not ok status: $?"
done
kill $bench
wait $bench 2>/dev/null
# aggregations without a stack can't be written in folded form, nor others than histograms as a heat map: messages say so
result messages "$(grep -hv -e '^dtrace: @\(queries\|ns\) is left out: none of its keys is a stack$' \
	-e '^dtrace: @\(queries\|cpu\) is left out: it is not a histogram$' ./*.err | head -3)"

# JSON and what dtrace-merge makes of it: the same five statements; each update, insert and select in a transaction
$(dirname "$DT")/dtrace-merge -t pg.json >merged 2>merge.err
python3 - <<'END' >json.bad
import json
lines = [json.loads(line) for line in open("pg.json")]
if lines[0]["type"] != "start" or lines[-1]["type"] != "end": print("no start or end")
queries = {l["keys"][0]: l["value"] for l in lines if l.get("name") == "queries"}
for word in "BEGIN;", "END;", "INSERT", "SELECT", "UPDATE":
    if queries.get(word, 0) < 100: print(word, queries.get(word))
# three updates in a transaction of each of two clients, possibly cut at the start and at the end
if abs(queries["UPDATE"] - 3 * queries["INSERT"]) > 6: print(queries)
ns = [l for l in lines if l.get("name") == "ns"]
done, begun = sum(b["count"] for b in ns[0]["buckets"]), sum(queries.values())
if not 0 <= begun - done <= 2: print(begun, "begun", done, "done")
merged = {}
for line in open("merged"):
    words = line.split()
    if len(words) == 2 and words[0] in queries: merged[words[0]] = int(words[1])
for word in queries:
    if merged.get(word) != queries[word]: print("merged", word, merged.get(word), queries[word])
stacks = [l for l in lines if l.get("name") == "cpu"]
if sum(l["value"] for l in stacks) < 5: print("few samples")
END
result json "$(head -3 json.bad)$(cat merge.err)"

# frames from the outermost, followed by a number; the first stack of a process can be cut on a busy machine
bad=$(grep -Ev '^(\[ cut: [^];]+ \];)?[^ ;]+(;[^;]+)* [0-9]+$' pg.folded | head -3)
[ "$(grep -c 'postgres`' pg.folded)" -gt 3 ] || bad="$bad no stacks of postgres"
result folded "$bad"

python3 - <<'END' >prom.bad
import re
values = dict(line.rsplit(" ", 1) for line in open("pg.prom") if not line.startswith("#"))
values = {name: float(value) for name, value in values.items()}
begun = sum(value for name, value in values.items() if name.startswith("dtrace_queries_total{"))
buckets = [value for name, value in values.items() if name.startswith("dtrace_ns_bucket")]
if buckets != sorted(buckets) or values['dtrace_ns_bucket{le="+Inf"}'] != values["dtrace_ns_count"]: print("buckets", buckets)
if not 0 <= begun - values["dtrace_ns_count"] <= 2: print(begun, "begun", values["dtrace_ns_count"], "done")
END
result prom "$(head -3 prom.bad)"

python3 - <<'END' >heat.bad
import xml.dom.minidom
svg = xml.dom.minidom.parse("pg.svg")
if len(svg.getElementsByTagName("rect")) < 50: print("few cells")
END
result heat "$(head -3 heat.bad)"
head -c 100 pg.json; echo; grep -m 1 mdnblocks pg.folded; grep -e dtrace_queries -e 'le="65535"' -e ns_count pg.prom; head -7 merged
