// SPDX-License-Identifier: BSD-2-Clause
/*
 * From clauses to programs. Functions with the same clauses, result codes and
 * layout of locks share a program for each probe; attach cookies tell the
 * probes apart. ENTER, WAIT and EXIT have programs if any call is joined.
 */
#include <asm/unistd.h>
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/plockstat/plockstat.h"
#include "runtime/types/btf.h"

/* The return address is on the stack at the entry, and was popped at the end. */
enum { RETURN_POPS = 8 };

void plock_drop_programs(struct plock_state *state)
{
	for (size_t i = 0; i < state->programs.cnt; i++)
		vec_deinit(&state->programs.v[i].sites);
	state->programs.cnt = 0;
}

/* -------------------------------------------------------------------- names */

static bool tag_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct plock_state *state = p;

	if (tag >= state->functions.cnt * PLOCK_PROBE_CNT)
		return false;
	prov_abi_name(plock_tag_probe(state, tag), ret);
	return true;
}

/* The provider's name: "plockstat" and the process in which the probe fires. */
static bool tag_name_all(void *p, uint32_t tag, struct abi_name *ret)
{
	bool is_there = tag_name(p, tag, ret);

	ret->fields[ABI_PROVIDER] = "plockstat";
	ret->has_pid = true;
	return is_there;
}

static bool is_for_all(const struct plock_state *state)
{
	for (size_t i = 0; i < state->known_pids.cnt; i++)
		if (!state->known_pids.v[i])
			return true;
	return false;
}

/* --------------------------------------------------------------------- ABIs */

static bool is_rw(const struct plock_function *function)
{
	return function->row->kind != PLOCK_MUTEX;
}

/* The probe whose tag identifies a call. */
static int block_probe(bool is_rw)
{
	return is_rw ? PLOCK_RW_BLOCK : PLOCK_MUTEX_BLOCK;
}

/* Fills in what all programs have in common. */
static struct probe_abi base_abi(struct plock_state *state, bool is_all)
{
	struct probe_abi abi = {
		.context = ABI_UPROBE,
		.identity.kind = ABI_ID_COOKIE,
		.names = { .name = is_all ? tag_name_all : tag_name,
			   .arg = state,
			   .tag_cnt = (uint32_t)state->functions.cnt *
				      PLOCK_PROBE_CNT },
		.filter.active_state = RT_ACTIVE,
		.filter.launch = prov_launch(state->env),
		.lock.own_tid = state->own_tid,
	};

	if (is_all)
		abi.filter.not_tgid = (uint32_t)getpid();
	return abi;
}

static void set_fields(struct probe_abi *abi, int probe)
{
	const struct plock_probe_row *row = &plock_probes[probe];

	for (uint8_t i = 0; i < row->field_cnt; i++)
		abi->args[i] = (struct abi_arg){
			.kind = ABI_ARG_LOCK,
			.size_bytes = 8,
			.value = row->fields[i],
		};
	if (row->moment == PLOCK_GOT && row->kind == PLOCK_MUTEX)
		abi->args[row->field_cnt] = (struct abi_arg){
			.kind = ABI_ARG_BAD,
			.why = "how often a thread spun is not known",
		};
}

/*
 * The results of lock functions; those of WAIT include those of the condition.
 */
static void set_results(struct abi_lock *lock, bool is_wait)
{
	lock->got[lock->got_cnt++] = 0;
	lock->got[lock->got_cnt++] = EOWNERDEAD;
	if (is_wait) {
		lock->got[lock->got_cnt++] = ETIMEDOUT;
		lock->ignored[lock->ignored_cnt++] = EINVAL;
	} else {
		lock->ignored[lock->ignored_cnt++] = EBUSY;
	}
}

static enum abi_lock_want want_of(int probe)
{
	if (probe < 0)
		return ABI_LOCK_ANY;
	if (plock_probes[probe].moment == PLOCK_GOT)
		return ABI_LOCK_GOT;
	return plock_probes[probe].moment == PLOCK_WAITED ? ABI_LOCK_WAITED :
							    ABI_LOCK_FAILED;
}

