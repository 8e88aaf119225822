#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Without uid 0: as nobody with CAP_BPF and CAP_PERFMON as ambient capabilities, with additional ones, and
# with none; and -c under sudo.
. tests/run/common.inc

command -v setpriv >/dev/null || { echo "skip privileges: needs setpriv"; exit 0; }
# a folder that nobody else can read
mine=$(mktemp -d /var/tmp/privileges.XXXXXX) || exit 1
trap 'rm -rf "$mine"' EXIT
chmod 755 "$mine"
install -m 755 "$DT" "$mine/dtrace"
install -m 755 "$TRIGGERS/loop" "$mine/loop"

# with CAPS COMMAND...: runs it as nobody, with exactly these capabilities
with() {
	caps=$1; shift
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps "$caps" --ambient-caps "$caps" \
		--bounding-set "$caps" "$@"
}
base=-all,+bpf,+perfmon

# as_nobody NAME STATUS CAPS WORD...: like expect
as_nobody() {
	cat >"$TMP/wanted"
	test_name=$1 status_wanted=$2 caps=$3
	shift 3
	with "$caps" "$mine/dtrace" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i "s|$mine/|MINE/|g" "$TMP/out" "$TMP/err"
	same "$test_name" $status "$status_wanted"
}

as_nobody bpf-and-perfmon 0 $base -qn 'BEGIN { printf("uid %d", uid); exit(0); }' <<'END'
uid 65534
--
END
as_nobody command 0 $base -qc "$mine/loop 3" \
	-n 'loop$target:::tick { printf("%d %s\n", arg0, copyinstr(arg2)); } pid$target:loop:main:entry { printf("main\n"); }' <<'END'
main
0 red
1 green
2 blue

--
END
# a set-uid root command keeps its rights under dtrace, and all of its events are counted
cat >"$TMP/owner.c" <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	printf("%d %d\n", (int)getuid(), (int)geteuid());
	for (int i = 0; i < 5; i++)
		getppid();
	return 0;
}
END
${CC:-cc} -O1 -o "$mine/owner" "$TMP/owner.c" && chmod 4755 "$mine/owner"
counts='syscall::getppid:entry /pid == $target/ { @ = count(); } pid$target:owner:main:entry { @main = count(); }'
if with $base "$mine/owner" | grep -qx '65534 0'; then
	as_nobody set-uid 0 $base -qc "$mine/owner" -n "$counts" <<'END'
65534 0

                5
                1
--
END
	# to run up to main() it is traced with ptrace(2), for which the kernel requires CAP_SYS_PTRACE
	as_nobody set-uid-at-main 0 $base,+sys_ptrace,+sys_admin,+dac_read_search -x evaltime=main -qc "$mine/owner" -n "$counts" <<'END'
65534 0

                5
                1
--
END
else
	echo "skip set-uid: needs a file system that has set-uid programs"
fi
as_nobody syscalls 0 $base -qc "$mine/loop 1" \
	-n 'syscall::exit_group:entry /pid == $target/ { printf("%s", execname); }' <<'END'
loop
--
END
as_nobody no-bpf 1 -all,+perfmon -n BEGIN <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_BPF is missing; run it as root
END
as_nobody no-perfmon 1 -all,+bpf -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_PERFMON is missing; run it as root
END
as_nobody none 1 -all -n BEGIN <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_BPF and CAP_PERFMON are missing; run it as root
END
# actions without tracing need no capabilities
as_nobody compile 0 -all -en 'BEGIN { trace(1); }' <<'END'
--
END
as_nobody version 0 -all -V <<'END'
dtrace: D 2.0.0
--
END

# ---- further capabilities, each with the effect of its absence ----
# Newer kernels show a process's mappings with CAP_PERFMON; others require CAP_SYS_PTRACE.
tail -f /dev/null &
other=$!
wait_for runs $other "$(command -v tail)"
if with $base head -c1 /proc/1/maps >/dev/null 2>&1; then
	as_nobody sys-ptrace-missing 0 $base -p $other -qn 'pid$target:tail:: { } BEGIN { printf("seen"); exit(0); }' <<'END'
seen
--
END
	: >"$TMP/left-out"
else
	with $base "$mine/dtrace" -p $other -Zqn 'pid$target:tail:: { } BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err"
	result sys-ptrace-missing "$(grep -qx "dtrace: process $other: CAP_SYS_PTRACE is missing: no user probes in it, no names for its addresses" "$TMP/err" || cat "$TMP/err")"
	echo 'dtrace: user probes in processes of other users are left out: CAP_SYS_PTRACE is missing' >"$TMP/left-out"
fi
{ printf '\n--\n'; cat "$TMP/left-out"; } >"$TMP/in"
as_nobody all-processes 0 $base -Zqn 'nosuchprovider*:::nosuch { } BEGIN { exit(0); }' <"$TMP/in"
as_nobody sys-ptrace 0 $base,+sys_ptrace -Zqn 'nosuchprovider*:::nosuch { } BEGIN { exit(0); }' <<'END'

--
END
kill $other

