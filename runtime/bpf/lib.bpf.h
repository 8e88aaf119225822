/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The form of a library function, and the library's maps, for lib.bpf.c. The
 * kernel's helpers are declared by libbpf. Only for clang -target bpf.
 */
#ifndef DTRACE_RUNTIME_BPF_LIB_BPF_H
#define DTRACE_RUNTIME_BPF_LIB_BPF_H

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

/* Puts each function in a section of its own, for embed.c. */
#define LIB(name) __attribute__((section("lib/" #name), noinline, used))

enum {
	PAGE_BYTES = 4096, /* larger pages: slower, but correct */
	FAULT_IN_PAGE_MAX = 32,
};

/* Maps of unwind tables: the loader inserts their descriptors. */
extern char unwind_space[]; /* array of chunks */
extern char unwind_known[]; /* hash: process -> struct unw_known */
extern char unwind_asked[]; /* ring buffer */

/*
 * Symbols that the loader replaces by numbers: the address of the scratch map's
 * value, and the last offset in it at which a function may process SCRATCH_STEP
 * bytes.
 */
extern char scratch[];
extern char scratch_last[];

enum {
	SCRATCH_STEP = 256, /* bytes of a string per call */
	SCRATCH_WORDS = SCRATCH_STEP / 8,
	SET_SOME = 128, /* bytes per call of set_..._some() */
	/* positions per call, if the pattern is not a single byte */
	FIND_STEP = 128,
	STR_SAME_WORDS = 1024, /* strsize is at most 8 KB */
	PATH_STEP_PARTS = 16, /* parts of a path per call */
	NUMBER_DIGITS = 80, /* more than any number needs */
	NUMBER_STEP = 8, /* digits per call of number_digits() */
	NUMBER_END = 72, /* where number_str() ends its text */
	/* length of path_text()'s buffer, where the text ends */
	PATH_TEXT_BYTES = 4096,
	PATH_PART_MAX = 256, /* parts of a path, and mounts in it */
	CGROUP_PART_MAX = 128, /* parts of a cgroup's name */
	PROGENY_MAX = 256, /* processes from one to its oldest ancestor */
	PROGENY_STEP = 8, /* of them per call of progeny_step() */
	THREAD_MAX = 4096, /* threads of a process */
	THREAD_STEP = 8, /* of them per call of process_time_some() */
	PID_NS_LEVEL_MAX = 32, /* nesting of PID namespaces */
	UPID_BYTES = 16, /* struct upid: a number, and its namespace */
	UPID_NS = 8,
	CPU_TIME_TRIES = 8, /* a tick comes each millisecond at most */
	JSON_SOME_TURNS = 8, /* characters per call of json_some() */
	JSON_STEP_TURNS = 1024, /* characters per call of json_find() */
	LINK_BYTES_MAX = 32, /* bytes of a link-layer address */
};

typedef unsigned long word;

/* Hides the value of @var from the compiler and keeps it in its register. */
#define HIDE(var) asm volatile("" : "+r"(var))

/*
 * Returns the address of scratch memory at @off; if @off is out of range,
 * returns @result from the calling function.
 */
#define AT(off, result)                       \
	({                                    \
		word at_ = (off);             \
		HIDE(at_);                    \
		if (at_ > (word)scratch_last) \
			return result;        \
		scratch + at_;                \
	})

long quantize(long value);
long exit_reason(long code);
long fault_in(unsigned long addr, unsigned long len_bytes);
long str_len(unsigned long str);
long str_put(unsigned long dst, long bytes, long at, unsigned long src,
	     long len);
long str_same(unsigned long a, unsigned long b, long len);
long str_same_long(unsigned long a, unsigned long b, long len);
long str_find_long(unsigned long str, long cnt, unsigned long sub,
		   long sub_len);
long str_rfind_long(unsigned long str, long cnt, unsigned long sub,
		    long sub_len);
long str_find(unsigned long str, long cnt, unsigned long sub, long sub_len);
long str_rfind(unsigned long str, long cnt, unsigned long sub, long sub_len);
long byte_find(unsigned long str, long cnt, unsigned long byte);
long byte_rfind(unsigned long str, long cnt, unsigned long byte);
long word_find(unsigned long str, long cnt, unsigned long word,
	       unsigned long mask);
long word_rfind(unsigned long str, long cnt, unsigned long word,
		unsigned long mask);
long str_flip_case(unsigned long str, long bytes, unsigned long first);
long str_rspan(unsigned long str, long cnt, unsigned long byte, long is_same);
long set_fill_some(unsigned long set, unsigned long str, long len);
long set_span_some(unsigned long str, long cnt, unsigned long set, long is_in);
long set_fill(unsigned long set, unsigned long str, long len);
long set_span(unsigned long str, long cnt, unsigned long set, long is_in);
long str_blanks(unsigned long str);
long str_number(unsigned long str, unsigned long base);
long number_digits(unsigned long dst, unsigned long base, long at);
long number_str(unsigned long dst, unsigned long value, unsigned long base);
long path_clean(unsigned long src, unsigned long len, unsigned long dst,
		unsigned long state);
long path_part(unsigned long state, unsigned long to);
long path_begin(unsigned long state);
long open_file(unsigned long state);
long path_special(unsigned long state, unsigned long to);
long path_text(unsigned long state, unsigned long to);
long cgroup_part(unsigned long state, unsigned long to);
long cgroup_text(unsigned long state, unsigned long to);
long progeny_step(unsigned long state);
long progeny(unsigned long state);
long ns_number(unsigned long state);
long ns_id(unsigned long pid, unsigned long offs, unsigned long inode);
long ns_progeny_step(unsigned long state);
long ns_progeny(unsigned long state);
long cpu_time_once(unsigned long state);
long cpu_time(unsigned long state);
long process_time_some(unsigned long state);
long process_time(unsigned long state);
long unwind_begin(unsigned long state);
long unwind_range(unsigned long state);
long unwind_rule(unsigned long state);
long unwind_up(unsigned long state);
long unwind(unsigned long state);
long unwind_give_way(unsigned long state);
long inet4_text(unsigned long to, unsigned long addr);
long inet6_part(unsigned long to, unsigned long half, unsigned long run,
		unsigned long idx);
long inet6_text(unsigned long to, unsigned long high, unsigned long low,
		unsigned long form);
long link_text(unsigned long to, unsigned long from, long bytes);
long ip6_protocol(unsigned long header);
long ip6_payload(unsigned long header);
long json_some(unsigned long state);
long json_find(unsigned long state);
long chill_some(unsigned long until_ns);
long chill(unsigned long ns);

#endif
