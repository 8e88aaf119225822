/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helpers of the root tests. The victim is a fork of the test itself: the
 * sites are in this very file (nop, ret, each 16 bytes apart), so their file
 * offsets follow from /proc/self/maps and no ELF reading is needed.
 */
#include "tests/kernel/kernel_test.h"

#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failed_cnt;

void check(const char *name, bool is_ok, const char *fmt, ...)
{
	va_list ap;

	if (is_ok) {
		printf("ok %s\n", name);
	} else {
		failed_cnt++;
		printf("not ok %s: ", name);
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
		printf("\n");
	}
	fflush(stdout);
}

int check_result(void)
{
	return failed_cnt != 0;
}

void must(int err, const char *what, const struct kern_log *log)
{
	if (err >= 0)
		return;
	printf("not ok setup: %s: %s\n%s\n%s\n", what, strerror(-err),
	       log ? strbuf_text(&log->message) : "",
	       log ? strbuf_text(&log->detail) : "");
	exit(1);
}

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* ------------------------------------------------------- programs and maps */

void test_maps_create(struct kern_maps *maps)
{
	struct gen_result gen = {
		.counter_stride = 64,
		.cell_max = 1,
		.unkeyed_stride = SITE_CNT * 8,
		.record_max_bytes = 64,
	};
	struct kern_cpus cpus;
	struct kern_log log = { 0 };

	must(kern_cpus_init(&cpus), "cpus", NULL);
	must(kern_maps_create(maps, &gen, &cpus, TEST_RING_BYTES, &log), "maps", &log);
	kern_cpus_deinit(&cpus);
	kern_log_deinit(&log);
}

uint64_t test_word(const struct kern_maps *maps, unsigned int idx)
{
	const volatile uint64_t *words = maps->by_role[MAP_AGG_UNKEYED].mem;

	return words[idx];
}

void test_code_init(struct code *code, const char *name, uint32_t prog_type,
		    const struct bpf_insn *insns, size_t cnt)
{
	memset(code, 0, sizeof(*code));
	code->name = name;
	code->prog_type = prog_type;
	code->is_uprobe = prog_type == BPF_PROG_TYPE_KPROBE;
	for (size_t i = 0; i < cnt; i++)
		vec_push(&code->insns, insns[i]);
}

void test_code_ref(struct code *code, enum code_ref_kind kind,
		   uint32_t insn_idx, uint32_t target, uint32_t addend)
{
	vec_push(&code->refs,
		 ((struct code_ref){ .kind = kind,
				     .insn_idx = insn_idx,
				     .target = target,
				     .addend = addend }));
}

void test_code_deinit(struct code *code)
{
	vec_deinit(&code->insns);
	vec_deinit(&code->refs);
	vec_deinit(&code->marks);
	vec_deinit(&code->subprogs);
}

int test_load_counter(const struct kern_maps *maps, enum kern_backend backend,
		      bool is_sleepable)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_attach_cookie),
		INSN(BPF_ALU64 | BPF_AND | BPF_K, 0, 0, 0, SITE_CNT - 1),
		INSN(BPF_ALU64 | BPF_LSH | BPF_K, 0, 0, 0, 3),
		INSN_LD_IMM64(1, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 1, 0, 0, 0),
		INSN_MOV_IMM(2, 1),
		INSN_ATOMIC(1, 0, 2, BPF_ADD),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	struct kern_log log = { 0 };
	struct code code;
	int fd = -1;

	test_code_init(&code, "counter", BPF_PROG_TYPE_KPROBE, insns,
		       sizeof(insns) / sizeof(insns[0]));
	code.is_sleepable = is_sleepable;
	test_code_ref(&code, REF_MAP_VALUE, 3, MAP_AGG_UNKEYED, 0);
	must(kern_load(&code, maps, backend, &log, &fd), "counter", &log);
	test_code_deinit(&code);
	return fd;
}

/* ------------------------------------------------------------------- victim */

enum { SITE_BYTES = 16 };

extern const char test_site_code[];
__asm__(".pushsection .text\n"
	".balign 16\n"
	".globl test_site_code\n"
	"test_site_code:\n"
	".rept 1024\n"
	"	nop\n"
	"	ret\n"
	"	.balign 16\n"
	".endr\n"
	".popsection");

static volatile unsigned short semas[SITE_CNT]
	__attribute__((section(".probes"))) = { 0 };

struct order {
	uint32_t first, cnt, times;
};

static void victim_run(int from_fd, int to_fd)
{
	struct order order;

	while (read(from_fd, &order, sizeof(order)) == sizeof(order)) {
		uint32_t sum = 0;

		for (uint32_t i = 0; i < order.cnt; i++) {
			const char *code = test_site_code +
				(size_t)(order.first + i) * SITE_BYTES;

			for (uint32_t n = 0; n < order.times; n++)
				((void (*)(void))(uintptr_t)code)();
			sum += semas[order.first + i];
		}
		if (write(to_fd, &sum, sizeof(sum)) != sizeof(sum))
			break;
	}
	_exit(0);
}

void victim_start(struct victim *victim)
{
	int to[2], from[2];

	if (pipe(to) || pipe(from))
		err(1, "pipe");
	victim->pid = fork();
	if (victim->pid < 0)
		err(1, "fork");
	if (!victim->pid) {
		close(to[1]);
		close(from[0]);
		victim_run(to[0], from[1]);
	}
	close(to[0]);
	close(from[1]);
	victim->to_fd = to[1];
	victim->from_fd = from[0];
}

static uint32_t victim_order(const struct victim *victim, struct order order)
{
	uint32_t sum;

	if (write(victim->to_fd, &order, sizeof(order)) != sizeof(order) ||
	    read(victim->from_fd, &sum, sizeof(sum)) != sizeof(sum))
		errx(1, "the victim is gone");
	return sum;
}

void victim_call(const struct victim *victim, uint32_t first, uint32_t cnt,
		 uint32_t times)
{
	victim_order(victim, (struct order){ first, cnt, times });
}

uint32_t victim_semas(const struct victim *victim, uint32_t first, uint32_t cnt)
{
	return victim_order(victim, (struct order){ first, cnt, 0 });
}

void victim_stop(struct victim *victim)
{
	close(victim->to_fd);
	close(victim->from_fd);
	waitpid(victim->pid, NULL, 0);
}

uint64_t test_fileoff(const void *addr)
{
	unsigned long start, end, off, want = (unsigned long)addr;
	FILE *f = fopen("/proc/self/maps", "re");
	char line[4200];

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &off) == 3 &&
		    want >= start && want < end) {
			fclose(f);
			return want - start + off;
		}
	}
	errx(1, "no mapping of %p", addr);
}

struct kern_site test_site(uint32_t idx, bool with_sema)
{
	const char *code = test_site_code + (size_t)idx * SITE_BYTES;

	return (struct kern_site){
		.fileoff = test_fileoff(code),
		.sema_fileoff =
			with_sema ? test_fileoff((const void *)&semas[idx]) : 0,
		.cookie = idx,
	};
}

void test_sites(struct kern_site *sites, uint32_t first, uint32_t cnt,
		bool with_sema)
{
	struct kern_site base = test_site(0, true);

	for (uint32_t i = 0; i < cnt; i++) {
		uint32_t idx = first + i;

		sites[i] = (struct kern_site){
			.fileoff = base.fileoff + (uint64_t)idx * SITE_BYTES,
			.sema_fileoff = with_sema ?
				base.sema_fileoff + idx * sizeof(semas[0]) :
				0,
			.cookie = idx,
		};
	}
}
