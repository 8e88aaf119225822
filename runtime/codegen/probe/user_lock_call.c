/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls of functions on locks (plockstat). A call is known from its entry to
 * its return by an element of a hash for its thread:
 *
 *	pthread_mutex_lock:entry	ENTER	{ sp, lock, LIVE, tag }
 *	  futex(lock, FUTEX_WAIT)	WAIT	LIVE and the same lock: WAITED
 *	pthread_mutex_lock:return	LEAVE	the same sp: not LIVE, result
 *
 * A signal handler may call such a function while its thread is in another one,
 * so a thread has two places. The stack pointer tells the calls apart: two that
 * have not returned never have the same one. A call that is left by longjmp() or
 * by the end of the thread stays LIVE in the first place, and the later calls of
 * its thread use the second. EXIT removes the element with the thread.
 *
 * Each program of LEAVE is complete, in whatever order they run: it finds the
 * place by the stack pointer, LIVE or not.
 */
#include <stddef.h>

#include "runtime/bpf/lib.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/lvalue.h"

struct lock_call {
	uint64_t sp, lock;
	uint64_t state; /* the bits below, and ABI_LOCK_MUTEX and so on */
	uint64_t tag;
};

struct lock_calls {
	struct lock_call calls[2];
};

enum {
	CALL_LIVE = 1,
	CALL_WAITED = 2,
	CALL_TOLD = 4, /* the result was reported */
	CALL_WAIT_TOLD = 8,
	/* a lock's futex word is within this many bytes from its start */
	WORD_BYTES = 16,
	TID_MASK = 0x3fffffff, /* FUTEX_TID_MASK */
	RECURSIVE_MASK = 3, /* types whose low bits are 1 are recursive */
	RECURSIVE = 1,
};

#define CALL_AT(member) offsetof(struct lock_call, member)
#define SECOND sizeof(struct lock_call)

static struct ir_val calls_map(struct pgen *g)
{
	return gen_own_map(g, DYN_LOCKS, sizeof(uint64_t),
			   sizeof(struct lock_calls));
}

static struct mem thread_key(struct pgen *g)
{
	struct mem key = gen_frame_mem(g, sizeof(uint64_t));

	gen_mem_store(g, key, 8, val_reg(gen_thread_word(g)));
	return key;
}

/* Returns the address of the thread's calls; 0: none. */
static uint32_t calls_find(struct pgen *g, struct mem key)
{
	return ir_helper(g->f, map_lookup_elem, calls_map(g),
			 gen_mem_addr(g, key));
}

static uint32_t load(struct pgen *g, uint32_t base, int32_t off)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, val_reg(base), off, 8);
	return reg;
}

static uint32_t masked(struct pgen *g, uint32_t reg, int64_t mask)
{
	uint32_t bits = ir_copy(g->f, val_reg(reg));

	ir_alu(g->f, BPF_AND, bits, val_imm(mask));
	return bits;
}

/* -------------------------------------------------------------------- ENTER */

static uint32_t begin_state(const struct pgen *g)
{
	return CALL_LIVE | g->abi->lock.kinds;
}

/* The thread's first call. */
static void add_calls(struct pgen *g, struct mem key, uint32_t lock, uint32_t sp)
{
	struct ir_func *f = g->f;
	struct mem value = gen_frame_mem(g, sizeof(struct lock_calls));
	uint32_t err;

	gen_zero(g, value, sizeof(struct lock_calls));
	gen_mem_store(g, mem_at(value, CALL_AT(sp)), 8, val_reg(sp));
	gen_mem_store(g, mem_at(value, CALL_AT(lock)), 8, val_reg(lock));
	gen_mem_store(g, mem_at(value, CALL_AT(state)), 8,
		      val_imm(begin_state(g)));
	gen_mem_store(g, mem_at(value, CALL_AT(tag)), 8,
		      val_reg(g->firing.tag));
	err = ir_helper(f, map_update_elem, calls_map(g), gen_mem_addr(g, key),
			gen_mem_addr(g, value), val_imm(BPF_ANY));
	ir_branch(f, BPF_JEQ, err, val_imm(0), g->firing.exit_label);
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_jump(f, g->firing.exit_label);
}

/*
 * Moves @call to the second place if the first one is in use. If a call there
 * with a higher stack pointer is LIVE, this is a third call in progress, which
 * is lost.
 */
