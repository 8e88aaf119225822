/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of the current process and their names. The in-kernel library follows
 * the kernel's structures; it gets the offsets of their members from here, four
 * offsets of 16 bits in a word.
 */
#pragma D depends_on module vmlinux

inline uint64_t _dentry_offsets =
	(uint64_t)offsetof(struct dentry, d_parent) |
	(uint64_t)(offsetof(struct dentry, d_name) +
	    offsetof(struct qstr, name)) << 16 |
	(uint64_t)(offsetof(struct dentry, d_name) +
	    offsetof(struct qstr, len)) << 32 |
	(uint64_t)offsetof(struct dentry, d_op) << 48;
inline uint64_t _inode_offsets =
	(uint64_t)(offsetof(struct dentry, d_hash) +
	    offsetof(struct hlist_bl_node, pprev)) |
	(uint64_t)offsetof(struct dentry, d_inode) << 16 |
	(uint64_t)offsetof(struct dentry, d_sb) << 32 |
	(uint64_t)offsetof(struct inode, i_ino) << 48;
inline uint64_t _mount_offsets =
	(uint64_t)offsetof(struct mount, mnt_parent) |
	(uint64_t)offsetof(struct mount, mnt_mountpoint) << 16 |
	(uint64_t)offsetof(struct mount, mnt) << 32 |
	(uint64_t)offsetof(struct vfsmount, mnt_root) << 48;
inline uint64_t _super_offsets =
	(uint64_t)offsetof(struct super_block, s_root) |
	(uint64_t)offsetof(struct super_block, s_magic) << 16 |
	(uint64_t)offsetof(struct dentry_operations, d_dname) << 32 |
	(uint64_t)offsetof(struct fs_struct, root) << 48;
inline uint64_t _path_offsets =
	(uint64_t)offsetof(struct path, dentry) |
	(uint64_t)offsetof(struct path, mnt) << 16 |
	(uint64_t)offsetof(struct inode, i_private) << 32 |
	(uint64_t)offsetof(struct ns_common, ops) << 48;
inline uint64_t _file_offsets =
	(uint64_t)offsetof(struct task_struct, files) |
	(uint64_t)offsetof(struct files_struct, fdt) << 16 |
	(uint64_t)offsetof(struct fdtable, max_fds) << 32 |
	(uint64_t)offsetof(struct fdtable, fd) << 48;

/* The path from the root directory of the process. */
inline string _path_of[struct path *P, int M] =
	_path((uintptr_t)P, (uintptr_t)curthread->fs, M, _dentry_offsets,
	    _inode_offsets, _mount_offsets, _super_offsets, _path_offsets);

inline string d_path[struct path *P] = _path_of[P, 0];

inline string cwd = d_path[&curthread->fs->pwd];
/* from that of its mount namespace: "/" but for chroot(2) */
inline string root = _path((uintptr_t)&curthread->fs->root, 0, 0,
    _dentry_offsets, _inode_offsets, _mount_offsets, _super_offsets,
    _path_offsets);

/* NULL: the descriptor is not open */
inline struct file *getf[int F] =
	(struct file *)_file((uintptr_t)curthread, F, _file_offsets);

inline fileinfo_t fds[int F] = xlate <fileinfo_t> (getf[F]);
