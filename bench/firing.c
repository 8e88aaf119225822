// SPDX-License-Identifier: BSD-2-Clause
/*
 * firing CPU GO [peer]: what a firing costs.
 *
 * The program has one site for each item of the table below, in functions that
 * are alike. It attaches an empty BPF program to two of them itself; dtrace
 * (and a peer) attach to the others: bench/run starts them with the ids that
 * are printed first, its own and those of idle children, and writes to GO once
 * dtrace is attached.
 *
 * Then it runs rounds on one CPU: for each item a batch of its base and a batch
 * of its own, so that disturbances affect both alike. Its ratio is the median
 * over the rounds. The ratio of the second empty program to the first is the
 * spread: a limit is missed if the ratio is above limit + spread. Exit status 1
 * then.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/attach.h"
#include "bench/firing.h"
#include "bench/timing.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/program/btf.h"
#include "runtime/kernel/sys.h"

enum { ROUNDS = 151, CROWD = 15, BATCH = 2000, BATCH_DISABLED = 200000 };

#define SITES(X) \
	X(empty, EMPTY) X(count, COUNT) X(again, AGAIN) X(integer, INTEGER) X(string, STRING) \
	X(record, RECORD) X(text, TEXT) X(ring, RING) X(one, ONE) X(six, SIX) X(pair, PAIR) \
	X(thread, THREAD) X(unset, UNSET) X(element, ELEMENT) X(refused, REFUSED) X(crowd, CROWD) \
	X(peer, PEER) X(peer_keyed, PEER_KEYED) X(disabled, DISABLED)

#define FUNCTION(name, NAME) \
	static __attribute__((noinline, aligned(64))) void fire_##name(int a, int b, int c, int d, \
								       int e, int f) \
	{ \
		BENCH_##NAME(a, b, c, d, e, f); \
	}
SITES(FUNCTION)

/* The same code without a note: the most that a disabled site may cost. */
static __attribute__((noinline, aligned(64))) void fire_nops(int a, int b, int c, int d, int e,
							     int f)
{
	__asm__ volatile("nop\n"
#if defined(__x86_64__)
			 ".byte 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0\n"
#endif
			 :
			 : "r"(a), "r"(b), "r"(c), "r"(d), "r"(e), "r"(f));
}

/*
 * Functions that begin like those with frame pointers: no site, only an entry.
 */
