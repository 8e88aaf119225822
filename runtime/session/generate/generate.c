// SPDX-License-Identifier: BSD-2-Clause
/*
 * Passes the generator the options and the properties of the machine and the
 * kernel (in part only when a clause needs it), and generates the programs of
 * all providers.
 */
#include "runtime/session/generate/generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "lang/type/type.h"
#include "runtime/codegen/codegen.h"
#include "runtime/kernel/clock_lead.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/program/comm_offset.h"
#include "runtime/kernel/program/tp_stack_skip.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/provider.h"
#include "runtime/session/dump.h"
#include "runtime/session/generate/buffer_limits.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/symbol/kallsyms.h"
#include "runtime/types/btf.h"

/* Inode of the first pid namespace: PROC_PID_INIT_INO, linux/proc_ns.h. */
#define PIDNS_INIT_INO 0xEFFFFFFCu

static bool is_named(const struct tp_stack *stack, uint32_t idx,
		     const char *begin)
{
	return stack->kaddrs[idx] &&
		!strncmp(stack->names[idx], begin, strlen(begin));
}

/*
 * If names of functions are unknown, no frame is skipped that might be the
 * kernel's. On some kernels the program has two frames, of its call and its
 * own.
 */
static uint32_t raw_tp_frames(void *arg, bool is_syscall)
{
	struct session *session = arg;
	uint32_t cnt = RAW_TP_FRAMES_MIN;
	struct tp_stack stack;

	if (session->tried.raw_tp_frames[is_syscall])
		return session->tried.raw_tp_frames[is_syscall];
	if (!kern_tp_stack_skip(is_syscall, &stack)) {
		if (is_named(&stack, cnt, "bpf_trace_run"))
			cnt++;
		while (cnt < TP_FRAMES_MAX &&
		       (is_named(&stack, cnt, "__bpf_trace_") ||
			(prov_machine.has_iter &&
			 is_named(&stack, cnt, "__traceiter_"))))
			cnt++;
	}
	session->tried.raw_tp_frames[is_syscall] = cnt;
	return cnt;
}

static uint32_t comm_off(void *arg)
{
	struct session *session = arg;

	if (!session->tried.has_comm_off)
		session->tried.comm_off = kern_comm_off();
	session->tried.has_comm_off = true;
	return session->tried.comm_off;
}

/* A separate variable, or (6.2 to 6.14) a member of pcpu_hot. */
static bool preempt_count(void *arg, struct gen_percpu *ret)
{
	static const char *const names[] = { "__preempt_count", "pcpu_hot" };
	struct session *session = arg;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		uint32_t off_bits = 0;
		struct kallsyms_symbol symbol;
		const struct type *type;

		/* the kernel will also look the symbol up */
		if (kallsyms_find_name(session->symbols.kallsyms, NULL,
				       names[i], &symbol) ||
		    btf_percpu_find(session->symbols.type_source,
				    &session->types, names[i], &ret->btf_id,
				    &type))
			continue;
		if (!type_is_integer(type) &&
		    !type_find_member(type, "preempt_count", &off_bits))
			continue;
		ret->off_bytes = off_bits / 8;
		return true;
	}
	return false;
}

/* A whole number of chunks, and more than the rules take. */
static uint32_t unwind_bytes(void *arg)
{
	const struct session *session = arg;
	uint64_t bytes = (uint64_t)session->options.value[OPT_unwindsize];
	uint32_t least = UNW_RULE_MAX * UNW_RULE_BYTES + UNW_CHUNK_BYTES;

	if (!bytes || !feature_assumes_unwind())
		return 0;
	return bytes < least ? least : (uint32_t)bytes & -UNW_CHUNK_BYTES;
}

static bool return_offs(void *arg, struct gen_return_offs *ret)
{
	struct type_table *types = &((struct session *)arg)->types;
	const char *instance = "return_instance";

	*ret = (struct gen_return_offs){
		.utask = type_member_off(types, "task_struct", "utask"),
		.instances = (uint16_t)type_member_off(types, "uprobe_task",
						       "return_instances"),
		.stack = (uint16_t)type_member_off(types, instance, "stack"),
		.addr = (uint16_t)type_member_off(types, instance,
						  "orig_ret_vaddr"),
		.next = (uint16_t)type_member_off(types, instance, "next"),
	};
	return ret->utask && ret->instances && ret->stack && ret->addr &&
		ret->next;
}

