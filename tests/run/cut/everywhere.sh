#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# Programs that are cut into several functions do the same as in one: each script is run whole and cut at every
# statement, at some, and at few, and prints the same each time.
. tests/run/common.inc

# everywhere NAME WORD...: dtrace WORD... -s $TMP/NAME.d; standard input: the expected stdout and stderr
everywhere() {
	name=$1
	cat >"$TMP/wanted.$name"
	shift
	for insns in 30000 1 40 150 600; do
		"$DT" -x proginsns=$insns "$@" -s "$TMP/$name.d" >"$TMP/out.$name" 2>"$TMP/err" </dev/null
		echo "status $?" >>"$TMP/out.$name"
		cat "$TMP/err" >>"$TMP/out.$name"
		result "$name-$insns" "$(diff "$TMP/wanted.$name" "$TMP/out.$name")"
		[ $insns -eq 1 ] || continue
		parts=$("$DT" -x proginsns=$insns -x dump=b "$@" -e -s "$TMP/$name.d" 2>&1 </dev/null |
			grep -c '^part_[0-9]*:')
		result "$name-parts" "$(test "$parts" -ge 5 || echo "$parts parts")"
	done
}

cat >"$TMP/variables.d" <<'END'
this int a, b, c, d, e, f;
this string s;
this char block[20];
self int n;
int total;
int counts[string, int];
BEGIN { this->a = 1; this->b = 2; this->c = 3; this->d = 4; this->e = 5; this->f = 6; }
BEGIN { this->s = "text"; this->block[3] = 'x'; self->n = 7; counts["one", 1] = 11; }
BEGIN { this->s = strjoin(this->s, "s"); this->a += this->f; self->n++; counts["one", 1]++; }
BEGIN { printf("%d %d %d %d %d %d %s %c\n", this->a, this->b, this->c, this->d, this->e, this->f, this->s,
	this->block[3]); }
BEGIN { total = self->n + counts["one", 1]; trace(total); trace(" "); trace(self->n); trace("\n"); }
BEGIN { printf("%s ", strtok("a,b;c", ",")); }
BEGIN { printf("%s ", strtok("b;c", ";")); printf("%s\n", strtok(0, ";")); }
BEGIN { this->p = (int *)alloca(8); *this->p = 5; this->p[1] = *this->p + 1; printf("%d\n", this->p[1]); }
BEGIN { this->t = timestamp; }
BEGIN { trace(this->t == timestamp ? "one time\n" : "several times\n"); }
BEGIN { exit(this->a); }
END { printf("%d\n", total); }
END
everywhere variables -q <<'END'
7 2 3 4 5 6 texts x
20 8
a b c
6
one time
20

status 7
END

cat >"$TMP/divide.d" <<'END'
int a, b;
unsigned long c;
string text[int, int], one[string];
self int kept[int];
BEGIN { a = 100; b = 7; c = 0 - 1; }
BEGIN { printf("%d %d %d %d ", a / b, a % b, -a / b, -a % b); printf("%d %d\n", a / -b, a % -b); }
BEGIN { printf("%x %d\n", c / 16, c % 10); a /= b; b %= 4; printf("%d %d\n", a, b); }
BEGIN { text[a, b] = "14 3"; one["k"] = "v"; self->kept[a] = 5; self->kept[a] += a / 2; }
BEGIN { printf("%s %s %d\n", text[14, 3], one["k"], self->kept[14]); text[a, b] = 0; self->kept[a] = 0; }
BEGIN { printf("<%s> %d\n", text[14, 3], self->kept[14]); exit(0); }
END
# -x selfhash: without task storage, the thread's block is in a hash
for option in '' '-x selfhash'; do
	# shellcheck disable=SC2086  # words
	everywhere divide -q $option <<'END'
14 2 -14 -2 -14 2
fffffffffffffff 5
14 3
14 3 v 12
<> 0

status 0
END
done

