/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments and results of operations of NFS version 4 (RFC 7530), as the
 * kernel's server has them in a request. Members of unions and inner structs of
 * the protocol are members of the struct itself; file handles, attributes and
 * the ids of states are the kernel's.
 */
#pragma D depends_on module nfsd
#pragma D depends_on library nfs.d

typedef struct COMPOUND4args {
	string tag;
	uint32_t minorversion;
	uint32_t argarray_len;
} COMPOUND4args;

translator COMPOUND4args < struct nfsd4_compoundargs *A > {
	tag = _nfs_name[A->tag, A->taglen];
	minorversion = A->minorversion;
	argarray_len = A->opcnt;
};

typedef struct COMPOUND4res {
	uint32_t status;
	string tag;
	uint32_t resarray_len;
} COMPOUND4res;

translator COMPOUND4res < struct nfsd4_compoundres *R > {
	status = ntohl(R->cstate.status);
	tag = _nfs_name[R->tag, R->taglen];
	resarray_len = R->opcnt;
};

/* for operations of versions after 4.0 */
typedef struct nfsv4res {
	uint32_t status;
} nfsv4res_t;

translator nfsv4res_t < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct ACCESS4args {
	uint32_t access;
} ACCESS4args;

translator ACCESS4args < struct nfsd4_op *P > {
	access = P->u.access.ac_req_access;
};

typedef struct ACCESS4res {
	uint32_t status;
	uint32_t supported;
	uint32_t access;
} ACCESS4res;

translator ACCESS4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	supported = P->u.access.ac_supported;
	access = P->u.access.ac_resp_access;
};

typedef struct CLOSE4args {
	uint32_t seqid;
	stateid_t *open_stateid;
} CLOSE4args;

translator CLOSE4args < struct nfsd4_op *P > {
	seqid = P->u.close.cl_seqid;
	open_stateid = &P->u.close.cl_stateid;
};

typedef struct CLOSE4res {
	uint32_t status;
	stateid_t *open_stateid;
} CLOSE4res;

translator CLOSE4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	open_stateid = &P->u.close.cl_stateid;
};

typedef struct COMMIT4args {
	uint64_t offset;
	uint32_t count;
} COMMIT4args;

translator COMMIT4args < struct nfsd4_op *P > {
	offset = P->u.commit.co_offset;
	count = P->u.commit.co_count;
};

typedef struct COMMIT4res {
	uint32_t status;
} COMMIT4res;

translator COMMIT4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct CREATE4args {
	uint32_t objtype;
	string objname;
} CREATE4args;

translator CREATE4args < struct nfsd4_op *P > {
	objtype = P->u.create.cr_type;
	objname = _nfs_name[P->u.create.cr_name, P->u.create.cr_namelen];
};

typedef struct CREATE4res {
	uint32_t status;
} CREATE4res;

translator CREATE4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct DELEGPURGE4res {
	uint32_t status;
} DELEGPURGE4res;

translator DELEGPURGE4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct DELEGRETURN4args {
	stateid_t *deleg_stateid;
} DELEGRETURN4args;

translator DELEGRETURN4args < struct nfsd4_op *P > {
	deleg_stateid = &P->u.delegreturn.dr_stateid;
};

typedef struct DELEGRETURN4res {
	uint32_t status;
} DELEGRETURN4res;

translator DELEGRETURN4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct GETATTR4args {
	uint32_t *attr_request;
} GETATTR4args;

translator GETATTR4args < struct nfsd4_op *P > {
	attr_request = P->u.getattr.ga_bmval;
};

typedef struct GETATTR4res {
	uint32_t status;
} GETATTR4res;

translator GETATTR4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct GETFH4res {
	uint32_t status;
	struct knfsd_fh *object;
} GETFH4res;

translator GETFH4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	object = P->status == 0 ?
	    (struct knfsd_fh *)&P->u.getfh->fh_handle : NULL;
};

typedef struct LINK4args {
	string newname;
} LINK4args;

translator LINK4args < struct nfsd4_op *P > {
	newname = _nfs_name[P->u.link.li_name, P->u.link.li_namelen];
};

typedef struct LINK4res {
	uint32_t status;
} LINK4res;

translator LINK4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct LOCK4args {
	uint32_t locktype;
	int reclaim;
	uint64_t offset;
	uint64_t length;
	int new_lock_owner;
} LOCK4args;

