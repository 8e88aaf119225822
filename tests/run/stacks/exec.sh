#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# stacks: a program linked for a fixed address executes another such program, so that the same process has other code at
# the same addresses. Earlier records have the names of the first program, even if they are shown after both have ended.
. tests/run/common.inc

case $(uname -m) in
x86_64) no_pie='-no-pie -fno-pie' call='__asm__ volatile("syscall" : "=a"(id) : "a"(SYS_getpid) : "rcx", "r11", "memory")' ;;
*)
	echo "skip exec: not an x86-64 machine"
	exit 0
	;;
esac

# the second one's code is elsewhere in the same pages: a call's address in one is not that of a call in the other
cat >"$TMP/image.c" <<END
#include <sys/syscall.h>
#include <unistd.h>

#ifdef NEXT
#define WORK first_work
#define MAIN_CALLS first_calls
#else
#define WORK second_work
#define MAIN_CALLS second_calls
__attribute__((noinline, used)) static long padding(long x)
{
	return x * 3 + (x ^ 5) * 7 + (x % 11) * 13;
}
#endif

__attribute__((noinline)) static long WORK(void)
{
	long id;

	$call;
	return id;
}

__attribute__((noinline)) static long MAIN_CALLS(void)
{
	return WORK() + 1;
}

int main(void)
{
#ifdef NEXT
	char id;

	if (read(0, &id, 1) >= 0 && MAIN_CALLS() && read(0, &id, 1) >= 0)
		execl(NEXT, "second", (char *)0);
	return 1;
#else
	return MAIN_CALLS() ? 0 : (int)padding(1);
#endif
}
END
for program in second first; do
	# shellcheck disable=SC2086
	$CC -O0 -fno-omit-frame-pointer $no_pie "$TMP/image.c" -o "$TMP/$program" \
		$([ $program = second ] || echo "-DNEXT=\"$TMP/second\"") || exit 1
done

# check NAME: compares $TMP/out and $TMP/err with standard input; offsets depend on the compiler
check() {
	drop_missed
	sed -E 's/\+0x[0-9a-f]+/+OFF/g; s/ +$//' "$TMP/out" "$TMP/err" >"$TMP/got"
	if diff -u - "$TMP/got"; then echo "ok $1"; else echo "not ok $1"; fi
}

clauses='syscall::getpid:entry /pid == $target/ {
	ustack(2);
	printf("%A", uregs[R_PC]);
	@[ustack(2)] = count();
	@f[ufunc(uregs[R_PC])] = count();
	@m[umod(uregs[R_PC])] = count();
	@n[umod(uregs[R_PC])] = count();
}
END {
	printa("%k\n", @);
	printa("%A %@d\n", @f);
	printa("%A %@d %@d\n", @m, @n);
}'

wanted() {
	cat <<'END'

              first`first_work+OFF
              first`first_calls+OFF
first`first_work+OFF
              second`second_work+OFF
              second`second_calls+OFF
second`second_work+OFF
first`first_work+OFF
first`first_calls+OFF


second`second_work+OFF
second`second_calls+OFF

first`first_work 1
second`second_work 1
first 1 1
second 1 1

END
}

# records are read when both have ended
"$DT" -x switchrate=1h -c "$TMP/first" -qn "$clauses" >"$TMP/out" 2>"$TMP/err" </dev/null
wanted | check ended
"$DT" -x bufpolicy=ring -c "$TMP/first" -qn "$clauses" >"$TMP/out" 2>"$TMP/err" </dev/null
wanted | check ended-ring

# by the files' tables, from copies of the stack
"$DT" -x switchrate=1h -x ustackunwind -c "$TMP/first" -qn 'syscall::getpid:entry /pid == $target/ { ustack(2); }' \
	>"$TMP/out" 2>"$TMP/err" </dev/null
check unwound <<'END'

              first`first_work+OFF
              first`first_calls+OFF

              second`second_work+OFF
              second`second_calls+OFF

END

for form in json folded prom; do
	"$DT" -x switchrate=1h -x oformat=$form -c "$TMP/first" \
		-qn 'syscall::getpid:entry /pid == $target/ { @[ustack(1)] = count(); }' >"$TMP/$form" 2>&1 </dev/null
done
grep -ohE '(first|second)`[a-z_]+' "$TMP/json" "$TMP/folded" "$TMP/prom" | sort | uniq -c >"$TMP/got"
if diff -u - "$TMP/got" <<'END'; then echo "ok forms"; else echo "not ok forms"; fi
      3 first`first_work
      3 second`second_work
END

# a process that runs already: it waits for a byte
mkfifo "$TMP/go"
"$TMP/first" <"$TMP/go" &
pid=$!
exec 3>"$TMP/go"
wait_for runs $pid "$TMP/first"
"$DT" -x switchrate=1h -p $pid -qn "BEGIN { system(\"echo 2 >$TMP/go\"); } $clauses" -w >"$TMP/out" 2>"$TMP/err" </dev/null
exec 3>&-
wait
wanted | check grabbed

# a process that nobody named: it goes on to the second program when the names of the first are known
shown() { [ "$(grep -c _work "$TMP/out")" = "$1" ]; }
began() { grep -q '^go$' "$TMP/out"; }
"$TMP/first" <"$TMP/go" &
pid=$!
exec 3>"$TMP/go"
: >"$TMP/out"
wait_for runs $pid "$TMP/first"
"$DT" -x switchrate=10ms -qn 'BEGIN { printf("go\n"); } syscall::getpid:entry /pid == $1/ { ustack(1); }' $pid \
	>"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
printf 1 >&3
wait_for shown 1
printf 2 >&3
wait_for shown 2
kill $dtrace
exec 3>&-
wait
check unnamed <<'END'
go

              first`first_work+OFF

              second`second_work+OFF


END

# a file that is written again has the same inode; the second contents come when the first are known
$CC -O0 -fno-omit-frame-pointer $no_pie -Dsecond_work=third_work -Dsecond_calls=third_calls "$TMP/image.c" -o "$TMP/third"
for unwind in '' '-x ustackunwind'; do
	cp "$TMP/second" "$TMP/again"
	: >"$TMP/out" # or that of the session before says "go"
	# shellcheck disable=SC2086
	"$DT" $unwind -x switchrate=10ms -qn 'BEGIN { printf("go\n"); } syscall::getpid:entry /execname == "again"/ { ustack(1); }' \
		>"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	"$TMP/again"
	wait_for shown 1
	cat "$TMP/third" >"$TMP/again"
	"$TMP/again"
	wait_for shown 2
	kill $dtrace
	wait $dtrace
	check "rewritten$unwind" <<'END'
go

              again`second_work+OFF

              again`third_work+OFF


END
done
