#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# real: ustack() of a deep C++ program gives the same function names as gdb, with and without frame
# pointers. The program has ended before dtrace resolves its stack.
command -v gdb >/dev/null || {
	echo "skip gdb: needs gdb"
	exit 0
}
command -v g++ >/dev/null || {
	echo "skip gdb: needs g++"
	exit 0
}

cat >"$TMP/deep.cc" <<'END'
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <sys/syscall.h>
#define KEEP __attribute__((noinline, noclone))
namespace shapes {
template <typename T, int N> struct Box {
	T items[N];
	template <typename F> KEEP long each(F fn) const
	{
		long sum = 0;
		for (const T &item : items)
			sum += fn(item);
		return sum;
	}
};
struct Visitor {
	virtual ~Visitor() = default;
	virtual long visit(const std::string &name, long depth) = 0;
	long operator()(long x);
};
namespace {
KEEP long bottom(long x)
{
	long ret;
	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid), "r"(__builtin_frame_address(0))
			 : "rcx", "r11", "memory");
	return ret + x;
}
struct Walker final : Visitor {
	KEEP long visit(const std::string &name, long depth) override
	{
		if (depth)
			return visit(name, depth - 1) + 1;
		return (*this)(static_cast<long>(name.size())) + 1;
	}
};
}
KEEP long Visitor::operator()(long x) { return bottom(x) + 1; }
template <typename... Args> KEEP long forward_all(std::function<long(Args...)> fn, Args... args)
{
	return fn(args...) + 1;
}
struct Guard {
	Visitor &visitor;
	long &out;
	KEEP ~Guard() { out += visitor.visit("guard", 20); }
};
}
using namespace shapes;
static KEEP long run(Visitor &visitor)
{
	long out = 0;
	Box<std::pair<int, unsigned char>, 1> box{};
	{
		Guard guard{visitor, out};
	}
	(void)box;
	return out;
}
int main()
{
	auto walker = std::make_unique<Walker>();
	Box<int, 1> box{};
	std::function<long(int, char)> fn = [&](int a, char b) KEEP { return run(*walker) + a + b; };
	return box.each([&](int item) KEEP { return forward_all<int, char>(fn, item, 'x') + 1; }) == 42;
}
END

# gdb_frames PROGRAM: functions from the innermost to main
gdb_frames() {
	gdb -nx -batch -iex 'set debuginfod enabled off' -iex 'set auto-load off' -ex 'catch syscall getppid' \
		-ex run -ex 'bt' -ex kill "$1" 2>/dev/null </dev/null |
		sed -n -E -e 's/^#[0-9]+ +(0x[0-9a-f]+ in )?(.*) \(\)$/\2/p'
}

dtrace_frames() {
	program=$1
	shift
	"$DTRACE" -q "$@" -c "$program" -n 'syscall::getppid:entry /pid == $target/ { ustack(); }' 2>&1 </dev/null |
		sed -n -e '/^$/d' -E -e 's/\+0x[0-9a-f]+$//' -e 's/^ *deep`//p' -e '/^main$/q'
}

# same NAME FLAGS OPTION...
same() {
	name=$1 flags=$2
	shift 2
	mkdir "$TMP/$name"
	g++ -O1 -std=c++17 $flags -fno-optimize-sibling-calls -o "$TMP/$name/deep" "$TMP/deep.cc" || return
	gdb_frames "$TMP/$name/deep" >"$TMP/$name/gdb"
	dtrace_frames "$TMP/$name/deep" "$@" >"$TMP/$name/dtrace"
	if [ "$(wc -l <"$TMP/$name/gdb")" -lt 28 ]; then
		echo "not ok $name: gdb shows too few frames"
		cat "$TMP/$name/gdb"
	elif diff -u --label gdb --label dtrace "$TMP/$name/gdb" "$TMP/$name/dtrace"; then
		echo "ok $name"
	else
		echo "not ok $name"
	fi
}

same frame-pointers -fno-omit-frame-pointer
same bare -fomit-frame-pointer
same bare-copied -fomit-frame-pointer -x ustackunwind
same bare-static "-fomit-frame-pointer -static" -x ustackunwind
