/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the measuring programs share: the empty BPF program that is the limit,
 * a run of dtrace beside a batch, medians and the lines of a table. Errors
 * end the program with status 2: what can't be measured is no result.
 */
#ifndef DTRACE_BENCH_TIMING_H
#define DTRACE_BENCH_TIMING_H

#include <linux/bpf.h>
#include <time.h>

/* @err: -errno */
void timing_die(const char *what, int err) __attribute__((noreturn));
void timing_pin(const char *cpu);
double timing_now_ns(clockid_t clock);
/* Sorts @values. */
double timing_median(double *values, int cnt);

/* Descriptor of a program of @insn_cnt instructions; of one that returns 0. */
int timing_load(enum bpf_prog_type type, unsigned int attach_type, const struct bpf_insn *insns,
		unsigned int insn_cnt);
int timing_load_empty(enum bpf_prog_type type, unsigned int attach_type);
/* @batch(@arg), the time of one, while it is attached to a raw tracepoint. */
double timing_under_empty(const char *tracepoint, double (*batch)(int arg), int arg);
/* The same under a program that only asks for frames (32 at most); @flags as of bpf_get_stack(). */
double timing_under_walk(const char *tracepoint, int frame_cnt, int flags,
			 double (*batch)(int arg), int arg);

/*
 * The same while dtrace runs @script, which prints something in BEGIN. What
 * it prints afterwards must hold @must_say, unless that is NULL.
 */
double timing_under_script(const char *dtrace, const char *script, const char *must_say,
			   double (*batch)(int arg), int arg);

/*
 * A line: a ratio of a limit and what one costs; @limit 0: for comparison
 * only. Returns whether the limit is missed by more than @spread.
 */
int timing_print_ratio(const char *text, double limit, double ratio, double spread, double own_ns);
/* Likewise, of a cost in ns. */
int timing_print_net(const char *text, double limit_ns, double net_ns, double spread_ns);

#endif