cat >"$TMP/branches.d" <<'END'
int i;
tick-1ms
/i < 5/
{
	i++;
	if (i == 1) { trace("one "); this->x = 1; }
	else if (i == 2) { trace("two "); this->x = 2; }
	else { if (i % 2) { trace("odd "); } else { trace("even "); } this->x = 3; }
	printf("%d\n", this->x);
}
tick-1ms /i == 3/ { trace("three\n"); }
tick-1ms /i == 5/ { exit(0); }
tick-1ms /i == 5/ { trace("last\n"); }
END
everywhere branches -q <<'END'
one 1
two 2
odd 3
three
even 3
odd 3
last

status 0
END

cat >"$TMP/exit.d" <<'END'
BEGIN { trace("before\n"); }
BEGIN { trace("with "); exit(3); trace("it\n"); }
BEGIN { trace("of the same firing\n"); }
BEGIN { trace("the last\n"); }
tick-1ms { trace("never\n"); }
END { trace("end\n"); }
END { trace("really\n"); }
END
everywhere exit -q <<'END'
before
with it
of the same firing
the last
end
really

status 3
END

cat >"$TMP/faults.d" <<'END'
ERROR { this->n = arg1; printf("E%d action %d fault %d value %x", this->n, arg2, arg4, arg5); }
ERROR { printf(" %s:%s\n", probeprov, probename); errors++; }
ERROR /errors == 3/ { trace("three errors\n"); @errors["sum"] = sum(errors); }
BEGIN { trace("first\n"); }
BEGIN /1 == *(int *)0x10/ { trace("never\n"); }
BEGIN { trace("part "); this->x = 1; trace(*(char *)0x20); trace("never\n"); }
BEGIN /this->x == 1/ { trace("goes on\n"); }
BEGIN { this->x = 10 / (this->x - 1); }
BEGIN { printf("x is %d\n", this->x); exit(0); }
END
everywhere faults -q <<'END'
first
E5 action 0 fault 1 value 10 dtrace:ERROR
E6 action 3 fault 1 value 20 dtrace:ERROR
goes on
E8 action 1 fault 4 value 0 dtrace:ERROR
three errors
x is 1

  sum                                                               3
status 0
dtrace: error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): invalid address (0x10) in predicate
dtrace: error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): invalid address (0x20) in action #3
dtrace: error on enabled probe ID 8 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
END

cat >"$TMP/speculation.d" <<'END'
#pragma D option nspec=2
BEGIN { self->id = speculation(); self->other = speculation(); }
BEGIN { speculate(self->id); printf("kept %d\n", self->id); }
BEGIN { speculate(self->other); trace("discarded\n"); }
BEGIN { trace("at once\n"); }
BEGIN { speculate(self->id); trace("kept too\n"); }
BEGIN { discard(self->other); commit(self->id); }
BEGIN { exit(0); }
END
everywhere speculation -q <<'END'
at once
kept 1
kept too

status 0
END

cat >"$TMP/keys.d" <<'END'
BEGIN { @a["one", 1] = count(); @b = sum(3); @q = quantize(10); }
BEGIN { @a["one", 1] = count(); @a["two", 2] = count(); @b = sum(4); }
BEGIN { @c[probename, strlen(probefunc)] = max(7); @c["x", 3] = max(-1); }
BEGIN { printa("%s %d %@d\n", @a); printa("%@d\n", @b); printa("%s %d %@d\n", @c); clear(@b); trunc(@q); trunc(@a);
	trunc(@c); exit(0); }
END
everywhere keys -q <<'END'
two 2 1
one 1 2
7
x 3 -1
BEGIN 0 7

status 0
END