/* The kernel's enum pid_type: 1 is the process. */
static bool id_offs(void *arg, struct gen_id_offs *ret)
{
	struct type_table *types = &((struct session *)arg)->types;
	uint32_t inode = type_member_off(types, "pid_namespace", "ns") +
		type_member_off(types, "ns_common", "inum");

	*ret = (struct gen_id_offs){
		.thread = type_member_off(types, "task_struct", "thread_pid"),
		.signal = type_member_off(types, "task_struct", "signal"),
		.process = type_member_off(types, "signal_struct", "pids"),
		.level = (uint16_t)type_member_off(types, "pid", "level"),
		.numbers = (uint16_t)type_member_off(types, "pid", "numbers"),
		.inode = (uint16_t)inode,
	};
	if (!ret->thread || !ret->signal || !ret->process || !ret->level ||
	    !ret->numbers || !ret->inode)
		return false;
	ret->process += (uint32_t)sizeof(void *);
	return true;
}

static bool can_sleep(void *arg)
{
	const struct session *session = arg;

	return !session->options.value[OPT_nosleep] &&
	       feature_has(FEAT_uprobe_sleepable);
}

static bool has_large_arrays(void *arg)
{
	(void)arg;
	return feature_has(FEAT_large_arrays);
}

static bool can_give_way(void *arg)
{
	(void)arg;
	return feature_has(FEAT_uprobe_give_way);
}

static int64_t clock_lead_ns(void *arg)
{
	(void)arg;
	return kern_clock_lead_ns();
}

/*
 * Machines that could have 128 CPUs but have 4 do not need cells for all. CPUs
 * that come online during the run share one, unless the user asks for the value
 * of each CPU.
 */
static uint32_t cell_max(const struct session *session)
{
	const struct kern_cpus *cpus = &session->limits.cpus;
	uint32_t online = cpus->cpu_max;

	while (online > 1 && !cpus->online[online - 1])
		online--;
	return session->options.value[OPT_aggpercpu] ||
			online >= cpus->cpu_max ?
		cpus->cpu_max : online + 1;
}

/*
 * A value has a cell for each CPU. Unless aggsize is given, aggregations have
 * room for as many keys on a machine with more than 16 CPUs as on one with 16,
 * if 16 of them take a quarter of the available memory at most. Otherwise 0.
 */
static uint64_t large_aggsize_bytes(const struct session *session)
{
	enum { CELL_BYTES = 256 << 10, MEMORY_PARTS = 4 * 16 };
	int64_t bytes = (int64_t)cell_max(session) * CELL_BYTES, most;

	if (session->options.is_given[OPT_aggsize] ||
	    bytes <= session->options.value[OPT_aggsize])
		return 0;
	most = session_free_memory() / MEMORY_PARTS;
	return (uint64_t)(bytes < most ? bytes : most);
}

