// SPDX-License-Identifier: BSD-2-Clause
/*
 * The part of a tracer of direct probes, without one: for the tests of what
 * `dtrace -h/-G --direct` put into programs.
 *
 *	tracer list FILE		what the note says, and whether it is so
 *	tracer run FIRES DTRACE		exact counts, hooks set and cleared
 *	tracer limits FIRES LETTER	what a program with a limit does
 *	tracer locked FIRES		memory is not filled by mlockall(2)
 *	tracer race FIRES		a request that 8 threads and a signal handler find
 *	tracer toggle PID FILE N	N times, clears hooks as their tracer would, sets them
 *	tracer look PID FILE		what is set, and KB of memory that are used
 */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sdt/direct_abi.h"
#include "sdt/file.h"

enum {
	HOOK_IDX = 1, /* fires:::fire */
	COUNT_OFF = 4096, /* in the data file: number, sum of arg0 */
	THREADS = 8,
	TIMES = 200000,
	CHILDREN = 20,
	TOGGLES = 400,
};

/* A program that is traced, and its memory once it is mapped. */
struct target {
	pid_t pid;
	pid_t child; /* the process that was started */
	FILE *commands, *answers;
	uint64_t control, alive, sema; /* addresses in the process */
	struct direct_control state;
	struct direct_area *area;
	uint64_t *count;
	int data, code;
};

static void must(bool ok, const char *what)
{
	if (!ok)
		errx(1, "%s", what);
}

/* ---- the program's memory ------------------------------------------------ */

static void copy(const struct target *t, uint64_t addr, void *p, size_t len,
		 bool is_write)
{
	struct iovec here = { p, len }, there = { (void *)addr, len };
	ssize_t done = is_write ?
		process_vm_writev(t->pid, &here, 1, &there, 1, 0) :
		process_vm_readv(t->pid, &here, 1, &there, 1, 0);

	if (done != (ssize_t)len)
		err(1, "memory of %d at 0x%llx", (int)t->pid,
		    (unsigned long long)addr);
}

static void poke(const struct target *t, uint64_t addr, uint16_t value,
		 size_t len)
{
	copy(t, addr, &value, len, true);
}

static enum direct_state state(struct target *t)
{
	copy(t, t->control, &t->state, sizeof(t->state), false);
	return t->state.state;
}

static void request(const struct target *t, bool on)
{
	poke(t, t->control + offsetof(struct direct_control, request), on, 1);
	poke(t, t->alive, on, 2);
}

/* What a tracer leaves that is killed between making a request and ending it. */
static void leave_request(const struct target *t)
{
	request(t, true);
	poke(t, t->alive, 0, 2);
}

/* ---- the program --------------------------------------------------------- */

static unsigned long answer(struct target *t)
{
	char line[64];
	unsigned long fired;
	int pid;

	must(fgets(line, sizeof(line), t->answers), "the program has ended");
	must(sscanf(line, "%d %lu", &pid, &fired) == 2, line);
	t->pid = pid;
	return fired;
}

static void tell(struct target *t, char letter)
{
	fputc(letter, t->commands);
	fflush(t->commands);
}

static unsigned long ask(struct target *t, char letter)
{
	tell(t, letter);
	return answer(t);
}