# records of every length that the sending function copies word by word, and longer ones, with each policy
awk 'BEGIN {
	print "long n;"
	for (cnt = 0; cnt <= 20; cnt++) {
		printf "BEGIN { n = %d; printf(\"%d", cnt * 100, cnt
		for (i = 1; i <= cnt; i++) printf " %%d"
		printf "\\n\""
		for (i = 1; i <= cnt; i++) printf ", n + %d", i
		print "); }"
	}
	print "BEGIN { printf(\"%s %d\\n\", strjoin(\"long \", \"text\"), n); exit(0); }"
}' >"$TMP/lengths.d"
awk 'BEGIN {
	for (cnt = 0; cnt <= 20; cnt++) {
		printf "%d", cnt
		for (i = 1; i <= cnt; i++) printf " %d", cnt * 100 + i
		print ""
	}
	print "long text 2000\n\nstatus 0"
}' >"$TMP/lengths"
for policy in switch fill ring; do
	cp "$TMP/lengths.d" "$TMP/$policy.d"
	everywhere $policy -q -x bufpolicy=$policy <"$TMP/lengths"
done
# a buffer that holds only some of the records: the same ones are dropped
for insns in 30000 1; do
	"$DT" -x proginsns=$insns -q -b 512 -s "$TMP/lengths.d" 2>&1 </dev/null | sed 's/on CPU .*/on one CPU/'
done >"$TMP/dropped"
cat >"$TMP/wanted.dropped" <<'END'
0
1 101
2 201 202
3 301 302 303
4 401 402 403 404
5 501 502 503 504 505
6 601 602 603 604 605 606
7 701 702 703 704 705 706 707
dtrace: 14 drops on one CPU

0
1 101
2 201 202
3 301 302 303
4 401 402 403 404
5 501 502 503 504 505
6 601 602 603 604 605 606
7 701 702 703 704 705 706 707
dtrace: 14 drops on one CPU

END
result dropped "$(diff "$TMP/wanted.dropped" "$TMP/dropped")"

# -F at system calls; ids of probes and CPUs are not compared
cat >"$TMP/indent.d" <<'END'
#pragma D option flowindent
syscall::getppid:entry /pid == $target/ { this->n = 1; trace("in"); }
syscall::getppid:entry /pid == $target && this->n == 1/ { trace(this->n + 1); }
syscall::sched_get_priority_min:entry /pid == $target/ { @[probefunc] = count(); trace("inner"); }
syscall::sched_get_priority_min:return /pid == $target && arg0 == 0/ { trace(arg0); }
syscall::getppid:return /pid == $target && this->n == 0/ { trace("out"); }
END
for insns in 30000 1 100; do
	"$DT" -x proginsns=$insns -q -s "$TMP/indent.d" -c "$TRIGGERS/calls 2" 2>&1 </dev/null |
		sed 's/^ *[0-9]* //' >"$TMP/flow.$insns"
	result "indent-$insns" "$(diff "$TMP/flow.30000" "$TMP/flow.$insns")"
done
cat >"$TMP/wanted.flow" <<'END'
CPU FUNCTION
 => sched_get_priority_min                inner
 <= sched_get_priority_min                0
 => sched_get_priority_min                inner
 <= sched_get_priority_min                0
 => getppid                               in
  | getppid:entry                         2
 <= getppid                               out

sched_get_priority_min                                            2
END
result indent-lines "$(sed 's/ *$//' "$TMP/flow.1" | diff "$TMP/wanted.flow" -)"

# thousands of clauses, without an option: their sums, and the keys of an aggregation
awk 'BEGIN {
	print "this int x; int all;"
	for (i = 1; i <= 1000; i++)
		printf "BEGIN /pid == $pid/ { this->x += %d; all += this->x; @[%d] = count(); }\n", i, i
	print "BEGIN { printf(\"%d %d\\n\", this->x, all); printa(\"%d %@d\\n\", @); trunc(@); exit(0); }"
}' >"$TMP/thousand.d"
awk 'BEGIN {
	print 1000 * 1001 / 2, 1000 * 1001 * 1002 / 6
	for (i = 1; i <= 1000; i++)
		print i, 1
	print ""
}' >"$TMP/wanted.thousand"
"$DT" -q -s "$TMP/thousand.d" >"$TMP/out.thousand" 2>&1 </dev/null
result thousand "$(diff "$TMP/wanted.thousand" "$TMP/out.thousand" | head -n 5)"
