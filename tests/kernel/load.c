/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loading: hand-made struct code runs and does what its references say; the
 * in-kernel library gives right answers; a refused program names the D line;
 * without capabilities the message names the missing ones.
 *
 *	load                 the tests
 *	load has FEATURE     status 0: this kernel has it
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/sys.h"
#include "tests/kernel/kernel_test.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

static struct kern_maps maps;

static uint64_t *words(void)
{
	return maps.by_role[MAP_AGG_UNKEYED].mem;
}

/* Loads and runs @code once; the maps show what it did. */
static void run(struct code *code)
{
	struct kern_log log = { 0 };
	int fd = -1;

	must(kern_load(code, &maps, KERN_UPROBE_MULTI, &log, &fd), code->name,
	     &log);
	must(kern_test_run(fd), "run", NULL);
	close(fd);
}

/* A store at an offset in the value of a map, and a subprogram. */
static void test_references(void)
{
	const struct bpf_insn insns[] = {
		INSN_MOV_IMM(1, 40),
		INSN_CALL(0),
		INSN_LD_IMM64(1, 0, 0, 0),
		INSN_STORE(1, 0, 0),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
		/* add_2(x) */
		INSN_MOV(0, 1),
		INSN_ADD_IMM(0, 2),
		INSN_EXIT(),
	};
	const uint64_t *counters = maps.by_role[MAP_COUNTERS].mem;
	struct code code;

	test_code_init(&code, "refs", BPF_PROG_TYPE_RAW_TRACEPOINT, insns,
		       CNT(insns));
	test_code_ref(&code, REF_SUBPROG, 1, 1, 0);
	test_code_ref(&code, REF_MAP_VALUE, 2, MAP_COUNTERS, 16);
	vec_push(&code.subprogs, ((struct code_subprog){
					.name = "refs",
					.arg_cnt = 1,
				}));
	vec_push(&code.subprogs, ((struct code_subprog){
					.insn_idx = 7,
					.name = "add_2",
					.arg_cnt = 1,
				}));
	run(&code);
	check("map-value-and-subprogram",
	      counters[2] == 42 && !counters[1] && !counters[3], "%llu",
	      (unsigned long long)counters[2]);
	test_code_deinit(&code);
}

/* A map that the session lacks, and a reference beyond the end. */
static void test_bad_references(void)
{
	const struct bpf_insn insns[] = { INSN_LD_IMM64(1, 0, 0, 0),
					  INSN_MOV_IMM(0, 0), INSN_EXIT() };
	struct kern_log log = { 0 };
	struct code code;
	int fd = -7, err;

	test_code_init(&code, "nomap", BPF_PROG_TYPE_RAW_TRACEPOINT, insns,
		       CNT(insns));
	test_code_ref(&code, REF_MAP, 0, MAP_AGG_HASH, 0);
	err = kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd);
	check("missing-map", err == -ENOENT && fd == -7, "%d", err);
	code.refs.v[0].target = MAP_CONTROL;
	code.refs.v[0].insn_idx = 3;
	err = kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd);
	check("reference-out-of-range", err == -EINVAL, "%d", err);
	test_code_deinit(&code);
	kern_log_deinit(&log);
}

/* words[2] = func(words[0], words[1]) */
static void lib_code(struct code *code, enum lib_func func, uint32_t type)
{
	const struct bpf_insn insns[] = {
		INSN_LD_IMM64(6, 0, 0, 0),
		INSN_LOAD(1, 6, 0),
		INSN_LOAD(2, 6, 8),
		INSN_CALL(0),
		INSN_STORE(6, 16, 0),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};

	test_code_init(code, "lib", type, insns, CNT(insns));
	code->is_sleepable = type == BPF_PROG_TYPE_SYSCALL;
	test_code_ref(code, REF_MAP_VALUE, 0, MAP_AGG_UNKEYED, 0);
	test_code_ref(code, REF_LIB, 4, func, 0);
}

/* The bucket by the definition: the largest power of two in |value|. */
static int64_t bucket(int64_t value)
{
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
	int power = 0;

	if (!value)
		return 63;
	while (size >>= 1)
		power++;
	return value > 0 ? 64 + power : power > 62 ? 0 : 62 - power;
}

