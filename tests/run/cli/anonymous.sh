#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Anonymous tracing: -A saves the script for the next boot, --anonymous traces and holds the data, -a claims it. /etc and
# /run are folders of this test.
. tests/run/common.inc

if [ "${1:-}" != inside ]; then
	exec unshare -m bash "$0" inside
fi
mkdir "$TMP/etc"
cp -a /etc/ld.so.* /etc/alternatives "$TMP/etc" 2>/dev/null
mount -t tmpfs run /run && mount --bind "$TMP/etc" /etc || {
	echo "not ok mounts"
	exit 1
}
socket=/run/dtrace/anonymous

cat >"$TMP/ppids.c" <<'END'
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--)
		syscall(SYS_getppid);
	return 0;
}
END
$CC -o "$TMP/ppids" "$TMP/ppids.c" || echo "not ok build"
count='syscall::getppid:entry /execname == "ppids"/ { @ = count(); n++; }'

# hold WORD...: runs dtrace --anonymous WORD... and waits until its probes are enabled
hold() {
	"$DT" --anonymous "$@" >"$TMP/held" 2>"$TMP/held.err" </dev/null &
	holder=$!
	wait_for is_enabled
}
# looks for a listening socket, not for the file, which a killed process leaves
is_enabled() { grep -q " 00010000 .* $socket\$" /proc/net/unix || ! kill -0 $holder 2>/dev/null; }
# claim NAME STATUS WORD...: like expect, with dtrace -a WORD...; the holder ends with the same status and prints nothing
claim() {
	cat >"$TMP/wanted"
	claim_name=$1 claim_status=$2
	shift 2
	"$DT" -a "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	same "$claim_name" $? "$claim_status"
	held "$claim_name" "$claim_status"
}
held() {
	wait $holder
	held_status=$?
	bad=$([ $held_status = "$2" ] || echo "status $held_status")
	[ ! -s "$TMP/held" ] || bad="$bad prints $(cat "$TMP/held")"
	[ ! -e $socket ] || bad="$bad left $socket"
	result "$1-held" "$bad"
}

# ---- nothing to claim ----
printf -- '--\ndtrace: No anonymous tracing state\n' >"$TMP/none"
expect none 1 -a <"$TMP/none"

# ---- data between the start and the claim is printed exactly once ----
hold -qn "$count"' END { printf("%d calls", n); }'
"$TMP/ppids" 1234
"$TMP/ppids" 66
claim once 0 -e <<'END'
1300 calls
             1300
--
END
expect once-only 1 -ae <"$TMP/none"
# ... together with data traced afterwards; exit() ends it
hold -qn "$count"' syscall::getppid:entry /execname == "ppids" && n == 300/ { exit(7); }'
"$TMP/ppids" 200
"$DT" -a >"$TMP/out" 2>"$TMP/err" </dev/null &
claimer=$!
is_claimed() { [ ! -e $socket ]; }
wait_for is_claimed
"$TMP/ppids" 100
wait $claimer
status=$?
printf '\n              300\n--\n' >"$TMP/wanted"
same afterwards $status 7
held afterwards 7
# exit() before the claim
hold -qn 'BEGIN { printf("first\n"); exit(3); } END { printf("last\n"); }'
claim exited 3 <<'END'
first
last

--
END
# ---- the options of the claim ----
hold -n 'BEGIN { printf("it is %s", $$1); }' -- "one two"
"$DT" -ae -o "$TMP/file" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
sed 's/^ *[0-9]*  /CPU/' "$TMP/file" >>"$TMP/out"
sed 's/^ *[0-9]*  /CPU/' >"$TMP/wanted" <<'END'
CPU     ID                    FUNCTION:NAME
  0      1                           :BEGIN it is one two

--
END
same file $status 0
held file 0
hold -n 'BEGIN { printf("alone"); }'
claim quiet 0 -qe <<'END'
alone
--
END
expect refused 2 -a -n BEGIN <<'END'
--
dtrace: -a takes only -e, -q and -o: -n is an option of -A
END

# ---- the claim reports records without room in the buffers; nothing else is lost ----
hold -b 4k -q -x counts -n 'syscall::getppid:entry /execname == "ppids"/ { printf("%d\n", n++); }'
"$TMP/ppids" 5000
"$DT" -ae >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
printed=$(wc -w <"$TMP/out")
drops=$(sed -n 's/^dtrace: \([0-9]*\) drops\{0,1\} on CPU.*/\1/p' "$TMP/err" | awk '{ n += $1 } END { print n + 0 }')
result drops "$([ $status = 0 ] && [ $((printed + drops)) = 5000 ] && [ "$drops" -gt 0 ] ||
	echo "status $status, $printed printed, $drops dropped: $(cat "$TMP/err")")"
held drops 0

