#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 400
#
# Programs in languages whose run-time systems examine stacks and code: exceptions, coroutines, preemption, panics.
. tests/harm/harm.inc

if command -v go >/dev/null; then
	cat >"$TMP/work.go" <<-'END'
	package main

	import (
		"fmt"
		"os"
		"runtime"
		"sort"
		"sync"
	)

	//go:noinline
	func step(x uint32) uint32 { return x*1664525 + 1013904223 }

	func spin(n int) (x uint32) {
		for i := 0; i < n; i++ { // no call in here: preempted by a signal
			x = x*1664525 + 1013904223
		}
		return
	}

	func caught(n int) (s string) {
		defer func() { s = fmt.Sprint(recover()) }()
		var a []int
		return fmt.Sprint(a[n])
	}

	func main() {
		runtime.GOMAXPROCS(2)
		var wg sync.WaitGroup
		out := make(chan uint32, 64)
		for g := 0; g < 8; g++ {
			wg.Add(1)
			go func(g int) {
				defer wg.Done()
				x := spin(8000000)
				for i := 0; i < 2000; i++ {
					x = step(x)
				}
				out <- x + uint32(g)
			}(g)
		}
		for i := 0; i < 50; i++ {
			runtime.GC()
		}
		wg.Wait()
		close(out)
		var all []int
		for x := range out {
			all = append(all, int(x))
		}
		sort.Ints(all)
		fmt.Println(all, caught(3))
		os.Exit(5)
	}
	END
	(cd "$TMP" && GOCACHE=$TMP/gocache GO111MODULE=off go build -o gowork work.go)
	harm go "$TMP/gowork"
	OFFSETS='pid$target:a.out:runtime.async*:,pid$target:a.out:main*:,pid$target:a.out:runtime.sig*:' FEW='pid$target:a.out:runtime.async*:' \
		harm go-preempt "$TMP/gowork"
else
	lacking go golang-go
fi

if command -v rustc >/dev/null; then
	cat >"$TMP/work.rs" <<-'END'
	use std::collections::BTreeMap;
	use std::panic;
	use std::thread;
	#[inline(never)]
	fn deep(n: u32) -> u32 { if n == 0 { panic!("deep") } else { deep(n - 1) + std::hint::black_box(1) } }
	fn main() {
		panic::set_hook(Box::new(|_| ()));
		let threads: Vec<_> = (0..4u32).map(|t| thread::spawn(move || {
			let mut map = BTreeMap::new();
			for i in 0..20000u32 { *map.entry(format!("k{}", i.wrapping_mul(7919) % 997)).or_insert(0u32) += i ^ t; }
			let mut caught = 0;
			for i in 0..200 { if panic::catch_unwind(|| deep(i % 40)).is_err() { caught += 1; } }
			map.values().fold(caught, |a: u32, v| a.wrapping_mul(31).wrapping_add(*v))
		})).collect();
		for t in threads { println!("{}", t.join().unwrap()); }
		println!("{}", thread::spawn(|| deep(3)).join().is_err());
		std::process::exit(6);
	}
	END
	rustc -O -C opt-level=1 -o "$TMP/rustwork" "$TMP/work.rs"
	harm rust "$TMP/rustwork"
else
	lacking rust rustc
fi

cat >"$TMP/throws.cc" <<'END'
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#define KEEP __attribute__((noinline))
static thread_local int destroyed;
struct Guard { int n; KEEP ~Guard() { destroyed += n; } };
KEEP int deep(int n)
{
	Guard guard{ n };
	if (!n)
		throw std::runtime_error("deep");
	return deep(n - 1) + 1;
}
KEEP int middle(int n)
{
	try { return deep(n); } catch (const std::logic_error &) { return -1; }
}
KEEP int nested(int n)
{
	try { return middle(n); } catch (...) {
		try { std::rethrow_exception(std::current_exception()); }
		catch (std::exception &e) { return (int)std::string(e.what()).size() + destroyed; }
	}
}
static void work(int seed, long &out)
{
	std::map<std::string, int> map;
	for (int i = 0; i < 20000; i++)
		map["k" + std::to_string(i * 7919 % 997)] += i ^ seed;
	for (int i = 0; i < 1000; i++)
		out += nested(i % 30);
	for (auto &[key, value] : map)
		out = out * 31 + value;
}
int main()
{
	long sums[3] = {};
	std::vector<std::thread> threads;
	for (int i = 0; i < 3; i++)
		threads.emplace_back(work, i, std::ref(sums[i]));
	for (auto &thread : threads)
		thread.join();
	for (long sum : sums)
		std::cout << sum << '\n';
	try { std::vector<int>().at(3); } catch (std::out_of_range &) { std::cerr << "range\n"; }
	return 7;
}
END
g++ -O1 -std=c++17 -pthread -o "$TMP/throws" "$TMP/throws.cc"
harm c++ "$TMP/throws"

cat >"$TMP/coro.cc" <<'END'
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
struct Gen {
	struct promise_type {
		int value = 0;
		std::exception_ptr error;
		Gen get_return_object() { return Gen{ std::coroutine_handle<promise_type>::from_promise(*this) }; }
		std::suspend_always initial_suspend() noexcept { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		std::suspend_always yield_value(int v) { value = v; return {}; }
		void return_void() {}
		void unhandled_exception() { error = std::current_exception(); }
	};
	std::coroutine_handle<promise_type> h;
	~Gen() { h.destroy(); }
	__attribute__((noinline)) bool next()
	{
		h.resume();
		if (h.promise().error)
			std::rethrow_exception(h.promise().error);
		return !h.done();
	}
};
__attribute__((noinline)) Gen count(int n)
{
	for (int i = 0; i < n; i++)
		co_yield i;
	if (n % 3 == 0)
		throw std::runtime_error("third");
}
int main()
{
	long sum = 0, thrown = 0;
	for (int n = 0; n < 9000; n++) {
		Gen gen = count(n);
		try {
			while (gen.next())
				sum += gen.h.promise().value;
		} catch (std::runtime_error &) {
			thrown++;
		}
	}
	printf("%ld %ld\n", sum, thrown);
	return 8;
}
END
g++ -O1 -std=c++20 -fcoroutines -o "$TMP/coro" "$TMP/coro.cc"
harm coroutines "$TMP/coro"

cat >"$TMP/omp.c" <<'END'
#include <omp.h>
#include <stdio.h>
__attribute__((noinline)) static unsigned mix(unsigned x) { return x * 1664525u + 1013904223u; }
int main(void)
{
	unsigned sum = 0, count = 0;
	omp_set_num_threads(4);
	for (int round = 0; round < 3000; round++) {
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 16)
		for (int i = 0; i < 4000; i++)
			sum += mix(i + round);
#pragma omp parallel
		{
#pragma omp single
			for (int i = 0; i < 50; i++)
#pragma omp task
#pragma omp atomic
				count += mix(i) & 3;
#pragma omp critical
			count++;
		}
	}
	printf("%u %u\n", sum, count);
	return 9;
}
END
if $CC -O1 -fopenmp -o "$TMP/omp" "$TMP/omp.c" 2>/dev/null; then
	OFFSETS='pid$target:a.out::,pid$target:libgomp.so.1::' harm openmp "$TMP/omp"
else
	lacking openmp libgomp1
fi
