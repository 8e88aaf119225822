#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# Two "hosts" write -x oformat=prom into the folders of two node exporters, which a Prometheus reads over loopback: its
# answers to sum and histogram_quantile equal the result of dtrace-merge for the same two runs.
. tests/real/real.inc

for tool in prometheus prometheus-node-exporter curl python3; do
	command -v $tool >/dev/null || {
		echo "skip prometheus: needs $tool"
		exit 0
	}
done

pids=''
stop() {
	[ -z "$pids" ] || kill $pids
	wait
} 2>/dev/null
trap stop EXIT

# every colour, negative numbers; the second host has much greater values
SCRIPT='loop$target:::tick { @c[copyinstr(arg2)] = count(); @s = sum(arg0 - 100); @most = max(arg0); @q = quantize(arg0);
	@l = lquantize(arg0, 0, 50, 10); }
	loop$target:::signed-value { @both[probename] = quantize(arg1); }'
hosts='' ports=$(python3 -c '
import socket
free = [socket.socket() for i in range(3)]
for one in free: one.bind(("127.0.0.1", 0))
print(*[one.getsockname()[1] for one in free])')
set -- $ports
for host in 50 3000; do
	mkdir "$TMP/$host"
	"$DT" -qx oformat=prom -o "$TMP/$host/loop.prom" -n "$SCRIPT" -c "$TRIGGERS/loop $host" 2>>"$TMP/err" &&
		"$DT" -qx oformat=json -o "$TMP/$host.json" -n "$SCRIPT" -c "$TRIGGERS/loop $host" 2>>"$TMP/err" || {
		cat "$TMP/err"
		echo "not ok traces"
		exit 1
	}
	prometheus-node-exporter --collector.disable-defaults --collector.textfile --collector.textfile.directory="$TMP/$host" \
		--web.listen-address=127.0.0.1:$1 2>"$TMP/exporter-$host.log" &
	pids="$pids $!"
	hosts="$hosts${hosts:+, }'127.0.0.1:$1'"
	shift
done
cat >"$TMP/prometheus.yml" <<END
global: { scrape_interval: 1s }
scrape_configs: [ { job_name: dtrace, static_configs: [ { targets: [ $hosts ] } ] } ]
END
prometheus --config.file="$TMP/prometheus.yml" --storage.tsdb.path="$TMP/data" --web.listen-address=127.0.0.1:$1 >"$TMP/prometheus.log" 2>&1 &
pids="$pids $!"
server=http://127.0.0.1:$1

# ask QUERY: prints "LABELS VALUE" lines
ask() {
	curl -s -G --data-urlencode "query=$1" "$server/api/v1/query" | python3 -c '
import json, sys
answer = json.load(sys.stdin)
for one in answer["data"]["result"]:
	labels = " ".join(v for k, v in sorted(one["metric"].items()) if k != "__name__")
	print((labels + " " if labels else "") + "%.17g" % float(one["value"][1]))' 2>/dev/null | LC_ALL=C sort
}
# both files were read completely
wait_for sh -c "curl -s -G --data-urlencode 'query=count(dtrace_run_errors_total)' $server/api/v1/query | grep -q '\"2\"\]'"

"$(dirname "$DT")/dtrace-merge" "$TMP/50.json" "$TMP/3000.json" >"$TMP/merged" || echo "not ok merge"
# of NAME [QUANTILE...]: the merged values of @NAME, or the quantiles of its only key, by linear interpolation within
# the bucket, as Prometheus does it
cat >"$TMP/of.py" <<'END'
import json, sys
def quantile(q, buckets):
	rank = q * sum(bucket["count"] for bucket in buckets)
	for bucket in buckets:
		if bucket["count"] >= rank:
			break
		rank -= bucket["count"]
	if bucket["to"] is None:
		return bucket["from"] - 1
	is_lowest = bucket is buckets[0] if buckets[0]["to"] < 0 else bucket["from"] == 0
	if is_lowest and bucket["to"] <= 0:
		return bucket["to"]
	low = 0 if is_lowest else bucket["from"] - 1
	return low + (bucket["to"] - low) * (rank / bucket["count"])
file, name, *quantiles = sys.argv[1:]
for line in map(json.loads, open(file)):
	if line.get("name") == name:
		for q in map(float, quantiles):
			print("%.17g" % quantile(q, line["buckets"]))
		if not quantiles:
			print(*line["keys"], "%.17g" % line["value"])
END
of() { python3 "$TMP/of.py" "$TMP/merged" "$@" | LC_ALL=C sort; }
# equal NAME WANTED GOT
equal() {
	if [ -n "$2" ] && [ "$2" = "$3" ]; then echo "ok $1"; else
		echo "dtrace: $2"
		echo "prometheus: $3"
		echo "not ok $1: differs"
	fi
}
equal sum-by-key "$(of c)" "$(ask 'sum by (arg2) (dtrace_c_total)')"
equal sum "$(of s)" "$(ask 'sum(dtrace_s_total)')"
equal max "$(of most)" "$(ask 'max(dtrace_most)')"
for q in 0.01 0.5 0.9 0.99 1; do
	equal "quantile-$q" "$(of q $q)" "$(ask "histogram_quantile($q, sum by (le) (dtrace_q_bucket))")"
	equal "levels-$q" "$(of l $q)" "$(ask "histogram_quantile($q, sum by (le) (dtrace_l_bucket))")"
	equal "both-signs-$q" "$(of both $q)" "$(ask "histogram_quantile($q, sum by (le) (dtrace_both_bucket))")"
done
equal counts "$(ask 'sum(dtrace_q_count)')" 3050
