#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Many processes of one program, some of which are named: five or more share a link without a filter, and the program
# distinguishes them. Process N of 8 takes N * 10 steps, and so does a child of each, which is never traced.
. tests/run/common.inc

# begin: starts eight processes that wait for output; their ids are $1 to $8
begin='set --
	rm -f "$TMP/out"
	for i in 1 2 3 4 5 6 7 8; do
		"$TRIGGERS/crowd" ${i}0 "$TMP/out" &
		set -- "$@" $!
	done
	for pid; do wait_for runs $pid "$TRIGGERS/crowd"; done
	number="pid == $1 ? 1 : pid == $2 ? 2 : pid == $3 ? 3 : pid == $4 ? 4 : pid == $5 ? 5 : pid == $6 ? 6 : pid == $7 ? 7 : pid == $8 ? 8 : 0"'

# links: the links of the process $dtrace by filter ("filtered" or "open"), counted; nothing if the kernel does not
# report it (before 6.16)
links() {
	cat /proc/$dtrace/task/*/fdinfo/* 2>/dev/null | awk '$1 == "link_type:" { is = $2 == "uprobe_multi" }
		is && $1 == "pid:" { cnt[$2 ? "filtered" : "open"]++; said = 1 }
		END { if (said) printf "%d open, %d filtered\n", cnt["open"], cnt["filtered"] }'
}

# tell NAME LINKS WORD...: dtrace WORD..., which must have these links
tell() {
	cat >"$TMP/wanted"
	test_name=$1 links_wanted=$2
	shift 2
	rm -f "$TMP/sum"
	# its first record opens the gate for all, so the links are counted before
	mkfifo "$TMP/sum"
	"$DT" "$@" >"$TMP/sum" 2>"$TMP/err" </dev/null &
	dtrace=$!
	{
		read -r line
		links_are=$(links)
		echo "$line" >"$TMP/out"
		cat >>"$TMP/out"
	} <"$TMP/sum"
	wait $dtrace
	status=$?
	wait
	same "$test_name" $status 0
	[ -z "$links_are" ] || result "$test_name-links" "$([ "$links_are" = "$links_wanted" ] || echo "$links_are")"
}

eval "$begin"
tell six-of-eight '1 open, 0 filtered' -qn "BEGIN { printf(\"go\n\"); }
	crowd$1:::step, crowd$2:::step, crowd$4:::step, crowd$5:::step, crowd$6:::step, crowd$8:::step {
	@[$number, probeprov == strjoin(\"crowd\", lltostr(pid)), probefunc, probename] = count(); @sum = sum(arg0); }
	END { printa(\"%d %d %s %s %@d\n\", @); printa(\"%@d\n\", @sum); }" -p $1 -p $2 -p $4 -p $5 -p $6 -p $8 <<'END'
go
1 1 work step 10
2 1 work step 20
4 1 work step 40
5 1 work step 50
6 1 work step 60
8 1 work step 80
7170

--
END

# four processes have a filter each
eval "$begin"
tell four-of-eight '0 open, 4 filtered' -qn "BEGIN { printf(\"go\n\"); }
	crowd$1:::step, crowd$2:::step, crowd$4:::step, crowd$8:::step { @[$number] = count(); }
	END { printa(\"%d %@d\n\", @); }" -p $1 -p $2 -p $4 -p $8 <<'END'
go
1 10
2 20
4 40
8 80

--
END

# different clauses: 1 has an additional one, 3 has only such a one, 8 has one more site than the others
eval "$begin"
tell clauses-differ '1 open, 3 filtered' -qn "BEGIN { printf(\"go\n\"); }
	crowd$1:::step, crowd$2:::step, crowd$4:::step, crowd$5:::step, crowd$6:::step, crowd$7:::step, crowd$8::: {
	@[$number, probename] = count(); }
	crowd$1:::step { @own[1] = count(); } crowd$3:::step { @own[3] = count(); } crowd$8:::end { @end[8] = sum(arg0); }
	END { printa(\"%d %s %@d\n\", @); printa(\"%d %@d\n\", @end); printa(\"%d %@d\n\", @own); }" \
	-p $1 -p $2 -p $3 -p $4 -p $5 -p $6 -p $7 -p $8 <<'END'
go
8 end 1
1 step 10
2 step 20
4 step 40
5 step 50
6 step 60
7 step 70
8 step 80
8 1
1 10
3 30

--
END

# functions: a second name for an address is a second link; the id is that of the process; a file of one process is filtered
eval "$begin"
for pid in $2 $3 $5 $6 $7 $8; do
	echo "pid$pid:crowd:work:, pid$pid:crowd:labour:,"
done >"$TMP/probes"
tell functions '4 open, 1 filtered' -qn "BEGIN { ids[0] = 0; printf(\"go\n\"); }" -n "$(cat "$TMP/probes") pid$2:libc.so.6:exit:entry
	/probename == \"entry\" || probename == \"return\"/ {
	@[$number, probefunc, probename, probeprov == strjoin(\"pid\", lltostr(pid))] = count();
	ids[id] = ids[id] ? ids[id] : pid; @bad = sum(ids[id] != pid); }
	END { printa(\"%d %s %s %d %@d\n\", @); printa(\"%@d others\n\", @bad); }" -p $2 -p $3 -p $5 -p $6 -p $7 -p $8 <<'END'
go
2 exit entry 1 1
2 labour entry 1 20
2 labour return 1 20
2 work entry 1 20
2 work return 1 20
3 labour entry 1 30
3 labour return 1 30
3 work entry 1 30
3 work return 1 30
5 labour entry 1 50
5 labour return 1 50
5 work entry 1 50
5 work return 1 50
6 labour entry 1 60
6 labour return 1 60
6 work entry 1 60
6 work return 1 60
7 labour entry 1 70
7 labour return 1 70
7 work entry 1 70
7 work return 1 70
8 labour entry 1 80
8 labour return 1 80
8 work entry 1 80
8 work return 1 80
0 others

--
END

# ids in a pid namespace; commands of -c
cat >"$TMP/inside.sh" <<'END'
set --
for i in 1 2 3 4 5 6; do
	"$CROWD" ${i}0 "$OUT" &
	set -- "$@" $!
done
for pid; do until [ "$(readlink /proc/$pid/exe)" -ef "$CROWD" ]; do sleep 0.001; done; done
"$DTRACE" -qn 'BEGIN { printf("go\n"); }' -n "crowd$1:::step, crowd$2:::step, crowd$3:::step, crowd$4:::step, crowd$6:::step {
	@ = count(); @low = min(pid < 200); }" -p $1 -p $2 -p $3 -p $4 -p $6 >"$OUT"
wait
END
if unshare -pf --mount-proc true 2>/dev/null; then
	rm -f "$TMP/out"
	CROWD=$TRIGGERS/crowd OUT=$TMP/out unshare -pf --mount-proc sh "$TMP/inside.sh" 2>"$TMP/err"
	result pid-namespace "$(printf 'go\n\n              160\n                1\n' | diff - "$TMP/out")$(cat "$TMP/err")"
else
	echo "skip pid-namespace: needs pid namespaces (not in a chroot)"
fi