static void choose_place(struct pgen *g, uint32_t call, uint32_t lock,
			 uint32_t sp)
{
	struct ir_func *f = g->f;
	uint32_t chosen = ir_label(f), live;

	live = masked(g, load(g, call, CALL_AT(state)), CALL_LIVE);
	ir_branch(f, BPF_JEQ, live, val_imm(0), chosen);
	if (g->abi->lock.has_inner)
		ir_branch(f, BPF_JEQ, load(g, call, CALL_AT(lock)),
			  val_reg(lock), g->firing.exit_label);
	ir_branch(f, BPF_JEQ, load(g, call, CALL_AT(sp)), val_reg(sp), chosen);
	ir_alu(f, BPF_ADD, call, val_imm(SECOND));
	live = masked(g, load(g, call, CALL_AT(state)), CALL_LIVE);
	ir_branch(f, BPF_JEQ, live, val_imm(0), chosen);
	ir_branch(f, BPF_JLE, load(g, call, CALL_AT(sp)), val_reg(sp), chosen);
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_bind(f, chosen);
}

/*
 * Once tracing ends, probes are removed, and a call may have no LEAVE: it would
 * count as one in progress, and later ones as lost.
 */
static void lock_enter(struct pgen *g)
{
	struct ir_func *f = g->f;
	struct mem key = thread_key(g);
	uint32_t is_new = ir_label(f), lock, sp, call;

	ir_branch(f, BPF_JNE, g->firing.state,
		  val_imm(g->abi->filter.active_state), g->firing.exit_label);
	lock = gen_abi_value(g, &g->abi->lock.address);
	sp = gen_context_word(g, g->abi->lock.sp_off);
	call = ir_copy(f, val_reg(calls_find(g, key)));
	/* the cookie has more than the tag */
	ir_zext32(f, g->firing.tag);
	ir_branch(f, BPF_JEQ, call, val_imm(0), is_new);
	choose_place(g, call, lock, sp);
	ir_store(f, val_reg(call), CALL_AT(sp), 8, val_reg(sp));
	ir_store(f, val_reg(call), CALL_AT(lock), 8, val_reg(lock));
	ir_store(f, val_reg(call), CALL_AT(state), 8,
		 val_reg(ir_copy(f, val_imm(begin_state(g)))));
	ir_store(f, val_reg(call), CALL_AT(tag), 8, val_reg(g->firing.tag));
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, is_new);
	add_calls(g, key, lock, sp);
}

/* -------------------------------------------------------------------- LEAVE */

/*
 * Returns the call that has this stack pointer. Leaves if there is none, or if
 * it is the call of another function, which ended by a jump to this one.
 */
static uint32_t returned_call(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t sp = gen_context_word(g, g->abi->lock.sp_off);
	uint32_t call = ir_copy(f, val_reg(calls_find(g, thread_key(g))));
	uint32_t found = ir_label(f), tag;

	ir_alu(f, BPF_SUB, sp, val_imm(g->abi->lock.sp_less));
	ir_branch(f, BPF_JEQ, call, val_imm(0), g->firing.exit_label);
	ir_branch(f, BPF_JEQ, load(g, call, CALL_AT(sp)), val_reg(sp), found);
	ir_alu(f, BPF_ADD, call, val_imm(SECOND));
	ir_branch(f, BPF_JNE, load(g, call, CALL_AT(sp)), val_reg(sp),
		  g->firing.exit_label);
	ir_bind(f, found);
	ir_zext32(f, g->firing.tag); /* the cookie has more than the tag */
	tag = load(g, call, CALL_AT(tag));
	ir_alu(f, BPF_SUB, tag, val_imm(g->abi->lock.tag_less));
	ir_branch(f, BPF_JNE, tag, val_reg(g->firing.tag),
		  g->firing.exit_label);
	return call;
}

static void jump_if_any(struct pgen *g, const int32_t *values, uint8_t cnt,
			uint32_t label)
{
	for (uint8_t i = 0; i < cnt; i++)
		ir_branch(g->f, BPF_JEQ, g->lock.result, val_imm(values[i]),
			  label);
}

