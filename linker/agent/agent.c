// SPDX-License-Identifier: BSD-2-Clause
/*
 * The code that `dtrace -G --direct` puts into programs, once for each
 * provider (docs/direct-probes.md). In: the number of a probe in rdi and its
 * arguments in rsi, where a firing found the probe's semaphore on. They go to
 * the hook of a tracer or, if there is none, to the stub of the probe.
 *
 * It is compiled for x86-64 when dtrace is built, without a C library, and may
 * run anywhere in a program: in a signal handler, in a child of vfork(2), on a
 * small stack. So it makes system calls itself, leaves errno alone, takes no
 * lock, and has no data but the control block. embed.c accepts one section of
 * code and references to the three names below, nothing else.
 */
#include <stddef.h>
#include <stdint.h>

#include "sdt/direct_abi.h"

#define HIDDEN __attribute__((visibility("hidden")))

extern HIDDEN struct direct_control direct_control;
extern HIDDEN uint16_t direct_alive; /* the kernel writes it */
/* The stub of `alive`, then one for each probe: linker/provider_object.c. */
extern HIDDEN const unsigned char direct_stubs[];

HIDDEN void direct_agent(void);

/*
 * The kernel's ABI of x86-64: the headers of the build machine may be those of
 * another.
 */
enum {
	SYS_CLOSE = 3,
	SYS_MMAP = 9,
	SYS_MPROTECT = 10,
	SYS_MUNMAP = 11,
	SYS_MADVISE = 28,
	SYS_FTRUNCATE = 77,
	SYS_MUNLOCK = 150,
	SYS_PRLIMIT64 = 302,
	SYS_MEMFD_CREATE = 319,

	NO_ACCESS = 0,
	READ = 1,
	WRITE = 2,
	EXEC = 4,
	SHARED = 1,
	PRIVATE_ANONYMOUS = 0x22,
	NORESERVE = 0x4000,
	DONTDUMP = 16,
	WIPEONFORK = 18,
	FD_CLOEXEC_SEALS = 1 | 2,
	FD_EXEC = 0x10,
	LIMIT_FSIZE = 1,
	LIMIT_AS = 9,
	NO_MEMORY = 12, /* ENOMEM */
	INVALID = 22, /* EINVAL */
	TOO_BIG = 27, /* EFBIG */
};

static inline long call(long nr, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = 0;
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
			   "r"(r9)
			 : "rcx", "r11", "memory");
	return ret;
}

/* The result of creating the memory; 0 or less: not created (yet). */
struct made {
	long data, code, gate;
};

/* A new memory file of @bytes: its descriptor, or -errno. */
static __attribute__((noinline)) long make_file(long bytes, long flags)
{
	volatile uint64_t name[2];
	long fd, err;

	/* "dtrace-direct", without a section for constants */
	name[0] = UINT64_C(0x642d656361727464);
	name[1] = UINT64_C(0x0000007463657269);
	fd = call(SYS_MEMFD_CREATE, (long)name, FD_CLOEXEC_SEALS | flags, 0, 0,
		  0);
	/*
	 * older kernels don't know this flag: their memory files are always
	 * executable
	 */
	if (fd == -INVALID && flags)
		fd = call(SYS_MEMFD_CREATE, (long)name, FD_CLOEXEC_SEALS, 0, 0,
			  0);
	if (fd < 0)
		return fd;
	err = call(SYS_FTRUNCATE, fd, bytes, 0, 0, 0);
	if (err) {
		call(SYS_CLOSE, fd, 0, 0, 0, 0);
		return err;
	}
	return fd;
}

/*
 * Maps a new memory file: its address, or -errno. A core file would have all of
 * its size, and writing that would fill it. It is left out if that is possible.
 */
static __attribute__((noinline)) long map_file(long bytes, long prot,
					       long flags)
{
	long fd = make_file(bytes, flags);
	long addr;

	if (fd < 0)
		return fd;
	addr = call(SYS_MMAP, 0, bytes, prot, SHARED | NORESERVE, fd);
	call(SYS_CLOSE, fd, 0, 0, 0, 0);
	if (addr > 0)
		call(SYS_MADVISE, addr, bytes, DONTDUMP, 0, 0);
	return addr;
}

/*
 * In a program that locks its future memory (mlockall(2)), a mapping with access
 * would be filled at once, all of it.
 */