/* The program of a class of functions at one moment of their calls. */
static void user_abi(struct plock_state *state, struct plock_program *program,
		     enum abi_lock_event event, enum plock_kind kind)
{
	const struct user_convention *conv = user_convention(program->machine);
	struct probe_abi *abi = &program->abi;
	struct type_table *types = state->env->types;
	bool is_return = program->is_return;

	*abi = base_abi(state, program->is_all);
	abi->lock.event = event;
	abi->lock.kinds = (uint8_t)kind;
	abi->lock.layout = &plock_layouts[program->library];
	abi->lock.sp_off = conv->sp;
	abi->function.caller = user_caller_arg(
		conv, event != ABI_LOCK_LEAVE || !is_return);
	abi->function.is_entry = event != ABI_LOCK_LEAVE || !is_return;
	if (event == ABI_LOCK_LEAVE) {
		abi->lock.want = want_of(program->probe);
		abi->lock.sp_less = is_return && conv->link < 0 ? RETURN_POPS :
								  0;
		abi->lock.result = (struct abi_arg){
			.kind = ABI_ARG_CTX, .size_bytes = 4,
			.is_signed = true, .ctx_off = conv->result };
		set_results(&abi->lock, program->is_wait);
		abi->lock.tag_less = block_probe(kind == PLOCK_RW) -
			(program->probe < 0 ? 0 : program->probe);
	} else {
		abi->lock.address = user_entry_arg(conv, program->argument);
		abi->lock.has_inner = program->library == PLOCK_musl;
	}
	if (program->deadline)
		abi->lock.deadline = user_entry_arg(conv, program->deadline);
	if (program->deadline > 2)
		abi->lock.clock = user_entry_arg(conv, program->deadline - 1u);
	if (event == ABI_LOCK_ENTER && is_return) {
		abi->function.utask_off =
			type_member_off(types, "task_struct", "utask");
		abi->function.depth_off = abi->function.utask_off ?
			type_member_off(types, "uprobe_task", "depth") :
			0;
	}
	if (program->probe >= 0)
		set_fields(abi, program->probe);
}

/* ----------------------------------------------------------- user programs */

static bool are_same_clauses(const struct plock_program *a,
			     const struct plock_program *b)
{
	return a->clause_cnt == b->clause_cnt &&
	       (!a->clause_cnt ||
		!memcmp(a->clauses, b->clauses,
			a->clause_cnt * sizeof(a->clauses[0])));
}

static bool is_same_class(const struct plock_program *a,
			  const struct plock_program *b)
{
	return a->abi.lock.event == b->abi.lock.event &&
	       a->abi.lock.kinds == b->abi.lock.kinds &&
	       a->machine == b->machine && a->library == b->library &&
	       a->is_wait == b->is_wait && a->is_return == b->is_return &&
	       a->is_all == b->is_all && a->argument == b->argument &&
	       a->deadline == b->deadline &&
	       a->probe == b->probe && are_same_clauses(a, b);
}

/* The program for one function; @probe -1: without clauses. */
static struct plock_program *program_get(struct plock_state *state,
					 const struct plock_function *function,
					 enum abi_lock_event event, int probe)
{
	const struct user_object *object = plock_object_of(state, function);
	bool is_leave = event == ABI_LOCK_LEAVE;
	struct plock_program like = {
		.abi.lock = { .event = event,
			      /* at the return, the call itself has its kind */
			      .kinds = !is_leave ?
					 (uint8_t)function->row->kind :
				       is_rw(function) ? PLOCK_RW :
							 PLOCK_MUTEX },
		.machine = state->code.files.v[object->file_idx].image.machine,
		.library = function->row->library,
		.is_wait = function->row->action == PLOCK_WAIT,
		.is_return = !function->is_inside &&
			     event != ABI_LOCK_UNLOCK,
		.is_all = !object->pid,
		.argument = is_leave ? 0 : function->row->argument,
		.deadline = event == ABI_LOCK_UNLOCK ?
			function->row->deadline : 0,
		.probe = probe,
	};
	struct plock_program *program;

