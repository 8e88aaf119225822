#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Semaphores: in the note, in the enabled test, defined by an object (as
# `dtrace -G` writes it), by hand, or by the sites themselves.
. "$(dirname "$0")/common.inc"

# The relevant parts of a header of `dtrace -h`.
cat > "$T/prov.h" <<'EOF'
#define _SDT_HAS_SEMAPHORES 1
#define STAP_HAS_SEMAPHORES 1 /* deprecated */
#include <sys/sdt.h>
#ifndef __sdt_enabled
#define __sdt_enabled(sem) __builtin_expect (sem, 0)
#endif
#if defined STAP_SDT_V2
#define VISIBILITY
#else
#define VISIBILITY __attribute__ ((visibility ("hidden")))
#endif
#define PROV_GO_ENABLED() \
 __sdt_enabled (prov_go_semaphore)
__extension__ extern unsigned short prov_go_semaphore __attribute__ ((unused)) __attribute__ ((section (".probes"))) VISIBILITY;
#define PROV_GO(arg1) \
DTRACE_PROBE1 (prov, go, arg1)
EOF
cat > "$T/use.c" <<'EOF'
#include "prov.h"
int costly (int);
int guarded (int i);
int loop (volatile int *go);
int guarded (int i)
{
	if (PROV_GO_ENABLED ())
		PROV_GO (costly (i));
	return i;
}
/* Ends only if the counter is read again in each round. */
int loop (volatile int *go)
{
	int rounds = 0;
	while (!PROV_GO_ENABLED ())
		rounds++;
	return rounds + *go;
}
EOF
printf 'unsigned short prov_go_semaphore __attribute__ ((section (".probes"), visibility ("hidden")));\n' > "$T/sem.c"
printf 'int costly (int i) { return i; }\nint guarded (int);\nint main (void) { return guarded (0); }\n' > "$T/main.c"
gcc -c "$T/sem.c" -o "$T/sem.o"

# semaphore NAME FILE: the notes point into .probes, at least 2 bytes apart
semaphore() {
	section=$(readelf -SW "$2" | sed 's/\[ *[0-9]*\]//' | awk '$1 == ".probes" { print $3 }' | sed 's/^0*//')
	in_note=$(addresses "$2" | cut -d' ' -f2 | sort -u)
	expect "$1" "$section" "$in_note"
}

for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	for flags in '-O2 -fPIC' -O2 '-O2 -fno-pic' '-O2 -xc++ -fPIC'; do
		name="$cc$(echo "$flags" | tr -d ' ')"
		compile "$name" $cc $flags -fcf-protection=none $WARN $INC -c "$T/use.c" -o "$T/use.o" || continue
		f=guarded
		case $flags in *c++*) f=_Z7guardedi ;; esac
		expect "$name-test" "cmpw jump" "$(code "$T/use.o" $f | grep -A1 cmpw | sed 's/^jn*e/jump/' | awk '{ printf "%s%s", s, $1; s = " " }')"
		expect "$name-no-got" 0 "$(readelf -rW "$T/use.o" | grep -c 'GOT.*prov_go')"
	done
	# Run it: the loop ends after another thread has changed the word.
	cat > "$T/run.c" <<'EOF'
#include <signal.h>
#include <unistd.h>
#include "prov.h"
int loop (volatile int *go);
int costly (int i) { return i; }
static void tick (int sig) { (void) sig; prov_go_semaphore = 1; }
int main (void) { int go = 0; signal (SIGALRM, tick); ualarm (1000, 0); loop (&go); return 0; }
EOF
	$cc -O3 $INC "$T/use.c" "$T/run.c" "$T/sem.o" -o "$T/run" && timeout 10 "$T/run"
	expect "$cc-loop-ends" 0 $?

	for flags in '' -shared -static -flto=2 '-Wl,--gc-sections -ffunction-sections -fdata-sections'; do
		[ "$cc$flags" != clang-flto=2 ] || flags='-flto -fuse-ld=lld'
		pic=
		[ "$flags" != -shared ] || pic=-fPIC
		$cc -O2 $flags $pic $INC "$T/use.c" "$T/main.c" "$T/sem.o" -o "$T/prog"
		semaphore "$cc-note$(echo "$flags" | tr -d ' ')" "$T/prog"
	done

	# An unguarded site needs no additional instruction, whatever the declaration is.
	cat > "$T/plain.c" <<'EOF'
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
extern unsigned short p_n_semaphore HIDDEN;
void f (long);
void f (long a) { DTRACE_PROBE1 (p, n, a); }
EOF
	$cc -O2 -fPIC -fcf-protection=none $INC -c "$T/plain.c" -o "$T/plain.o" \
	    '-DHIDDEN=__attribute__((visibility("hidden")))'
	expect "$cc-unguarded" "nop cs ret" "$(code "$T/plain.o" f | awk '{ printf "%s%s", s, $1; s = " " } /^ret/ { exit }')"
