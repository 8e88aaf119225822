#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# Standard files that are closed at the start, in all combinations: no output goes to a wrong file, and the command of -c
# gets them unchanged.
. tests/run/common.inc

cat >"$TMP/fds.sh" <<'END'
#!/bin/sh
open=
for fd in 0 1 2; do [ -e /proc/$$/fd/$fd ] && open=$open$fd; done
echo "$open" >"$1.new"
mv "$1.new" "$1"
END
chmod +x "$TMP/fds.sh"
for closed in '' 0 1 2 01 02 12 012; do
	for form in text json folded prom flame heat; do
		fds=$TMP/fds.$closed.$form
		: >"$TMP/out"
		: >"$TMP/err"
		(
			exec </dev/null >"$TMP/out" 2>"$TMP/err"
			case $closed in *0*) exec <&- ;; esac
			case $closed in *1*) exec >&- ;; esac
			case $closed in *2*) exec 2>&- ;; esac
			exec "$DT" -qx oformat=$form -n 'BEGIN { printf("data"); @ = count(); trace(*(int *)16); }' -c "$TMP/fds.sh $fds"
		)
		status=$?
		bad=
		grep -q 'data\|aggregation\|svg' "$TMP/err" && bad="data in messages: $(cat "$TMP/err")"
		grep -q 'invalid address' "$TMP/out" && [ $form != json ] && bad="$bad messages in data"
		case $closed in
		*1*) [ $status = $([ $form = folded ]; echo $?) ] && [ ! -s "$TMP/out" ] || bad="$bad status $status, the output was lost" ;;
		*) [ $status = 0 ] && { [ -s "$TMP/out" ] || [ $form = folded ]; } || bad="$bad status $status" ;;
		esac
		# output that can't be written ends dtrace, possibly before the command was started
		case $closed in *1*) [ -e "$fds" ] || { result "closed-$closed-$form" "$bad" && continue; } ;; *) wait_for [ -e "$fds" ] ;; esac
		case $closed in *[012]*) wanted=$(echo 012 | tr -d "$closed") ;; *) wanted=012 ;; esac
		[ "$(cat "$fds")" = "$wanted" ] || bad="$bad -c has $(cat "$fds"), not $wanted"
		result "closed-$closed-$form" "$bad"
	done
done