static void start(struct target *t, const char *path)
{
	int in[2], out[2];

	must(!pipe2(in, O_CLOEXEC) && !pipe2(out, O_CLOEXEC), "pipe");
	t->child = fork();
	if (!t->child) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execl(path, path, NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	t->commands = fdopen(in[1], "w");
	t->answers = fdopen(out[0], "r");
	must(answer(t) == 0, "it starts at 0");
}

static void finish(struct target *t)
{
	int status;

	tell(t, 'q');
	must(waitpid(t->child, &status, 0) == t->child, "waitpid");
	if (status)
		errx(1, "the program was harmed: status 0x%x", status);
}

/* ---- what is where -------------------------------------------------------- */

static struct sdt_file *file_of(const char *path)
{
	struct sdt_file *file;
	const char *why;

	if (sdt_file_open(path, SDT_WANT_SITES | SDT_WANT_TYPES, &file, &why))
		errx(1, "%s: %s", path, why);
	if (file->damage)
		errx(1, "%s: %s", path, file->damage);
	return file;
}

static void find(struct target *t, const char *path)
{
	struct sdt_file *file = file_of(path);
	unsigned long long begin, off;
	uint64_t bias;
	char maps[64];
	FILE *in;

	snprintf(maps, sizeof(maps), "/proc/%d/maps", (int)t->pid);
	in = fopen(maps, "r");
	must(in && fscanf(in, "%llx-%*x %*s %llx", &begin, &off) == 2, maps);
	fclose(in);
	must(!sdt_file_bias(file, begin, off, &bias), "no load bias");
	must(file->direct_cnt == 1, "not one provider");
	t->control = file->directs[0].control_vaddr + bias;
	t->alive = file->directs[0].alive_sema_vaddr + bias;
	must(strcmp(file->directs[0].provider->name, "fires") ||
	     !strcmp(file->directs[0].provider->probes[HOOK_IDX].name, "fire"),
	     "hooks are in another order");
	for (size_t i = 0; i < file->site_cnt; i++)
		if (!strcmp(file->sites[i].name, "fire"))
			t->sema = file->sites[i].sema_vaddr + bias;
	sdt_file_close(file);
}

/* ---- the memory files ----------------------------------------------------- */

static int open_map(const struct target *t, uint64_t addr, uint64_t bytes)
{
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%llx-%llx",
		 (int)t->pid, (unsigned long long)addr,
		 (unsigned long long)(addr + bytes));
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

/* Takes it as a tracer does. */
static int take_map(const struct target *t, uint64_t addr, uint64_t bytes)
{
	int fd = open_map(t, addr, bytes);

	if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
		err(1, "sealing");
	/* a dtrace that comes finds that there is a tracer */
	if (flock(fd, LOCK_EX | LOCK_NB))
		err(1, "lock");
	return fd;
}

/* Counts, and adds arg0 up. */
static void write_hook(const struct target *t)
{
	unsigned char code[] = {
		0xf3, 0x0f, 0x1e, 0xfa, /* endbr64 */
		0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, /* mov $counts,%rax */
		0xf0, 0x48, 0xff, 0x00, /* lock incq (%rax) */
		0x48, 0x8b, 0x0f, /* mov (%rdi),%rcx */
		0xf0, 0x48, 0x01, 0x48, 0x08, /* lock add %rcx,8(%rax) */
		0xc3,
	};
	uint64_t counts = t->state.data_addr + COUNT_OFF;

	memcpy(code + 6, &counts, sizeof(counts));
	must(pwrite(t->code, code, sizeof(code), 0) == sizeof(code), "code");
}

/* Makes the program map its memory, at its next firing, and opens it. */
static void map_memory(struct target *t)
{
	request(t, true);
	ask(t, '1');
	/* a child must not find it */
	request(t, false);
	if (state(t) != DIRECT_MAPPED)
		errx(1, "state %d, error %d", t->state.state, t->state.error);
	t->data = take_map(t, t->state.data_addr, DIRECT_DATA_BYTES);
	t->code = take_map(t, t->state.code_addr, DIRECT_CODE_BYTES);
	t->area = mmap(NULL, DIRECT_DATA_BYTES, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_NORESERVE, t->data, 0);
	must(t->area != MAP_FAILED, "mmap");
	t->count = (void *)((char *)t->area + COUNT_OFF);
	write_hook(t);
}

static void set_hook(const struct target *t, bool on)
{
	__atomic_store_n(&t->area->hooks[HOOK_IDX],
			 on ? t->state.code_addr : 0, __ATOMIC_RELEASE);
}

/* ---- run ------------------------------------------------------------------ */

/*
 * A dtrace that counts until the program ends: at the sites, or at the stubs,
 * because it can't have the memory of which we have the lock.
 */
struct oracle {
	pid_t pid;
	FILE *out;
};

static void start_oracle(struct oracle *oracle, const struct target *t,
			 const char *dtrace, const char *option)
{
	char pid[16], go[8];
	int out[2];

	snprintf(pid, sizeof(pid), "%d", (int)t->pid);
	must(!pipe2(out, O_CLOEXEC), "pipe");
	oracle->pid = fork();
	if (!oracle->pid) {
		dup2(out[1], 1);
		execl(dtrace, dtrace, "-q", "-x", option, "-p", pid, "-n",
		      "BEGIN { printf(\"go\\n\"); } "
		      "fires$target:::fire { @n = count(); @s = sum(arg0); } "
		      "END { printa(\"%@d \", @n); printa(\"%@d\\n\", @s); }",
		      NULL);
		_exit(127);
	}
	close(out[1]);
	oracle->out = fdopen(out[0], "r");
	must(fgets(go, sizeof(go), oracle->out) && !strcmp(go, "go\n"),
	     "dtrace");
}

static void end_oracle(struct oracle *oracle, unsigned long *cnt_ret,
		       unsigned long *sum_ret)
{
	must(fscanf(oracle->out, "%lu %lu", cnt_ret, sum_ret) == 2, "dtrace");
	waitpid(oracle->pid, NULL, 0);
	fclose(oracle->out);
}

static void check(const char *what, uint64_t got, uint64_t want)
{
	if (got != want)
		errx(1, "%s: %llu, not %llu", what, (unsigned long long)got,
		     (unsigned long long)want);
}

/* A child's memory is its own, and so is what it counts. */
static void run_grandchild(struct target *t, const char *path)
{
	struct target child = *t;
	uint64_t before = *t->count;

	set_hook(t, true);
	ask(&child, 'r');
	must(child.pid != t->pid, "no child");
	find(&child, path);
	check("state of a child", state(&child), DIRECT_MAPPED);
	ask(&child, '1');
	check("direct count of a child without memory", *t->count, before);
	/* breakpoints and semaphores are the kernel's; it keeps those of a child */
	poke(&child, child.sema, 1, 2);
	map_memory(&child);
	must(child.state.data_addr != t->state.data_addr, "the same memory");
	poke(&child, child.alive, 1, 2);
	set_hook(&child, true);
	for (int i = 0; i < 3; i++)
		ask(&child, '1');
	check("direct count of a child", *child.count, 3);
	check("direct sum of a child", child.count[1], 21);
	check("direct count of its parent", *t->count, before);
	poke(&child, child.sema, 0, 2);
	tell(&child, 'q');
	answer(t);
}

/* Rounds of threads with the hook set, without it, and while it changes. */
static unsigned long run_rounds(struct target *t)
{
	const uint64_t sum = (uint64_t)TIMES * (TIMES - 1) / 2 * THREADS;
	unsigned long fired, before;

	set_hook(t, true);
	before = ask(t, '1'); /* alive is 0 */
	check("direct count with no one alive", *t->count, 0);
	poke(t, t->alive, 1, 2);
	fired = ask(t, 't');
	check("direct count", *t->count, fired - before);
	check("direct sum", t->count[1], sum);
	set_hook(t, false);
	before = *t->count;
	ask(t, 't');
	check("direct count without a hook", *t->count, before);
	tell(t, 't');
	for (int i = 0; i < TOGGLES; i++) {
		set_hook(t, i % 2);
		usleep(1000);
	}
	fired = answer(t);
	set_hook(t, true);
	before = *t->count;
	ask(t, 'c');
	check("direct count of children", *t->count, before);
	return fired;
}

static void run(const char *path, const char *dtrace)
{
	const uint64_t sum = (uint64_t)TIMES * (TIMES - 1) / 2 * THREADS;
	unsigned long cnt[2], sums[2], fired, before;
	struct oracle site, stub;
	struct target t = { 0 };

	start(&t, path);
	find(&t, path);
	poke(&t, t.sema, 1, 2);
	ask(&t, '1');
	check("state without a request", state(&t), DIRECT_IDLE);
	leave_request(&t);
	ask(&t, '1');
	check("state with one that was left", state(&t), DIRECT_IDLE);
	map_memory(&t);
	start_oracle(&site, &t, dtrace, "direct=off");
	start_oracle(&stub, &t, dtrace, "direct=auto");
	before = ask(&t, '1') - 1;
	fired = run_rounds(&t) - before;
	run_grandchild(&t, path);
	finish(&t);
	end_oracle(&site, &cnt[0], &sums[0]);
	end_oracle(&stub, &cnt[1], &sums[1]);
	check("count at the sites", cnt[0], fired);
	/* three rounds, and 7 for each that was asked for alone */
	check("sum at the sites", sums[0], 3 * sum + 2 * 7);
	check("direct + stub", *t.count + cnt[1], fired);
	check("sums", t.count[1] + sums[1], 3 * sum + 2 * 7);
	printf("fired %lu: exact\n", fired);
	fprintf(stderr, "%lu direct, %lu by the kernel\n",
		(unsigned long)*t.count, cnt[1]);
}

/* ---- limits --------------------------------------------------------------- */

static int memory_file_cnt(const struct target *t)
{
	char path[64], line[512];
	int ret = 0;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)t->pid);
	in = fopen(path, "r");
	must(in, path);
	while (fgets(line, sizeof(line), in))
		ret += strstr(line, "dtrace-direct") != NULL;
	fclose(in);
	return ret;
}