translator LOCK4args < struct nfsd4_op *P > {
	locktype = P->u.lock.lk_type;
	reclaim = P->u.lock.lk_reclaim != 0;
	offset = P->u.lock.lk_offset;
	length = P->u.lock.lk_length;
	new_lock_owner = P->u.lock.lk_is_new != 0;
};

typedef struct LOCK4res {
	uint32_t status;
} LOCK4res;

translator LOCK4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct LOCKT4args {
	uint32_t locktype;
	uint64_t offset;
	uint64_t length;
	uint64_t clientid;
} LOCKT4args;

translator LOCKT4args < struct nfsd4_op *P > {
	locktype = P->u.lockt.lt_type;
	offset = P->u.lockt.lt_offset;
	length = P->u.lockt.lt_length;
	clientid = ntohll(*(uint64_t *)&P->u.lockt.lt_clientid);
};

typedef struct LOCKT4res {
	uint32_t status;
} LOCKT4res;

translator LOCKT4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct LOCKU4args {
	uint32_t locktype;
	uint32_t seqid;
	stateid_t *lock_stateid;
	uint64_t offset;
	uint64_t length;
} LOCKU4args;

translator LOCKU4args < struct nfsd4_op *P > {
	locktype = P->u.locku.lu_type;
	seqid = P->u.locku.lu_seqid;
	lock_stateid = &P->u.locku.lu_stateid;
	offset = P->u.locku.lu_offset;
	length = P->u.locku.lu_length;
};

typedef struct LOCKU4res {
	uint32_t status;
	stateid_t *lock_stateid;
} LOCKU4res;

translator LOCKU4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	lock_stateid = &P->u.locku.lu_stateid;
};

typedef struct LOOKUP4args {
	string objname;
} LOOKUP4args;

translator LOOKUP4args < struct nfsd4_op *P > {
	objname = _nfs_name[P->u.lookup.lo_name, P->u.lookup.lo_len];
};

typedef struct LOOKUP4res {
	uint32_t status;
} LOOKUP4res;

translator LOOKUP4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct LOOKUPP4res {
	uint32_t status;
} LOOKUPP4res;

translator LOOKUPP4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct NVERIFY4args {
	uint32_t *attrmask;
} NVERIFY4args;

translator NVERIFY4args < struct nfsd4_op *P > {
	attrmask = P->u.nverify.ve_bmval;
};

typedef struct NVERIFY4res {
	uint32_t status;
} NVERIFY4res;

translator NVERIFY4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct OPEN4args {
	uint32_t seqid;
	uint32_t share_access;
	uint32_t share_deny;
	uint32_t opentype;
	uint32_t claim;
	string file;
	uint64_t clientid;
} OPEN4args;

translator OPEN4args < struct nfsd4_op *P > {
	seqid = P->u.open.op_seqid;
	share_access = P->u.open.op_share_access;
	share_deny = P->u.open.op_share_deny;
	opentype = P->u.open.op_create;
	claim = P->u.open.op_claim_type;
	file =
	    P->u.open.op_claim_type != 0 ? "" :
	    _nfs_name[P->u.open.op_fname, P->u.open.op_fnamelen];
	clientid = ntohll(*(uint64_t *)&P->u.open.op_clientid);
};

typedef struct OPEN4res {
	uint32_t status;
	stateid_t *stateid;
	uint32_t rflags;
	uint32_t delegation_type;
} OPEN4res;

translator OPEN4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	stateid = &P->u.open.op_stateid;
	rflags = P->u.open.op_rflags;
	delegation_type = P->u.open.op_delegate_type;
};

typedef struct OPENATTR4res {
	uint32_t status;
} OPENATTR4res;

translator OPENATTR4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct OPEN_CONFIRM4args {
	stateid_t *open_stateid;
	uint32_t seqid;
} OPEN_CONFIRM4args;

translator OPEN_CONFIRM4args < struct nfsd4_op *P > {
	open_stateid = &P->u.open_confirm.oc_req_stateid;
	seqid = P->u.open_confirm.oc_seqid;
};

typedef struct OPEN_CONFIRM4res {
	uint32_t status;
	stateid_t *open_stateid;
} OPEN_CONFIRM4res;

translator OPEN_CONFIRM4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	open_stateid = &P->u.open_confirm.oc_resp_stateid;
};

typedef struct OPEN_DOWNGRADE4args {
	stateid_t *open_stateid;
	uint32_t seqid;
	uint32_t share_access;
	uint32_t share_deny;
} OPEN_DOWNGRADE4args;