static long map_data(struct made *made)
{
	long err;

	made->data = map_file(DIRECT_DATA_BYTES, NO_ACCESS, 0);
	if (made->data < 0)
		return made->data;
	err = call(SYS_MUNLOCK, made->data, DIRECT_DATA_BYTES, 0, 0, 0);
	if (!err)
		err = call(SYS_MPROTECT, made->data, DIRECT_DATA_BYTES,
			   READ | WRITE, 0, 0);
	return err;
}

/* fd -1; the offset, which is the sixth argument, is 0 */
static long map_gate(struct made *made)
{
	made->gate = call(SYS_MMAP, 0, DIRECT_PAGE_BYTES, READ | WRITE,
			  PRIVATE_ANONYMOUS, -1);
	if (made->gate < 0)
		return made->gate;
	return call(SYS_MADVISE, made->gate, DIRECT_PAGE_BYTES, WIPEONFORK, 0,
		    0);
}

/* A limit of the process, or -errno. What has none is as high as can be. */
static __attribute__((noinline)) long limit(long what, uint64_t ret[2])
{
	return call(SYS_PRLIMIT64, 0, what, 0, (long)ret, 0);
}

/*
 * A file that becomes larger than the limit ends the program by SIGXFSZ: the
 * limit is asked for before. Where addresses are limited, those that the memory
 * takes would be missing to the program later.
 */
static long check_limits(void)
{
	uint64_t got[2] = { 0, 0 };
	long err = limit(LIMIT_FSIZE, got);

	if (!err && got[0] < DIRECT_DATA_BYTES)
		return -TOO_BIG;
	if (!err)
		err = limit(LIMIT_AS, got);
	return !err && got[0] != UINT64_MAX ? -NO_MEMORY : err;
}

static long make(struct made *made)
{
	long err = check_limits();

	if (!err)
		err = map_data(made);
	if (!err) {
		made->code = map_file(DIRECT_CODE_BYTES, READ | EXEC, FD_EXEC);
		err = made->code < 0 ? made->code : 0;
	}
	/* a child of fork(2) already has its parent's gate */
	if (!err && !direct_control.gate)
		err = map_gate(made);
	return err;
}

static __attribute__((noinline)) void unmap(long addr, long bytes)
{
	if (addr > 0)
		call(SYS_MUNMAP, addr, bytes, 0, 0, 0);
}

static void fail(const struct made *made, long err)
{
	unmap(made->data, DIRECT_DATA_BYTES);
	unmap(made->code, DIRECT_CODE_BYTES);
	unmap(made->gate, DIRECT_PAGE_BYTES);
	direct_control.error = (int32_t)-err;
	__atomic_store_n(&direct_control.state, DIRECT_FAILED,
			 __ATOMIC_RELEASE);
}

/* A child of fork(2) has the state of its parent, but not the memory. */
static int is_free(uint8_t state)
{
	return state == DIRECT_IDLE || state == DIRECT_MAPPED;
}

/* Is the memory there? In a child of fork(2) the gate is wiped. */
static int has_area(void)
{
	const struct direct_gate *gate = (const struct direct_gate *)
		__atomic_load_n(&direct_control.gate, __ATOMIC_ACQUIRE);

	return gate && __atomic_load_n(&gate->area, __ATOMIC_ACQUIRE);
}

/*
 * Becomes the thread that makes the memory, unless another has made it since
 * this one found none. The request is read again, in case the tracer has
 * withdrawn it (sdt/direct_abi.h).
 */
static int begin(void)
{
	uint8_t state = __atomic_load_n(&direct_control.state, __ATOMIC_RELAXED);

	if (!is_free(state) ||
	    !__atomic_compare_exchange_n(&direct_control.state, &state,
					 DIRECT_BUSY, 0, __ATOMIC_SEQ_CST,
					 __ATOMIC_RELAXED))
		return 0;
	if (__atomic_load_n(&direct_control.request, __ATOMIC_SEQ_CST) &&
	    !has_area())
		return 1;
	__atomic_store_n(&direct_control.state, state, __ATOMIC_SEQ_CST);
	return 0;
}

