#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# The line that shows what dtrace is doing if it takes longer than a second: on a terminal, removed before anything
# is printed; not elsewhere. strace delays the process that attaches.
. tests/run/common.inc

command -v script >/dev/null && command -v strace >/dev/null || {
	echo "skip terminal: needs script and strace"
	exit 0
}
E=$(printf '\033')

# shown SETTING... -- OPTION...: the output of dtrace with these options on a terminal with these settings, if attaching
# takes $us microseconds longer; a line that is drawn again counts once
us=1500000
shown() {
	settings=''
	while [ "$1" != -- ]; do
		settings="$settings $1"
		shift
	done
	shift
	cat >"$TMP/program" <<-END
		#!/bin/sh
		exec strace -f -qq -o "$TMP/strace" -e trace=recvmsg -e inject=recvmsg:delay_enter=$us:when=1 \
			"$DT" $* -c /bin/true -n 'pid\$target:libc:getpid:entry { } END { printf("done\n"); }' $redirection
	END
	chmod +x "$TMP/program"
	# shellcheck disable=SC2086
	env ASAN_OPTIONS=detect_leaks=0 TERM=xterm $settings script -qec "$TMP/program" /dev/null </dev/null |
		sed -E -e "s/$E\\[K/<clear>/g; s/\r\$//; s/\r/<start>/g" -e 's/probe [0-9]+ of/probe N of/g' -e 's/((<start>dtrace: [^<]*<clear>)\2*)/\2/' \
			-e 's/pid [0-9]+ /pid PID /'
}

redirection=''
shown -- -q >"$TMP/got"
cat >"$TMP/wanted" <<'END'
<start>dtrace: attaching probe N of 2<clear><start><clear>done

END
result terminal "$(diff "$TMP/wanted" "$TMP/got")"
shown -- >"$TMP/got"
cat >"$TMP/wanted" <<'END'
dtrace: description 'pid$target:libc:getpid:entry ' matched 2 probes
<start>dtrace: attaching probe N of 2<clear><start><clear>dtrace: pid PID has exited
CPU     ID                    FUNCTION:NAME
END
sed -i '/^ .*:END done$/d; /^$/d' "$TMP/got"
result messages "$(diff "$TMP/wanted" "$TMP/got")"

printf 'done\n\n' >"$TMP/wanted"
shown TERM=dumb -- -q >"$TMP/got"
result dumb "$(diff "$TMP/wanted" "$TMP/got")"
redirection="2>$TMP/err"
shown -- -q >"$TMP/got"
result no-terminal "$(diff "$TMP/wanted" "$TMP/got"; cat "$TMP/err")"
redirection=">$TMP/json"
shown -- -q -x oformat=json >"$TMP/got"
result json "$(cat "$TMP/got")"
redirection=''
us=1
shown -- -q >"$TMP/got"
result soon "$(diff "$TMP/wanted" "$TMP/got")"
