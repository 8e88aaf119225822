/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executes each function of step_forms.c up to its first hlt, from several
 * states of the registers, and writes down what it did:
 *
 *	step_run FILE		run all; one record for each form and state
 *	step_run A B C FIRED	compare: A, B without probes, C with them; FIRED
 *				has lines "t_00012 firings" of the third run
 *
 * A signal frame holds all registers: sigreturn loads them, and the signal that
 * ends the form (of hlt, or its own) saves them. What differs between A and B
 * varies by itself (the clock, random numbers) and is not compared.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
	STATE_CNT = 2,
	DATA_BYTES = 0x4000,
	MIDDLE = 0x2000,
	FRAME_MAX = 16384,
	STACK_BYTES = 1 << 16,
	FP_PARTS = 10,
	FSBASE = 0, /* of record.more */
	GSBASE,
	SELECTORS,
	MEMORY,
	MORE_CNT = MEMORY + 1 + FP_PARTS,
};

#define LANDING 0x10000000UL

struct form {
	const uint8_t *code;
	uint32_t len;
	uint32_t unused;
};

struct record {
	uint64_t signal, sig_code, address;
	uint64_t regs[NGREG];
	uint64_t more[MORE_CNT];
};

extern const struct form step_forms[], step_forms_end[];
uint8_t step_data[DATA_BYTES] __attribute__((aligned(64)));

static uint8_t pattern[DATA_BYTES];
static uint8_t fp_template[FRAME_MAX];
static size_t fp_bytes;
static struct record *records;
static size_t form_cnt, at; /* form * STATE_CNT + state */
static ucontext_t home;
static uint64_t home_fsbase;

static const char *const names[NGREG] = {
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rdi", "rsi",
	"rbp", "rbx", "rdx", "rax", "rcx", "rsp", "rip", "flags", "selectors",
	"error code", "trap number", "signal mask", "fault address",
};

static uint64_t hash(const void *data, size_t bytes)
{
	const uint64_t *words = data;
	uint64_t sum = 0x9e3779b97f4a7c15u;

	for (size_t i = 0; i < bytes / 8; i++)
		sum = (sum ^ words[i]) * 0xff51afd7ed558ccdu + (sum >> 29);
	return sum;
}

/* The ranges of the parts in an extended state, in the order of its bits. */
static uint32_t part_off[FP_PARTS], part_bytes[FP_PARTS];

static void find_parts(void)
{
	part_bytes[0] = 160; /* x87 */
	part_off[1] = 160;
	part_bytes[1] = 256; /* xmm */
	for (uint32_t i = 2; i < FP_PARTS; i++)
		__asm__("cpuid" : "=a"(part_bytes[i]), "=b"(part_off[i])
			: "a"(0xd), "c"(i) : "edx");
}

/* Parts in their initial state need not be in memory: that is zeros. */
static void record_fp(struct record *record, uint8_t *fp)
{
	static uint8_t part[4096];
	uint64_t has;

	memcpy(&has, fp + 512, sizeof(has));
	for (int i = 0; i < FP_PARTS; i++) {
		if (!part_bytes[i] || part_off[i] + part_bytes[i] > fp_bytes)
			continue;
		memset(part, 0, part_bytes[i]);
		if (has >> i & 1)
			memcpy(part, fp + part_off[i], part_bytes[i]);
		if (i == 0) {
			/*
			 * the address of the last x87 instruction is visible to
			 * the program
			 */
			memset(part + 6, 0, 10);
			memcpy(part + 24, fp + 24, 8); /* mxcsr */
			if (!(has & 1))
				memcpy(part, "\x7f\x03", 2);
		}
		record->more[MEMORY + 1 + i] = hash(part, part_bytes[i]);
	}
}

static uint64_t segment_bases(uint64_t *gs)
{
	uint64_t fs = 0;

	syscall(SYS_arch_prctl, 0x1003, &fs); /* ARCH_GET_FS */
	syscall(SYS_arch_prctl, 0x1004, gs);
	return fs;
}

