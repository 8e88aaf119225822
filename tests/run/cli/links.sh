#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -o and freopen() through symbolic links: links of other users are not followed, in any form of output; our own links,
# those of root, /dev/stdout and pipes are.
. tests/run/common.inc

one='BEGIN { printf("one"); exit(0); }'
not_followed='it is a symbolic link of another user, which is not followed; name the file that it points to'

# ---- a link to itself ----
ln -s itself "$TMP/itself"
expect itself 1 -n "$one" -o "$TMP/itself" <<'END'
--
dtrace: failed to open output file 'TMP/itself': Too many links
END

# ---- links in a folder of another user; the user of sudo does not count as another user ----
theirs=$TMP/theirs
mkdir "$theirs"
ln -s "$TMP/precious" "$theirs/link"
ln -s "$theirs/link" "$TMP/chain"
chown -h 65534 "$theirs" "$theirs/link"
echo precious >"$TMP/precious"
for path in "$theirs/link" "$TMP/chain"; do
	for form in text json folded prom flame heat; do
		"$DT" -x oformat=$form -o "$path" -qn "$one" >"$TMP/out" 2>"$TMP/err"
		status=$?
		cat "$TMP/precious" >>"$TMP/out"
		printf 'precious\n--\n%s\n' "dtrace: failed to open output file '${path/#"$TMP"/TMP}': $not_followed" >"$TMP/wanted"
		same "link-of-another-$form-${path##*/}" $status 1
	done
done
# a link made during the run: the name is replaced, the file that it points to is not
"$DT" -wx oformat=prom -x aggrate=1ms -o "$theirs/prom" -qn 'BEGIN { @a = count(); system("ln -sf %s %s && chown -h 65534 %s",
	"'"$TMP/precious"'", "'"$theirs/prom"'", "'"$theirs/prom"'"); exit(0); }' >"$TMP/out" 2>"$TMP/err"
status=$?
cat "$TMP/precious" >>"$TMP/out"
printf 'precious\n--\n%s\n' "dtrace: failed to write to TMP/theirs/prom: $not_followed" >"$TMP/wanted"
same link-made-later $status 1
# output files of the build side and of types
echo 'provider links { probe one(int a); };' >"$TMP/links.d"
for words in -h -G '-x ctypes' '-x dtypes'; do
	case $words in
	-h | -G) "$DT" $words -s "$TMP/links.d" -o "$TMP/chain" ;;
	*) "$DT" $words="$TMP/chain" -qn "$one" ;;
	esac >"$TMP/out" 2>"$TMP/err"
	bad=$([ $? = 1 ] || echo 'not status 1')
	grep -qF ": $not_followed" "$TMP/err" || bad="$bad $(cat "$TMP/err")"
	[ "$(cat "$TMP/precious")" = precious ] || bad="$bad overwritten"
	result "file-${words##*[- ]}" "$bad"
	echo precious >"$TMP/precious"
done
ln -s "$TMP/later.h" "$TMP/own.h"
"$DT" -h -s "$TMP/links.d" -o "$TMP/own.h" && "$DT" -h -s "$TMP/links.d" -o /dev/stdout >"$TMP/out" 2>&1
result file-of-ours "$([ -L "$TMP/own.h" ] && cat "$TMP/later.h" | diff - "$TMP/out" | grep '^[<>].*LINKS_ONE'
	grep -q LINKS_ONE "$TMP/later.h" || echo 'not written')"
SUDO_UID=65534 "$DT" -o "$theirs/link" -qn "$one" >"$TMP/out" 2>"$TMP/err"
status=$?
cat "$TMP/precious" >>"$TMP/out"
printf 'precious\none\n--\n' >"$TMP/wanted"
same link-of-sudo-user $status 0

# ---- a file that is replaced keeps its mode, but the owner's rights are not those of another user ----
for words in '-h -s links.d' '-x oformat=prom -qn BEGIN{exit(0)}'; do
	: >"$TMP/mode"
	chown 65534 "$TMP/mode"
	chmod 6751 "$TMP/mode"
	# shellcheck disable=SC2086  # words
	(cd "$TMP" && "$DT" $words -o mode) >"$TMP/out" 2>&1
	result "mode-${words%% *}" "$([ $? = 0 ] && [ "$(stat -c %a,%u "$TMP/mode")" = 751,0 ] || stat -c %a,%u "$TMP/mode"
		cat "$TMP/out")"
done

# ---- outputs that are not regular files ----
mkfifo "$TMP/fifo"
for form in text prom; do
	case $form in text) wanted=one ;; prom) wanted='dtrace_run_records_total{file="FILE"} 1' ;; esac
	for path in /dev/stdout /proc/self/fd/1 /dev/fd/1 "$TMP/fifo"; do
		cat "$TMP/fifo" >"$TMP/read" &
		"$DT" -x oformat=$form -o "$path" -qn "$one" 2>"$TMP/err" | cat >"$TMP/out"
		status=${PIPESTATUS[0]}
		[ "$path" = "$TMP/fifo" ] || : >"$TMP/fifo"
		wait $!
		cat "$TMP/read" >>"$TMP/out"
		sed -i -n -e 's/file="[^"]*"/file="FILE"/' -e '/^one/p' -e '/records_total{/p' "$TMP/out"
		printf '%s\n--\n' "$wanted" >"$TMP/wanted"
		same "$form-to-${path##*/}" $status 0
	done
done
