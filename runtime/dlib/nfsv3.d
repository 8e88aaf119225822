/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments and results of NFS version 3 (RFC 1813), as the kernel's server has
 * them. Members of unions and inner structs of the protocol are members of the
 * struct itself; file handles and attributes are the kernel's.
 */
#pragma D depends_on module nfsd
#pragma D depends_on library nfs.d

typedef struct GETATTR3args {
	struct knfsd_fh *object;
} GETATTR3args;

translator GETATTR3args < struct nfsd_fhandle *A > {
	object = (struct knfsd_fh *)&A->fh.fh_handle;
};

typedef struct GETATTR3res {
	uint32_t status;
	struct kstat *obj_attributes;
} GETATTR3res;

translator GETATTR3res < struct nfsd3_attrstat *R > {
	status = ntohl(R->status);
	obj_attributes = (struct kstat *)&R->stat;
};

typedef struct SETATTR3args {
	struct knfsd_fh *object;
	struct iattr *new_attributes;
	int check;
} SETATTR3args;

translator SETATTR3args < struct nfsd3_sattrargs *A > {
	object = (struct knfsd_fh *)&A->fh.fh_handle;
	new_attributes = (struct iattr *)&A->attrs;
	check = A->check_guard;
};

typedef struct SETATTR3res {
	uint32_t status;
} SETATTR3res;

translator SETATTR3res < struct nfsd3_attrstat *R > {
	status = ntohl(R->status);
};

typedef struct LOOKUP3args {
	struct knfsd_fh *dir;
	string name;
} LOOKUP3args;

translator LOOKUP3args < struct nfsd3_diropargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	name = _nfs_name[A->name, A->len];
};

typedef struct LOOKUP3res {
	uint32_t status;
	struct knfsd_fh *object;
} LOOKUP3res;

translator LOOKUP3res < struct nfsd3_diropres *R > {
	status = ntohl(R->status);
	object = (struct knfsd_fh *)&R->fh.fh_handle;
};

typedef struct ACCESS3args {
	struct knfsd_fh *object;
	uint32_t access;
} ACCESS3args;

translator ACCESS3args < struct nfsd3_accessargs *A > {
	object = (struct knfsd_fh *)&A->fh.fh_handle;
	access = A->access;
};

typedef struct ACCESS3res {
	uint32_t status;
	uint32_t access;
} ACCESS3res;

translator ACCESS3res < struct nfsd3_accessres *R > {
	status = ntohl(R->status);
	access = R->access;
};

typedef struct READLINK3args {
	struct knfsd_fh *symlink;
} READLINK3args;

translator READLINK3args < struct nfsd_fhandle *A > {
	symlink = (struct knfsd_fh *)&A->fh.fh_handle;
};

typedef struct READLINK3res {
	uint32_t status;
} READLINK3res;

translator READLINK3res < struct nfsd3_readlinkres *R > {
	status = ntohl(R->status);
};

typedef struct READ3args {
	struct knfsd_fh *file;
	uint64_t offset;
	uint32_t count;
} READ3args;

translator READ3args < struct nfsd3_readargs *A > {
	file = (struct knfsd_fh *)&A->fh.fh_handle;
	offset = A->offset;
	count = A->count;
};

typedef struct READ3res {
	uint32_t status;
	uint32_t count;
	int eof;
} READ3res;

translator READ3res < struct nfsd3_readres *R > {
	status = ntohl(R->status);
	count = R->count;
	eof = R->eof != 0;
};

typedef struct WRITE3args {
	struct knfsd_fh *file;
	uint64_t offset;
	uint32_t count;
	int stable;
} WRITE3args;

translator WRITE3args < struct nfsd3_writeargs *A > {
	file = (struct knfsd_fh *)&A->fh.fh_handle;
	offset = A->offset;
	count = A->count;
	stable = A->stable;
};

typedef struct WRITE3res {
	uint32_t status;
	uint32_t count;
	int committed;
} WRITE3res;

translator WRITE3res < struct nfsd3_writeres *R > {
	status = ntohl(R->status);
	count = R->count;
	committed = R->committed;
};

typedef struct CREATE3args {
	struct knfsd_fh *dir;
	string name;
	int mode;
	struct iattr *attributes;
} CREATE3args;

translator CREATE3args < struct nfsd3_createargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	name = _nfs_name[A->name, A->len];
	mode = A->createmode;
	attributes = (struct iattr *)&A->attrs;
};

typedef struct CREATE3res {
	uint32_t status;
	struct knfsd_fh *obj;
} CREATE3res;

