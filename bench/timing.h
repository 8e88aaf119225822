/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the measuring programs: the empty BPF program that is the limit, a
 * run of dtrace during a batch, medians and the lines of a table. Errors end
 * the program with status 2, so that a failed measurement is no result.
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

/*
 * Returns the descriptor of a program of @insn_cnt instructions; of one that
 * returns 0.
 */
int timing_load(enum bpf_prog_type type, unsigned int attach_type, const struct bpf_insn *insns,
		unsigned int insn_cnt);
int timing_load_empty(enum bpf_prog_type type, unsigned int attach_type);
/*
 * Returns the time of one @batch(@arg) while it is attached to a raw
 * tracepoint.
 */
double timing_under_empty(const char *tracepoint, double (*batch)(int arg), int arg);
/*
 * The same under a program that only reads frames (32 at most); @flags as for
 * bpf_get_stack().
 */
double timing_under_walk(const char *tracepoint, int frame_cnt, int flags,
			 double (*batch)(int arg), int arg);

/*
 * The same while dtrace runs @script, which prints something in BEGIN. Its
 * later output must contain @must_say, unless that is NULL, and no stack that is
 * cut. $target is this process.
 */
double timing_under_script(const char *dtrace, const char *script, const char *must_say,
			   double (*batch)(int arg), int arg);

/*
 * Prints a line: the ratio to a limit, and the cost of one; @limit 0: for
 * comparison only. Returns whether the limit is missed by more than @spread.
 */
int timing_print_ratio(const char *text, double limit, double ratio, double spread, double own_ns);
/* Likewise, of a cost in ns. */
int timing_print_net(const char *text, double limit_ns, double net_ns, double spread_ns);

#endif