static struct gen_env make_gen_env(struct session *session)
{
	const int64_t *value = session->options.value;
	struct gen_env env = {
		.cpu_max = session->limits.cpus.cpu_max,
		.cell_max = cell_max(session),
		.only_cpu = (uint32_t)(session->options.value[OPT_cpu] + 1),
		.strsize_bytes = session->types.strsize_bytes,
		.printsize_bytes =
			(uint32_t)session->options.value[OPT_printsize],
		.prog_insns = (uint32_t)value[OPT_proginsns],
		.scratchsize_bytes =
			(uint32_t)session->options.value[OPT_scratchsize],
		.aggsize_bytes = (uint64_t)value[OPT_aggsize],
		.aggsize_large_bytes = large_aggsize_bytes(session),
		.dynvarsize_bytes =
			(uint64_t)session->options.value[OPT_dynvarsize],
		.ring_bytes = session->limits.ring_bytes,
		.room_bytes = session->limits.room_bytes,
		.has_bufsize = session->options.is_given[OPT_bufsize],
		.has_ordered_stores = kern_has_ordered_stores(),
		.keeps_counts = value[OPT_counts],
		.ends_when_full = value[OPT_bufpolicy] == POLICY_FILL,
		.overwrites = value[OPT_bufpolicy] == POLICY_RING,
		.nspec = (uint32_t)session->options.value[OPT_nspec],
		.specsize_bytes =
			(uint32_t)session->options.value[OPT_specsize],
		.stack_frames = (uint32_t)value[OPT_stackframes],
		.ustack_frames = (uint32_t)value[OPT_ustackframes],
		.jstack_frames = (uint32_t)value[OPT_jstackframes],
		.max_frames = (uint32_t)value[OPT_maxframes],
		.raw_tp_frames = raw_tp_frames,
		.stages = session->options.str[OPT_dump],
		.event_frames = prov_machine.event_frames,
		.compat_off = prov_machine.compat_off,
		.compat_bit = prov_machine.compat_bit,
		.comm_off = comm_off,
		.preempt_count = preempt_count,
		.unwind_bytes = unwind_bytes,
		.return_offs = return_offs,
		.id_offs = id_offs,
		.can_sleep = can_sleep,
		.can_give_way = can_give_way,
		.has_large_arrays = has_large_arrays,
		.clock_lead_ns = clock_lead_ns,
		.host_arg = session,
		.ustack_pages = value[OPT_ustackunwind] ?
			(uint32_t)((value[OPT_ustackcopy] +
				    REC_STACK_PAGE_BYTES - 1) /
				   REC_STACK_PAGE_BYTES) :
			0,
	};
	struct stat st;

	if (!stat("/proc/self/ns/pid", &st) && st.st_ino != PIDNS_INIT_INO) {
		/*
		 * the kernel's encoding of the device, as the helper expects it
		 */
		env.pidns_dev = st.st_dev;
		env.pidns_ino = st.st_ino;
	}
	env.keeps_bounds = feature_has(FEAT_spill_bounds);
	env.has_task_storage = session->program.selfs.cnt &&
			       !session->options.value[OPT_selfhash] &&
			       feature_has(FEAT_task_storage);
	return env;
}

/* The programs of all providers, for rings of session->limits.ring_bytes. */
static int generate(struct session *session)
{
	struct gen_env env = make_gen_env(session);
	uint32_t done = 0, cnt;
	int err = 0;

	if (session->generated.gen)
		gen_destroy(session->generated.gen);
	session->generated.gen =
		gen_create(&session->arena, &env, &session->diags);
	gen_scan(session->generated.gen, &session->program);
	for (int i = 0; i < PROVIDER_CNT && !err; i++) {
		err = provider_table[i]->generate(session->matched.providers[i],
						  session->generated.gen);
		cnt = gen_prog_cnt(session->generated.gen);
		session->generated.prog_provider = xrealloc_array(
			session->generated.prog_provider, cnt, 1);
		for (; done < cnt; done++)
			session->generated.prog_provider[done] = (uint8_t)i;
	}
	session->generated.result = gen_finish(session->generated.gen);
	return session_report(session) ? -EINVAL : err;
}

int session_generate(struct session *session)
{
	int err;

	if (!session->limits.cpus.cpu_max &&
	    kern_cpus_init(&session->limits.cpus)) {
		session_say(KERN_CPUS_UNREADABLE);
		return -EINVAL;
	}
	err = generate(session);
	if (!err && session_fit_ring(session))
		err = generate(session);
	if (!err)
		err = session_check_ring(session);
	if (err)
		return err;
	for (enum dump_stage stage = DUMP_probes; stage < DUMP_CNT; stage++)
		session_dump(session, stage);
	alloc_trim();
	session_debug(session, "generated %zu programs",
		      session->generated.result->progs.cnt);
	return session_write_types(session);
}

void session_drop_generated(struct session *session)
{
	if (session->generated.gen)
		gen_destroy(session->generated.gen);
	free(session->generated.prog_provider);
}
