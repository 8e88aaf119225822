#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Notes after linking: with every linker, with and without --gc-sections, as
# executable, PIE, static and shared object, with LTO, COMDAT and ld -r.
. "$(dirname "$0")/common.inc"

cat > "$T/a.c" <<'EOF'
#include <sys/sdt.h>
int b (int);
#ifndef NO_UNUSED
void unused (void);
void unused (void) { DTRACE_PROBE (link, unused); }
#endif
int main (int argc, char **argv) { (void) argv; DTRACE_PROBE1 (link, a, argc); return b (argc) - 1; }
EOF
cat > "$T/b.c" <<'EOF'
#include <sys/sdt.h>
int b (int);
int b (int i) { DTRACE_PROBE1 (link, b, i); return i; }
EOF

# The address of .stapsdt.base in a file, without leading zeros
base_address() {
	readelf -SW "$1" | sed 's/\[ *[0-9]*\]//' | awk '$1 == ".stapsdt.base" { print $3 }' | sed 's/^0*//'
}

# right_base NAME FILE: one base per file, and every note names it
right_base() {
	expect "$1" "$(base_address "$2" | sed 's/^$/no base/')" "$(addresses "$2" | cut -d' ' -f1 | sort -u)"
}

for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	[ -z "$FAST" ] || [ "$cc" = gcc ] || continue
	for ld in bfd gold lld mold; do
		have ld.$ld || { skip "$cc-$ld" "no ld.$ld"; continue; }
		# gold rejects notes of functions that it drops, whichever header wrote them.
		define=
		[ $ld != gold ] || define=-DNO_UNUSED
		for flags in '' -Wl,--gc-sections '-Wl,--gc-sections -no-pie -fno-pie' \
			     '-Wl,--gc-sections -shared -fPIC -Wl,-e,main' '-static -Wl,--gc-sections'; do
			[ -z "$FAST" ] || [ "$flags" = -Wl,--gc-sections ] || continue
			name="$cc-$ld$(echo "$flags" | tr -d ' ')"
			if ! $cc -fuse-ld=$ld -O2 -ffunction-sections -fdata-sections $flags $define $INC \
			     "$T/a.c" "$T/b.c" -o "$T/prog" 2> "$T/log"; then
				not_ok "$name" "$(head -n 1 "$T/log")"
				continue
			fi
			right_base "$name" "$T/prog"
		done
	done
	# No probe is left, so the base is dropped, too (GNU ld keeps symbols that notes name).
	if have ld.lld; then
		printf '#include <sys/sdt.h>\nvoid gone (void) { DTRACE_PROBE (p, gone); }\nint main (void) { return 0; }\n' > "$T/gone.c"
		$cc -O2 -fuse-ld=lld -ffunction-sections -Wl,--gc-sections $INC "$T/gone.c" -o "$T/gone"
		expect "$cc-no-site-no-base" "" "$(base_address "$T/gone")"
	fi

	$cc -O2 $INC -c "$T/a.c" -o "$T/a.o" && $cc -O2 $INC -c "$T/b.c" -o "$T/b.o"
	ld -r "$T/a.o" "$T/b.o" -o "$T/r.o" && $cc "$T/r.o" -o "$T/prog"
	expect "$cc-ld-r" 3 "$(notes "$T/prog" | wc -l)"
	right_base "$cc-ld-r-base" "$T/prog"
done

for lto in 'gcc -flto=2' 'gcc -flto=2 -flto-partition=max' 'gcc -flto=2 -fno-fat-lto-objects -O0' \
	   'clang -flto -fuse-ld=lld' 'clang -flto=thin -fuse-ld=lld'; do
	have ${lto%% *} || { skip "$lto" "no ${lto%% *}"; continue; }
	[ -z "$FAST" ] || [ "$lto" = 'gcc -flto=2' ] || continue
	case $lto in *lld) have ld.lld || { skip "$lto" "no ld.lld"; continue; } ;; esac
	if $lto -O2 $INC -Wl,--gc-sections "$T/a.c" "$T/b.c" -o "$T/lto" 2> "$T/log" && "$T/lto"; then
		expect "$(echo "lto-$lto" | tr -d ' ')" "link:a -4@ link:b -4@" \
		       "$(sizes "$T/lto" | grep -v unused | sort -u | tr '\n' ' ' | sed 's/ $//')"
		right_base "$(echo "lto-base-$lto" | tr -d ' ')" "$T/lto"
	else
		not_ok "$(echo "lto-$lto" | tr -d ' ')" "$(head -n 1 "$T/log")"
	fi
done

# Functions that are identical but for the probe stay apart when identical code is folded, if the probes have
# semaphores.
cat > "$T/fold.c" <<'EOF'
#define SDT_AUTO_SEMAPHORE
#include <sys/sdt.h>
#define KEPT __attribute__ ((noinline)) void
KEPT one (long n);
KEPT two (long n);
KEPT one (long n) { DTRACE_PROBE1 (fold, one, n); }
KEPT two (long n) { DTRACE_PROBE1 (fold, two, n); }
int main (void) { one (1); two (2); return 0; }
EOF
for cc in gcc clang; do
	have $cc || { skip "fold-$cc" "no $cc"; continue; }
	for ld in gold lld mold; do
		have ld.$ld || { skip "fold-$cc-$ld" "no ld.$ld"; continue; }
		$cc -O2 -fPIC -ffunction-sections -fuse-ld=$ld -Wl,--icf=all $INC "$T/fold.c" -o "$T/fold" 2> "$T/log"
		expect "fold-$cc-$ld" 2 "$(readelf -nW "$T/fold" | grep -o 'Location: [^,]*' | sort -u | wc -l)"
	done
done

# Inline functions and templates: one copy of the code, one note for it.
cat > "$T/comdat.h" <<'EOF'
#include <sys/sdt.h>
template <typename X> __attribute__ ((noinline)) int tmpl (X x) { DTRACE_PROBE1 (c, tmpl, x); return int (x); }
inline __attribute__ ((noinline)) int inl (int x) { DTRACE_PROBE1 (c, inl, x); return x; }
struct cls { cls (int n) : v (n) { DTRACE_PROBE1 (c, ctor, n); } virtual ~cls () { DTRACE_PROBE (c, dtor); } int v; };
int other (int);
EOF
printf '#include "comdat.h"\nint main (int argc, char **) { cls k (argc); return tmpl (argc) + inl (1) + other (0) - 2; }\n' > "$T/c1.cc"
printf '#include "comdat.h"\nint other (int n) { cls k (n); return tmpl (n) + inl (n); }\n' > "$T/c2.cc"
for cc in g++ clang++; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	for flags in -O0 '-O2 -Wl,--gc-sections -ffunction-sections' '-O2 -flto -fuse-ld=lld'; do
		[ -z "$FAST" ] || [ "$cc $flags" = 'g++ -O0' ] || continue
		case "$cc $flags" in g++*lto*) flags='-O2 -flto=2' ;; esac
		name="comdat-$cc$(echo "$flags" | tr -d ' ')"
		if $cc $flags $INC "$T/c1.cc" "$T/c2.cc" -o "$T/comdat" 2> "$T/log" && "$T/comdat"; then
			expect "$name" "c:inl -4@ c:tmpl -4@" \
			       "$(sizes "$T/comdat" | grep -v tor | sort | tr '\n' ' ' | sed 's/ $//')"
			right_base "$name-base" "$T/comdat"
		else
			not_ok "$name" "$(head -n 1 "$T/log")"
		fi
	done
done
done_testing
