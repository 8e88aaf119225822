/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of the running program: its stack, the slot of scratch memory, what
 * clauses allocate; copies of it; and reads of other memory.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_MEMORY_MEMORY_H
#define DTRACE_RUNTIME_CODEGEN_MEMORY_MEMORY_H

#include "runtime/codegen/gen_internal.h"

/* clause_memory.c, scratch_slot_pool.c */
struct mem mem_at(struct mem mem, int32_t off);
/*
 * A new register: the slot of the firing, whose program is cut, + @off. All
 * parts have it.
 */
uint32_t gen_cut_slot(struct pgen *g, uint32_t slot, uint32_t off);
/* The same memory with an offset that instructions have room for. */
struct mem gen_mem_near(struct pgen *g, struct mem mem);
/*
 * Returns @bytes of stack or of the clause's scratch slot, not cleared. They
 * are released with frame_bytes and scratch_bytes at the end of a statement or
 * clause.
 */
struct mem gen_mem(struct pgen *g, uint32_t bytes);
struct mem gen_frame_mem(struct pgen *g, uint32_t bytes);
/*
 * Requests that the clause is generated again, with a slot from this point on.
 */
void gen_scratch_want(struct pgen *g);
/* Always returns memory of the slot, as the in-kernel library needs. */
struct mem gen_scratch_mem(struct pgen *g, uint32_t bytes);
/* Memory of a record, which in a split program is always in the slot. */
struct mem gen_record_mem(struct pgen *g, uint32_t bytes);
/* Returns a new register: the offset of scratch memory in the scratch map. */
uint32_t gen_scratch_off(struct pgen *g, struct mem mem);
/*
 * The reverse: its address, with BPF_LIB_PAD_BYTES that may be read. Jumps to
 * @bad_label if the offset is not in the map.
 */
uint32_t gen_scratch_at(struct pgen *g, uint32_t off, uint32_t bad_label);
/* Returns the memory's address in the form of a call's argument. */
struct ir_val gen_mem_addr(struct pgen *g, struct mem mem);
void gen_zero(struct pgen *g, struct mem mem, uint32_t bytes);
void gen_mem_store(struct pgen *g, struct mem mem, uint32_t bytes,
		   struct ir_val val);
/*
 * Call at the start of a clause, before anything can fault; takes no slot yet.
 */
void gen_scratch_init(struct pgen *g);
void gen_scratch_take(struct pgen *g);
void gen_scratch_release(struct pgen *g);
/* Releases a slot that was taken for the whole firing. */
void gen_scratch_release_firing(struct pgen *g);

/* copy.c */
/* Of offsets that are multiples of 8, word by word; else by the kernel. */
void gen_copy(struct pgen *g, struct mem src, struct mem dst, uint32_t bytes);
/*
 * The two methods of gen_copy(). With words, the program must be able to load
 * from @src.
 */
void gen_copy_words(struct pgen *g, struct mem src, struct mem dst,
		    uint32_t bytes);
void gen_copy_call(struct pgen *g, struct mem src, struct mem dst,
		   uint32_t bytes);

/* probe_read.c: memory of the process and the kernel */
/* Returns the address in the process that is meant by @uaddr, a value of D. */
uint32_t gen_user_addr(struct pgen *g, uint32_t uaddr);
/* Reads user memory into @dst; faults if it is not readable. */
void gen_user_read(struct pgen *g, uint32_t func_id, struct mem dst,
		   struct ir_val bytes, uint32_t uaddr);
/*
 * Fills @bytes at @dst with the program's string at @uaddr, truncated to @size
 * bytes including its NUL, then zeros. Faults if it is not readable.
 */
void gen_user_string(struct pgen *g, struct mem dst, uint32_t bytes,
		     struct ir_val size, uint32_t uaddr);
/* Reads kernel memory at @kaddr + @off by a helper; 0 if unreadable. */
uint32_t gen_kernel_word(struct pgen *g, uint32_t kaddr, int64_t off,
			 uint8_t size_bytes);
/* Returns a new register: @bit of the 4 bytes at @off of the running task. */
uint32_t gen_task_bit(struct pgen *g, uint32_t off, uint32_t bit);

/* alloca.c */
/* Called before and after all clauses. */
void gen_heap_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt);
void gen_heap_end(struct pgen *g);
/* Called before a clause; finds out what its allocations need. */
enum scratch_need gen_alloca_scan(struct pgen *g);
/* Takes the clause's scratch slot, which is the firing's if is_kept. */
void gen_heap_take(struct pgen *g);
/* Can the clause address the slot at this point? */
bool gen_heap_is_near(const struct pgen *g);
/*
 * Returns the kernel's address of @bytes at @addr if they were allocated, else
 * @addr, which is then either unreadable or a kernel address.
 */
uint32_t gen_heap_real(struct pgen *g, uint32_t addr, struct ir_val bytes);
/*
 * Returns a pointer to the allocated @bytes at D address @addr; a register's
 * value must be bounded already. Faults if the firing has not allocated them.
 */
uint32_t gen_scratch_ptr(struct pgen *g, uint32_t addr, struct ir_val bytes);
/* The memory that a call allocates. */
struct room {
	struct mem mem;
	uint32_t addr; /* register: the D address */
	struct ir_val bytes;
};
/* Allocates it, not filled, but with NULs after it; faults if it is too much. */
struct room gen_take_room(struct pgen *g, const struct node *size);
/* A call's argument @size: an immediate if it is constant. */
struct ir_val gen_size_value(struct pgen *g, const struct node *size);
/* Faults if @bytes is more than @max_bytes. */
void gen_limit_size(struct pgen *g, struct ir_val bytes, uint32_t max_bytes,
		    enum rec_fault fault);

#endif