static void test_quantize(void)
{
	struct kern_log log = { 0 };
	int64_t wrong_at = 0;
	int wrong = 0, fd = -1;
	struct code code;

	lib_code(&code, LIB_quantize, BPF_PROG_TYPE_RAW_TRACEPOINT);
	must(kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd), "quantize",
	     &log);
	for (int bit = 0; bit < 64; bit++) {
		for (int sign = -1; sign <= 1; sign++) {
			int64_t value =
				(int64_t)((1ULL << bit) + (uint64_t)sign);

			words()[0] = (uint64_t)value;
			must(kern_test_run(fd), "run", NULL);
			if ((int64_t)words()[2] != bucket(value)) {
				wrong++;
				wrong_at = value;
			}
			words()[0] = -(uint64_t)value;
			must(kern_test_run(fd), "run", NULL);
			if ((int64_t)words()[2] !=
			    bucket((int64_t) - (uint64_t)value))
				wrong++;
		}
	}
	check("quantize", !wrong, "%d wrong, one at %lld", wrong,
	      (long long)wrong_at);
	close(fd);
	test_code_deinit(&code);
}

/* Is the page of @addr mapped in this process? */
static bool page_is_there(const char *addr)
{
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint64_t entry = 0;

	if (pread(fd, &entry, sizeof(entry),
		  (off_t)((uintptr_t)addr / 4096 * 8)) != sizeof(entry))
		entry = 0;
	close(fd);
	return entry >> 63;
}

static int64_t fault_in(int fd, const char *addr, uint64_t len_bytes)
{
	words()[0] = (uintptr_t)addr;
	words()[1] = len_bytes;
	words()[2] = 1;
	must(kern_test_run(fd), "run", NULL);
	return (int64_t)words()[2];
}

static void test_fault_in(void)
{
	struct kern_log log = { 0 };
	struct code code;
	int64_t first, hole;
	char *mem = mmap(NULL, 8 * 4096, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = -1;

	munmap(mem + 4 * 4096, 4096);
	lib_code(&code, LIB_fault_in, BPF_PROG_TYPE_SYSCALL);
	must(kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd), "fault_in",
	     &log);
	check("page-absent", !page_is_there(mem), "it was there before");
	first = fault_in(fd, mem + 4090, 10);
	check("fault-in",
	      !first && page_is_there(mem) && page_is_there(mem + 4096) &&
		      !page_is_there(mem + 2 * 4096),
	      "result %lld", (long long)first);
	hole = fault_in(fd, mem + 3 * 4096 + 100, 4096);
	check("fault-in-hole", hole == -EFAULT && page_is_there(mem + 3 * 4096),
	      "result %lld", (long long)hole);
	close(fd);
	test_code_deinit(&code);
}

/* A register that was never set: the message names the D line that uses it. */
static void test_refused(void)
{
	static const char text[] = "BEGIN\n{\n\t@ = count();\n\texit(0);\n}\n";
	const struct bpf_insn insns[] = { INSN_MOV_IMM(1, 0), INSN_MOV(0, 7),
					  INSN_EXIT() };
	struct kern_log log = { 0 };
	struct code code;
	struct src src;
	int fd = -1, err;

	src_init(&src, SRC_FILE, "count.d", text, sizeof(text) - 1);
	test_code_init(&code, "refused", BPF_PROG_TYPE_RAW_TRACEPOINT, insns,
		       CNT(insns));
	vec_push(&code.marks, ((struct code_mark){ 1, { &src, 9, 21 }, NULL }));
	err = kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd);
	check("refused", err == -EACCES && fd == -1, "%d", err);
	check("refused-place", log.loc.src == &src && log.loc.begin == 9,
	      "begin %u", log.loc.begin);
	check("refused-message",
	      strstr(strbuf_text(&log.message), "refused") &&
		      strstr(strbuf_text(&log.message), "R7 !read_ok"),
	      "%s", strbuf_text(&log.message));
	check("refused-line",
	      strstr(strbuf_text(&log.detail), "; @ = count();"), "%s",
	      strbuf_text(&log.detail));
	test_code_deinit(&code);
	src_deinit(&src);
	kern_log_deinit(&log);
}