static void set_state(ucontext_t *uc)
{
	greg_t *regs = uc->uc_mcontext.gregs;
	uint8_t *fp = (uint8_t *)uc->uc_mcontext.fpregs;
	int state = (int)(at % STATE_CNT);

	memcpy(step_data, pattern, sizeof(pattern));
	memcpy(fp, fp_template, fp_bytes);
	for (int i = 0; i < REG_RIP; i++)
		regs[i] = (greg_t)(uintptr_t)(step_data + MIDDLE - 0x400 + i * 64);
	if (state) {
		regs[REG_RAX] = 0x5a5a1234;
		regs[REG_RCX] = 0;
		regs[REG_RDX] = 0;
		regs[REG_R8] = (greg_t)0xfedcba9876543210u;
		regs[REG_R10] = (greg_t)LANDING;
	} else {
		regs[REG_RCX] = 3;
	}
	regs[REG_RIP] = (greg_t)(uintptr_t)step_forms[at / STATE_CNT].code;
	regs[REG_CSGSFS] = home.uc_mcontext.gregs[REG_CSGSFS];
	/* the flags that instructions set by their results */
	regs[REG_EFL] = state ? 0x8d7 : 0x202;
}

static void record_signal(int number, const siginfo_t *info, ucontext_t *uc,
			  uint64_t selectors)
{
	struct record *record = &records[at];
	uint64_t gs = 0;

	record->signal = (uint64_t)number;
	record->sig_code = (uint64_t)(int64_t)info->si_code;
	record->address = (uint64_t)(uintptr_t)info->si_addr;
	memcpy(record->regs, uc->uc_mcontext.gregs, sizeof(record->regs));
	record->regs[REG_OLDMASK] = 0;
	/* of a probed instruction: that of the thread's signal before */
	record->regs[REG_TRAPNO] = 0;
	/* these two are those of the last fault, whatever it was */
	record->regs[REG_CR2] = number == SIGSEGV || number == SIGBUS ?
		record->address : 0;
	record->more[FSBASE] = segment_bases(&gs) - home_fsbase;
	record->more[GSBASE] = gs;
	record->more[SELECTORS] = selectors;
	record->more[MEMORY] = hash(step_data, sizeof(step_data));
	record_fp(record, (uint8_t *)uc->uc_mcontext.fpregs);
}

static void handler(int number, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;
	uint16_t ds, es, fs, gs;
	uint64_t bases;

	__asm__ volatile("pushfq\n andl $0xfffbbfff, (%%rsp)\n popfq\n"
			 "mov %%ds, %0\n mov %%es, %1\n mov %%fs, %2\n mov %%gs, %3\n"
			 : "=r"(ds), "=r"(es), "=r"(fs), "=r"(gs) : : "cc", "memory");
	if (!home_fsbase) {
		home = *uc;
		home_fsbase = segment_bases(&bases);
		at = 0;
	} else {
		record_signal(number, info, uc,
			      ds | (uint64_t)es << 16 | (uint64_t)fs << 32 |
				      (uint64_t)gs << 48);
		at++;
	}
	__asm__ volatile("mov %0, %%ds\n mov %0, %%es\n mov %0, %%fs\n"
			 "mov %0, %%gs\n" : : "r"(0));
	syscall(SYS_arch_prctl, 0x1002, home_fsbase); /* ARCH_SET_FS */
	syscall(SYS_arch_prctl, 0x1001, 0UL);
	if (at < form_cnt * STATE_CNT) {
		set_state(uc);
		return;
	}
	memcpy(uc->uc_mcontext.gregs, home.uc_mcontext.gregs,
	       sizeof(home.uc_mcontext.gregs));
	memcpy(uc->uc_mcontext.fpregs, fp_template, fp_bytes);
	uc->uc_mcontext.gregs[REG_RIP] += 2; /* ud2 */
}