static int descriptor_cnt(const struct target *t)
{
	char path[64];
	int ret = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)t->pid);
	dir = opendir(path);
	must(dir, path);
	while (readdir(dir))
		ret++;
	closedir(dir);
	return ret - 2;
}

static void limits(const char *path, const char *letter)
{
	struct target t = { 0 };

	start(&t, path);
	find(&t, path);
	ask(&t, letter[0]);
	poke(&t, t.sema, 1, 2);
	request(&t, true);
	ask(&t, '1');
	check("state", state(&t), DIRECT_FAILED);
	check("memory files", memory_file_cnt(&t), 0);
	check("gate", t.state.gate, 0);
	printf("%s\n", strerrorname_np(t.state.error));
	check("firings", ask(&t, '1'), 2);
	finish(&t);
}

static void locked(const char *path)
{
	struct target t = { 0 };
	struct stat st;

	start(&t, path);
	find(&t, path);
	ask(&t, 'm');
	poke(&t, t.sema, 1, 2);
	map_memory(&t);
	must(!fstat(t.data, &st), "fstat");
	printf("%s\n", st.st_blocks * 512 < 1 << 20 ? "not filled" : "filled");
	finish(&t);
}

/* One makes the memory, the others go on; nothing is made twice. */
static void race(const char *path)
{
	for (int i = 0; i < 30; i++) {
		struct target t = { 0 };
		int before;

		start(&t, path);
		find(&t, path);
		before = descriptor_cnt(&t);
		poke(&t, t.sema, 1, 2);
		tell(&t, 't');
		request(&t, true);
		while (state(&t) != DIRECT_MAPPED)
			must(t.state.state != DIRECT_FAILED, "it has failed");
		answer(&t);
		check("memory files", memory_file_cnt(&t), 2);
		check("descriptors", descriptor_cnt(&t), before);
		finish(&t);
	}
	printf("made once\n");
}