#if defined(__x86_64__)
#define PUSH_FUNCTION(name)                                                          \
	void name(int a, int b, int c, int d, int e, int f);                         \
	__asm__(".text\n.p2align 6\n.globl " #name "\n.type " #name ", @function\n"  \
		#name ": push %rbp\npop %rbp\nret\n.size " #name ", . - " #name "\n")
#else
#define PUSH_FUNCTION(name)                                                          \
	__attribute__((noinline, aligned(64))) void name(int a, int b, int c, int d, \
							 int e, int f)               \
	{                                                                            \
		__asm__ volatile("" : : "r"(a), "r"(b), "r"(c), "r"(d), "r"(e), "r"(f)); \
	}                                                                            \
	struct no_semicolon
#endif
PUSH_FUNCTION(push_empty);
PUSH_FUNCTION(push_pid);

enum site {
#define NUMBER(name, NAME) SITE_##name,
	SITES(NUMBER)
#undef NUMBER
	SITE_nops,
	SITE_push_empty,
	SITE_push_pid,
	SITE_CNT
};

typedef void (*fire_fn)(int a, int b, int c, int d, int e, int f);

static const fire_fn fire[SITE_CNT] = {
#define ENTRY(name, NAME) [SITE_##name] = fire_##name,
	SITES(ENTRY)
#undef ENTRY
	[SITE_nops] = fire_nops,
	[SITE_push_empty] = push_empty,
	[SITE_push_pid] = push_pid,
};

struct item {
	const char *text;
	enum site site, base;
	double limit; /* 0: for comparison only */
};

static const struct item items[] = {
	{ "the empty program against itself", SITE_again, SITE_empty, 0 },
	{ "count()", SITE_count, SITE_empty, 1.05 },
	{ "count() keyed by an integer", SITE_integer, SITE_empty, 1.10 },
	{ "count() keyed by execname", SITE_string, SITE_empty, 1.40 },
	{ "bpf_ringbuf_output() of 88 bytes, no reader", SITE_ring, SITE_empty, 0 },
	{ "a record of 64 bytes", SITE_record, SITE_empty, 0 },
	{ "the same against that bare output", SITE_record, SITE_ring, 1.12 },
	{ "printf(\"%d %s\\n\", arg0, execname)", SITE_text, SITE_empty, 0 },
	{ "the same against that bare output", SITE_text, SITE_ring, 1.12 },
	{ "the time kept in task storage", SITE_thread, SITE_empty, 0 },
	{ "self-> stored and read", SITE_pair, SITE_empty, 0 },
	{ "the same against that bare store", SITE_pair, SITE_thread, 1.05 },
	/* the kernel's look into a thread or a hash is most of it: 8 to 11 % */
	{ "a predicate on self->, false", SITE_unset, SITE_empty, 1.15 },
	{ "++ of an element keyed by an integer", SITE_element, SITE_empty, 1.15 },
	{ "a predicate that is false", SITE_refused, SITE_empty, 1.05 },
	{ "count(), one of 16 processes named", SITE_crowd, SITE_empty, 1.10 },
	{ "sum() of six arguments against sum(1)", SITE_six, SITE_one, 1.03 },
	{ "pid entry on push %rbp, count()", SITE_push_pid, SITE_push_empty, 1.05 },
	{ "a disabled site against its nops", SITE_disabled, SITE_nops, 1.05 },
	{ "bpftrace's count()", SITE_peer, SITE_empty, 0 },
	{ "bpftrace's count() keyed by comm", SITE_peer_keyed, SITE_empty, 0 },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double own_ns[ITEM_CNT][ROUNDS], ratios[ITEM_CNT][ROUNDS];

/* ------------------------------------------------- the programs to compare with */

/*
 * The least that a record of 64 bytes can cost: it is sent, and nothing else.
 * The ring is as large as dtrace's, because a smaller one stays in a faster
 * cache.
 */
enum { RING_BYTES = 4 << 20, RECORD_BYTES = 88 };

static uint64_t *ring_consumed;
static const uint64_t *ring_produced;

/* Without a reader, the records are skipped before each batch, which fits. */
static void empty_ring(void)
{
	_Static_assert(BATCH * (RECORD_BYTES + 8) < RING_BYTES, "a batch fits into the ring");
	__atomic_store_n(ring_consumed, __atomic_load_n(ring_produced, __ATOMIC_ACQUIRE),
			 __ATOMIC_RELEASE);
}

static int load_ring(void)
{
	struct sys_map_spec spec = {
		.name = "ring", .type = BPF_MAP_TYPE_RINGBUF, .max_entries = RING_BYTES
	};
	struct bpf_insn insns[RECORD_BYTES / 8 + 10];
	long page = sysconf(_SC_PAGESIZE);
	int fd = sys_map_create(&spec);
	uint32_t cnt = 0;

	if (fd < 0)
		timing_die("a ring to compare with", fd);
	ring_consumed = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ring_produced = mmap(NULL, page, PROT_READ, MAP_SHARED, fd, page);
	if (ring_consumed == MAP_FAILED || ring_produced == MAP_FAILED)
		timing_die("a ring to compare with", -errno);
	insns[cnt++] = INSN_MOV_IMM(BPF_REG_6, 0);
	for (int i = 1; i <= RECORD_BYTES / 8; i++)
		insns[cnt++] = INSN_STORE(BPF_REG_10, -8 * i, BPF_REG_6);
	insns[cnt++] = INSN(BPF_LD | BPF_IMM | BPF_DW, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, fd);
	insns[cnt++] = INSN(0, 0, 0, 0, 0);
	insns[cnt++] = INSN_MOV(BPF_REG_2, BPF_REG_10);
	insns[cnt++] = INSN_ADD_IMM(BPF_REG_2, -RECORD_BYTES);
	insns[cnt++] = INSN_MOV_IMM(BPF_REG_3, RECORD_BYTES);
	insns[cnt++] = INSN_MOV_IMM(BPF_REG_4, BPF_RB_NO_WAKEUP);
	insns[cnt++] = INSN_CALL(BPF_FUNC_ringbuf_output);
	insns[cnt++] = INSN_MOV_IMM(BPF_REG_0, 0);
	insns[cnt++] = INSN_EXIT();
	return timing_load(BPF_PROG_TYPE_KPROBE, ABI_ATTACH_UPROBE_MULTI, insns, cnt);
}

static int create_storage(void)
{
	struct sys_map_spec spec = { .name = "thread" };
	int fd = kern_btf_task_storage(&spec, sizeof(uint64_t));

	if (!fd)
		fd = sys_map_create(&spec);
	if (fd < 0)
		timing_die("a thread's word", fd);
	return fd;
}

/*
 * The least that a variable of a thread can cost: it is found or created, and
 * set to the time.
 */
static int load_thread(void)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_ktime_get_ns),
		INSN_MOV(BPF_REG_6, BPF_REG_0),
		INSN_CALL(BPF_FUNC_get_current_task_btf),
		INSN_MOV(BPF_REG_2, BPF_REG_0),
		INSN_LD_IMM64(BPF_REG_1, BPF_PSEUDO_MAP_FD, create_storage(), 0),
		INSN_MOV_IMM(BPF_REG_3, 0),
		INSN_MOV_IMM(BPF_REG_4, BPF_LOCAL_STORAGE_GET_F_CREATE),
		INSN_CALL(BPF_FUNC_task_storage_get),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, 1, 0),
		INSN_STORE(BPF_REG_0, 0, BPF_REG_6),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};

	return timing_load(BPF_PROG_TYPE_KPROBE, ABI_ATTACH_UPROBE_MULTI, insns,
			   sizeof(insns) / sizeof(insns[0]));
}