static void fill(void)
{
	uint64_t landing = LANDING + 0x10, segment = 0x33;
	void *page = mmap((void *)LANDING, 4096,
			  PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
			  -1, 0);

	if (page != (void *)LANDING)
		exit(2);
	memset(page, 0xf4, 4096);
	for (size_t i = 0; i < sizeof(pattern); i++)
		pattern[i] = (uint8_t)(i * 7 + (i >> 8));
	/* the code that ret, jmp and call find where registers point */
	for (size_t i = MIDDLE - 0x400; i < MIDDLE + 0x400; i += 64) {
		memcpy(pattern + i, &landing, 8);
		memcpy(pattern + i + 8, &segment, 8);
	}
}

/* The state that all forms begin with. */
static void make_fp(const ucontext_t *uc)
{
	const uint8_t *fp = (const uint8_t *)uc->uc_mcontext.fpregs;
	uint32_t words[2];
	uint64_t has;

	memcpy(words, fp + 464, sizeof(words)); /* magic, size with its end */
	fp_bytes = words[0] == 0x46505853 ? words[1] : 512;
	if (fp_bytes > FRAME_MAX)
		exit(2);
	memcpy(fp_template, fp, fp_bytes);
	/* xmm, the upper halves and the mask registers: numbers */
	for (int part = 1; part < 8; part++)
		for (uint32_t i = 0; i < part_bytes[part]; i++)
			if (part == 1 || part == 2 || part >= 5)
				fp_template[part_off[part] + i] =
					(uint8_t)(i * 3 + (uint32_t)part);
	memcpy(&has, fp_template + 512, sizeof(has));
	has |= 7 | (part_bytes[5] ? 0xe0 : 0);
	memcpy(fp_template + 512, &has, sizeof(has));
}

static void first(int number, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)number;
	(void)info;
	make_fp(uc);
	uc->uc_mcontext.gregs[REG_RIP] += 2;
}

static void on_signals(void (*function)(int, siginfo_t *, void *))
{
	static const int numbers[] = { SIGSEGV, SIGILL, SIGFPE, SIGBUS,
				       SIGTRAP, SIGSYS };
	struct sigaction action = {
		.sa_sigaction = function,
		.sa_flags = SA_SIGINFO | SA_ONSTACK,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigaction(numbers[i], &action, NULL);
}

static int run(const char *path)
{
	/* far from what a changed stack pointer may become */
	stack_t alternate = {
		.ss_sp = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
		.ss_size = STACK_BYTES,
	};
	size_t bytes = form_cnt * STATE_CNT * sizeof(*records);
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	cpu_set_t cpus;
	int cpu = 0;

	if (fd < 0 || ftruncate(fd, (off_t)bytes))
		return 1;
	records = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_POPULATE, fd, 0);
	if (records == MAP_FAILED || alternate.ss_sp == MAP_FAILED)
		return 1;
	/* the same in each run, because some instructions return it */
	sched_getaffinity(0, sizeof(cpus), &cpus);
	while (!CPU_ISSET(cpu, &cpus))
		cpu++;
	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	sigaltstack(&alternate, NULL);
	find_parts();
	fill();
	on_signals(first);
	__asm__ volatile("ud2");
	on_signals(handler);
	__asm__ volatile("ud2" : : : "memory");
	return 0;
}

/* --------------------------------------------------------------- comparing */

static struct record *load(const char *path)
{
	size_t bytes = form_cnt * STATE_CNT * sizeof(struct record);
	int fd = open(path, O_RDONLY);
	void *ret = fd < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ,
					       MAP_PRIVATE, fd, 0);

	if (ret == MAP_FAILED || lseek(fd, 0, SEEK_END) != (off_t)bytes) {
		fprintf(stderr, "%s is not of this program\n", path);
		exit(1);
	}
	return ret;
}