/* ---- list ----------------------------------------------------------------- */

static const char *contents(const struct sdt_file *file, int fd,
			    const struct sdt_direct *direct)
{
	static const unsigned char site[] = { 0x90, 0x66, 0x2e, 0x0f,
					      0x1f, 0x84, 0,	0,
					      0,    0,	  0 };
	struct direct_control control, want = { .version = DIRECT_VERSION,
						.hook_cnt = direct->hook_cnt };
	unsigned char nop[sizeof(site)];
	uint16_t sema;
	uint64_t off;

	if (sdt_file_offset(file, direct->control_vaddr, &off) ||
	    pread(fd, &control, sizeof(control), (off_t)off) !=
		    sizeof(control) ||
	    memcmp(&control, &want, sizeof(want)))
		return "no control block there";
	if (pread(fd, nop, sizeof(nop), (off_t)direct->alive_pc_fileoff) !=
		    sizeof(nop) ||
	    memcmp(nop, site, sizeof(site)))
		return "no site there";
	if (pread(fd, &sema, 2, (off_t)direct->alive_sema_fileoff) != 2 || sema)
		return "no semaphore there";
	for (size_t i = 0; i < file->site_cnt; i++)
		if (file->sites[i].sema_vaddr == direct->alive_sema_vaddr)
			return "the semaphore of a site";
	return "ok";
}

