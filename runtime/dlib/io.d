/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Block requests, translated from the kernel's struct bio, and files. If the
 * file of a request is not known, its names are "<none>".
 */
#pragma D depends_on module vmlinux

typedef long long loff_t;
typedef char *caddr_t;

typedef struct bufinfo {
	int b_flags;
	size_t b_bcount;
	caddr_t b_addr;
	uint64_t b_lblkno;
	uint64_t b_blkno;
	size_t b_resid;
	size_t b_bufsize;
	caddr_t b_iodone;
	int b_error;
	dev_t b_edev;
} bufinfo_t;

typedef struct devinfo {
	int dev_major;
	int dev_minor;
	int dev_instance;
	string dev_name;
	string dev_statname;
	string dev_pathname;
} devinfo_t;

typedef struct fileinfo {
	string fi_name;
	string fi_dirname;
	string fi_pathname;
	loff_t fi_offset;
	string fi_fs;
	string fi_mount;
	int fi_oflags;
} fileinfo_t;

/* b_flags */
inline int B_BUSY = 0x1;
inline int B_DONE = 0x2;
inline int B_ERROR = 0x4;
inline int B_PAGEIO = 0x10;
inline int B_PHYS = 0x20;
inline int B_READ = 0x40;
inline int B_WRITE = 0x100;
inline int B_ASYNC = 0x400;

/*
 * How a request ended, of type blk_status_t; before Linux 5.16 a negative
 * errno. `done` of a request-based disk fires before the kernel puts it into
 * the struct bio, and passes it in arg7, with a tag that no other arg7 has.
 */
inline int _status[struct bio *B] =
	arg7 >> 32 == 0xb10b10b ? (int)arg7 : B->bi_status;
inline int _status_errno[int S] = S <= 0 ? -S : S == 1 ? 95 : S == 2 ? 110 :
    S == 3 ? 28 : S == 4 ? 67 : S == 5 ? 121 : S == 6 ? 52 : S == 7 ? 61 :
    S == 8 ? 84 : S == 9 ? 12 : S == 11 ? 78 : S == 12 ? 11 :
    S == 13 || S == 14 ? 16 : 5;

/* fi_oflags: open(2) of Linux */
inline int O_ACCMODE = 03;
inline int O_RDONLY = 00;
inline int O_WRONLY = 01;
inline int O_RDWR = 02;
inline int O_CREAT = 0100;
inline int O_EXCL = 0200;
inline int O_NOCTTY = 0400;
inline int O_TRUNC = 01000;
inline int O_APPEND = 02000;
inline int O_NONBLOCK = 04000;
inline int O_DSYNC = 010000;
inline int O_DIRECTORY = 0200000;
inline int O_CLOEXEC = 02000000;
inline int O_SYNC = 04010000;

/*
 * bi_opf: bits 0 to 7: 0 is a read, odd numbers are writes; bit 11:
 * synchronous; bit 19: read ahead. Somebody waits for other reads, with or
 * without bit 11. Before Linux 6.5, nothing tells that the pages are a user's
 * (direct I/O).
 */
translator bufinfo_t < struct bio *B > {
	b_flags = (B->bi_opf & 1 ? B_WRITE : B_READ) |
	    (B->bi_opf & 0x800 || (B->bi_opf & 0x800ff) == 0 ? 0 : B_ASYNC) |
	    (B->bi_flags & _bit_BIO_PAGE_PINNED ? B_PHYS : B_PAGEIO) |
	    (_status[B] ? B_ERROR : 0);
	b_bcount = B->bi_iter.bi_size;
	b_addr = 0;
	b_lblkno = B->bi_iter.bi_sector;
	b_blkno = B->bi_iter.bi_sector;
	b_resid = 0;
	b_bufsize = B->bi_iter.bi_size;
	b_iodone = (caddr_t)B->bi_end_io;
	b_error = _status_errno[_status[B]];
	b_edev = B->bi_bdev == NULL ? 0 : B->bi_bdev->bd_dev;
};

/* of the disk or the partition, as in /sys/block: sda1, nvme0n1p2 */
inline string _statname[struct block_device *D] =
	stringof(D->bd_device.kobj.name);