/* ------------------------------------------------------------------- rings */

/* A program that writes 1 where the ring of its CPU begins. */
static void send_code(struct code *code, uint32_t cpu_max)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_smp_processor_id),
		INSN(BPF_JMP | BPF_JGE | BPF_K, 0, 0, 12, (int32_t)cpu_max),
		INSN(BPF_ALU64 | BPF_MUL | BPF_K, 0, 0, 0,
		     sizeof(struct rt_ring)),
		INSN_LD_IMM64(1, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 1, 0, 0, 0),
		INSN(BPF_LDX | BPF_MEM | BPF_W, 0, 1,
		     offsetof(struct rt_ring, first_chunk), 0),
		INSN_STORE(10, -8, 0),
		INSN_LD_IMM64(1, 0, 0, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -8),
		INSN_CALL(BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1, 0),
		INSN(BPF_ST | BPF_MEM | BPF_DW, 0, 0, 0, 1),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};

	test_code_init(code, "send", BPF_PROG_TYPE_RAW_TRACEPOINT, insns,
		       CNT(insns));
	test_code_ref(code, REF_MAP_VALUE, 3, MAP_RING_HEADS, 0);
	test_code_ref(code, REF_MAP, 8, MAP_RINGS, 0);
}

/* What a program writes into the ring of its CPU is in that CPU's ring. */
static void test_rings(const struct kern_cpus *cpus)
{
	struct kern_log log = { 0 };
	uint32_t possible = 0, right = 0, tried = 0;
	struct code code;
	int fd = -1;

	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++)
		possible += cpus->possible[cpu];
	check("ring-per-cpu", maps.ring_cnt == possible, "%u rings, %u CPUs",
	      maps.ring_cnt, possible);
	send_code(&code, cpus->cpu_max);
	must(kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd), "send",
	     &log);
	for (uint32_t i = 0; i < maps.ring_cnt; i++) {
		const volatile uint8_t *first = maps.rings[i].chunks;
		cpu_set_t set;

		CPU_ZERO(&set);
		CPU_SET(maps.rings[i].cpu, &set);
		if (!cpus->online[maps.rings[i].cpu] ||
		    sched_setaffinity(0, sizeof(set), &set))
			continue;
		tried++;
		if (*first)
			continue; /* a mark that is already there is wrong */
		must(kern_test_run(fd), "run", NULL);
		right += *first == 1;
	}
	check("ring-of-this-cpu", tried && right == tried, "%u of %u", right,
	      tried);
	close(fd);
	test_code_deinit(&code);
}

/* ---------------------------------------------------------- keyed aggregation */

struct walk {
	bool keeps_time;
	uint32_t cnt, wrong;
	bool seen[3000];
};

static int walk_key(void *arg, const void *key, uint32_t slot,
		    uint64_t time_ns)
{
	struct walk *walk = arg;
	uint64_t number, wanted_ns = walk->keeps_time ? slot + (5ULL << 32) : 0;

	memcpy(&number, key, sizeof(number));
	walk->cnt++;
	if (slot >= 3000 || number != slot * 7ULL || walk->seen[slot] ||
	    time_ns != wanted_ns)
		walk->wrong++;
	else
		walk->seen[slot] = true;
	return 0;
}