translator OPEN_DOWNGRADE4args < struct nfsd4_op *P > {
	open_stateid = &P->u.open_downgrade.od_stateid;
	seqid = P->u.open_downgrade.od_seqid;
	share_access = P->u.open_downgrade.od_share_access;
	share_deny = P->u.open_downgrade.od_share_deny;
};

typedef struct OPEN_DOWNGRADE4res {
	uint32_t status;
	stateid_t *open_stateid;
} OPEN_DOWNGRADE4res;

translator OPEN_DOWNGRADE4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	open_stateid = &P->u.open_downgrade.od_stateid;
};

typedef struct PUTFH4args {
	char *object;
	uint32_t object_len;
} PUTFH4args;

translator PUTFH4args < struct nfsd4_op *P > {
	object = P->u.putfh.pf_fhval;
	object_len = P->u.putfh.pf_fhlen;
};

typedef struct PUTFH4res {
	uint32_t status;
} PUTFH4res;

translator PUTFH4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct PUTPUBFH4res {
	uint32_t status;
} PUTPUBFH4res;

translator PUTPUBFH4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct PUTROOTFH4res {
	uint32_t status;
} PUTROOTFH4res;

translator PUTROOTFH4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct READ4args {
	stateid_t *stateid;
	uint64_t offset;
	uint32_t count;
} READ4args;

translator READ4args < struct nfsd4_op *P > {
	stateid = &P->u.read.rd_stateid;
	offset = P->u.read.rd_offset;
	count = P->u.read.rd_length;
};

typedef struct READ4res {
	uint32_t status;
} READ4res;

translator READ4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct READDIR4args {
	uint64_t cookie;
	uint32_t dircount;
	uint32_t maxcount;
	uint32_t *attr_request;
} READDIR4args;

translator READDIR4args < struct nfsd4_op *P > {
	cookie = P->u.readdir.rd_cookie;
	dircount = P->u.readdir.rd_dircount;
	maxcount = P->u.readdir.rd_maxcount;
	attr_request = P->u.readdir.rd_bmval;
};

typedef struct READDIR4res {
	uint32_t status;
} READDIR4res;

translator READDIR4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct READLINK4res {
	uint32_t status;
} READLINK4res;

translator READLINK4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct REMOVE4args {
	string target;
} REMOVE4args;

translator REMOVE4args < struct nfsd4_op *P > {
	target = _nfs_name[P->u.remove.rm_name, P->u.remove.rm_namelen];
};

typedef struct REMOVE4res {
	uint32_t status;
} REMOVE4res;

translator REMOVE4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct RENAME4args {
	string oldname;
	string newname;
} RENAME4args;

translator RENAME4args < struct nfsd4_op *P > {
	oldname = _nfs_name[P->u.rename.rn_sname, P->u.rename.rn_snamelen];
	newname = _nfs_name[P->u.rename.rn_tname, P->u.rename.rn_tnamelen];
};

typedef struct RENAME4res {
	uint32_t status;
} RENAME4res;

translator RENAME4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct RENEW4args {
	uint64_t clientid;
} RENEW4args;

translator RENEW4args < struct nfsd4_op *P > {
	clientid = ntohll(*(uint64_t *)&P->u.renew);
};

typedef struct RENEW4res {
	uint32_t status;
} RENEW4res;

translator RENEW4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct RESTOREFH4res {
	uint32_t status;
} RESTOREFH4res;

translator RESTOREFH4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct SAVEFH4res {
	uint32_t status;
} SAVEFH4res;

translator SAVEFH4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct SECINFO4args {
	string name;
} SECINFO4args;

translator SECINFO4args < struct nfsd4_op *P > {
	name = _nfs_name[P->u.secinfo.si_name, P->u.secinfo.si_namelen];
};

typedef struct SECINFO4res {
	uint32_t status;
} SECINFO4res;

translator SECINFO4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct SETATTR4args {
	stateid_t *stateid;
	uint32_t *attrmask;
	struct iattr *obj_attributes;
} SETATTR4args;

translator SETATTR4args < struct nfsd4_op *P > {
	stateid = &P->u.setattr.sa_stateid;
	attrmask = P->u.setattr.sa_bmval;
	obj_attributes = (struct iattr *)&P->u.setattr.sa_iattr;
};

typedef struct SETATTR4res {
	uint32_t status;
} SETATTR4res;

translator SETATTR4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct SETCLIENTID4args {
	uint32_t cb_program;
	uint32_t callback_ident;
} SETCLIENTID4args;

translator SETCLIENTID4args < struct nfsd4_op *P > {
	cb_program = P->u.setclientid.se_callback_prog;
	callback_ident = P->u.setclientid.se_callback_ident;
};

