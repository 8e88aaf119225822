#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @timeout 300
#
# A program does not notice that its instructions are probed: each form of an x86-64 instruction behaves the same with a
# probe, or is refused. STEPS=all uses more registers and addressing modes (300,000 forms, some minutes).
. tests/run/common.inc

here=$root/tests/run/pid
${CC:-gcc} -O1 "$here/steps.c" -o "$TMP/steps" || exit 1
"$TMP/steps" 90 >"$TMP/alone"
if [ "$("$DT" -x features | awk '$1 == "perf_uprobe" { print $2 }')" = yes ]; then ways='multi perf'; else ways=multi; fi
use() { [ "$1" = multi ] || echo '-x nouprobemulti'; }

# counts WAY FUNCTION...: all probes of these functions; standard input: the firings of 90 runs
counts() {
	way=$1
	shift
	for name; do
		echo "pid\$target:a.out:$name:"
	done | paste -sd , >"$TMP/probes"
	awk 'NF { for (i = 2; i <= NF; i++) print $1, $i, 90 }' | sort >"$TMP/wanted"
	rm -f "$TMP/fired"
	"$DT" $(use "$way") -c "$TMP/steps 90" -qn "$(cat "$TMP/probes") { @[probefunc, probename] = count(); }
		END { printa(\"%s %s %@d\\n\", @); }" -o "$TMP/fired" >"$TMP/out" 2>"$TMP/err"
	sed -i '/^$/d' "$TMP/fired"
	result "functions-$way" "$(sort "$TMP/fired" | diff "$TMP/wanted" - 2>&1
		diff "$TMP/alone" "$TMP/out"
		cat "$TMP/err")"
}

# why FUNCTION:PROBE TEXT: the message about it
why() {
	"$DT" -c "$TMP/steps 1" -qn "pid\$target:a.out:$1 { }" >"$TMP/out" 2>&1
	result "$1" "$(grep -qF "${1%:*} can't be probed there: $2" "$TMP/out" || cat "$TMP/out")"
}

if [ "$TEST_MACHINE" != x86_64 ]; then
	for way in $ways; do
		counts "$way" add add_pair <<-END
			add entry return 0 14 18 1c
			add_pair return 14 18 1c 20
		END
	done
	why add:c "it is an exclusive load or store or between the two"
	exit
fi

for way in $ways; do
	# push_it is called twice by call_it
	counts "$way" save_restore exchange status_word identify call_it nop_first prefixed fill copy find <<-END
		save_restore return 1 2 3 6
		exchange entry return 0 3 7 a
		status_word entry return 0 6 d
		identify entry return 0 3 5 9 c f
		call_it entry return 0 7 9 e
		nop_first entry return 0 5 8
		prefixed return 5 8
		fill return 2
		copy entry return 0 5
		find entry return 0 4 7
	END
done
why save_restore:entry "it saves the flags (pushf), with the kernel's trap flag while it is stepped"
why exchange:5 "it is an exchange with %rax (xchg %r8,%rax) that kernels take for a nop"
why status_word:3 "the kernel emulates it (smsw, sgdt, sidt, sldt, str)"
why identify:7 "hypervisors emulate it (cpuid, pause), and some resume the program at a wrong address"
why prefixed:entry "it has a prefix (lock or a segment; data16 on a branch; rep on movntss or a conditional instruction) with which the kernel cannot step it out of line"
why prefixed:0 "it has a prefix (lock or a segment; data16 on a branch; rep on movntss or a conditional instruction) with which the kernel cannot step it out of line"
why fill:entry "it is repeated (rep) and would fire at each iteration: probe the instruction after it"
why copy:3 "it is repeated (rep)"
why find:2 "it is repeated (rep)"

# ---- all forms: twice without probes (results that differ vary by themselves), once with them
command -v as >/dev/null && echo '#include <capstone/capstone.h>' | ${CC:-gcc} -E - >/dev/null 2>&1 || {
	echo 'skip forms: no assembler, or no header of capstone'
	exit
}
{
	${CC:-gcc} -O1 "$here/step_forms.c" -lcapstone -o "$TMP/step_forms" &&
		"$TMP/step_forms" "${STEPS:-}" >"$TMP/forms.S" && as "$TMP/forms.S" -o "$TMP/forms.o" &&
		${CC:-gcc} -O1 -no-pie -fno-stack-protector -fcf-protection=none "$here/step_run.c" "$TMP/forms.o" -o "$TMP/step_run"
} || exit 1
"$TMP/step_run" "$TMP/first" && "$TMP/step_run" "$TMP/second" || exit 1
# an aggregation has 65,536 keys
clauses=
for n in $(nm "$TMP/step_run" | sed -n 's/.* t_\([0-9][0-9]\)[0-9]*$/\1/p' | sort -u); do
	clauses="$clauses pid\$target:a.out:t_$n*:0 { @a$n[probefunc] = count(); } END { printa(\"%s %@d\n\", @a$n); }"
done
rm "$TMP/fired"
"$DT" -x aggsize=512m -Zn "$clauses" -o "$TMP/fired" -c "$TMP/step_run $TMP/probed" 2>"$TMP/err"
sed -i -n 's/^.*\(t_[0-9]* [0-9]*\)$/\1/p' "$TMP/fired"
"$TMP/step_run" "$TMP/first" "$TMP/second" "$TMP/probed" "$TMP/fired" >"$TMP/out"
status=$?
tail -n 1 "$TMP/out"
result forms "$([ $status = 0 ] || head -n 40 "$TMP/out")"
# all listed probes fired, and the kernel refused none; otherwise prints those that did not
listed() { "$DT" -l -n 'pid$target:a.out:t_*:0' -c "$TMP/step_run $TMP/none" 2>/dev/null | awk '$NF == "0" { print $(NF - 1) }' | sort; }
matched=$(sed -n 's/.*matched \([0-9]*\) probes\{0,1\}$/\1/p' "$TMP/err" | awk '{ sum += $1 } END { print sum }')
ends=$(echo "$clauses" | grep -o END | wc -l)
result forms-fired "$([ $((matched - ends)) = "$(wc -l <"$TMP/fired")" ] || {
		cut -d' ' -f1 "$TMP/fired" | sort >"$TMP/fired.names"
		echo "$((matched - ends)) listed; never fired:" $(listed | comm -23 - "$TMP/fired.names" | head -n 20)
	}
	grep 'is not probed' "$TMP/err" | head)"