static void print_name(size_t word)
{
	static const char *const more[] = { "fs base", "gs base", "segments",
					    "memory" };

	if (word < 3)
		printf("%s", word == 0 ? "signal" : word == 1 ? "its code" :
							"its address");
	else if (word < 3 + NGREG)
		printf("%s", names[word - 3]);
	else if (word - 3 - NGREG <= MEMORY)
		printf("%s", more[word - 3 - NGREG]);
	else
		printf("part %zu of the extended state",
		       word - 3 - NGREG - MEMORY - 1);
}

/*
 * What is below the stack pointer is not compared
 *	of a 5-byte nop, which is probed at the begin of a function only: there
 *		nothing lies there yet, and some kernels use it
 *	of a call that faults: it has pushed its return address by then
 */
static int uses_stack(const struct form *form, const struct record *record)
{
	uint32_t at = 0;

	while (at + 2 < form->len && form->code[at] != 0x0f &&
	       form->code[at] != 0xff)
		at++;
	if (form->code[at] == 0x0f)
		return form->len == 5 && form->code[at + 1] == 0x1f;
	return form->code[at] == 0xff && (form->code[at + 1] & 0x38) == 0x10 &&
	       record->regs[REG_RIP] == (uint64_t)form->code;
}

static int compare_form(size_t form, int state, const struct record *a,
			const struct record *b, const struct record *c,
			size_t *varies)
{
	const uint64_t *words[3] = { (const uint64_t *)a, (const uint64_t *)b,
				     (const uint64_t *)c };
	int ret = 0;

	for (size_t i = 0; i < sizeof(*a) / 8; i++) {
		if (words[0][i] != words[1][i]) {
			++*varies;
			continue;
		}
		/* the upper half of a counter (rdtsc) is mostly equal in two runs */
		if (i == 3 + REG_RDX && words[0][3 + REG_RAX] != words[1][3 + REG_RAX])
			continue;
		if (words[0][i] == words[2][i] ||
		    (i == 3 + NGREG + MEMORY && uses_stack(&step_forms[form], a)))
			continue;
		printf("t_%06zu state %d:", form, state);
		for (uint32_t k = 0; k < step_forms[form].len; k++)
			printf(" %02x", step_forms[form].code[k]);
		printf(": ");
		print_name(i);
		printf(" %lx, probed %lx\n", words[0][i], words[2][i]);
		ret = 1;
	}
	return ret;
}

static int compare(char **paths)
{
	const struct record *runs[3] = { load(paths[0]), load(paths[1]),
					 load(paths[2]) };
	uint32_t *firings = calloc(form_cnt, sizeof(*firings));
	size_t fired = 0, differ = 0, varies = 0, miscounted = 0, signals = 0;
	FILE *in = fopen(paths[3], "r");
	size_t form;
	uint32_t cnt;

	while (in && fscanf(in, " t_%zu %u", &form, &cnt) == 2)
		if (form < form_cnt)
			firings[form] = cnt;
	if (in)
		fclose(in);
	for (form = 0; form < form_cnt; form++) {
		if (!firings[form])
			continue;
		fired++;
		if (firings[form] != STATE_CNT) {
			printf("t_%06zu fired %u times\n", form, firings[form]);
			miscounted++;
		}
		for (int state = 0; state < STATE_CNT; state++) {
			size_t i = form * STATE_CNT + (size_t)state;

			signals += runs[0][i].regs[REG_RIP] ==
				   (uint64_t)step_forms[form].code;
			differ += (size_t)compare_form(form, state, &runs[0][i],
						       &runs[1][i], &runs[2][i],
						       &varies);
		}
	}
	printf("%zu forms, %zu refused, %zu compared in %d states (%zu of them "
	       "fault), %zu values vary by themselves, %zu states differ, "
	       "%zu miscounted\n", form_cnt, form_cnt - fired, fired, STATE_CNT,
	       signals, varies, differ, miscounted);
	return differ || miscounted;
}

int main(int argc, char **argv)
{
	form_cnt = (size_t)(step_forms_end - step_forms);
	if (argc == 2)
		return run(argv[1]);
	return argc == 5 ? compare(argv + 1) : 2;
}