# ---- ends ----
# ^C of dtrace -a ends both processes, in order
hold -qn "$count"' END { printf("end %d", n); }'
"$TMP/ppids" 5
env --default-signal=INT "$DT" -a >"$TMP/out" 2>"$TMP/err" </dev/null &
claimer=$!
wait_for is_claimed
"$TMP/ppids" 6
kill -INT $claimer
wait $claimer
status=$?
printf '\nend 11\n               11\n--\n' >"$TMP/wanted"
same interrupt $status 0
held interrupt 0
# dtrace -a is killed: the holder ends as well
hold -qn "$count"
"$DT" -a >"$TMP/out" 2>"$TMP/err" </dev/null &
claimer=$!
wait_for is_claimed
kill -KILL $claimer
wait $claimer 2>/dev/null
held claimer-killed 0
# the holder gets SIGTERM, as at shutdown
hold -qn "$count"
kill -TERM $holder
held stopped 0
# it is killed: its socket does not count as state, and does not hinder the next holder
hold -qn "$count"
kill -KILL $holder
wait $holder 2>"$TMP/null"
expect holder-killed 1 -ae <"$TMP/none"
hold -qn "$count"
"$TMP/ppids" 3
claim after-killed 0 -e <<'END'

                3
--
END
# it is killed while dtrace -a waits
hold -qn "$count"
"$DT" -a >"$TMP/out" 2>"$TMP/err" </dev/null &
claimer=$!
wait_for is_claimed
kill -KILL $holder
wait $claimer
status=$?
printf -- '--\ndtrace: the process that held the anonymous tracing state ended before it had printed everything\n' >"$TMP/wanted"
same holder-killed-late $status 1
wait $holder 2>"$TMP/null"

# ---- other processes at the socket ----
hold -qn "$count"
expect second 1 --anonymous -n BEGIN <<'END'
--
dtrace: there is an anonymous tracing state already: dtrace -ae prints and ends it
END
expect program 1 -x grabanon -n BEGIN <<'END'
--
dtrace: -a claims existing data and takes no program
END
python3 - $socket <<'END'
import array, os, socket, sys
def meet():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    s.connect(sys.argv[1])
    return s
fds = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [1] * n)) for n in range(5)]
meet().close()
meet().send(b"x")
meet().send(b"\x01\x61\x74\x64\0\0\0\0")  # without descriptors
meet().sendmsg([b"\x01\x61\x74\x64\0\0\0\0"], [fds[1]])
meet().sendmsg([b"\x02\x61\x74\x64\0\0\0\0"], [fds[2]])  # another version
meet().sendmsg([b"\x01\x61\x74\x64\0\0\0\0" * 9], [fds[4]])
END
setpriv --reuid 65534 --clear-groups "$DT" -ae >"$TMP/out" 2>"$TMP/err"
status=$?
printf -- '--\ndtrace: could not claim the anonymous tracing state at /run/dtrace/anonymous: Permission denied; run it as root\n' >"$TMP/wanted"
same no-root $status 1
"$TMP/ppids" 12
claim strangers 0 -e <<'END'

               12
--
END
expect processes 1 --anonymous -c true -n BEGIN <<'END'
--
dtrace: an anonymous session traces no process of -c or -p: it waits for dtrace -a
END

# ---- the service manager is notified when the probes are enabled ----
python3 - "$DT" >"$TMP/got" 2>&1 <<'END'
import os, socket, subprocess, sys
for path in "/run/notify", "\0dtrace-test-%d" % os.getpid():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.bind(path)
    os.environ["NOTIFY_SOCKET"] = path.replace("\0", "@")
    run = subprocess.Popen([sys.argv[1], "--anonymous", "-qn", "BEGIN { trace(4); }"])
    print(s.recv(100), os.path.exists("/run/dtrace/anonymous"))
    print(subprocess.run([sys.argv[1], "-ae"], stdout=subprocess.PIPE).stdout, run.wait())
END
result notify "$(printf '%s\n' "b'READY=1' True" "b'4\\n' 0" "b'READY=1' True" "b'4\\n' 0" | diff - "$TMP/got")"

# ---- -A saves a script; without a program it removes it ----
saved() { find /etc/dtrace /etc/systemd \( -type f -o -type l \) -printf '%p>%l\n' 2>/dev/null | sort; }
printf 'BEGIN { printf("%%s", $$1); }\n' >"$TMP/script.d"
expect save 0 -A -q -s "$TMP/script.d" -n "$count"' END { printf(" it'\''s %d\n", n); exit(0); }' "two  words" <<'END'
--
dtrace: saved anonymous enabling in /etc/dtrace/anonymous
dtrace: run it as early as possible during boot, in the background; dtrace -a claims the data
END
rm "$TMP/script.d"
sh /etc/dtrace/anonymous >"$TMP/held" 2>"$TMP/held.err" </dev/null &
holder=$!
wait_for is_enabled
"$TMP/ppids" 77
claim saved 0 -e <<'END'
two  words it's 77

               77