translator CREATE3res < struct nfsd3_diropres *R > {
	status = ntohl(R->status);
	obj = (struct knfsd_fh *)&R->fh.fh_handle;
};

typedef struct MKDIR3args {
	struct knfsd_fh *dir;
	string name;
	struct iattr *attributes;
} MKDIR3args;

translator MKDIR3args < struct nfsd3_createargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	name = _nfs_name[A->name, A->len];
	attributes = (struct iattr *)&A->attrs;
};

typedef struct MKDIR3res {
	uint32_t status;
	struct knfsd_fh *obj;
} MKDIR3res;

translator MKDIR3res < struct nfsd3_diropres *R > {
	status = ntohl(R->status);
	obj = (struct knfsd_fh *)&R->fh.fh_handle;
};

typedef struct SYMLINK3args {
	struct knfsd_fh *dir;
	string name;
	struct iattr *attributes;
} SYMLINK3args;

translator SYMLINK3args < struct nfsd3_symlinkargs *A > {
	dir = (struct knfsd_fh *)&A->ffh.fh_handle;
	name = _nfs_name[A->fname, A->flen];
	attributes = (struct iattr *)&A->attrs;
};

typedef struct SYMLINK3res {
	uint32_t status;
	struct knfsd_fh *obj;
} SYMLINK3res;

translator SYMLINK3res < struct nfsd3_diropres *R > {
	status = ntohl(R->status);
	obj = (struct knfsd_fh *)&R->fh.fh_handle;
};

typedef struct MKNOD3args {
	struct knfsd_fh *dir;
	string name;
	uint32_t type;
	uint32_t specdata1;
	uint32_t specdata2;
	struct iattr *attributes;
} MKNOD3args;

translator MKNOD3args < struct nfsd3_mknodargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	name = _nfs_name[A->name, A->len];
	type = A->ftype;
	specdata1 = A->major;
	specdata2 = A->minor;
	attributes = (struct iattr *)&A->attrs;
};

typedef struct MKNOD3res {
	uint32_t status;
	struct knfsd_fh *obj;
} MKNOD3res;

translator MKNOD3res < struct nfsd3_diropres *R > {
	status = ntohl(R->status);
	obj = (struct knfsd_fh *)&R->fh.fh_handle;
};

typedef struct REMOVE3args {
	struct knfsd_fh *dir;
	string name;
} REMOVE3args;

translator REMOVE3args < struct nfsd3_diropargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	name = _nfs_name[A->name, A->len];
};

typedef struct REMOVE3res {
	uint32_t status;
} REMOVE3res;

translator REMOVE3res < struct nfsd3_attrstat *R > {
	status = ntohl(R->status);
};

typedef struct RMDIR3args {
	struct knfsd_fh *dir;
	string name;
} RMDIR3args;

translator RMDIR3args < struct nfsd3_diropargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	name = _nfs_name[A->name, A->len];
};

typedef struct RMDIR3res {
	uint32_t status;
} RMDIR3res;

translator RMDIR3res < struct nfsd3_attrstat *R > {
	status = ntohl(R->status);
};

typedef struct RENAME3args {
	struct knfsd_fh *from_dir;
	string from_name;
	struct knfsd_fh *to_dir;
	string to_name;
} RENAME3args;

translator RENAME3args < struct nfsd3_renameargs *A > {
	from_dir = (struct knfsd_fh *)&A->ffh.fh_handle;
	from_name = _nfs_name[A->fname, A->flen];
	to_dir = (struct knfsd_fh *)&A->tfh.fh_handle;
	to_name = _nfs_name[A->tname, A->tlen];
};

typedef struct RENAME3res {
	uint32_t status;
} RENAME3res;

translator RENAME3res < struct nfsd3_renameres *R > {
	status = ntohl(R->status);
};

typedef struct LINK3args {
	struct knfsd_fh *file;
	struct knfsd_fh *dir;
	string name;
} LINK3args;

translator LINK3args < struct nfsd3_linkargs *A > {
	file = (struct knfsd_fh *)&A->ffh.fh_handle;
	dir = (struct knfsd_fh *)&A->tfh.fh_handle;
	name = _nfs_name[A->tname, A->tlen];
};

typedef struct LINK3res {
	uint32_t status;
} LINK3res;

translator LINK3res < struct nfsd3_linkres *R > {
	status = ntohl(R->status);
};

typedef struct READDIR3args {
	struct knfsd_fh *dir;
	uint64_t cookie;
	uint32_t count;
} READDIR3args;

