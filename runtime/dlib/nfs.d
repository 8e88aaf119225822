/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests to the kernel's NFS server, translated from its struct svc_rqst. The
 * file of a request is a raw argument of its probe:
 *
 *	arg3	struct svc_fh *, or 0
 */
#pragma D depends_on module nfsd
#pragma D depends_on library conninfo.d
#pragma D depends_on library files.d

typedef struct nfsv3opinfo {
	uint64_t noi_xid;
	struct svc_cred *noi_cred;
	string noi_curpath;
} nfsv3opinfo_t;

typedef struct nfsv4opinfo {
	uint64_t noi_xid;
	struct svc_cred *noi_cred;
	string noi_curpath;
} nfsv4opinfo_t;

/* the name is in a request, where no zero byte follows it */
inline string _nfs_name[char *N, uint32_t L] =
    N == NULL ? "" : substr(stringof(N), 0, L);

/* a handle has a file once the server has looked it up */
inline string _nfs_path[struct svc_fh *F] =
    F == NULL || F->fh_dentry == NULL || F->fh_export == NULL ? "<unknown>" :
    _path((uintptr_t)F->fh_dentry, (uintptr_t)curthread->fs,
	(uintptr_t)F->fh_export->ex_path.mnt, _dentry_offsets,
	_inode_offsets, _mount_offsets, _super_offsets, _path_offsets);

translator conninfo_t < struct svc_rqst *R > {
	ci_local = _address_of[(uint16_t *)&R->rq_daddr];
	ci_remote = _address_of[(uint16_t *)&R->rq_addr];
	ci_protocol = *(uint16_t *)&R->rq_addr == 10 ? "ipv6" : "ipv4";
};

translator nfsv3opinfo_t < struct svc_rqst *R > {
	noi_xid = ntohl(R->rq_xid);
	noi_cred = (struct svc_cred *)&R->rq_cred;
	noi_curpath = _nfs_path[(struct svc_fh *)arg3];
};

translator nfsv4opinfo_t < struct svc_rqst *R > {
	noi_xid = ntohl(R->rq_xid);
	noi_cred = (struct svc_cred *)&R->rq_cred;
	noi_curpath = _nfs_path[(struct svc_fh *)arg3];
};
