// SPDX-License-Identifier: BSD-2-Clause
/*
 * Numbers of the files to which probes are attached, by device and inode. For a
 * file on overlayfs these are not what stat(2) says: runtime/kernel/mapped_inode.c.
 * A file that several mounts show must have one number, because its probes fire
 * for the processes of all of them, whichever path they were attached by.
 */
#include <errno.h>
#include <linux/magic.h>
#include <sys/statfs.h>

#include "runtime/provider/user.h"
#include "runtime/types/btf.h"

static uint32_t member(struct type_table *types, const char *tag,
		       const char *name)
{
	return type_member_off(types, tag, name);
}

/* Without it, files on overlayfs are told apart by stat(2). */
static int open_reader(struct prov_files *files, struct type_table *types)
{
	struct kern_inode_layout layout;
	struct btf_func iter;

	if (!types->source ||
	    btf_func_find(types->source, types, NULL, "bpf_iter_task_vma",
			  &iter))
		return -ENOENT;
	layout = (struct kern_inode_layout){
		.iter_btf_id = iter.btf_id,
		.task_tgid = member(types, "task_struct", "tgid"),
		.vma_start = member(types, "vm_area_struct", "vm_start"),
		.vma_file = member(types, "vm_area_struct", "vm_file"),
		.file_inode = member(types, "file", "f_inode"),
		.inode_ino = member(types, "inode", "i_ino"),
		.inode_sb = member(types, "inode", "i_sb"),
		.sb_dev = member(types, "super_block", "s_dev"),
	};
	return kern_inode_reader_init(&files->reader, &layout);
}

static bool is_on_overlayfs(int fd)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) && fs.f_type == OVERLAYFS_SUPER_MAGIC;
}

int prov_file_number(struct prov_files *files, struct type_table *types, int fd,
		     struct stat *st_ret)
{
	uint64_t key[2], ino;
	void **slot;
	dev_t dev;

	if (fstat(fd, st_ret))
		return -errno;
	key[0] = st_ret->st_dev;
	key[1] = st_ret->st_ino;
	if (is_on_overlayfs(fd)) {
		if (!files->has_tried)
			files->has_reader = !open_reader(files, types);
		files->has_tried = true;
		if (files->has_reader &&
		    !kern_mapped_inode(&files->reader, fd, &dev, &ino)) {
			key[0] = dev;
			key[1] = ino;
		}
	}
	slot = map_put(&files->numbers, key, sizeof(key));
	if (!*slot)
		*slot = (void *)(uintptr_t)files->numbers.cnt;
	return (int)(uintptr_t)*slot - 1;
}

void prov_files_deinit(struct prov_files *files)
{
	map_deinit(&files->numbers);
	if (files->has_reader)
		kern_inode_reader_deinit(&files->reader);
	files->has_reader = files->has_tried = false;
}