/* --------------------------------------------------------------- measuring */

static double run_batch(enum site site, int cnt)
{
	fire_fn fn = fire[site];
	double start = timing_now_ns(CLOCK_MONOTONIC);

	for (int i = 0; i < cnt; i++)
		fn(i & 3, 1, 2, 3, 4, 5);
	return (timing_now_ns(CLOCK_MONOTONIC) - start) / cnt;
}

static void run_item(int idx, int round)
{
	const struct item *item = &items[idx];
	int cnt = item->base == SITE_nops ? BATCH_DISABLED : BATCH;
	double base_ns;

	if (item->site == SITE_ring || item->base == SITE_ring)
		empty_ring();
	base_ns = run_batch(item->base, cnt);
	own_ns[idx][round] = run_batch(item->site, cnt);
	ratios[idx][round] = own_ns[idx][round] / base_ns;
}

static void run_rounds(void)
{
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < ITEM_CNT; i++)
			run_item(i, round);
}

/* ----------------------------------------------------------------- waiting */

static void nap(void)
{
	nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
}

static void wait_for_text(const char *path)
{
	struct stat st;

	while (stat(path, &st) || !st.st_size)
		nap();
}

/* A site that is probed traps: nothing else takes as long. */
static void wait_for_probe(enum site site)
{
	for (int i = 0; i < 20000 && run_batch(site, 100) < 100; i++)
		nap();
}

/* Processes with the same sites, which wait for the end of this one. */
static void print_crowd(void)
{
	printf("%d", getpid());
	for (int i = 0; i < CROWD; i++) {
		pid_t pid = fork();

		if (!pid) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				pause();
		}
		printf(" %d", pid);
	}
	printf("\n");
	fflush(stdout);
}

static int is_peer(enum site site)
{
	return site == SITE_peer || site == SITE_peer_keyed;
}

int main(int argc, char **argv)
{
	int has_peer = argc > 3 && !strcmp(argv[3], "peer"), missed_cnt = 0;
	int prog_fd = timing_load_empty(BPF_PROG_TYPE_KPROBE, ABI_ATTACH_UPROBE_MULTI);
	double spread;

	if (argc < 3)
		return 2;
	timing_pin(argv[1]);
	attach_site(prog_fd, "bench", "empty");
	attach_site(prog_fd, "bench", "again");
	attach_site(load_ring(), "bench", "ring");
	attach_site(load_thread(), "bench", "thread");
	attach_entry(prog_fd, (uintptr_t)push_empty);
	print_crowd();
	wait_for_text(argv[2]);
	if (has_peer) {
		wait_for_probe(SITE_peer);
		wait_for_probe(SITE_peer_keyed);
	}
	run_rounds();
	spread = timing_median(ratios[0], ROUNDS) - 1;
	if (spread < 0)
		spread = -spread;
	printf("%-40s %7s %7s %11s  spread %.3f\n", "firing", "limit", "ratio", "a firing", spread);
	for (int i = 0; i < ITEM_CNT; i++)
		if (has_peer || !is_peer(items[i].site))
			missed_cnt += timing_print_ratio(items[i].text, items[i].limit,
							 timing_median(ratios[i], ROUNDS), spread,
							 timing_median(own_ns[i], ROUNDS));
	return missed_cnt != 0;
}