/* Leaves unless the call has the result that the program is for. */
static void check_result(struct pgen *g)
{
	const struct abi_lock *lock = &g->abi->lock;
	struct ir_func *f = g->f;
	uint32_t got = ir_label(f);

	if (lock->want == ABI_LOCK_FAILED) {
		jump_if_any(g, lock->got, lock->got_cnt, g->firing.exit_label);
		jump_if_any(g, lock->ignored, lock->ignored_cnt,
			    g->firing.exit_label);
	} else if (lock->want == ABI_LOCK_GOT) {
		jump_if_any(g, lock->got, lock->got_cnt, got);
		ir_jump(f, g->firing.exit_label);
	}
	ir_bind(f, got);
}

/* Leaves if the call's state does not have the bit @has, or has @told. */
static void check_state(struct pgen *g, uint32_t has, uint32_t told)
{
	struct ir_func *f = g->f;

	if (has)
		ir_branch(f, BPF_JEQ, masked(g, g->lock.state, has),
			  val_imm(0), g->firing.exit_label);
	ir_branch(f, BPF_JNE, masked(g, g->lock.state, told), val_imm(0),
		  g->firing.exit_label);
}

static void set_state(struct pgen *g, uint32_t call, uint32_t bit)
{
	uint32_t state = ir_copy(g->f, val_reg(g->lock.state));

	ir_alu(g->f, BPF_OR, state, val_imm(bit));
	ir_store(g->f, val_reg(call), CALL_AT(state), 8, val_reg(state));
}

static void lock_leave(struct pgen *g)
{
	bool is_wait = g->abi->lock.want == ABI_LOCK_WAITED;
	uint32_t told = is_wait ? CALL_WAIT_TOLD : CALL_TOLD;
	uint32_t call = returned_call(g);

	g->lock.state = masked(g, load(g, call, CALL_AT(state)), ~CALL_LIVE);
	set_state(g, call, 0);
	if (g->abi->lock.want == ABI_LOCK_ANY)
		return;
	g->lock.address = load(g, call, CALL_AT(lock));
	g->lock.result = gen_abi_value(g, &g->abi->lock.result);
	check_state(g, is_wait ? CALL_WAITED : 0, told);
	check_result(g);
	set_state(g, call, told);
}

/* --------------------------------------------------------------- WAIT, EXIT */

/* Continues at @found, with @call, if that is a call for the lock at @uaddr. */
static void find_waiting(struct pgen *g, uint32_t call, uint32_t uaddr,
			 uint32_t found)
{
	struct ir_func *f = g->f;
	uint32_t next = ir_label(f), off = ir_copy(f, val_reg(uaddr));

	ir_branch(f, BPF_JEQ,
		  masked(g, load(g, call, CALL_AT(state)), CALL_LIVE),
		  val_imm(0), next);
	ir_alu(f, BPF_SUB, off, val_reg(load(g, call, CALL_AT(lock))));
	ir_branch(f, BPF_JLT, off, val_imm(WORD_BYTES), found);
	ir_bind(f, next);
}

/* Leaves unless the system call is one that may wait (FUTEX_..., futex.h). */
static void check_waits(struct pgen *g)
{
	enum { COMMAND_MASK = 0x7f };
	static const uint8_t waits[] = { 0 /* WAIT */, 6 /* LOCK_PI */,
					 9 /* WAIT_BITSET */, 13 /* LOCK_PI2 */ };
	uint32_t op = masked(g, gen_abi_value(g, &g->abi->lock.result),
			     COMMAND_MASK);
	uint32_t may = ir_label(g->f);

	for (size_t i = 0; i < sizeof(waits); i++)
		ir_branch(g->f, BPF_JEQ, op, val_imm(waits[i]), may);
	ir_jump(g->f, g->firing.exit_label);
	ir_bind(g->f, may);
}

static void lock_wait(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t call = ir_copy(f, val_reg(calls_find(g, thread_key(g))));
	uint32_t found = ir_label(f), uaddr;

	ir_branch(f, BPF_JEQ, call, val_imm(0), g->firing.exit_label);
	check_waits(g);
	uaddr = gen_abi_value(g, &g->abi->lock.address);
	find_waiting(g, call, uaddr, found);
	ir_alu(f, BPF_ADD, call, val_imm(SECOND));
	find_waiting(g, call, uaddr, found);
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, found);
	g->lock.state = load(g, call, CALL_AT(state));
	check_state(g, g->abi->lock.kinds, CALL_WAITED);
	set_state(g, call, CALL_WAITED);
	g->lock.address = load(g, call, CALL_AT(lock));
	g->firing.tag = load(g, call, CALL_AT(tag));
}