	if (probe >= 0) {
		like.clauses = function->clauses[probe].v;
		like.clause_cnt = function->clauses[probe].cnt;
	}
	for (size_t i = 0; i < state->programs.cnt; i++)
		if (is_same_class(&state->programs.v[i], &like))
			return &state->programs.v[i];
	program = vec_add(&state->programs);
	*program = like;
	user_abi(state, program, event, (enum plock_kind)like.abi.lock.kinds);
	return program;
}

/* Adds the sites of a function: its entry, or where it returns. */
static void add_sites(struct plock_state *state, struct plock_program *program,
		      uint32_t function_idx, uint32_t tag)
{
	const struct plock_function *function =
		&state->functions.v[function_idx];
	uint32_t file_idx = plock_object_of(state, function)->file_idx;
	const struct user_func *func =
		&state->code.files.v[file_idx].funcs.v[function->func_idx];
	struct plock_site site = { function_idx,
				   func->fileoff + func->entry_off, tag };
	const struct user_returns *returns;

	if (program->abi.lock.event != ABI_LOCK_LEAVE && func->entry_off)
		program->abi.function.landing_pad =
			user_convention(program->machine)->landing_pad;
	if (program->abi.lock.event != ABI_LOCK_LEAVE || program->is_return) {
		vec_push(&program->sites, site);
		return;
	}
	returns = user_func_returns(&state->code, file_idx, function->func_idx);
	for (size_t i = 0; i < returns->fileoffs.cnt; i++) {
		site.fileoff = returns->fileoffs.v[i];
		vec_push(&program->sites, site);
	}
}

/* Which of the programs of LEAVE, WAIT and EXIT a function needs. */
static bool is_joined(const struct plock_function *function, bool *leaves_ret)
{
	bool is_joined = false;

	*leaves_ret = false;
	for (int i = 0; i < PLOCK_PROBE_CNT; i++) {
		if (!function->clauses[i].cnt ||
		    plock_probes[i].moment == PLOCK_RELEASE)
			continue;
		is_joined = true;
		*leaves_ret |= plock_probes[i].moment != PLOCK_BLOCK;
	}
	return is_joined;
}

static void add_function(struct plock_state *state, uint32_t idx)
{
	const struct plock_function *function = &state->functions.v[idx];
	struct plock_program *program;
	bool leaves;

	for (int i = 0; i < PLOCK_PROBE_CNT; i++) {
		if (!function->clauses[i].cnt ||
		    plock_probes[i].moment == PLOCK_BLOCK)
			continue;
		program = program_get(state, function,
				      plock_probes[i].moment == PLOCK_RELEASE ?
					      ABI_LOCK_UNLOCK : ABI_LOCK_LEAVE,
				      i);
		add_sites(state, program, idx, plock_tag(idx, i));
	}
	if (!is_joined(function, &leaves))
		return;
	if (!leaves) {
		program = program_get(state, function, ABI_LOCK_LEAVE, -1);
		add_sites(state, program, idx, plock_tag(idx, 0));
	}
	program = program_get(state, function, ABI_LOCK_ENTER, -1);
	add_sites(state, program, idx, plock_tag(idx, block_probe(is_rw(function))));
}

/* ---------------------------------------------- programs of the kernel's events */

/* Finds the arguments of futex(), and restricts the program to that call. */
static void set_futex(struct plock_state *state, struct plock_program *program)
{
	struct type_table *types = state->env->types;
	struct abi_arg regs = { .kind = ABI_ARG_KMEM, .size_bytes = 8 };
	struct probe_abi *abi = &program->abi;
	struct btf_func func;

	abi->context = ABI_RAW_TP;
	abi->is_syscall_tp = true;
	abi->irq = ABI_IRQ_NEVER;
	if (!btf_tracepoint_find(types->source, types, NULL,
				 program->tracepoint, &func)) {
		abi->context = ABI_BTF_TP;
		abi->function.btf_id = func.btf_id;
		program->is_bound = true;
	}
	regs.value = prov_machine.syscall_args[0];
	abi->lock.address = regs;
	regs.value = prov_machine.syscall_args[1];
	abi->lock.result = regs;
	abi->filter.when[0] = (struct abi_when){
		.code = BPF_JEQ,
		.left = { .kind = ABI_ARG_CTX, .size_bytes = 8, .ctx_off = 8 },
		.right = { .kind = ABI_ARG_CONST, .value = __NR_futex },
	};
}

