/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trials of uprobes. Those that attach place them on functions of dtrace itself,
 * filtered by its own process, so that no other process is affected; if the
 * feature concerns the firing, the function is called and the program's map is
 * checked.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/link/uprobe/perf_site.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct bpf_insn return_0[] = { INSN_MOV_IMM(0, 0), INSN_EXIT() };

/* A target for uprobes; the asm prevents the removal of calls to it. */
__attribute__((noinline)) static void target_plain(void)
{
	__asm__ volatile("nop");
}

/*
 * Finds the file and offset of dtrace's own code. /proc/self/map_files needs
 * capabilities; the name in maps may be that of a file since replaced, then the
 * trial fails.
 */
static int code_place(const void *code, uint64_t *fileoff_ret, char *path_ret,
		      size_t path_bytes)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/self/maps", "re");
	unsigned long start, end, off, addr = (unsigned long)code;
	char line[4200], path[4096];

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %4095s", &start, &end,
			   &off, path) != 4)
			continue;
		if (addr < start || addr >= end)
			continue;
		*fileoff_ret = addr - start + off;
		snprintf(path_ret, path_bytes, "%s", path);
		return 0;
	}
	return -ENOENT;
}

/* Links @prog_fd to @code of this process by @backend. */
static int self_link(enum kern_backend backend, int prog_fd, const void *code,
		     uint64_t cookie, struct strbuf *why)
{
	char path[4096];
	struct kern_site site = { .cookie = cookie };
	struct kern_uprobe req = {
		.prog_fd = prog_fd,
		.path = path,
		.pid = getpid(),
		.sites = &site,
		.site_cnt = 1,
	};
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)prog_fd,
		.attach_type = ABI_ATTACH_UPROBE_MULTI,
		.uprobe_multi = {
			.path = (uint64_t)(uintptr_t)path,
			.offsets = (uint64_t)(uintptr_t)&site.fileoff,
			.cookies = (uint64_t)(uintptr_t)&site.cookie,
			.cnt = 1,
			.pid = (uint32_t)getpid(),
		},
	};
	int fd = code_place(code, &site.fileoff, path, sizeof(path));

	if (!fd)
		fd = backend == KERN_UPROBE_PERF ? perf_site_link(&req, &site) :
						   sys_link_create(&attr);
	if (fd == -ENOENT && backend == KERN_UPROBE_PERF)
		strbuf_puts(why, "this kernel has no PMU \"uprobe\"");
	else if (fd < 0)
		trial_fail(why, "link", fd);
	return fd;
}

static struct trial_prog uprobe_prog(enum kern_backend backend,
				     const struct bpf_insn *insns, size_t cnt)
{
	return (struct trial_prog){
		.type = BPF_PROG_TYPE_KPROBE,
		.attach_type = backend == KERN_UPROBE_MULTI ?
			ABI_ATTACH_UPROBE_MULTI :
			0,
		.insns = insns,
		.insn_cnt = cnt,
	};
}

/* Loads and links @prog, and calls target_plain() once. */
static int self_probe(enum kern_backend backend, const struct trial_prog *prog,
		      uint64_t cookie, struct strbuf *why)
{
	_cleanup_close_ int prog_fd = trial_load(prog, why);
	_cleanup_close_ int link_fd = -1;

	if (prog_fd < 0)
		return prog_fd;
	link_fd =
		self_link(backend, prog_fd, (void *)target_plain, cookie, why);
	if (link_fd < 0)
		return link_fd;
	target_plain();
	return 0;
}

int try_perf_uprobe(struct strbuf *why)
{
	struct trial_prog prog =
		uprobe_prog(KERN_UPROBE_PERF, return_0, CNT(return_0));

	return self_probe(KERN_UPROBE_PERF, &prog, 0, why);
}

/*
 * Every session with user probes needs this trial, so it must not wait for the
 * grace period of a link's removal: it links to a directory. A kernel that
 * supports multi links says that this is not a regular file (EBADF); others say
 * that the request is invalid.
 */
int try_uprobe_multi(struct strbuf *why)
{
	struct trial_prog prog =
		uprobe_prog(KERN_UPROBE_MULTI, return_0, CNT(return_0));
	const uint64_t off = 0;
	struct bpf_link_attr attr = {
		.attach_type = ABI_ATTACH_UPROBE_MULTI,
		.uprobe_multi = {
			.path = (uint64_t)(uintptr_t)"/",
			.offsets = (uint64_t)(uintptr_t)&off,
			.cnt = 1,
		},
	};
	_cleanup_close_ int prog_fd = trial_load(&prog, why);
	_cleanup_close_ int link_fd = -1;

	if (prog_fd < 0)
		return prog_fd;
	attr.prog_fd = (uint32_t)prog_fd;
	link_fd = sys_link_create(&attr);
	if (link_fd >= 0 || link_fd == -EBADF)
		return 0;
	return trial_fail(why, "link", link_fd);
}

