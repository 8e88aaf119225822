/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which inode the kernel maps for a descriptor, where stat(2) does not tell.
 *
 *	kern_inode_reader_init(&reader, &layout)
 *	kern_mapped_inode(&reader, fd, &dev, &ino)
 *	kern_inode_reader_deinit(&reader)
 */
#ifndef DTRACE_RUNTIME_KERNEL_MAPPED_INODE_H
#define DTRACE_RUNTIME_KERNEL_MAPPED_INODE_H

#include <stdint.h>
#include <sys/types.h>

/* The kernel's types, from its BTF: offsets of members in bytes. */
struct kern_inode_layout {
	uint32_t iter_btf_id; /* of the function bpf_iter_task_vma */
	uint32_t task_tgid;
	uint32_t vma_start, vma_file, file_inode, inode_ino, inode_sb, sb_dev;
};

struct kern_inode_reader {
	int words_fd; /* the array in which the program stores words */
	int link_fd;
};

/* Returns 0, or -errno with nothing left. */
int kern_inode_reader_init(struct kern_inode_reader *reader,
			   const struct kern_inode_layout *layout);
void kern_inode_reader_deinit(struct kern_inode_reader *reader);
/* Returns device and inode that a mapping of @fd has: 0 or -errno. */
int kern_mapped_inode(const struct kern_inode_reader *reader, int fd,
		      dev_t *dev_ret, uint64_t *ino_ret);

#endif
