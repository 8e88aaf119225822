/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads and writes of the NFS client, translated from the kernel's struct
 * nfs_pgio_header, which describes one request to the server.
 */
#pragma D depends_on module nfs
#pragma D depends_on library io.d
#pragma D depends_on library files.d

inline struct dentry *_nfs_first[struct nfs_pgio_header *H] =
    (struct dentry *)((uintptr_t)H->inode->i_dentry.first - _alias_offset);
/* One of the names of the file; NULL: it no longer has any. */
inline struct dentry *_nfs_dentry[struct nfs_pgio_header *H] =
    H->inode->i_dentry.first == NULL ||
    _nfs_first[H]->d_inode != H->inode ? NULL : _nfs_first[H];

/* rw_mode: bit 1, write; dreq: direct I/O */
translator bufinfo_t < struct nfs_pgio_header *H > {
	b_flags = (H->rw_mode & 2 ? B_WRITE : B_READ) | B_ASYNC |
	    (H->dreq == NULL ? B_PAGEIO : B_PHYS) |
	    (H->task.tk_status < 0 ? B_ERROR : 0);
	b_bcount = H->args.count;
	b_addr = 0;
	b_lblkno = H->args.offset / 512;
	b_blkno = H->args.offset / 512;
	b_resid = 0;
	b_bufsize = H->args.count;
	b_iodone = 0;
	b_error = H->task.tk_status < 0 ? -H->task.tk_status : 0;
	b_edev = H->inode->i_sb->s_dev;
};

translator devinfo_t < struct nfs_pgio_header *H > {
	dev_major = getmajor(H->inode->i_sb->s_dev);
	dev_minor = getminor(H->inode->i_sb->s_dev);
	dev_instance = 0;
	dev_name = "nfs";
	dev_statname = strjoin("nfs", lltostr(getminor(H->inode->i_sb->s_dev)));
	dev_pathname = "<nfs>";
};

translator fileinfo_t < struct nfs_pgio_header *H > {
	fi_name = basename(_path_in_fs[_nfs_dentry[H]]);
	fi_dirname = _nfs_dentry[H] == NULL ? "<none>" :
	    dirname(_path_in_fs[_nfs_dentry[H]]);
	fi_pathname = _path_in_fs[_nfs_dentry[H]];
	fi_offset = H->args.offset;
	fi_fs = stringof(H->inode->i_sb->s_type->name);
	fi_mount = "<none>";
	fi_oflags = 0;
};
