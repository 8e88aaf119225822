#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Permissions: destructive actions need -w, and copyout() needs a kernel that allows it.
. tests/run/common.inc

refused() {
	expect "without-w-$1" 1 -n "BEGIN { $2; exit(0); }" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: could not enable tracing: Destructive actions not allowed
END
}
refused system 'system("touch /nosuch/file")'
refused freopen 'freopen("%s", "x")'
refused stop 'stop()'
refused raise 'raise(9)'
refused chill 'chill(1)'
refused copyoutstr 'copyoutstr("x", 16, 2)'
refused copyout 'copyout((void *)16, 16, 2)'
refused under-an-if 'if (pid == 1) { stop(); }'

expect quiet-is-no-leave 1 -q -n 'BEGIN { stop(); }' <<'END'
--
dtrace: could not enable tracing: Destructive actions not allowed
END

"$DT" -w -n 'BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err"
result allowed "$([ "$(tail -n +2 "$TMP/err")" = 'dtrace: allowing destructive actions' ] || cat "$TMP/err")"

# only enabled clauses count
expect unmatched 0 -qZ -n 'nosuch*:::probe { stop(); } BEGIN { exit(0); }' <<'END'

--
END

expect compile-only 0 -e -n 'BEGIN { stop(); }' <<'END'
--
END

if "$DT" -x features | grep -q '^probe_write_user *no'; then
	for call in 'copyoutstr("x", 16, 2)' 'copyout((void *)16, 16, 2)'; do
		"$DT" -qw -n "BEGIN { $call; }" >"$TMP/out" 2>"$TMP/err"
		status=$?
		want="dtrace: could not enable tracing: ${call%%(*}( ) is not possible here: "
		why=''
		[ $status = 1 ] || why="exit status $status"
		case $(cat "$TMP/err") in "$want"*lockdown*) ;; *) why=$(cat "$TMP/err") ;; esac
		result "refused-by-the-kernel-${call%%(*}" "$why"
	done
else
	echo 'skip refused-by-the-kernel: this kernel allows copyout'
fi
"$DT" -e -x dump=b -n 'BEGIN { copyoutstr(execname, 16, 8); copyout((void *)16, 32, pid); }' 2>"$TMP/err"
writes=$(grep -c probe_write_user "$TMP/err")
result copyout-compiles "$([ "$writes" = 2 ] || cat "$TMP/err")"