int trial_uprobe_link(void)
{
	struct trial_prog prog =
		uprobe_prog(KERN_UPROBE_MULTI, return_0, CNT(return_0));
	struct strbuf why = { 0 };
	_cleanup_close_ int prog_fd = trial_load(&prog, &why);
	int fd = prog_fd;

	if (prog_fd >= 0)
		fd = self_link(KERN_UPROBE_MULTI, prog_fd,
			       (void *)target_plain, 0, &why);
	strbuf_deinit(&why);
	return fd;
}

int try_uprobe_cookie(struct strbuf *why)
{
	const uint64_t sent = 0x1122334455667788;
	_cleanup_close_ int map_fd = trial_word_map();
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_attach_cookie),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_VALUE, map_fd, 0),
		INSN_STORE(1, 0, 0),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	enum kern_backend backend = kern_backend();
	struct trial_prog prog = uprobe_prog(backend, insns, CNT(insns));
	uint64_t cookie = 0;
	uint32_t key = 0;
	int err;

	if (map_fd < 0)
		return trial_fail(why, "map", map_fd);
	err = self_probe(backend, &prog, sent, why);
	if (!err)
		err = sys_map_lookup(map_fd, &key, &cookie);
	if (!err && cookie != sent) {
		strbuf_puts(why, "the program read another cookie");
		err = -EINVAL;
	}
	return err;
}

/* Kernels that load such a program also attach it. */
static int load_sleepable(const struct bpf_insn *insns, uint32_t cnt,
			  struct strbuf *why)
{
	struct trial_prog prog = uprobe_prog(kern_backend(), insns, cnt);
	int fd;

	prog.flags = BPF_F_SLEEPABLE;
	fd = trial_load(&prog, why);
	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

int try_uprobe_sleepable(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_MOV_IMM(0, 0),
		INSN_STORE(10, -8, 0),
		INSN_MOV(1, 10),
		INSN_ADD_IMM(1, -8),
		INSN_MOV_IMM(2, 1),
		INSN_MOV_IMM(3, 0),
		INSN_CALL(BPF_FUNC_copy_from_user),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};

	return load_sleepable(insns, CNT(insns), why);
}

/* As unwind_give_way() in runtime/bpf/lib_unwind.bpf.h does. */
int try_uprobe_give_way(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_task_btf),
		INSN_MOV(4, 0),
		INSN_MOV(1, 10),
		INSN_ADD_IMM(1, -8),
		INSN_MOV_IMM(2, 1),
		INSN_MOV_IMM(3, 0),
		INSN_MOV_IMM(5, 0),
		INSN_CALL(BPF_FUNC_copy_from_user_task),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};

	return load_sleepable(insns, CNT(insns), why);
}

/* ------------------------------------------------- the nop without a trap */

#ifdef __x86_64__
/* Begins with a 10-byte nop, like sites of sys/sdt.h. */
void trial_target_nop10(void);
__asm__(".pushsection .text\n"
	".balign 16\n"
	".globl trial_target_nop10\n"
	".hidden trial_target_nop10\n"
	".type trial_target_nop10, @function\n"
	"trial_target_nop10:\n"
	"	.byte 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0\n"
	"	ret\n"
	".size trial_target_nop10, . - trial_target_nop10\n"
	".popsection");

/*
 * Calls the target until the kernel has had a chance to replace the breakpoint:
 * then each call must have been counted, and the breakpoint be gone.
 */
static int nop10_hits(int map_fd, struct strbuf *why)
{
	enum { HITS = 8 };
	const volatile uint8_t *code = (const uint8_t *)trial_target_nop10;
	uint64_t hits = 0;
	uint32_t key = 0;
	int err;

	for (int i = 0; i < HITS; i++)
		trial_target_nop10();
	err = sys_map_lookup(map_fd, &key, &hits);
	if (!err && hits != HITS) {
		strbuf_printf(why, "accepted, but only %d of %d hits were counted",
			      (int)hits, HITS);
		err = -EINVAL;
	} else if (!err && code[0] == 0xcc) {
		strbuf_puts(why, "accepted, but it stays a breakpoint");
		err = -EOPNOTSUPP;
	}
	return err;
}

int try_uprobe_nop10(struct strbuf *why)
{
	_cleanup_close_ int map_fd = trial_word_map();
	const struct bpf_insn insns[] = {
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_VALUE, map_fd, 0),
		INSN_MOV_IMM(2, 1),
		INSN_ATOMIC(1, 0, 2, BPF_ADD),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	struct trial_prog prog =
		uprobe_prog(KERN_UPROBE_MULTI, insns, CNT(insns));
	_cleanup_close_ int prog_fd = -1;
	_cleanup_close_ int link_fd = -1;

	if (map_fd < 0)
		return trial_fail(why, "map", map_fd);
	prog_fd = trial_load(&prog, why);
	if (prog_fd < 0)
		return prog_fd;
	link_fd = self_link(KERN_UPROBE_MULTI, prog_fd,
			    (void *)trial_target_nop10, 0, why);
	return link_fd < 0 ? link_fd : nop10_hits(map_fd, why);
}
#else
int try_uprobe_nop10(struct strbuf *why)
{
	strbuf_puts(why, "only on x86-64");
	return -EOPNOTSUPP;
}
#endif