# the probes of a file that can't be opened are unknown, which is not "it has none"
install -m 711 "$(command -v tail)" "$mine/closed"
"$mine/closed" -f /dev/null &
other=$!
wait_for runs $other "$mine/closed"
if with $base head -c1 /proc/$other/maps >/dev/null 2>&1; then
	for provider in 'pid$target:closed' 'nosuch$target:'; do
		with $base "$mine/dtrace" -p $other -n "$provider::entry" >"$TMP/out" 2>&1
		result "unopened-${provider%%\$*}" "$(grep -q "; $mine/closed, which it maps, can't be opened)" "$TMP/out" || cat "$TMP/out")"
	done
else
	echo "ok unopened-pid"
	echo "ok unopened-nosuch"
fi
kill $other

# files that only a capability shows: access(2), which is about the real user, denies them
mkdir -m 700 "$mine/hidden"
install -m 755 "$TRIGGERS/loop" "$mine/hidden/loop"
for dir in "$mine/hidden/" ''; do
	PATH=$mine/hidden:$PATH as_nobody "hidden-command${dir:+-by-path}" 0 $base,+dac_read_search -qc "${dir}loop 3" \
		-n 'loop$target:::tick { @ = count(); }' <<'END'

                3
--
END
done
as_nobody hidden-list 0 $base,+dac_read_search -l "$mine/hidden/loop" <<END
$("$DT" -l "$mine/hidden/loop")
--
END

# the unwind tables of a process of another user are read from the files of its mappings, by name
cat >"$TMP/outer.c" <<'END'
#include <unistd.h>
__attribute__((noinline)) int inner(int n)
{
	volatile char room[200];

	room[n] = getppid() & 1;
	usleep(1000);
	return room[n];
}
int main(void)
{
	alarm(120);
	for (;;)
		inner(5);
}
END
${CC:-cc} -O1 -fomit-frame-pointer -o "$mine/outer" "$TMP/outer.c"
"$mine/outer" &
other=$!
wait_for runs $other "$mine/outer"
if with $base head -c1 /proc/$other/maps >/dev/null 2>&1; then
	with $base "$mine/dtrace" -p $other -qn 'syscall::getppid:entry /pid == $target/ { ustack(3); exit(0); }' >"$TMP/out" 2>&1
	result stack-of-another-user "$([ "$(sed -n 's/^ *[^ ]*`\(.*\)+0x.*/\1/p' "$TMP/out" | xargs)" = 'getppid inner main' ] || cat "$TMP/out")"
else
	echo "ok stack-of-another-user"
fi
kill $other

with $base "$mine/dtrace" -x features >"$TMP/features" 2>&1
for row in 'cap_sys_ptrace CAP_SYS_PTRACE' 'cap_syslog CAP_SYSLOG' \
	'cap_checkpoint CAP_CHECKPOINT_RESTORE' 'cap_sys_admin CAP_SYS_ADMIN'; do
	result "names-${row% *}" "$(grep -A1 "^${row% *} .* no " "$TMP/features" |
		grep -q "^ *${row#* } is missing; lost: ." || echo "not named")"
done
with $base,+sys_ptrace,+syslog,+checkpoint_restore,+sys_admin "$mine/dtrace" -x features >"$TMP/features" 2>&1
result has-them "$([ "$(grep -c '^cap_.* yes ' "$TMP/features")" = 4 ] || cat "$TMP/features")"

as_nobody syslog-missing 0 $base -qn 'BEGIN { printf("%a", 0xffffffff81000000); exit(0); }' <<'END'
0xffffffff81000000
--
dtrace: the kernel hides the addresses of its symbols: CAP_SYSLOG is missing, or kernel.kptr_restrict is 2
END

# ---- the user of -c ----
printf '#!/bin/sh\nid -u; id -g; id -G; echo "$HOME $USER $LOGNAME"; echo $(ls /proc/self/fd)\n' >"$mine/who"
chmod 755 "$mine/who"
fds=$("$mine/who" | tail -n 1)
SUDO_UID=65534 SUDO_GID=65534 expect command-is-root 0 -qc "$mine/who" -n 'BEGIN { }' <<END
$(id -u)
$(id -g)
$(id -G)
$HOME $USER $LOGNAME
$fds

--
END
nobody=$(getent passwd 65534) home=${nobody%:*}
SUDO_UID=65534 SUDO_GID=65534 expect asuser 0 -x asuser -qc "$mine/who" -n 'BEGIN { }' <<END
65534
65534
65534
${home##*:} ${nobody%%:*} ${nobody%%:*}
$fds

--
END
unset SUDO_UID SUDO_GID
expect asuser-without-sudo 1 -x asuser -c true -n BEGIN <<'END'
--
dtrace: failed to execute true: asuser is for runs under sudo: SUDO_UID and SUDO_GID are not both set
END
SUDO_UID=-1 SUDO_GID=0 expect asuser-bad-id 1 -x asuser -c true -n BEGIN <<'END'
--
dtrace: failed to execute true: asuser is for runs under sudo: SUDO_UID and SUDO_GID are not both set
END
