#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# strerror(), signame() and strftime(): compared with perl, the shell and date(1).
. tests/run/common.inc

# every error number, and some numbers that are none
perl -e 'print "$_\n" for -2147483648, -2, -1, 0 .. 140, 512, 4095, 4096, 2147483647' >"$TMP/numbers"
LC_ALL=C perl -ne 'chomp; $! = $_; print "$_ ", $_ ? $! : "Success", "\n"' "$TMP/numbers" >"$TMP/texts"
# in several clauses, because the record of one clause has a limit
awk '{ print "BEGIN { printf(\"%d %s\\n\", (int)" $1 ", strerror((int)" $1 ")); }" } END { print "BEGIN { exit(0); }" }' \
	"$TMP/numbers" >"$TMP/errors.d"
{ cat "$TMP/texts"; echo; echo --; } | expect errors 0 -qs "$TMP/errors.d"

# names from the shell, numbers where it has none; real-time signals have no names in D
signals='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31'
{
	for number in $signals; do
		echo "$number SIG$(bash -c "kill -l $number")"
	done
	for number in 0 32 34 64 65 -1 2147483647; do
		echo "$number SIG$number"
	done
	echo
	echo --
} >"$TMP/names"
for number in $signals 0 32 34 64 65 -1 2147483647; do
	printf 'BEGIN { printf("%%d %%s\\n", (int)%s, signame((int)%s)); }\n' "$number" "$number"
done >"$TMP/signals.d"
echo 'BEGIN { exit(0); }' >>"$TMP/signals.d"
expect signals 0 -qs "$TMP/signals.d" <"$TMP/names"

# as keys, with brackets, and in predicates: five calls that fail, in three ways
expect keys 0 -qn '
	syscall::rmdir:return /pid == $target/ { @[strerror(errno)] = count(); @name[strerror[errno], 0] = sum(errno); }
	syscall::rmdir:return /pid == $target && strerror(errno) == "No such file or directory"/ { @["same"] = count(); }
	syscall::kill:entry /pid == $target && signame[arg1] == "SIGWINCH"/ { @[signame(arg1)] = count(); }' \
	-c "perl -e 'rmdir qq(/nothing/\$_) for 1 .. 3; rmdir q(/etc/passwd); rmdir q(/proc); kill WINCH => \$\$; kill CONT => \$\$'" <<'END'

  Device or resource busy                                           1
  Not a directory                                                   1
  SIGWINCH                                                          1
  No such file or directory                                         3
  same                                                              3
  No such file or directory                                 0                6
  Device or resource busy                                   0               16
  Not a directory                                           0               20
--
END

# a text that does not fit is cut, like all texts
expect cut 0 -x strsize=8 -qn 'BEGIN { printf("[%s] [%s] [%s]", strerror(2), signame(27), strerror(4095)); exit(0); }' <<'END'
[No such] [SIGPROF] [Unknown]
--
END

# scripts older than these names use them for their own variables
expect own 0 -qn 'BEGIN { signame[9] = "KILL"; cgroupid++; strftime = 3; }
	BEGIN { printf("%s %d %d %s", signame[9], cgroupid, strftime, strerror(1)); exit(0); }' <<'END'
KILL 1 3 Operation not permitted
--
END
expect declared 0 -qn 'string signame[int]; int cgroupid; inline string strerror[int E] = E ? "bad" : "good";
	BEGIN { signame[9] = "KILL"; printf("%s %d %s", signame[9], cgroupid, strerror[2]); exit(0); }' <<'END'
KILL 0 bad
--
END

# times: each conversion of strftime(3) that is not a combination of others, in three time zones
format='%a %A %b %B %d %e %H %I %j %k %l %m %M %p %S %u %w %y %Y %Z %z %%'
for zone in UTC America/St_Johns Asia/Kathmandu; do
	for time in 0 951782400 1700000000 4102444799 -1; do
		LC_ALL=C TZ=$zone date -d "@$time" "+$format"
	done
done >"$TMP/dates"
for zone in UTC America/St_Johns Asia/Kathmandu; do
	TZ=$zone "$DT" -qn 'BEGIN { printf("%s\n%s\n%s\n%s\n%s\n",
		strftime("'"$format"'", 0), strftime("'"$format"'", 951782400000000000),
		strftime("'"$format"'", 1700000000999999999), strftime("'"$format"'", 4102444799000000001),
		strftime("'"$format"'", -1)); exit(0); }' | sed '$d'
done >"$TMP/got" 2>&1
if cmp "$TMP/dates" "$TMP/got"; then
	echo "ok times"
else
	echo "not ok times: as date(1) has them, and as strftime() does:"
	diff "$TMP/dates" "$TMP/got"
fi
TZ=UTC expect places 0 -w -n 'BEGIN { trace(strftime("%F", 0)); system("echo %s", strftime("%T", 1000000000)); exit(0); }' \
	-q <<'END'
1970-01-0100:00:01

--
END
expect now 0 -qn 'BEGIN { t = walltimestamp; printf("%s ", strftime("%Y %b %e %H:%M:%S", t)); printf("%Y", t); exit(0); }' \
	-o "$TMP/now" <<'END'
--
END
if [ "$(cut -c 1-20 "$TMP/now")" = "$(cut -c 22- "$TMP/now")" ]; then
	echo "ok same as %Y"
else
	echo "not ok same as %Y"
	cat "$TMP/now"
fi

text='strftime( ) is formatted when the record is printed: it can only be an argument of trace( ), printf( ), system( ) or freopen( ). Use a number as key or variable, such as walltimestamp / 60000000000 (the minute)'
# refused NAME STATEMENT PLACE MARK
refused() {
	program="BEGIN { $2 }"
	printf -- '--\ndtrace: invalid probe specifier %s: %s\n  %s\n%s\n' "$program" "$3" "$program" "$4" |
		expect "$1" 1 -qn "$program"
}
refused time-key '@[strftime("%H", walltimestamp)] = count();' "$text" '            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~'
refused time-variable 'x = strftime("%H", 1);' "$text" '              ^~~~~~~~~~~~~~~~~'
refused time-argument 'trace(strlen(strftime("%H", 1)));' "$text" '                       ^~~~~~~~~~~~~~~~~'
refused time-choice 'trace(pid ? strftime("%H", 1) : "");' "$text" '                      ^~~~~~~~~~~~~~~~~'
refused time-format 'trace(strftime(execname, 1));' 'in action list: strftime( ) argument #1 is incompatible with prototype:
	prototype: string constant' '                         ^~~~~~~~'