translator READDIR3args < struct nfsd3_readdirargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	cookie = A->cookie;
	count = A->count;
};

typedef struct READDIR3res {
	uint32_t status;
} READDIR3res;

translator READDIR3res < struct nfsd3_readdirres *R > {
	status = ntohl(R->status);
};

typedef struct READDIRPLUS3args {
	struct knfsd_fh *dir;
	uint64_t cookie;
	uint32_t maxcount;
} READDIRPLUS3args;

translator READDIRPLUS3args < struct nfsd3_readdirargs *A > {
	dir = (struct knfsd_fh *)&A->fh.fh_handle;
	cookie = A->cookie;
	maxcount = A->count;
};

typedef struct READDIRPLUS3res {
	uint32_t status;
} READDIRPLUS3res;

translator READDIRPLUS3res < struct nfsd3_readdirres *R > {
	status = ntohl(R->status);
};

typedef struct FSSTAT3args {
	struct knfsd_fh *fsroot;
} FSSTAT3args;

translator FSSTAT3args < struct nfsd_fhandle *A > {
	fsroot = (struct knfsd_fh *)&A->fh.fh_handle;
};

typedef struct FSSTAT3res {
	uint32_t status;
	uint64_t tbytes;
	uint64_t fbytes;
	uint64_t abytes;
	uint64_t tfiles;
	uint64_t ffiles;
	uint64_t afiles;
	uint32_t invarsec;
} FSSTAT3res;

translator FSSTAT3res < struct nfsd3_fsstatres *R > {
	status = ntohl(R->status);
	tbytes = R->stats.f_blocks * R->stats.f_bsize;
	fbytes = R->stats.f_bfree * R->stats.f_bsize;
	abytes = R->stats.f_bavail * R->stats.f_bsize;
	tfiles = R->stats.f_files;
	ffiles = R->stats.f_ffree;
	afiles = R->stats.f_ffree;
	invarsec = R->invarsec;
};

typedef struct FSINFO3args {
	struct knfsd_fh *fsroot;
} FSINFO3args;

translator FSINFO3args < struct nfsd_fhandle *A > {
	fsroot = (struct knfsd_fh *)&A->fh.fh_handle;
};

typedef struct FSINFO3res {
	uint32_t status;
	uint32_t rtmax;
	uint32_t rtpref;
	uint32_t rtmult;
	uint32_t wtmax;
	uint32_t wtpref;
	uint32_t wtmult;
	uint32_t dtpref;
	uint64_t maxfilesize;
	uint32_t properties;
} FSINFO3res;

translator FSINFO3res < struct nfsd3_fsinfores *R > {
	status = ntohl(R->status);
	rtmax = R->f_rtmax;
	rtpref = R->f_rtpref;
	rtmult = R->f_rtmult;
	wtmax = R->f_wtmax;
	wtpref = R->f_wtpref;
	wtmult = R->f_wtmult;
	dtpref = R->f_dtpref;
	maxfilesize = R->f_maxfilesize;
	properties = R->f_properties;
};

typedef struct PATHCONF3args {
	struct knfsd_fh *object;
} PATHCONF3args;

translator PATHCONF3args < struct nfsd_fhandle *A > {
	object = (struct knfsd_fh *)&A->fh.fh_handle;
};

typedef struct PATHCONF3res {
	uint32_t status;
	uint32_t link_max;
	uint32_t name_max;
	uint32_t no_trunc;
	uint32_t chown_restricted;
	uint32_t case_insensitive;
	uint32_t case_preserving;
} PATHCONF3res;

translator PATHCONF3res < struct nfsd3_pathconfres *R > {
	status = ntohl(R->status);
	link_max = R->p_link_max;
	name_max = R->p_name_max;
	no_trunc = R->p_no_trunc;
	chown_restricted = R->p_chown_restricted;
	case_insensitive = R->p_case_insensitive;
	case_preserving = R->p_case_preserving;
};

typedef struct COMMIT3args {
	struct knfsd_fh *file;
	uint64_t offset;
	uint32_t count;
} COMMIT3args;

translator COMMIT3args < struct nfsd3_commitargs *A > {
	file = (struct knfsd_fh *)&A->fh.fh_handle;
	offset = A->offset;
	count = A->count;
};

typedef struct COMMIT3res {
	uint32_t status;
} COMMIT3res;

translator COMMIT3res < struct nfsd3_commitres *R > {
	status = ntohl(R->status);
};
