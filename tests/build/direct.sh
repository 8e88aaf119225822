#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
#
# --direct: the header in every language level and without warnings, the object with every linker and kind
# of output; what the note says is there (tests/run/direct/tracer.c); what a site costs that is not
# enabled; where programs can't be direct they are built as without the option.
. "${0%/*}/common.inc"
[ "$(uname -m)" = x86_64 ] || { echo "skip direct: needs x86-64"; exit; }

tracer=$BUILD/tests/triggers/direct-tracer
case $tracer in /*) ;; *) tracer=$root/$tracer ;; esac

cat >p.d <<'D'
provider shop { probe order__start(int id, char *who); probe idle(); probe sum(long *values, string name);
	probe price(double d); };
D
echo 'provider linux { probe unix(int x); probe y__(); };' >q.d
"$dtrace" -h --direct -s p.d -o p.h && "$dtrace" -G --direct -s p.d -o p.o &&
	"$dtrace" -h --direct -s q.d -o q.h && "$dtrace" -G --direct -s q.d -o q.o || exit 1
cat >use.c <<'C'
#include "p.h"
#include "p.h"
#include "q.h"
int work (int id, const char *who, const long *values);
int lib (int n);
int work (int id, const char *who, const long *values)
{
  int n = 0;
  SHOP_ORDER_START (id, who);
  if (SHOP_IDLE_ENABLED ())
    SHOP_IDLE ();
  while (SHOP_SUM_ENABLED () && n < 3)
    {
      SHOP_SUM (values, who);
      n++;
    }
  SHOP_PRICE (1.5);
  LINUX_UNIX (n);
  return n;
}
int main (void) { return work (0, "", 0) + lib (0); }
C
cat >lib.c <<'C'
#include "p.h"
int lib (int n);
int lib (int n) { SHOP_ORDER_START (n, "lib"); return n; }
C
cp use.c use.cc
cp lib.c lib.cc
both='shop: order__start idle sum price: ok
linux: unix y__: ok'

# ---- compilers
for compiler in gcc clang; do
	need $compiler || continue
	for std in c89 c99 c11 c17 c2x gnu11; do
		check $compiler-$std $compiler -std=$std -O2 -Wall -Wextra -Wpedantic -Wconversion -pedantic-errors -Werror \
			-I"$root/include" use.c lib.c p.o q.o -o prog
	done
	for std in c++98 c++11 c++17 c++20 c++2b; do
		case $compiler in gcc) cxx=g++ ;; *) cxx=clang++ ;; esac
		check $compiler-$std $cxx -std=$std -O2 -Wall -Wextra -Wpedantic -Wold-style-cast -pedantic-errors -Werror \
			-I"$root/include" use.cc lib.cc p.o q.o -o prog
	done
	check $compiler-check-types $compiler -O2 -DSDT_CHECK_TYPES -Wall -Wextra -Werror -I"$root/include" use.c lib.c p.o q.o -o prog
	printf '#include "p.h"\nvoid f (void) { SHOP_ORDER_START ("x", 1); }\n' >types.c
	[ $compiler = gcc ] || check clang-all-warnings clang -O2 -Weverything -Wno-reserved-macro-identifier \
		-Wno-reserved-identifier -Werror -I"$root/include" -c use.c -o all.o
	fails $compiler-wrong-types 1 $compiler -Werror -DSDT_CHECK_TYPES -I"$root/include" -c types.c
	# not direct: nothing refers to the agent
	for flags in "-DNDTRACE" "-DSTAP_SDT_V1" "-DSTAP_SDT_V2" "-DSDT_AUTO_SEMAPHORE" "-m32"; do
		if [ "$flags" = -m32 ] && ! echo 'int x;' | $compiler -m32 -xc - -c -o x.o 2>.out; then
			echo "skip $compiler-m32: needs a 32-bit compiler"
			continue
		fi
		check $compiler$flags $compiler -O2 $flags -Wall -Wextra -Werror -I"$root/include" -c use.c -o not.o
		nm not.o >nm.txt
		lacks $compiler$flags-not-direct __dtracedirect nm.txt
	done
done

# all arguments are evaluated once, in order, whatever is enabled
cat >once.c <<'C'
#include "p.h"
static int n;
static int next (void) { return n++; }
int main (void)
{
  char *words[2] = { "a", "b" };
  SHOP_ORDER_START (next (), words[next () - 1]);
  shop_order__start_semaphore = 1;
  SHOP_ORDER_START (next (), words[next () - 3]);
  return n != 4;
}
C
check evaluated-once $cc -O2 once.c p.o -o once
check evaluated-once-runs ./once

# a header of another definition does not link
sed 's/probe idle();/probe idle(); probe new();/' p.d >stale.d
"$dtrace" -G --direct -s stale.d -o stale.o
fails stale-header 1 $cc -O2 lib.c -shared -fPIC stale.o -o stale.so

# ---- a site that is not enabled costs a comparison and a branch, and its function saves no register for it
printf '#include "p.h"\nint site (int i, const unsigned char *p);\nint site (int i, const unsigned char *p) { SHOP_ORDER_START (i, p); return i; }\n' >site.c
for compiler in gcc clang; do
	need $compiler || continue
	$compiler -O2 -fcf-protection=none -I"$root/include" -c site.c -o site.o
	objdump -d --no-show-raw-insn --disassemble=site site.o | awk '/<site>:$/ { on = 1; next } on && $2 != "mov" { print $2 }' >code.txt
	lacks $compiler-saves-nothing '^(push|pop)' code.txt
	sed -i '/^j/q' code.txt
	printf 'cmpw\nj\n' >want.txt
	sed -i 's/^j.*/j/' code.txt
	same $compiler-compares code.txt want.txt