done
# Declared by SDT_SEMAPHORE, without a generated header.
printf '#define _SDT_HAS_SEMAPHORES 1\n#include <sys/sdt.h>\nSDT_SEMAPHORE (p, n);\nint f (int);\nint f (int i) { if (SDT_ENABLED (p, n)) DTRACE_PROBE1 (p, n, i); return i; }\n' > "$T/declared.c"
for cc in gcc clang 'g++ -xc++' 'clang++ -xc++'; do
	have ${cc%% *} || continue
	compile "SDT_SEMAPHORE-$cc" $cc -O2 -fPIC $WARN $INC -c "$T/declared.c" -o "$T/declared.o" &&
		expect "SDT_SEMAPHORE-$cc" "0 p_n_semaphore" "$(readelf -rW "$T/declared.o" | grep -c GOT) $(
			readelf -rW "$T/declared.o" | grep -o 'p_n_semaphore' | sort -u)"
done
compile SDT_SEMAPHORE-V2 gcc -O2 -fPIC $WARN -DSTAP_SDT_V2 $INC -c "$T/declared.c" -o "$T/declared.o" &&
	expect SDT_SEMAPHORE-V2 DEFAULT "$(readelf -sW "$T/declared.o" | awk '$8 == "p_n_semaphore" { print $6 }')"
if have clang; then
	clang -O2 -fPIC $INC -DHIDDEN= -c "$T/plain.c" -o "$T/plain.o"
	expect "clang-default-visibility-no-got" 0 "$(readelf -rW "$T/plain.o" | grep -c GOT)"
fi

# Without an object: each site defines its semaphore, weak and hidden.
cat > "$T/auto1.c" <<'EOF'
#define SDT_AUTO_SEMAPHORE
#include "prov.h"
int costly (int);
int guarded (int i);
int guarded (int i) { if (PROV_GO_ENABLED ()) PROV_GO (costly (i)); return i; }
SDT_SEMAPHORE (prov, go);
int second (int i);
int second (int i) { if (SDT_ENABLED (prov, go)) PROV_GO (i); return i; }
EOF
sed 's/guarded/third/g; s/second/fourth/g' "$T/auto1.c" > "$T/auto2.c"
for cc in gcc clang 'gcc -flto=2' 'gcc -flto=2 -flto-partition=max' 'clang -flto'; do
	have ${cc%% *} || { skip "auto-$cc" "no $cc"; continue; }
	name="auto-$(echo "$cc" | tr -d ' ')"
	$cc -O2 -fPIC $WARN $INC -c "$T/auto1.c" -o "$T/auto1.o"
	$cc -O2 -fPIC $WARN $INC -c "$T/auto2.c" -o "$T/auto2.o"
	[ "$cc" != 'clang -flto' ] || cc="$cc -fuse-ld=lld"
	if $cc "$T/auto1.o" "$T/auto2.o" "$T/main.c" -o "$T/auto" && "$T/auto"; then
		semaphore "$name" "$T/auto"
		expect "$name-one" 1 "$(readelf -sW "$T/auto" | grep -c ' prov_go_semaphore$')"
		# If the object is linked after all, its strong definition wins.
		printf 'unsigned short prov_go_semaphore __attribute__ ((section (".probes"), visibility ("hidden"))) = 7;\n' > "$T/strong.c"
		gcc -c "$T/strong.c" -o "$T/strong.o"
		$cc "$T/auto1.o" "$T/auto2.o" "$T/strong.o" "$T/main.c" -o "$T/auto"
		address=$(readelf -sW "$T/auto" | awk '$8 == "prov_go_semaphore" { print $2 }' | sed 's/^0*//')
		expect "$name-strong-address" "$address" "$(addresses "$T/auto" | cut -d' ' -f2 | sort -u)"
		objcopy -O binary --only-section=.probes "$T/auto" "$T/probes.bin"
		expect "$name-strong-wins" 1 "$(od -An -v -tu2 -w2 "$T/probes.bin" | grep -c ' 7$')"
	else
		not_ok "$name" "does not link or run"
	fi
done
cat > "$T/auto.cc" <<'EOF'
#define SDT_AUTO_SEMAPHORE
#include <sys/sdt.h>
namespace ns { SDT_SEMAPHORE (prov, tmpl); template <typename X> int f (X x) { if (SDT_ENABLED (prov, tmpl)) DTRACE_PROBE1 (prov, tmpl, x); return 0; } }
int main () { return ns::f (1) + ns::f (2l); }
EOF
for cc in g++ clang++; do
	have $cc || continue
	compile "auto-$cc" $cc -O2 $WARN $INC "$T/auto.cc" -o "$T/autoxx" && "$T/autoxx" &&
		semaphore "auto-$cc" "$T/autoxx"
done

# The generated header compiles with the other implementation's sdt.h, too.
if [ -n "$PEER" ]; then
	compile peer-header $CC -O2 -Wall -Wextra -c "$T/use.c" -o "$T/use.o" && ok peer-header
else
	skip peer-header "no other <sys/sdt.h>"
fi
done_testing