static int compare_tags(const void *a_, const void *b_)
{
	const uint32_t *a = a_, *b = b_;

	return *a < *b ? -1 : *a > *b;
}

static struct abi_guard guard_of(struct arena *arena,
				 struct plock_block_clause *one)
{
	struct abi_range *ranges =
		arena_new_array(arena, struct abi_range, one->tags.cnt);

	qsort(one->tags.v, one->tags.cnt, sizeof(one->tags.v[0]), compare_tags);
	for (size_t i = 0; i < one->tags.cnt; i++)
		ranges[i] = (struct abi_range){ one->tags.v[i],
						one->tags.v[i] };
	return (struct abi_guard){ ranges, one->tags.cnt };
}

/* The program of futex() for calls on mutexes or on rwlocks. */
static void add_wait(struct plock_state *state, bool is_rw)
{
	struct arena *arena = state->env->arena;
	size_t cnt = state->block_clauses[is_rw].cnt;
	const struct clause **clauses =
		arena_new_array(arena, const struct clause *, cnt + 1);
	struct abi_guard *guards =
		arena_new_array(arena, struct abi_guard, cnt + 1);
	struct plock_program *program = vec_add(&state->programs);

	for (size_t i = 0; i < cnt; i++) {
		clauses[i] = state->block_clauses[is_rw].v[i].clause;
		guards[i] = guard_of(arena, &state->block_clauses[is_rw].v[i]);
	}
	program->tracepoint = "sys_enter";
	program->probe = cnt ? block_probe(is_rw) : -1;
	program->clauses = clauses;
	program->clause_cnt = cnt;
	program->abi = base_abi(state, is_for_all(state));
	program->abi.identity.kind = ABI_ID_CONST;
	program->abi.filter.guards = guards;
	program->abi.lock.event = ABI_LOCK_WAIT;
	program->abi.lock.kinds = is_rw ? PLOCK_RW : PLOCK_MUTEX;
	set_futex(state, program);
	if (cnt)
		set_fields(&program->abi, program->probe);
}

static void add_exit(struct plock_state *state)
{
	struct plock_program *program = vec_add(&state->programs);

	program->tracepoint = "sched_process_exit";
	program->probe = -1;
	program->abi = base_abi(state, is_for_all(state));
	program->abi.context = ABI_RAW_TP;
	program->abi.identity.kind = ABI_ID_CONST;
	program->abi.lock.event = ABI_LOCK_EXIT;
}

/*
 * Whether any function needs its calls associated, and whether waits are asked
 * for.
 */
static bool is_any_joined(const struct plock_state *state, bool waits_ret[2])
{
	bool is_any = false, leaves;

	for (size_t i = 0; i < state->functions.cnt; i++) {
		const struct plock_function *function = &state->functions.v[i];

		is_any |= is_joined(function, &leaves);
		for (int k = 0; k < PLOCK_PROBE_CNT; k++)
			if (plock_probes[k].moment == PLOCK_BLOCK ||
			    plock_probes[k].moment == PLOCK_WAITED)
				waits_ret[is_rw(function)] |=
					function->clauses[k].cnt;
	}
	return is_any;
}

int plock_generate(void *p, struct gen *gen)
{
	struct plock_state *state = p;
	bool waits[2] = { false };
	int err = 0;

	plock_drop_programs(state);
	for (uint32_t i = 0; i < state->functions.cnt; i++)
		if (state->functions.v[i].refusal == CODE_OK)
			add_function(state, i);
	if (is_any_joined(state, waits))
		add_exit(state);
	for (int i = 0; i < 2; i++)
		if (waits[i])
			add_wait(state, i);
	for (size_t i = 0; i < state->programs.cnt && !err; i++) {
		struct plock_program *program = &state->programs.v[i];

		err = gen_program(gen, "plockstat", &program->abi,
				  program->clauses, program->clause_cnt,
				  &program->prog_id);
	}
	code_insns_unload();
	return err;
}
