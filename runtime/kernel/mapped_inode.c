// SPDX-License-Identifier: BSD-2-Clause
/*
 * On overlayfs stat(2) and /proc/PID/maps give each mount a device of its own,
 * although mounts that share a lower layer (containers of one image) map the
 * same file of it, to whose inode the kernel attaches uprobes:
 *
 *	/merged1/prog -+
 *	/merged2/prog -+-> lower/prog
 *
 * Only the kernel's memory has that inode: vma->vm_file->f_inode. So the file is
 * mapped for a moment, and an iterator program, which the kernel runs for each
 * mapping of this process, copies it out. (Kernels before 6.1 can only iterate
 * over the mappings of all processes, and refuse the process's number.) The
 * mapping is shared, because the kernel would write the breakpoints of other
 * tracers into a private one.
 */
#include "runtime/kernel/mapped_inode.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

/* What the program is told, and what it finds. */
struct words {
	uint64_t start_uaddr;
	uint64_t ino;
	uint64_t dev; /* as the kernel stores it: major << 20 | minor */
	uint64_t is_found;
};

#define LOAD32(dst, src, offset) \
	INSN(BPF_LDX | BPF_MEM | BPF_W, dst, src, offset, 0)
#define OFF(member) ((int16_t)layout->member)
#define WORD(member) ((int16_t)offsetof(struct words, member))

/* from linux/bpf.h: struct bpf_iter__task_vma */
enum { CTX_TASK = 8, CTX_VMA = 16 };

static int load(const struct kern_inode_layout *layout, int words_fd)
{
	struct strbuf why = { 0 };
	const struct bpf_insn insns[] = {
		INSN_LOAD(BPF_REG_8, BPF_REG_1, CTX_VMA),
		INSN_LOAD(BPF_REG_9, BPF_REG_1, CTX_TASK),
		INSN_LD_IMM64(BPF_REG_7, BPF_PSEUDO_MAP_VALUE, words_fd, 0),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_8, 0, 18, 0),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_9, 0, 17, 0),
		INSN_CALL(BPF_FUNC_get_current_pid_tgid),
		INSN(BPF_ALU64 | BPF_RSH | BPF_K, BPF_REG_0, 0, 0, 32),
		LOAD32(BPF_REG_1, BPF_REG_9, OFF(task_tgid)),
		INSN(BPF_JMP | BPF_JNE | BPF_X, BPF_REG_1, BPF_REG_0, 13, 0),
		INSN_LOAD(BPF_REG_1, BPF_REG_8, OFF(vma_start)),
		INSN_LOAD(BPF_REG_2, BPF_REG_7, WORD(start_uaddr)),
		INSN(BPF_JMP | BPF_JNE | BPF_X, BPF_REG_1, BPF_REG_2, 10, 0),
		INSN_LOAD(BPF_REG_8, BPF_REG_8, OFF(vma_file)),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_8, 0, 8, 0),
		INSN_LOAD(BPF_REG_8, BPF_REG_8, OFF(file_inode)),
		INSN_LOAD(BPF_REG_1, BPF_REG_8, OFF(inode_ino)),
		INSN_STORE(BPF_REG_7, WORD(ino), BPF_REG_1),
		INSN_LOAD(BPF_REG_8, BPF_REG_8, OFF(inode_sb)),
		LOAD32(BPF_REG_1, BPF_REG_8, OFF(sb_dev)),
		INSN_STORE(BPF_REG_7, WORD(dev), BPF_REG_1),
		INSN_MOV_IMM(BPF_REG_1, 1),
		INSN_STORE(BPF_REG_7, WORD(is_found), BPF_REG_1),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_TRACING,
		.attach_type = BPF_TRACE_ITER,
		.attach_btf_id = layout->iter_btf_id,
		.insns = insns,
		.insn_cnt = sizeof(insns) / sizeof(insns[0]),
	};
	int fd = trial_load(&prog, &why);

	strbuf_deinit(&why);
	return fd;
}

/* Attaches the program to the mappings of this process. */
static int attach(int prog_fd)
{
	/* union bpf_iter_link_info: task.tid, task.pid, task.pid_fd */
	uint32_t process[3] = { [1] = (uint32_t)getpid() };
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)prog_fd,
		.attach_type = BPF_TRACE_ITER,
		.iter = { (uint64_t)(uintptr_t)process, sizeof(process), 0 },
	};

	return sys_link_create(&attr);
}

int kern_inode_reader_init(struct kern_inode_reader *reader,
			   const struct kern_inode_layout *layout)
{
	_cleanup_close_ int words_fd =
		sys_value_map_create("dtrace_inode", sizeof(struct words), 0);
	_cleanup_close_ int prog_fd = -1;
	int link_fd;

	*reader = (struct kern_inode_reader){ -1, -1 };
	if (words_fd < 0)
		return words_fd;
	prog_fd = load(layout, words_fd);
	if (prog_fd < 0)
		return prog_fd;
	link_fd = attach(prog_fd);
	if (link_fd < 0)
		return link_fd;
	*reader = (struct kern_inode_reader){ take_fd(words_fd), link_fd };
	return 0;
}

void kern_inode_reader_deinit(struct kern_inode_reader *reader)
{
	if (reader->words_fd >= 0)
		close(reader->words_fd);
	if (reader->link_fd >= 0)
		close(reader->link_fd);
	*reader = (struct kern_inode_reader){ -1, -1 };
}

/* Runs the program for each mapping: it prints nothing, so one read suffices. */
static int iterate(const struct kern_inode_reader *reader, struct words *words)
{
	_cleanup_close_ int fd = sys_iter_create(reader->link_fd);
	uint32_t key = 0;
	char byte;

	if (fd < 0)
		return fd;
	if (read(fd, &byte, 1) < 0)
		return -errno;
	return sys_map_lookup(reader->words_fd, &key, words);
}

int kern_mapped_inode(const struct kern_inode_reader *reader, int fd,
		      dev_t *dev_ret, uint64_t *ino_ret)
{
	void *mapping = mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
	struct words words = { (uintptr_t)mapping, 0, 0, 0 };
	uint32_t key = 0;
	int err;

	if (mapping == MAP_FAILED)
		return -errno;
	err = sys_map_update(reader->words_fd, &key, &words, 0);
	if (!err)
		err = iterate(reader, &words);
	munmap(mapping, 1);
	if (!err && !words.is_found)
		err = -ENOENT;
	if (err)
		return err;
	*dev_ret = makedev(words.dev >> 20, words.dev & 0xfffff);
	*ino_ret = words.ino;
	return 0;
}