translator devinfo_t < struct bio *B > {
	dev_major = B->bi_bdev == NULL ? 0 : getmajor(B->bi_bdev->bd_dev);
	dev_minor = B->bi_bdev == NULL ? 0 : getminor(B->bi_bdev->bd_dev);
	dev_instance = 0;
	dev_name = B->bi_bdev == NULL ? "<none>" :
	    stringof(B->bi_bdev->bd_disk->disk_name);
	dev_statname = B->bi_bdev == NULL ? "<none>" : _statname[B->bi_bdev];
	dev_pathname = B->bi_bdev == NULL ? "<none>" :
	    strjoin("/dev/", _statname[B->bi_bdev]);
};

inline uint64_t _bio_offsets =
	(uint64_t)offsetof(struct bio, bi_io_vec) |
	(uint64_t)(offsetof(struct bio, bi_iter) +
	    offsetof(struct bvec_iter, bi_size)) << 16 |
	(uint64_t)(offsetof(struct bio, bi_iter) +
	    offsetof(struct bvec_iter, bi_idx)) << 32 |
	(uint64_t)offsetof(struct bio, bi_flags) << 48;
inline uint64_t _page_offsets =
	(uint64_t)offsetof(struct page, mapping) |
	(uint64_t)offsetof(struct address_space, host) << 16 |
	(uint64_t)offsetof(struct inode, i_mode) << 32 |
	(uint64_t)offsetof(struct inode, i_dentry) << 48;

/*
 * Offset of the link to the other names of a file, in the last member, d_u,
 * which has no name since Linux 7. By d_inode it is checked that the link leads
 * to a dentry.
 */
inline uint64_t _alias_offset =
	sizeof(struct dentry) - sizeof(struct hlist_node);
/* The file to which the pages belong, by one of its names; NULL: no file. */
inline struct dentry *_dentry_of[struct bio *B] = (struct dentry *)
	_bio_dentry((uintptr_t)B, _bio_offsets, _page_offsets,
	    _alias_offset | (uint64_t)offsetof(struct dentry, d_inode) << 16);
inline string _path_in_fs[struct dentry *D] = D == NULL ? "<none>" :
	_path((uintptr_t)D, 0, 2, _dentry_offsets, _inode_offsets,
	    _mount_offsets, _super_offsets, _path_offsets);

translator fileinfo_t < struct bio *B > {
	fi_name = basename(_path_in_fs[_dentry_of[B]]);
	fi_dirname = _dentry_of[B] == NULL ? "<none>" :
	    dirname(_path_in_fs[_dentry_of[B]]);
	fi_pathname = _path_in_fs[_dentry_of[B]];
	fi_offset = 0;
	fi_fs = _dentry_of[B] == NULL ? "<none>" :
	    stringof(_dentry_of[B]->d_sb->s_type->name);
	fi_mount = "<none>";
	fi_oflags = 0;
};

/* of an open file; NULL for a descriptor that is not open */
translator fileinfo_t < struct file *F > {
	fi_name = F == NULL ? "<none>" : basename(d_path[&F->f_path]);
	fi_dirname = F == NULL ? "<none>" : dirname(d_path[&F->f_path]);
	fi_pathname = F == NULL ? "<none>" : d_path[&F->f_path];
	fi_offset = F == NULL ? 0 : F->f_pos;
	fi_fs = F == NULL ? "<none>" :
	    stringof(F->f_inode->i_sb->s_type->name);
	fi_mount = F == NULL ? "<none>" :
	    _path_of[&F->f_path, 1];
	fi_oflags = F == NULL ? 0 : F->f_flags;
};

/* of a name, with the path from the root directory of its file system */
translator fileinfo_t < struct dentry *D > {
	fi_name = basename(_path_in_fs[D]);
	fi_dirname = dirname(_path_in_fs[D]);
	fi_pathname = _path_in_fs[D];
	fi_offset = 0;
	fi_fs = D == NULL ? "<none>" : stringof(D->d_sb->s_type->name);
	fi_mount = "<none>";
	fi_oflags = 0;
};
