#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Headers and objects made by systemtap's dtrace work with our sdt.h, in each
# of its three versions and with LTO: packages mix the two while they are
# being upgraded.
. "$(dirname "$0")/common.inc"

stap=$(command -v dtrace)
[ -n "$stap" ] && head -n 1 "$stap" | grep -q python ||
	{ skip stap-command "no systemtap dtrace"; exit 0; }

cd "$T" || exit 1
echo 'provider prov { probe go(int); probe other__thing(char *); };' > prov.d
"$stap" -h -s prov.d -o prov.h
cat > main.c <<'EOF'
#include "prov.h"
int main (int argc, char **argv)
{
	if (PROV_GO_ENABLED ())
		PROV_GO (argc);
	PROV_OTHER_THING (argv[0]);
	return 0;
}
EOF
for version in '' -DSTAP_SDT_V1 -DSTAP_SDT_V2; do
	for cc in 'gcc -O2' 'gcc -O2 -flto=2' 'gcc -xc++ -O2' 'clang -O2' 'clang -O2 -flto -fuse-ld=lld'; do
		have ${cc%% *} || { skip "$cc" "no ${cc%% *}"; continue; }
		name="$(echo "$cc" | tr -d ' ')$version"
		lto=
		case $cc in *-flto*) lto=-flto ;; esac
		CC=${cc%% *} CFLAGS="-w $lto $version" "$stap" -G -s prov.d -o prov.o
		if $cc -Wall -Wextra -Werror $version $INC main.c -xnone prov.o -o main 2> log && ./main; then
			expect "$name" 2 "$(addresses main | cut -d' ' -f2 | grep -v '^0$' | sort -u | wc -l)"
		else
			not_ok "$name" "$(head -n 1 log)"
		fi
	done
done
done_testing