static void test_keyed(const struct kern_cpus *cpus, bool keeps_time)
{
	struct agg_layout agg = { .key_bytes = 8,
				  .value_words = 127,
				  .slot_max = 3000,
				  .keeps_time = keeps_time };
	uint32_t keyed_agg = 0;
	struct gen_result gen = { .keyed_cnt = 1, .keyed_agg = &keyed_agg,
				  .cell_max = cpus->cpu_max };
	struct walk walk = { .keeps_time = keeps_time };
	struct kern_maps keyed;
	struct kern_log log = { 0 };

	vec_push(&gen.aggs, agg);
	must(kern_maps_create(&keyed, &gen, cpus, TEST_RING_BYTES, &log),
	     "keyed maps", &log);
	check("value-map-size",
	      keyed.values[0].mem_bytes == 3000ULL * cpus->cpu_max * 127 * 8,
	      "%zu", keyed.values[0].mem_bytes);
	check("slots-map-size",
	      keyed.by_role[MAP_AGG_SLOTS].mem_bytes ==
		      (1 + cpus->cpu_max) * 8ULL,
	      "%zu", keyed.by_role[MAP_AGG_SLOTS].mem_bytes);
	for (uint32_t slot = 0; slot < 3000; slot++) {
		uint64_t key = slot * 7ULL;
		struct rt_key value = { .slot = slot,
					.time_ns = slot + (5ULL << 32) };

		/* the hash has only the slot, with which the struct begins */
		must(sys_map_update(keyed.hashes[0].fd, &key, &value,
				    BPF_NOEXIST),
		     "insert", NULL);
	}
	must(kern_maps_walk(&keyed, 0, walk_key, &walk), "walk", NULL);
	check(keeps_time ? "walk-times" : "walk", walk.cnt == 3000 && !walk.wrong, "%u keys, %u wrong",
	      walk.cnt, walk.wrong);
	check("walk-no-map",
	      kern_maps_walk(&keyed, 1, walk_key, &walk) == -ENOENT,
	      "found one");
	kern_maps_destroy(&keyed);
	vec_deinit(&gen.aggs);
}

/* ------------------------------------------------------------- capabilities */

/* Drops these capabilities (bits) in a child, and loads there. */
static void test_no_caps(const char *name, uint64_t drop, const char *want)
{
	const struct bpf_insn insns[] = { INSN_MOV_IMM(0, 0), INSN_EXIT() };
	struct code code;
	pid_t child;
	int status;

	test_code_init(&code, "caps", BPF_PROG_TYPE_KPROBE, insns, CNT(insns));
	child = fork();
	if (!child) {
		struct __user_cap_header_struct header = {
			_LINUX_CAPABILITY_VERSION_3, 0
		};
		struct __user_cap_data_struct data[2];
		struct kern_log log = { 0 };
		int fd = -1, err;

		syscall(SYS_capget, &header, data);
		data[0].effective &= ~(uint32_t)drop;
		data[1].effective &= ~(uint32_t)(drop >> 32);
		syscall(SYS_capset, &header, data);
		err = kern_load(&code, &maps, KERN_UPROBE_MULTI, &log, &fd);
		check(name,
		      err == -EPERM && strstr(strbuf_text(&log.message), want),
		      "%d %s", err, strbuf_text(&log.message));
		_exit(check_result());
	}
	waitpid(child, &status, 0);
	if (status)
		check(name, false, "see above");
	test_code_deinit(&code);
}

/* load has FEATURE: status 0 when this kernel has it. */
static int print_feature(const char *name)
{
	enum feature feature = feature_find(name);

	return feature == FEAT_CNT ? 2 : !feature_has(feature);
}

int main(int argc, char **argv)
{
	const uint64_t admin = 1ULL << CAP_SYS_ADMIN;
	const uint64_t bpf = 1ULL << CAP_BPF;
	const uint64_t perfmon = 1ULL << CAP_PERFMON;
	struct kern_cpus cpus;

	if (argc == 3 && !strcmp(argv[1], "has"))
		return print_feature(argv[2]);
	must(kern_cpus_init(&cpus), "cpus", NULL);
	test_maps_create(&maps);
	test_references();
	test_bad_references();
	test_quantize();
	test_fault_in();
	test_refused();
	test_rings(&cpus);
	test_keyed(&cpus, false);
	test_keyed(&cpus, true);
	test_no_caps("no-capabilities", admin | bpf | perfmon,
		     "CAP_BPF and CAP_PERFMON are missing");
	test_no_caps("no-perfmon", admin | perfmon, ": CAP_PERFMON is missing");
	test_no_caps("no-bpf", admin | bpf, ": CAP_BPF is missing");
	kern_maps_destroy(&maps);
	kern_cpus_deinit(&cpus);
	return check_result();
}