/* The first firing after a request makes the memory; others go on. */
static __attribute__((used)) void direct_set_up(void)
{
	struct made made = { 0 };
	struct direct_gate *gate;
	long err;

	if (!begin())
		return;
	err = make(&made);
	if (err) {
		fail(&made, err);
		return;
	}
	gate = (struct direct_gate *)(made.gate ? (uint64_t)made.gate :
						  direct_control.gate);
	__atomic_store_n(&gate->area, (uint64_t)made.data, __ATOMIC_RELEASE);
	direct_control.data_addr = (uint64_t)made.data;
	direct_control.code_addr = (uint64_t)made.code;
	__atomic_store_n(&direct_control.gate, (uint64_t)gate,
			 __ATOMIC_RELEASE);
	__atomic_store_n(&direct_control.state, DIRECT_MAPPED,
			 __ATOMIC_RELEASE);
}

/*
 * The macro of the header calls this in an asm statement that changes nothing
 * but rax: a call that the compiler knows of would make it save registers at
 * the beginning of each function with a site, enabled or not. So the registers
 * that a C function may change are saved here, on a stack that is aligned as it
 * expects. Vector registers are not saved: neither this file nor a hook may use
 * them.
 *
 * rdi is below control.hook_cnt, because objects with another definition do not
 * link (lang/direct_declaration.h).
 */
#define SAVE                                                                  \
	"\tpush %%rcx\n\tpush %%rdx\n\tpush %%rsi\n\tpush %%rdi\n"             \
	"\tpush %%r8\n\tpush %%r9\n\tpush %%r10\n\tpush %%r11\n"                \
	"\tpush %%rbp\n\tmov %%rsp, %%rbp\n\tand $-16, %%rsp\n"
#define RESTORE                                                               \
	"\tleave\n"                                                           \
	"\tpop %%r11\n\tpop %%r10\n\tpop %%r9\n\tpop %%r8\n"                    \
	"\tpop %%rdi\n\tpop %%rsi\n\tpop %%rdx\n\tpop %%rcx\n"

/*
 * The array has an element for each register of the stub, which is anything
 * beyond the last argument of the probe.
 */
__attribute__((naked)) void direct_agent(void)
{
	__asm__ volatile("mov direct_control+%c[gate](%%rip), %%rax\n"
			 "\ttest %%rax, %%rax\n"
			 "\tjz 2f\n"
			 "\tmov %c[area](%%rax), %%rax\n"
			 "\ttest %%rax, %%rax\n"
			 "\tjz 2f\n"
			 "\tcmpw $0, direct_alive(%%rip)\n"
			 "\tje 1f\n"
			 "\tmov %c[hooks](%%rax,%%rdi,8), %%rax\n"
			 "\ttest %%rax, %%rax\n"
			 "\tjz 1f\n"
			 SAVE
			 "\tmov %%rsi, %%rdi\n"
			 "\tcall *%%rax\n"
			 RESTORE
			 "\tret\n"
			 /* no gate, or that of a child of fork(2) */
			 "2:\tcmpb $0, direct_control+%c[request](%%rip)\n"
			 "\tje 1f\n"
			 /* the request of a tracer that was killed is void */
			 "\tcmpw $0, direct_alive(%%rip)\n"
			 "\tje 1f\n"
			 SAVE
			 "\tcall direct_set_up\n"
			 RESTORE
			 "1:\n"
			 SAVE
			 "\tlea direct_stubs+%c[stub](%%rip), %%rax\n"
			 "\timul $%c[stub], %%rdi, %%rdi\n"
			 "\tadd %%rdi, %%rax\n"
			 "\tmov %%rsi, %%rdi\n"
			 "\tmov (%%rdi), %%rsi\n"
			 "\tmov 8(%%rdi), %%rdx\n"
			 "\tmov 16(%%rdi), %%rcx\n"
			 "\tmov 24(%%rdi), %%r8\n"
			 "\tmov 32(%%rdi), %%r9\n"
			 "\tcall *%%rax\n"
			 RESTORE
			 "\tret\n"
			 :
			 : [gate] "i"(offsetof(struct direct_control, gate)),
			   [area] "i"(offsetof(struct direct_gate, area)),
			   [hooks] "i"(offsetof(struct direct_area, hooks)),
			   [request] "i"(offsetof(struct direct_control,
						  request)),
			   [stub] "i"(DIRECT_STUB_BYTES));
}