--
END
# the systemd unit; one script fewer; saved files are replaced only when there are new ones
mkdir -p /etc/systemd/system
expect bad-program 1 -A -n 'BEGIN { nothing(); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { nothing(); }: in action list: undefined function name: nothing
  BEGIN { nothing(); }
          ^~~~~~~~~
END
expect bad-option 1 -A -c true -n BEGIN <<'END'
--
dtrace: -A: the processes of -c and -p do not exist at boot
END
expect output 1 -A -o "$TMP/not-made" -n BEGIN <<'END'
--
dtrace: -A: name the output file when claiming: dtrace -a -o
END
result output-file "$([ ! -e "$TMP/not-made" ] || echo "made $TMP/not-made")"
for mode in list explain; do
	case $mode in list) set -- -l -n BEGIN ;; explain) set -- --explain BEGIN ;; esac
	expect "bad-mode-$mode" 2 -A "$@" <<'END'
--
dtrace: -A is for tracing: -l and --explain enable nothing
END
done
result kept "$(printf '%s>\n' /etc/dtrace/anonymous-1.d /etc/dtrace/anonymous | diff - <(saved))"
expect unit 0 -A -n BEGIN <<'END'
--
dtrace: saved anonymous enabling in /etc/dtrace/anonymous
dtrace: dtrace-anonymous.service enables it at the next boot; dtrace -a claims the data
END
result files "$(diff - <(saved) <<'END'
/etc/dtrace/anonymous>
/etc/systemd/system/dtrace-anonymous.service>
/etc/systemd/system/sysinit.target.wants/dtrace-anonymous.service>../dtrace-anonymous.service
END
)"
if command -v systemd-analyze >"$TMP/null"; then
	result verified "$(systemd-analyze verify /etc/systemd/system/dtrace-anonymous.service 2>&1 | grep -F dtrace-anonymous)"
else
	echo "skip verified: needs systemd-analyze"
fi
# an error leaves what was saved before
rm /etc/systemd/system/sysinit.target.wants/*
rmdir /etc/systemd/system/sysinit.target.wants
echo >/etc/systemd/system/sysinit.target.wants
cp /etc/dtrace/anonymous "$TMP/before"
expect unit-folder 1 -A -n 'tick-1s { exit(0); }' <<'END'
--
dtrace: failed to write /etc/systemd/system/sysinit.target.wants/dtrace-anonymous.service: Not a directory
END
result unit-kept "$(diff "$TMP/before" /etc/dtrace/anonymous)"
rm /etc/systemd/system/sysinit.target.wants
expect remove 0 -A <<'END'
--
dtrace: cleaned up old anonymous enabling in /etc/dtrace/anonymous
END
expect nothing-to-remove 0 -A <<'END'
--
END
result removed "$(saved)"

# ---- at boot the folders of headers and libraries may be missing, and the working directory is another one ----
rm -rf /etc/systemd
mkdir -p "$TMP/tree/include" "$TMP/tree/lib"
echo '#define CALLED "called"' >"$TMP/tree/include/words.h"
echo 'inline int answer = 42;' >"$TMP/tree/lib/answer.d"
cp "$TRIGGERS/loop" "$TMP/tree/lib"
printf '#include "include/words.h"\n#include <words.h>\nBEGIN { printf("%%s %%d %%d", CALLED, answer, MORE); exit(0); }\n' >"$TMP/tree/script.d"
(cd "$TMP/tree" && "$DT" -A -q -C -I include -D MORE=5 -L lib -x objects="lib/loop:$TRIGGERS/loop" -s script.d) >"$TMP/out" 2>"$TMP/err" </dev/null
printf -- '--\ndtrace: saved anonymous enabling in /etc/dtrace/anonymous\n%s\n' \
	'dtrace: run it as early as possible during boot, in the background; dtrace -a claims the data' >"$TMP/wanted"
same relative $? 0
result paths "$(sed -n "s/^exec '[^']*' //p" /etc/dtrace/anonymous | diff - <(
	echo "--anonymous -q -L '$TMP/tree/lib' -x 'objects=$TMP/tree/lib/loop:$TRIGGERS/loop' -s '/etc/dtrace/anonymous-1.d'"))"
# the same by -x
cp /etc/dtrace/anonymous "$TMP/by-letters"
cp /etc/dtrace/anonymous-1.d "$TMP/script-by-letters"
(cd "$TMP/tree" && "$DT" -A -q -x cpp -x incdir=include -x define=MORE=5 -L lib -x objects="lib/loop:$TRIGGERS/loop" -s script.d) 2>"$TMP/err" </dev/null
result options "$(diff "$TMP/by-letters" /etc/dtrace/anonymous && diff "$TMP/script-by-letters" /etc/dtrace/anonymous-1.d || cat "$TMP/err")"
rm -r "$TMP/tree/include" "$TMP/tree/script.d"
(cd / && exec sh /etc/dtrace/anonymous) >"$TMP/held" 2>"$TMP/held.err" </dev/null &
holder=$!
wait_for is_enabled
claim relative-claimed 0 -e <<'END'
called 42 5
--
END