typedef struct SETCLIENTID4res {
	uint32_t status;
	uint64_t clientid;
} SETCLIENTID4res;

translator SETCLIENTID4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	clientid = ntohll(*(uint64_t *)&P->u.setclientid.se_clientid);
};

typedef struct SETCLIENTID_CONFIRM4args {
	uint64_t clientid;
} SETCLIENTID_CONFIRM4args;

translator SETCLIENTID_CONFIRM4args < struct nfsd4_op *P > {
	clientid = ntohll(*(uint64_t *)&P->u.setclientid_confirm.sc_clientid);
};

typedef struct SETCLIENTID_CONFIRM4res {
	uint32_t status;
} SETCLIENTID_CONFIRM4res;

translator SETCLIENTID_CONFIRM4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct VERIFY4args {
	uint32_t *attrmask;
} VERIFY4args;

translator VERIFY4args < struct nfsd4_op *P > {
	attrmask = P->u.verify.ve_bmval;
};

typedef struct VERIFY4res {
	uint32_t status;
} VERIFY4res;

translator VERIFY4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

typedef struct WRITE4args {
	stateid_t *stateid;
	uint64_t offset;
	uint32_t stable;
	uint32_t data_len;
} WRITE4args;

translator WRITE4args < struct nfsd4_op *P > {
	stateid = &P->u.write.wr_stateid;
	offset = P->u.write.wr_offset;
	stable = P->u.write.wr_stable_how;
	data_len = P->u.write.wr_buflen;
};

typedef struct WRITE4res {
	uint32_t status;
	uint32_t count;
	uint32_t committed;
} WRITE4res;

translator WRITE4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
	count = P->u.write.wr_bytes_written;
	committed = P->u.write.wr_how_written;
};

typedef struct RELEASE_LOCKOWNER4args {
	uint64_t clientid;
} RELEASE_LOCKOWNER4args;

translator RELEASE_LOCKOWNER4args < struct nfsd4_op *P > {
	clientid = ntohll(*(uint64_t *)&P->u.release_lockowner.rl_clientid);
};

typedef struct RELEASE_LOCKOWNER4res {
	uint32_t status;
} RELEASE_LOCKOWNER4res;

translator RELEASE_LOCKOWNER4res < struct nfsd4_op *P > {
	status = ntohl(P->status);
};

/* recall of a delegation */
typedef struct nfsv4cbinfo {
	string nci_curpath;
} nfsv4cbinfo_t;

inline struct file *_nfs_delegated[struct nfs4_delegation *D] =
    D->dl_stid.sc_file == NULL ||
    D->dl_stid.sc_file->fi_deleg_file == NULL ? NULL :
    D->dl_stid.sc_file->fi_deleg_file->nf_file;

translator nfsv4cbinfo_t < struct nfs4_delegation *D > {
	nci_curpath = _nfs_delegated[D] == NULL ? "<unknown>" :
	    d_path[&_nfs_delegated[D]->f_path];
};

inline struct nfs4_delegation *_nfs_delegation[struct nfsd4_callback *C] =
    (struct nfs4_delegation *)((uintptr_t)C -
    offsetof(struct nfs4_delegation, dl_recall));

translator nfsv4cbinfo_t < struct nfsd4_callback *C > {
	nci_curpath = _nfs_delegated[_nfs_delegation[C]] == NULL ?
	    "<unknown>" :
	    d_path[&_nfs_delegated[_nfs_delegation[C]]->f_path];
};

translator conninfo_t < struct nfs4_client *C > {
	ci_local = _address_of[(uint16_t *)&C->cl_cb_conn.cb_saddr];
	ci_remote = _address_of[(uint16_t *)&C->cl_cb_conn.cb_addr];
	ci_protocol = *(uint16_t *)&C->cl_cb_conn.cb_addr == 10 ? "ipv6" :
	    "ipv4";
};

typedef struct CB_RECALL4args {
	stateid_t *stateid;
	struct knfsd_fh *fh;
} CB_RECALL4args;

translator CB_RECALL4args < struct nfs4_delegation *D > {
	stateid = &D->dl_stid.sc_stateid;
	fh = (struct knfsd_fh *)&D->dl_stid.sc_file->fi_fhandle;
};

typedef struct CB_RECALL4res {
	uint32_t status;
} CB_RECALL4res;

/* a negative number is an error: NFS4ERR_..., or one of the connection */
translator CB_RECALL4res < struct rpc_task *T > {
	status = -T->tk_status;
};