done
check intel-syntax gcc -O2 -masm=intel -I"$root/include" use.c lib.c p.o q.o -o prog

# ---- linkers: linked NAME WANTED WORDS...
linked() {
	name=$1 want=$2
	shift 2
	if ! "$@" -I"$root/include" use.c lib.c p.o q.o -o prog >.out 2>&1; then fail "$name" "does not link: $*"; return; fi
	"$tracer" list prog >list.txt 2>&1
	printf '%s\n' "$want" >want.txt
	same "$name" list.txt want.txt
	readelf -d prog >dynamic.txt 2>&1
	lacks "$name-no-text-relocations" TEXTREL dynamic.txt
}
for compiler in gcc clang; do
	need $compiler || continue
	for ld in bfd gold lld mold; do
		command -v ld.$ld >/dev/null || { echo "skip $compiler-$ld: no ld.$ld"; continue; }
		for flags in "" "-no-pie -fno-pie" "-fPIC -shared -Wl,-z,defs" "-static" "-Wl,-z,now,-z,relro,-z,text" \
			     "-ffunction-sections -fdata-sections -Wl,--gc-sections" "-s"; do
			linked "$compiler-$ld$(echo "$flags" | tr -d ' ')" "$both" $compiler -fuse-ld=$ld -O2 $flags
		done
	done
	lto=-flto
	[ $compiler = gcc ] || lto="-flto -fuse-ld=lld"
	[ $compiler = gcc ] || command -v ld.lld >/dev/null || continue
	linked $compiler-lto "$both" $compiler -O2 $lto
done

# one that is used by nothing: the linker may drop its agent, and then says so
echo 'int main (void) { return 0; }' >none.c
if command -v ld.lld >/dev/null; then
	check unused gcc -fuse-ld=lld -Wl,--gc-sections none.c p.o -o none
	"$tracer" list none >list.txt 2>&1
	: >want.txt
	same unused-dropped list.txt want.txt
fi

# ld -r, then in a library with another provider, opened and closed
check relocatable sh -c "gcc -O2 -fPIC -I'$root/include' -c lib.c -o lib.o && ld -r lib.o p.o -o part.o &&
	gcc -shared -Wl,-z,defs part.o -o libpart.so"
"$tracer" list libpart.so >list.txt
echo 'shop: order__start idle sum price: ok' >want.txt
same relocatable-note list.txt want.txt
cat >open.c <<'C'
#include <dlfcn.h>
int main (void)
{
  int i, sum = 0;
  for (i = 0; i < 3; i++)
    {
      void *lib = dlopen ("./libpart.so", RTLD_NOW);
      int (*fn) (int);
      if (!lib)
        return 1;
      *(void **) &fn = dlsym (lib, "lib");
      sum += fn (1);
      dlclose (lib);
    }
  return sum != 3;
}
C
check opened gcc open.c -ldl -o open
check opened-closed ./open

# hardening marks stay, and are true: the agent begins with a landing pad
check marks gcc -O2 -fcf-protection=full -I"$root/include" -c lib.c -o lib.o
check marks-linked gcc -fcf-protection=full -shared -nostdlib lib.o p.o -o marked.so
readelf -nW marked.so >marks.txt
expect marks-kept 'x86 feature: IBT, SHSTK' marks.txt
objdump -d --no-show-raw-insn p.o | grep -A1 '<__dtracedirect_shop_[0-9a-f]*>:' >pad.txt
expect landing-pad endbr64 pad.txt

# ---- objects of the classic form keep the kernel's way
cat >classic.c <<'C'
void __dtrace_shop___order__start (int, char *);
int main (void) { __dtrace_shop___order__start (1, 0); return 0; }
C
gcc -O1 -c classic.c -o classic.o
check classic "$dtrace" -G --direct -s p.d -o pc.o classic.o
check classic-links gcc classic.o pc.o -o classic
check classic-runs ./classic
readelf -n classic >notes.txt
expect classic-site 'Name: order__start' notes.txt

"$dtrace" -G --direct -s p.d -o again.o
same reproducible again.o p.o
readelf -WS p.o >sections.txt
expect control-aligned ' \.data .* WA +0 +0 64$' sections.txt

# ---- limits of size, and other machines: as without the option
# (12 KB of code and 4 KB of data for a program with 8 providers)
size -A p.o | awk '$1 == ".text" { code = $2 } $1 == ".data" { data = $2 }
	END { print((code < 1536 && data < 512) ? "small" : "large " code " " data) }' >size.txt
expect size '^small$' size.txt
for machine in i386 aarch64 riscv64 s390x; do
	"$dtrace" -G -s p.d --target=$machine-linux-gnu -o without.o
	"$dtrace" -G --direct -s p.d --target=$machine-linux-gnu -o with.o
	same $machine with.o without.o
done