static void list(const char *path)
{
	struct sdt_file *file = file_of(path);
	int fd = open(path, O_RDONLY);

	for (size_t i = 0; i < file->direct_cnt; i++) {
		const struct sdt_direct *direct = &file->directs[i];

		printf("%s:", direct->provider->name);
		for (size_t n = 0; n < direct->hook_cnt; n++)
			printf(" %s", direct->provider->probes[n].name);
		printf(": %s\n", contents(file, fd, direct));
	}
	sdt_file_close(file);
}

/* ---- beside a dtrace ------------------------------------------------------ */

static void open_other(struct target *t, const char *pid, const char *path)
{
	t->pid = (pid_t)atoi(pid);
	find(t, path);
	if (state(t) != DIRECT_MAPPED)
		return;
	t->data = open_map(t, t->state.data_addr, DIRECT_DATA_BYTES);
	t->area = mmap(NULL, sizeof(*t->area), PROT_READ | PROT_WRITE,
		       MAP_SHARED, t->data, 0);
	must(t->area != MAP_FAILED, "mmap");
}

static void toggle(const char *pid, const char *path, int times)
{
	struct target t = { 0 };
	uint64_t hooks[DIRECT_HOOK_MAX];

	open_other(&t, pid, path);
	must(t.area, "no memory");
	memcpy(hooks, t.area->hooks, sizeof(hooks));
	for (int i = 0; i < 2 * times; i++) {
		for (int n = 0; n < DIRECT_HOOK_MAX; n++)
			if (hooks[n])
				__atomic_store_n(&t.area->hooks[n],
						 i % 2 ? hooks[n] : 0,
						 __ATOMIC_RELEASE);
		usleep(i % 2 ? 20000 : 2000);
	}
}

static void look(const char *pid, const char *path)
{
	struct target t = { 0 };
	struct stat st = { 0 };
	uint16_t alive = 0;
	int hooks = 0;

	open_other(&t, pid, path);
	copy(&t, t.alive, &alive, sizeof(alive), false);
	for (int n = 0; t.area && n < DIRECT_HOOK_MAX; n++)
		hooks += t.area->hooks[n] != 0;
	if (t.area)
		must(!fstat(t.data, &st), "fstat");
	printf("alive %u request %u hooks %d memory %llu KB\n", alive,
	       t.state.request, hooks, (unsigned long long)st.st_blocks / 2);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "list"))
		list(argv[2]);
	else if (argc == 4 && !strcmp(argv[1], "run"))
		run(argv[2], argv[3]);
	else if (argc == 4 && !strcmp(argv[1], "limits"))
		limits(argv[2], argv[3]);
	else if (argc == 3 && !strcmp(argv[1], "locked"))
		locked(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "race"))
		race(argv[2]);
	else if (argc == 5 && !strcmp(argv[1], "toggle"))
		toggle(argv[2], argv[3], atoi(argv[4]));
	else if (argc == 4 && !strcmp(argv[1], "look"))
		look(argv[2], argv[3]);
	else
		errx(2, "usage: tracer list|run|limits|locked|race|toggle|look "
		     "WORD...");
	return 0;
}