static void lock_exit(struct pgen *g)
{
	struct mem key = thread_key(g);

	ir_branch(g->f, BPF_JEQ, calls_find(g, key), val_imm(0),
		  g->firing.exit_label);
	gen_map_delete(g, calls_map(g), key);
}

/* ------------------------------------------------------------------- UNLOCK */

/*
 * Returns @bytes of user memory at @base + @off. If they can't be read, the
 * firing is lost.
 */
static uint32_t read_user(struct pgen *g, uint32_t base, int32_t off,
			  uint8_t bytes)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem value = gen_frame_mem(g, 8);
	uint32_t uaddr = ir_copy(f, val_reg(base));
	uint32_t ok = ir_label(f), reg = ir_reg(f), err;

	ir_alu(f, BPF_ADD, uaddr, val_imm(off));
	gen_zero(g, value, 8);
	err = ir_helper(f, probe_read_user, gen_mem_addr(g, value),
			val_imm(bytes), val_reg(uaddr));
	ir_branch(f, BPF_JSGE, err, val_imm(0), ok);
	if (g->mode.is_sleepable) {
		struct ir_val absent[] = { val_reg(uaddr), val_imm(bytes) };

		ir_call(f, CALL_LIB, LIB_fault_in, absent, 2);
		err = ir_helper(f, probe_read_user, gen_mem_addr(g, value),
				val_imm(bytes), val_reg(uaddr));
		ir_branch(f, BPF_JSGE, err, val_imm(0), ok);
	}
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, ok);
	ir_load(f, reg, value.base, value.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

static uint32_t read_word(struct pgen *g, int32_t off)
{
	return read_user(g, g->lock.address, off, 4);
}

/* The thread's id in its own pid namespace, as locks contain it. */
static uint32_t own_tid(struct pgen *g)
{
	const struct abi_own_tid *own = &g->abi->lock.own_tid;
	struct ir_func *f = g->f;
	uint32_t task = ir_helper0(f, get_current_task);
	uint32_t pid = gen_kernel_word(g, task, own->pid_off, 8);
	uint32_t level = gen_kernel_word(g, ir_copy(f, val_reg(pid)),
					 own->level_off, 4);

	ir_alu(f, BPF_MUL, level, val_imm(own->number_bytes));
	ir_alu(f, BPF_ADD, level, val_reg(pid));
	return gen_kernel_word(g, level, own->numbers_off, 4);
}

/* Leaves if the mutex belongs to another thread. */
static void check_owner(struct pgen *g)
{
	const struct abi_lock_layout *layout = g->abi->lock.layout;
	struct ir_func *f = g->f;
	uint32_t type = masked(g, read_word(g, layout->type_off),
			       layout->type_mask);
	uint32_t releases = ir_label(f), compare = ir_label(f), owner;
	uint32_t in_word = ir_label(f);

	for (uint8_t i = 0; i < layout->free_type_cnt; i++)
		ir_branch(f, BPF_JEQ, type, val_imm(layout->free_types[i]),
			  releases);
	owner = ir_reg(f);
	ir_branch(f, BPF_JSET, type, val_imm(layout->word_types), in_word);
	ir_mov(f, owner, val_reg(read_word(g, layout->owner_off)));
	ir_jump(f, compare);
	ir_bind(f, in_word);
	ir_mov(f, owner, val_reg(masked(g, read_word(g, layout->word_off),
					TID_MASK)));
	ir_bind(f, compare);
	ir_branch(f, BPF_JNE, owner, val_reg(own_tid(g)),
		  g->firing.exit_label);
	ir_bind(f, releases);
}

/*
 * Leaves if the call is going to fail because of an invalid deadline or clock.
 */
static void check_deadline(struct pgen *g)
{
	enum { NSEC_OFF = 8, NSEC_MAX = 999999999, CLOCK_MAX = 1 };
	const struct abi_lock *lock = &g->abi->lock;
	uint32_t reg;

	if (lock->clock.kind != ABI_ARG_NONE) {
		reg = gen_abi_value(g, &lock->clock);
		ir_zext32(g->f, reg);
		ir_branch(g->f, BPF_JGT, reg, val_imm(CLOCK_MAX),
			  g->firing.exit_label);
	}
	if (lock->deadline.kind == ABI_ARG_NONE)
		return;
	reg = read_user(g, gen_abi_value(g, &lock->deadline), NSEC_OFF, 8);
	ir_branch(g->f, BPF_JGT, reg, val_imm(NSEC_MAX), g->firing.exit_label);
}

static void lock_unlock(struct pgen *g)
{
	check_deadline(g);
	g->lock.address = gen_abi_value(g, &g->abi->lock.address);
	if (g->abi->lock.kinds & ABI_LOCK_MUTEX)
		check_owner(g);
}

void gen_lock(struct pgen *g)
{
	struct gen_temps temps = gen_temps_mark(g);

	switch (g->abi->lock.event) {
	case ABI_LOCK_NONE:
		return;
	case ABI_LOCK_ENTER:
		lock_enter(g);
		break;
	case ABI_LOCK_LEAVE:
		lock_leave(g);
		break;
	case ABI_LOCK_WAIT:
		lock_wait(g);
		break;
	case ABI_LOCK_EXIT:
		lock_exit(g);
		break;
	case ABI_LOCK_UNLOCK:
		lock_unlock(g);
		break;
	}
	gen_temps_release(g, temps);
}

/* ------------------------------------------------------------------- fields */

/* For a clause: 4 bytes of the lock; faults if they are not readable. */
static uint32_t clause_word(struct pgen *g, int32_t off)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem value = gen_frame_mem(g, 8);
	uint32_t uaddr = ir_copy(f, val_reg(g->lock.address)), reg = ir_reg(f);

	ir_alu(f, BPF_ADD, uaddr, val_imm(off));
	gen_zero(g, value, 8);
	gen_user_read(g, BPF_FUNC_probe_read_user, value, val_imm(4), uaddr);
	ir_load(f, reg, value.base, value.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

/* Returns 1 if a CODE b, else 0. */
static uint32_t truth(struct pgen *g, uint8_t code, uint32_t a, struct ir_val b)
{
	uint32_t reg = ir_copy(g->f, val_imm(1)), end = ir_label(g->f);

	ir_branch(g->f, code, a, b, end);
	ir_mov(g->f, reg, val_imm(0));
	ir_bind(g->f, end);
	return reg;
}

static uint32_t is_recursive(struct pgen *g)
{
	const struct abi_lock_layout *layout = g->abi->lock.layout;
	struct ir_func *f = g->f;
	uint32_t type = masked(g, clause_word(g, layout->type_off),
			       RECURSIVE_MASK);
	uint32_t ret = ir_copy(f, val_imm(0)), end = ir_label(f);

	ir_branch(f, BPF_JNE, type, val_imm(RECURSIVE), end);
	ir_mov(f, ret, val_reg(truth(g, BPF_JGT,
				     clause_word(g, layout->count_off),
				     val_imm(layout->count_base))));
	ir_bind(f, end);
	return ret;
}

static uint32_t is_writer(struct pgen *g)
{
	const struct abi_lock_layout *layout = g->abi->lock.layout;
	uint32_t word = clause_word(g, layout->writer_off);

	if (!layout->writer_word)
		return truth(g, BPF_JEQ, word, val_reg(own_tid(g)));
	return truth(g, BPF_JEQ, masked(g, word, layout->writer_word),
		     val_imm(layout->writer_word));
}

static uint32_t is_got(struct pgen *g)
{
	const struct abi_lock *lock = &g->abi->lock;
	uint32_t reg = ir_copy(g->f, val_imm(1)), end = ir_label(g->f);

	jump_if_any(g, lock->got, lock->got_cnt, end);
	ir_mov(g->f, reg, val_imm(0));
	ir_bind(g->f, end);
	return reg;
}

uint32_t gen_lock_field(struct pgen *g, enum abi_lock_field field)
{
	switch (field) {
	case ABI_LOCK_ADDRESS:
		break;
	case ABI_LOCK_RESULT:
		return ir_copy(g->f, val_reg(g->lock.result));
	case ABI_LOCK_IS_GOT:
		return is_got(g);
	case ABI_LOCK_IS_WRITE:
		return truth(g, BPF_JNE,
			     masked(g, g->lock.state, ABI_LOCK_WRITE),
			     val_imm(0));
	case ABI_LOCK_IS_RECURSIVE:
		return is_recursive(g);
	case ABI_LOCK_IS_WRITER:
		return is_writer(g);
	}
	return ir_copy(g->f, val_reg(g->lock.address));
}
