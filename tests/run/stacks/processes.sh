#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# stacks: names of user addresses in processes that have ended: one that was grabbed, one that a
# command of -c became by exec, one that it forked. And the output without the kernel's symbols.
. tests/run/common.inc

# off: like the filter of that name; also removes blanks at line ends
off() { sed -E -e 's/\+0x[0-9a-f]+/+OFF/g; s/0x[0-9a-f]{5,}/ADDR/g; s/ +$//' -e "s/$kin/nest/g"; }

# check NAME WANTED: compares $TMP/out and $TMP/err
check() {
	cat >"$TMP/wanted"
	cat "$TMP/out" "$TMP/err" | off >"$TMP/got"
	if diff -u "$TMP/wanted" "$TMP/got"; then echo "ok $1"; else echo "not ok $1"; fi
}

# a unique name, of fixed length because columns depend on it
kin=$(printf 'nest%09d' $$)
cp "$TRIGGERS/nest" "$TMP/$kin"
clauses='/execname == "'$kin'"/ { @[ustack(2)] = count(); @s[usym(arg1)] = count(); printf("%A\n", uaddr(arg1)); }'

"$TMP/$kin" 1 1 "$TMP/out" &
pid=$!
wait_for runs $pid "$TMP/$kin"
"$DT" -p $pid -qn 'BEGIN { printf("go\n"); }' -n "nest\$target:::inner $clauses" >"$TMP/out" \
	2>"$TMP/err" </dev/null
wait
check grabbed <<'END'
go
nest`inner
nest`inner
nest`inner


              nest`inner+OFF
              nest`left+OFF
                3
  nest`inner                                               3
END

# "timeout" forks, its child executes "env", which executes "nest"
"$DT" -x objects="$TMP/$kin" -c "timeout 20 env $TMP/$kin 1" -qn "nest*:::inner $clauses" >"$TMP/out" \
	2>"$TMP/err"
check forked-and-execed <<'END'
nest`inner
nest`inner
nest`inner


              nest`inner+OFF
              nest`left+OFF
                3
  nest`inner                                               3
END

# the program ends inside a library
"$DT" -c "$TRIGGERS/nest 1" -qn 'syscall::exit_group:entry /pid == $target/ { @[umod(uregs[R_PC])] = count(); }' \
	>"$TMP/out" 2>"$TMP/err"
check library <<'END'

  libc.so.6                                                         1
END

# samples: whatever was running, addresses in the kernel and in processes are folded
"$DT" -c "$TRIGGERS/busy 200" -qn 'profile-997 /pid == $target && arg1/ { @[umod(arg1)] = count(); }
	profile-997 /arg0/ { @k[mod(arg0)] = count(); @d[stackdepth > 0] = count(); }
	END { printa("%A\n", @); trunc(@k); trunc(@d); }' >"$TMP/out" 2>"$TMP/err"
result samples "$(grep -qx busy "$TMP/out" || cat "$TMP/out" "$TMP/err")"

if command -v setpriv >/dev/null; then
	setpriv --bounding-set=-syslog "$DT" -c "$TRIGGERS/nest 1" \
		-qn 'syscall::exit_group:entry /pid == $target/ { stack(1); sym(caller); }' >"$TMP/out" 2>"$TMP/err"
	check no-syslog <<-'END'

	              ADDR
	  ADDR
	dtrace: the kernel hides the addresses of its symbols: CAP_SYSLOG is missing, or kernel.kptr_restrict is 2
	END
else
	echo "skip no-syslog: needs setpriv"
fi
