/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trials of kernel probes, tracepoints and clocks. Each attaches an empty
 * program for a moment to a function or event that is rare. On a kernel without
 * kprobes, or in lockdown, only these features are missing.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/bpf_abi.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct bpf_insn return_0[] = { INSN_MOV_IMM(0, 0), INSN_EXIT() };

const char trial_kernel_target[] = "do_exit";

int try_raw_tp(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int link_fd = -1;

	if (prog_fd < 0)
		return prog_fd;
	link_fd = sys_raw_tracepoint_open("sched_process_exit", prog_fd, 0);
	return link_fd < 0 ? trial_fail(why, "attach", link_fd) : 0;
}

/* Kernels whose programs can read the cookie also accept one when attaching. */
int try_raw_tp_cookie(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_attach_cookie),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = insns,
		.insn_cnt = CNT(insns),
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);

	return prog_fd < 0 ? prog_fd : 0;
}

/* A clock that is never started, on the first online CPU. */
int try_cpu_clock(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_PERF_EVENT,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};
	struct perf_event_attr event = {
		.size = sizeof(event),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = 1000000000,
		.disabled = 1,
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int event_fd = -1, link_fd = -1;
	struct bpf_link_attr link = { .attach_type = ABI_ATTACH_PERF_EVENT };
	int cpu = 0;

	if (prog_fd < 0)
		return prog_fd;
	do
		event_fd = sys_perf_event_open(&event, -1, cpu);
	while (event_fd == -ENODEV && ++cpu < sysconf(_SC_NPROCESSORS_CONF));
	if (event_fd < 0)
		return trial_fail(why, "perf event", event_fd);
	link.prog_fd = (uint32_t)prog_fd;
	link.target_fd = (uint32_t)event_fd;
	link_fd = sys_link_create(&link);
	return link_fd < 0 ? trial_fail(why, "link", link_fd) : 0;
}

int try_kprobe(struct strbuf *why)
{
	_cleanup_fclose_ FILE *f =
		fopen("/sys/bus/event_source/devices/kprobe/type", "re");
	struct perf_event_attr attr = { .size = sizeof(attr) };
	_cleanup_close_ int fd = -1;

	if (!f || fscanf(f, "%u", &attr.type) != 1) {
		strbuf_puts(
			why,
			"this kernel has no PMU \"kprobe\" (CONFIG_KPROBES)");
		return -ENOENT;
	}
	attr.kprobe_func = (uint64_t)(uintptr_t)trial_kernel_target;
	fd = sys_perf_event_open(&attr, -1, 0);
	return fd < 0 ? trial_fail(why, "perf event", fd) : 0;
}

int try_kprobe_multi(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_KPROBE,
		.attach_type = ABI_ATTACH_KPROBE_MULTI,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};
	const char *syms[] = { trial_kernel_target };
	struct bpf_link_attr attr = {
		.attach_type = ABI_ATTACH_KPROBE_MULTI,
		.kprobe_multi = {
			.cnt = 1,
			.syms = (uint64_t)(uintptr_t)syms,
		},
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int link_fd = -1;

	if (prog_fd < 0)
		return prog_fd;
	attr.prog_fd = (uint32_t)prog_fd;
	link_fd = sys_link_create(&attr);
	return link_fd < 0 ? trial_fail(why, "link", link_fd) : 0;
}
