#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# What the tools' options and operands take and refuse (tools/tool.sh).
. tests/run/tools/common.inc

# D reads 010 as eight
tool syscount -v -t 010 -d 09 008 012
result decimal "$([ "$(grep -c -e ' opt_t = 10;' -e '^tick-9s {' -e '^tick-8s, END' -e 'tool_reports == 12/' "$TMP/out")" = 4 ] ||
	cat "$TMP/out" "$TMP/err")"
tool syscount -v -t 00
result zero "$(grep -q ' opt_t = 0;' "$TMP/out" || cat "$TMP/out" "$TMP/err")"

# refused_by TOOL MESSAGE WORD...: exit status 2
refused_by() {
	refuser=$1 message=$2
	shift 2
	tool "$refuser" "$@"
	result "$refuser $*" "$([ $status = 2 ] && [ "$(head -n 1 "$TMP/err")" = "$refuser: $message" ] ||
		{ echo "exit status $status"; cat "$TMP/err"; })"
}
refused() { refused_by syscount "$@"; }
refused "-d takes a number above 0, not '0'" -d 0
refused "INTERVAL takes a number above 0, not '00'" 00
refused "COUNT takes a number above 0, not '0'" 1 0
refused "-t takes a number, not '1x'" -t 1x
refused "-t takes a number up to 2147483647, not '2147483648'" -t 2147483648
refused "-d takes a number up to 2147483647, not '99999999999999999999'" -d 99999999999999999999
tool syscount -v -t 0002147483647
result largest "$(grep -q ' opt_t = 2147483647;' "$TMP/out" || cat "$TMP/out" "$TMP/err")"
refused '-c needs a command' -c ''
for sampler in hotkernel hotuser profile runqlen; do
	refused_by $sampler "-F takes a number above 0, not '0'" -F 0
done

# options after operands
tool syscount -v 7 -t 3 5 -x
result after "$([ "$(grep -c -e ' opt_t = 3;' -e ' opt_x = 1;' -e '^tick-7s, END' -e 'tool_reports == 5/' "$TMP/out")" = 4 ] ||
	cat "$TMP/out" "$TMP/err")"
tool funclatency libc:malloc -v -p 1 3 -u
result after-function "$(grep -q '^pid$target:libc:malloc:entry' "$TMP/out" && grep -q ' opt_u = 1;' "$TMP/out" &&
	grep -q '^tick-3s, END' "$TMP/out" || cat "$TMP/out" "$TMP/err")"
refused "what is '8'?" 1 -x 2 8
refused 'there is no option -y' 1 -y
refused_by opensnoop "what is '1'?" 1 -x
refused_by funccount 'which [FILE:]FUNCTION?' -c true
refused_by funccount "[FILE:]FUNCTION is not ''" ''

# texts with what D and printf() take for more
name='a"%s\
b
c'
: >"$TMP/$name"
tool opensnoop -f "$name" -c "cat '$TMP/$name'"
sed -i -e 's/^[0-9][0-9]* */PID /' -e "s|$TMP/|TMP/|" "$TMP/out"
prints texts 'PID     COMMAND            FD  ERR PATH
PID cat                 3    0 TMP/a"%s\\012b\012c'

# a name can't change what the terminal shows
red=$(printf 'r\033[31mé\tx') # to the program, 11 bytes
cp "$(command -v cat)" "$TMP/$red"
tool opensnoop -f "$TMP/a" -c "'$TMP/$red' '$TMP/$name'"
sed -i -e 's/^[0-9][0-9]* */PID /' -e "s|$TMP/|TMP/|" "$TMP/out"
prints controls 'PID     COMMAND            FD  ERR PATH
PID r\033[31mé\011x    3    0 TMP/a"%s\\012b\012c'
tool syscount -P -c "'$TMP/$red' /dev/null"
result controls-keys "$(grep -q '^r.033.31mé.011x  *[1-9]' "$TMP/out" || cat "$TMP/out" "$TMP/err")"

# the kernel keeps 15 bytes of a name
for long in 'a long "name" of 23 bytes' 'zwölf und drei é'; do
	cp "$(command -v cat)" "$TMP/$long"
	tool opensnoop -n "$long" -f "$TMP/" -c "'$TMP/$long' '$TMP/$name'"
	result "name $long" "$([ "$(grep -c "  3    0 $TMP/a" "$TMP/out")" = 1 ] || cat "$TMP/out" "$TMP/err")"
done

# the dtrace that was installed with the tool, whatever PATH finds
mkdir "$TMP/bin" "$TMP/other"
ln -s "$PWD/tools/process/syscount" "$TMP/bin/dtrace-syscount"
ln -s "$PWD/tools/programs/plockstat" "$TMP/bin/dtrace-plockstat"
for place in bin other; do
	printf '#!/bin/sh\necho %s\n' $place >"$TMP/$place/dtrace"
	chmod +x "$TMP/$place/dtrace"
done
found=$(unset DTRACE; PATH=$TMP/other:$PATH "$TMP/bin/dtrace-syscount")
result beside "$([ "$found" = bin ] || echo "$found")"
found=$(unset DTRACE; PATH=$TMP/other:$PATH "$TMP/bin/dtrace-plockstat" -c true | tail -n 1)
result beside-plockstat "$([ "$found" = bin ] || echo "$found")"

# a process that can't have the probes
sleep 60 &
for needs in pycalls:python pyflow:python pygc:python phpflow:php javagc:hotspot pgslow:postgresql; do
	needing=${needs%:*}
	tool "$needing" -p $! -d 1
	result "$needing-needs" "$([ $status = 0 ] &&
		grep -q "^$needing: process $! has no ${needs#*:} probes: it takes a " "$TMP/err" ||
		{ echo "exit status $status"; cat "$TMP/err"; })"
done
kill $!

# no server runs, and none is in PATH: the tool waits for one
tool pgslow -d 1
result pgslow-waits "$([ $status = 0 ] && [ ! -s "$TMP/err" ] || { echo "exit status $status"; cat "$TMP/err"; })"
