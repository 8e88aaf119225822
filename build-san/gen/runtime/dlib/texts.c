/* Made by runtime/dlib/embed.awk. */
#include "runtime/dlib/dlib.h"

static const char text0[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Error numbers of Linux, as they are in errno and in negative results.\n"
	" */\n"
	"inline int EPERM = 1;\n"
	"inline int ENOENT = 2;\n"
	"inline int ESRCH = 3;\n"
	"inline int EINTR = 4;\n"
	"inline int EIO = 5;\n"
	"inline int ENXIO = 6;\n"
	"inline int E2BIG = 7;\n"
	"inline int ENOEXEC = 8;\n"
	"inline int EBADF = 9;\n"
	"inline int ECHILD = 10;\n"
	"inline int EAGAIN = 11;\n"
	"inline int ENOMEM = 12;\n"
	"inline int EACCES = 13;\n"
	"inline int EFAULT = 14;\n"
	"inline int ENOTBLK = 15;\n"
	"inline int EBUSY = 16;\n"
	"inline int EEXIST = 17;\n"
	"inline int EXDEV = 18;\n"
	"inline int ENODEV = 19;\n"
	"inline int ENOTDIR = 20;\n"
	"inline int EISDIR = 21;\n"
	"inline int EINVAL = 22;\n"
	"inline int ENFILE = 23;\n"
	"inline int EMFILE = 24;\n"
	"inline int ENOTTY = 25;\n"
	"inline int ETXTBSY = 26;\n"
	"inline int EFBIG = 27;\n"
	"inline int ENOSPC = 28;\n"
	"inline int ESPIPE = 29;\n"
	"inline int EROFS = 30;\n"
	"inline int EMLINK = 31;\n"
	"inline int EPIPE = 32;\n"
	"inline int EDOM = 33;\n"
	"inline int ERANGE = 34;\n"
	"inline int EDEADLK = 35;\n"
	"inline int ENAMETOOLONG = 36;\n"
	"inline int ENOLCK = 37;\n"
	"inline int ENOSYS = 38;\n"
	"inline int ENOTEMPTY = 39;\n"
	"inline int ELOOP = 40;\n"
	"inline int ENOMSG = 42;\n"
	"inline int EIDRM = 43;\n"
	"inline int ECHRNG = 44;\n"
	"inline int EL2NSYNC = 45;\n"
	"inline int EL3HLT = 46;\n"
	"inline int EL3RST = 47;\n"
	"inline int ELNRNG = 48;\n"
	"inline int EUNATCH = 49;\n"
	"inline int ENOCSI = 50;\n"
	"inline int EL2HLT = 51;\n"
	"inline int EBADE = 52;\n"
	"inline int EBADR = 53;\n"
	"inline int EXFULL = 54;\n"
	"inline int ENOANO = 55;\n"
	"inline int EBADRQC = 56;\n"
	"inline int EBADSLT = 57;\n"
	"inline int EBFONT = 59;\n"
	"inline int ENOSTR = 60;\n"
	"inline int ENODATA = 61;\n"
	"inline int ETIME = 62;\n"
	"inline int ENOSR = 63;\n"
	"inline int ENONET = 64;\n"
	"inline int ENOPKG = 65;\n"
	"inline int EREMOTE = 66;\n"
	"inline int ENOLINK = 67;\n"
	"inline int EADV = 68;\n"
	"inline int ESRMNT = 69;\n"
	"inline int ECOMM = 70;\n"
	"inline int EPROTO = 71;\n"
	"inline int EMULTIHOP = 72;\n"
	"inline int EDOTDOT = 73;\n"
	"inline int EBADMSG = 74;\n"
	"inline int EOVERFLOW = 75;\n"
	"inline int ENOTUNIQ = 76;\n"
	"inline int EBADFD = 77;\n"
	"inline int EREMCHG = 78;\n"
	"inline int ELIBACC = 79;\n"
	"inline int ELIBBAD = 80;\n"
	"inline int ELIBSCN = 81;\n"
	"inline int ELIBMAX = 82;\n"
	"inline int ELIBEXEC = 83;\n"
	"inline int EILSEQ = 84;\n"
	"inline int ERESTART = 85;\n"
	"inline int ESTRPIPE = 86;\n"
	"inline int EUSERS = 87;\n"
	"inline int ENOTSOCK = 88;\n"
	"inline int EDESTADDRREQ = 89;\n"
	"inline int EMSGSIZE = 90;\n"
	"inline int EPROTOTYPE = 91;\n"
	"inline int ENOPROTOOPT = 92;\n"
	"inline int EPROTONOSUPPORT = 93;\n"
	"inline int ESOCKTNOSUPPORT = 94;\n"
	"inline int EOPNOTSUPP = 95;\n"
	"inline int EPFNOSUPPORT = 96;\n"
	"inline int EAFNOSUPPORT = 97;\n"
	"inline int EADDRINUSE = 98;\n"
	"inline int EADDRNOTAVAIL = 99;\n"
	"inline int ENETDOWN = 100;\n"
	"inline int ENETUNREACH = 101;\n"
	"inline int ENETRESET = 102;\n"
	"inline int ECONNABORTED = 103;\n"
	"inline int ECONNRESET = 104;\n"
	"inline int ENOBUFS = 105;\n"
	"inline int EISCONN = 106;\n"
	"inline int ENOTCONN = 107;\n"
	"inline int ESHUTDOWN = 108;\n"
	"inline int ETOOMANYREFS = 109;\n"
	"inline int ETIMEDOUT = 110;\n"
	"inline int ECONNREFUSED = 111;\n"
	"inline int EHOSTDOWN = 112;\n"
	"inline int EHOSTUNREACH = 113;\n"
	"inline int EALREADY = 114;\n"
	"inline int EINPROGRESS = 115;\n"
	"inline int ESTALE = 116;\n"
	"inline int EUCLEAN = 117;\n"
	"inline int ENOTNAM = 118;\n"
	"inline int ENAVAIL = 119;\n"
	"inline int EISNAM = 120;\n"
	"inline int EREMOTEIO = 121;\n"
	"inline int EDQUOT = 122;\n"
	"inline int ENOMEDIUM = 123;\n"
	"inline int EMEDIUMTYPE = 124;\n"
	"inline int ECANCELED = 125;\n"
	"inline int ENOKEY = 126;\n"
	"inline int EKEYEXPIRED = 127;\n"
	"inline int EKEYREVOKED = 128;\n"
	"inline int EKEYREJECTED = 129;\n"
	"inline int EOWNERDEAD = 130;\n"
	"inline int ENOTRECOVERABLE = 131;\n"
	"inline int ERFKILL = 132;\n"
	"inline int EHWPOISON = 133;\n"
	"inline int EWOULDBLOCK = EAGAIN;\n"
	"inline int EDEADLOCK = EDEADLK;\n"
	"inline int ENOTSUP = EOPNOTSUPP;\n"
;
static const char text1[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Files of the current process and their names. The in-kernel library\n"
	" * follows the kernel's structures; where their members are is told to it\n"
	" * here, four offsets of 16 bits in a word.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"inline uint64_t _dentry_offsets =\n"
	"	(uint64_t)offsetof(struct dentry, d_parent) |\n"
	"	(uint64_t)(offsetof(struct dentry, d_name) +\n"
	"	    offsetof(struct qstr, name)) << 16 |\n"
	"	(uint64_t)(offsetof(struct dentry, d_name) +\n"
	"	    offsetof(struct qstr, len)) << 32 |\n"
	"	(uint64_t)offsetof(struct dentry, d_op) << 48;\n"
	"inline uint64_t _inode_offsets =\n"
	"	(uint64_t)(offsetof(struct dentry, d_hash) +\n"
	"	    offsetof(struct hlist_bl_node, pprev)) |\n"
	"	(uint64_t)offsetof(struct dentry, d_inode) << 16 |\n"
	"	(uint64_t)offsetof(struct dentry, d_sb) << 32 |\n"
	"	(uint64_t)offsetof(struct inode, i_ino) << 48;\n"
	"inline uint64_t _mount_offsets =\n"
	"	(uint64_t)offsetof(struct mount, mnt_parent) |\n"
	"	(uint64_t)offsetof(struct mount, mnt_mountpoint) << 16 |\n"
	"	(uint64_t)offsetof(struct mount, mnt) << 32 |\n"
	"	(uint64_t)offsetof(struct vfsmount, mnt_root) << 48;\n"
	"inline uint64_t _super_offsets =\n"
	"	(uint64_t)offsetof(struct super_block, s_root) |\n"
	"	(uint64_t)offsetof(struct super_block, s_magic) << 16 |\n"
	"	(uint64_t)offsetof(struct dentry_operations, d_dname) << 32 |\n"
	"	(uint64_t)offsetof(struct fs_struct, root) << 48;\n"
	"inline uint64_t _path_offsets =\n"
	"	(uint64_t)offsetof(struct path, dentry) |\n"
	"	(uint64_t)offsetof(struct path, mnt) << 16;\n"
	"inline uint64_t _file_offsets =\n"
	"	(uint64_t)offsetof(struct task_struct, files) |\n"
	"	(uint64_t)offsetof(struct files_struct, fdt) << 16 |\n"
	"	(uint64_t)offsetof(struct fdtable, max_fds) << 32 |\n"
	"	(uint64_t)offsetof(struct fdtable, fd) << 48;\n"
	"\n"
	"/* From the root directory of the process, as it sees it itself. */\n"
	"inline string _path_of[struct path *P, int M] =\n"
	"	_path((uintptr_t)P, (uintptr_t)curthread->fs, M, _dentry_offsets,\n"
	"	    _inode_offsets, _mount_offsets, _super_offsets, _path_offsets);\n"
	"\n"
	"inline string d_path[struct path *P] = _path_of[P, 0];\n"
	"\n"
	"inline string cwd = d_path[&curthread->fs->pwd];\n"
	"inline string root = d_path[&curthread->fs->root];\n"
	"\n"
	"/* NULL: it is not open */\n"
	"inline struct file *getf[int F] =\n"
	"	(struct file *)_file((uintptr_t)curthread, F, _file_offsets);\n"
	"\n"
	"inline fileinfo_t fds[int F] = xlate <fileinfo_t> (getf[F]);\n"
;
static const char text2[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Block requests, made of the kernel's struct bio, and files. The file that\n"
	" * a request is for is not known: D says \"<none>\" then.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"typedef long long loff_t;\n"
	"typedef char *caddr_t;\n"
	"\n"
	"typedef struct bufinfo {\n"
	"	int b_flags;\n"
	"	size_t b_bcount;\n"
	"	caddr_t b_addr;\n"
	"	uint64_t b_lblkno;\n"
	"	uint64_t b_blkno;\n"
	"	size_t b_resid;\n"
	"	size_t b_bufsize;\n"
	"	caddr_t b_iodone;\n"
	"	int b_error;\n"
	"	dev_t b_edev;\n"
	"} bufinfo_t;\n"
	"\n"
	"typedef struct devinfo {\n"
	"	int dev_major;\n"
	"	int dev_minor;\n"
	"	int dev_instance;\n"
	"	string dev_name;\n"
	"	string dev_statname;\n"
	"	string dev_pathname;\n"
	"} devinfo_t;\n"
	"\n"
	"typedef struct fileinfo {\n"
	"	string fi_name;\n"
	"	string fi_dirname;\n"
	"	string fi_pathname;\n"
	"	loff_t fi_offset;\n"
	"	string fi_fs;\n"
	"	string fi_mount;\n"
	"	int fi_oflags;\n"
	"} fileinfo_t;\n"
	"\n"
	"/* b_flags */\n"
	"inline int B_BUSY = 0x1;\n"
	"inline int B_DONE = 0x2;\n"
	"inline int B_ERROR = 0x4;\n"
	"inline int B_PAGEIO = 0x10;\n"
	"inline int B_PHYS = 0x20;\n"
	"inline int B_READ = 0x40;\n"
	"inline int B_WRITE = 0x100;\n"
	"inline int B_ASYNC = 0x400;\n"
	"\n"
	"/* fi_oflags: open(2) of Linux */\n"
	"inline int O_ACCMODE = 03;\n"
	"inline int O_RDONLY = 00;\n"
	"inline int O_WRONLY = 01;\n"
	"inline int O_RDWR = 02;\n"
	"inline int O_CREAT = 0100;\n"
	"inline int O_EXCL = 0200;\n"
	"inline int O_NOCTTY = 0400;\n"
	"inline int O_TRUNC = 01000;\n"
	"inline int O_APPEND = 02000;\n"
	"inline int O_NONBLOCK = 04000;\n"
	"inline int O_DSYNC = 010000;\n"
	"inline int O_DIRECTORY = 0200000;\n"
	"inline int O_CLOEXEC = 02000000;\n"
	"inline int O_SYNC = 04010000;\n"
	"\n"
	"/*\n"
	" * bi_opf: bit 0 write, bit 11 synchronous; bi_flags: bit 0, pages of a user\n"
	" * (direct I/O).\n"
	" */\n"
	"translator bufinfo_t < struct bio *B > {\n"
	"	b_flags = (B->bi_opf & 1 ? B_WRITE : B_READ) |\n"
	"	    (B->bi_opf & 0x800 ? 0 : B_ASYNC) |\n"
	"	    (B->bi_flags & 1 ? B_PHYS : B_PAGEIO);\n"
	"	b_bcount = B->bi_iter.bi_size;\n"
	"	b_addr = 0;\n"
	"	b_lblkno = B->bi_iter.bi_sector;\n"
	"	b_blkno = B->bi_iter.bi_sector;\n"
	"	b_resid = 0;\n"
	"	b_bufsize = B->bi_iter.bi_size;\n"
	"	b_iodone = (caddr_t)B->bi_end_io;\n"
	"	b_error = B->bi_status;\n"
	"	b_edev = B->bi_bdev == NULL ? 0 : B->bi_bdev->bd_dev;\n"
	"};\n"
	"\n"
	"/* the name has its partition behind it: sda1, nvme0n1p2 */\n"
	"inline string _partition[struct block_device *D] =\n"
	"	D->bd_dev == D->bd_disk->part0->bd_dev ? \"\" :\n"
	"	lltostr(D->bd_dev - D->bd_disk->part0->bd_dev);\n"
	"inline string _statname[struct block_device *D] =\n"
	"	strjoin(stringof(D->bd_disk->disk_name), _partition[D]);\n"
	"\n"
	"translator devinfo_t < struct bio *B > {\n"
	"	dev_major = B->bi_bdev == NULL ? 0 : getmajor(B->bi_bdev->bd_dev);\n"
	"	dev_minor = B->bi_bdev == NULL ? 0 : getminor(B->bi_bdev->bd_dev);\n"
	"	dev_instance = 0;\n"
	"	dev_name = B->bi_bdev == NULL ? \"<none>\" :\n"
	"	    stringof(B->bi_bdev->bd_disk->disk_name);\n"
	"	dev_statname = B->bi_bdev == NULL ? \"<none>\" : _statname[B->bi_bdev];\n"
	"	dev_pathname = B->bi_bdev == NULL ? \"<none>\" :\n"
	"	    strjoin(\"/dev/\", _statname[B->bi_bdev]);\n"
	"};\n"
	"\n"
	"translator fileinfo_t < struct bio *B > {\n"
	"	fi_name = \"<none>\";\n"
	"	fi_dirname = \"<none>\";\n"
	"	fi_pathname = \"<none>\";\n"
	"	fi_offset = 0;\n"
	"	fi_fs = \"<none>\";\n"
	"	fi_mount = \"<none>\";\n"
	"	fi_oflags = 0;\n"
	"};\n"
	"\n"
	"/* of an open file; a number that no file is open as gives NULL */\n"
	"translator fileinfo_t < struct file *F > {\n"
	"	fi_name = F == NULL ? \"<none>\" : basename(d_path[&F->f_path]);\n"
	"	fi_dirname = F == NULL ? \"<none>\" : dirname(d_path[&F->f_path]);\n"
	"	fi_pathname = F == NULL ? \"<none>\" : d_path[&F->f_path];\n"
	"	fi_offset = F == NULL ? 0 : F->f_pos;\n"
	"	fi_fs = F == NULL ? \"<none>\" :\n"
	"	    stringof(F->f_inode->i_sb->s_type->name);\n"
	"	fi_mount = F == NULL ? \"<none>\" :\n"
	"	    _path_of[&F->f_path, 1];\n"
	"	fi_oflags = F == NULL ? 0 : F->f_flags;\n"
	"};\n"
;
static const char text3[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Packets: of the headers that they begin with. Numbers are as the host has\n"
	" * them, addresses of type ipaddr_t as the network has them.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"typedef unsigned int ipaddr_t;\n"
	"typedef struct in6_addr in6_addr_t;\n"
	"typedef uint64_t netstackid_t;\n"
	"\n"
	"typedef struct pktinfo {\n"
	"	uintptr_t pkt_addr;\n"
	"} pktinfo_t;\n"
	"\n"
	"typedef struct csinfo {\n"
	"	uintptr_t cs_addr;\n"
	"	uint64_t cs_cid;\n"
	"} csinfo_t;\n"
	"\n"
	"typedef struct ipinfo {\n"
	"	uint8_t ip_ver;\n"
	"	uint32_t ip_plength;\n"
	"	string ip_saddr;\n"
	"	string ip_daddr;\n"
	"} ipinfo_t;\n"
	"\n"
	"typedef struct ifinfo {\n"
	"	string if_name;\n"
	"	int8_t if_local;\n"
	"	netstackid_t if_ipstack;\n"
	"	uintptr_t if_addr;\n"
	"} ifinfo_t;\n"
	"\n"
	"typedef struct ipv4info {\n"
	"	uint8_t ipv4_ver;\n"
	"	uint8_t ipv4_ihl;\n"
	"	uint8_t ipv4_tos;\n"
	"	uint16_t ipv4_length;\n"
	"	uint16_t ipv4_ident;\n"
	"	uint8_t ipv4_flags;\n"
	"	uint16_t ipv4_offset;\n"
	"	uint8_t ipv4_ttl;\n"
	"	uint8_t ipv4_protocol;\n"
	"	string ipv4_protostr;\n"
	"	uint16_t ipv4_checksum;\n"
	"	ipaddr_t ipv4_src;\n"
	"	ipaddr_t ipv4_dst;\n"
	"	string ipv4_saddr;\n"
	"	string ipv4_daddr;\n"
	"	struct iphdr *ipv4_hdr;\n"
	"} ipv4info_t;\n"
	"\n"
	"typedef struct ipv6info {\n"
	"	uint8_t ipv6_ver;\n"
	"	uint8_t ipv6_tclass;\n"
	"	uint32_t ipv6_flow;\n"
	"	uint16_t ipv6_plen;\n"
	"	uint8_t ipv6_nexthdr;\n"
	"	string ipv6_nextstr;\n"
	"	uint8_t ipv6_hlim;\n"
	"	in6_addr_t *ipv6_src;\n"
	"	in6_addr_t *ipv6_dst;\n"
	"	string ipv6_saddr;\n"
	"	string ipv6_daddr;\n"
	"	struct ipv6hdr *ipv6_hdr;\n"
	"} ipv6info_t;\n"
	"\n"
	"inline uint8_t IPPROTO_IP = 0;\n"
	"inline uint8_t IPPROTO_ICMP = 1;\n"
	"inline uint8_t IPPROTO_IGMP = 2;\n"
	"inline uint8_t IPPROTO_EGP = 8;\n"
	"inline uint8_t IPPROTO_TCP = 6;\n"
	"inline uint8_t IPPROTO_UDP = 17;\n"
	"inline uint8_t IPPROTO_IPV6 = 41;\n"
	"inline uint8_t IPPROTO_ROUTING = 43;\n"
	"inline uint8_t IPPROTO_ESP = 50;\n"
	"inline uint8_t IPPROTO_AH = 51;\n"
	"inline uint8_t IPPROTO_ICMPV6 = 58;\n"
	"inline uint8_t IPPROTO_OSPF = 89;\n"
	"inline uint8_t IPPROTO_SCTP = 132;\n"
	"inline uint8_t IPPROTO_RAW = 255;\n"
	"\n"
	"/* bits of ipv4_flags */\n"
	"inline uint8_t IPV4_MF = 2;\n"
	"inline uint8_t IPV4_DF = 4;\n"
	"\n"
	"inline string _protostr[uint8_t P] = P == 6 ? \"TCP\" : P == 17 ? \"UDP\" :\n"
	"    P == 0 ? \"IP\" : P == 1 ? \"ICMP\" : P == 2 ? \"IGMP\" : P == 8 ? \"EGP\" :\n"
	"    P == 41 ? \"IPv6\" : P == 43 ? \"ROUTE\" : P == 50 ? \"ESP\" : P == 51 ? \"AH\" :\n"
	"    P == 58 ? \"ICMPv6\" : P == 89 ? \"OSPF\" : P == 132 ? \"SCTP\" :\n"
	"    P == 255 ? \"RAW\" : lltostr(P);\n"
	"\n"
	"translator pktinfo_t < struct sk_buff *P > {\n"
	"	pkt_addr = (uintptr_t)P;\n"
	"};\n"
	"\n"
	"translator csinfo_t < struct sock *S > {\n"
	"	cs_addr = (uintptr_t)S;\n"
	"	cs_cid = (uint64_t)S;\n"
	"};\n"
	"\n"
	"translator ifinfo_t < struct net_device *N > {\n"
	"	if_name = N == NULL ? \"<unknown>\" : stringof(N->name);\n"
	"	if_local = N == NULL;\n"
	"	if_ipstack = N == NULL ? 0 : (uint64_t)N->nd_net.net;\n"
	"	if_addr = (uintptr_t)N;\n"
	"};\n"
	"\n"
	"/* of a header of either version: both begin with it */\n"
	"translator ipinfo_t < struct iphdr *I > {\n"
	"	ip_ver = I == NULL ? 0 : I->version;\n"
	"	ip_plength = I == NULL ? 0 :\n"
	"	    I->version == 4 ? ntohs(I->tot_len) - 4 * I->ihl :\n"
	"	    I->version == 6 ? ntohs(((struct ipv6hdr *)I)->payload_len) : 0;\n"
	"	ip_saddr = I == NULL ? \"<unknown>\" :\n"
	"	    I->version == 4 ? inet_ntoa(&I->saddr) :\n"
	"	    I->version == 6 ? inet_ntoa6(&((struct ipv6hdr *)I)->saddr) :\n"
	"	    \"<unknown>\";\n"
	"	ip_daddr = I == NULL ? \"<unknown>\" :\n"
	"	    I->version == 4 ? inet_ntoa(&I->daddr) :\n"
	"	    I->version == 6 ? inet_ntoa6(&((struct ipv6hdr *)I)->daddr) :\n"
	"	    \"<unknown>\";\n"
	"};\n"
	"\n"
	"/* of a packet that has come over a connection */\n"
	"translator ipinfo_t < struct sock *S > {\n"
	"	ip_ver = S->__sk_common.skc_family == 10 ? 6 : 4;\n"
	"	ip_plength = 0;\n"
	"	ip_saddr = S->__sk_common.skc_family == 10 ?\n"
	"	    inet_ntoa6(&S->__sk_common.skc_v6_daddr) :\n"
	"	    inet_ntoa(&S->__sk_common.skc_daddr);\n"
	"	ip_daddr = S->__sk_common.skc_family == 10 ?\n"
	"	    inet_ntoa6(&S->__sk_common.skc_v6_rcv_saddr) :\n"
	"	    inet_ntoa(&S->__sk_common.skc_rcv_saddr);\n"
	"};\n"
	"\n"
	"/* no header: all is 0 */\n"
	"translator ipv4info_t < struct iphdr *I > {\n"
	"	ipv4_ver = I == NULL ? 0 : I->version;\n"
	"	ipv4_ihl = I == NULL ? 0 : 4 * I->ihl;\n"
	"	ipv4_tos = I == NULL ? 0 : I->tos;\n"
	"	ipv4_length = I == NULL ? 0 : ntohs(I->tot_len);\n"
	"	ipv4_ident = I == NULL ? 0 : ntohs(I->id);\n"
	"	ipv4_flags = I == NULL ? 0 : ntohs(I->frag_off) >> 12;\n"
	"	ipv4_offset = I == NULL ? 0 : ntohs(I->frag_off) & 0x1fff;\n"
	"	ipv4_ttl = I == NULL ? 0 : I->ttl;\n"
	"	ipv4_protocol = I == NULL ? 0 : I->protocol;\n"
	"	ipv4_protostr = I == NULL ? \"<null>\" : _protostr[I->protocol];\n"
	"	ipv4_checksum = I == NULL ? 0 : ntohs(I->check);\n"
	"	ipv4_src = I == NULL ? 0 : I->saddr;\n"
	"	ipv4_dst = I == NULL ? 0 : I->daddr;\n"
	"	ipv4_saddr = I == NULL ? \"<null>\" : inet_ntoa(&I->saddr);\n"
	"	ipv4_daddr = I == NULL ? \"<null>\" : inet_ntoa(&I->daddr);\n"
	"	ipv4_hdr = I;\n"
	"};\n"
	"\n"
	"translator ipv6info_t < struct ipv6hdr *I > {\n"
	"	ipv6_ver = I == NULL ? 0 : I->version;\n"
	"	ipv6_tclass = I == NULL ? 0 : I->priority << 4 | I->flow_lbl[0] >> 4;\n"
	"	ipv6_flow = I == NULL ? 0 : (I->flow_lbl[0] & 0xf) << 16 |\n"
	"	    I->flow_lbl[1] << 8 | I->flow_lbl[2];\n"
	"	ipv6_plen = I == NULL ? 0 : ntohs(I->payload_len);\n"
	"	ipv6_nexthdr = I == NULL ? 0 : I->nexthdr;\n"
	"	ipv6_nextstr = I == NULL ? \"<null>\" : _protostr[I->nexthdr];\n"
	"	ipv6_hlim = I == NULL ? 0 : I->hop_limit;\n"
	"	ipv6_src = I == NULL ? NULL : &I->saddr;\n"
	"	ipv6_dst = I == NULL ? NULL : &I->daddr;\n"
	"	ipv6_saddr = I == NULL ? \"<null>\" : inet_ntoa6(&I->saddr);\n"
	"	ipv6_daddr = I == NULL ? \"<null>\" : inet_ntoa6(&I->daddr);\n"
	"	ipv6_hdr = I;\n"
	"};\n"
;
static const char text4[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Locks of the kernel. The low three bits of a mutex's owner are flags; a\n"
	" * mutex that is not taken has none. A reader-writer lock counts its readers\n"
	" * from bit 9 on; a writer in it sets the low byte, one that waits bit 8.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"inline struct task_struct *mutex_owner[struct mutex *M] =\n"
	"	(struct task_struct *)(M->owner.counter & ~7L);\n"
	"inline int mutex_owned[struct mutex *M] = mutex_owner[M] == curthread;\n"
	"inline int mutex_type_adaptive[struct mutex *M] = M != NULL;\n"
	"inline int mutex_type_spin[struct mutex *M] = 0;\n"
	"\n"
	"/* of an rwlock_t, a type that not every kernel describes */\n"
	"inline int _rw_counter[void *L] = ((struct qrwlock *)L)->cnts.counter;\n"
	"inline int rw_read_held[void *L] = _rw_counter[L] >> 9 != 0;\n"
	"inline int rw_write_held[void *L] = (_rw_counter[L] & 0xff) == 0xff;\n"
	"inline int rw_iswriter[void *L] = (_rw_counter[L] & 0x1ff) != 0;\n"
;
static const char text5[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Families of addresses and kinds of links: for inet_ntop( ), link_ntop( ).\n"
	" */\n"
	"inline int AF_UNSPEC = 0;\n"
	"inline int AF_UNIX = 1;\n"
	"inline int AF_LOCAL = 1;\n"
	"inline int AF_INET = 2;\n"
	"inline int AF_INET6 = 10;\n"
	"inline int AF_NETLINK = 16;\n"
	"inline int AF_PACKET = 17;\n"
	"\n"
	"inline int ARPHRD_ETHER = 1;\n"
	"inline int ARPHRD_INFINIBAND = 32;\n"
;
static const char text6[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Processes and threads, as /proc of Solaris describes them, made of the\n"
	" * kernel's struct task_struct. What Linux does not have is 0.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"typedef long time_t;\n"
	"typedef id_t psetid_t;\n"
	"typedef id_t taskid_t;\n"
	"typedef id_t dprojid_t;\n"
	"typedef id_t poolid_t;\n"
	"typedef id_t zoneid_t;\n"
	"\n"
	"typedef struct timestruc {\n"
	"	time_t tv_sec;\n"
	"	long tv_nsec;\n"
	"} timestruc_t;\n"
	"\n"
	"typedef struct lwpsinfo {\n"
	"	int pr_flag;\n"
	"	id_t pr_lwpid;\n"
	"	uintptr_t pr_addr;\n"
	"	uintptr_t pr_wchan;\n"
	"	char pr_stype;\n"
	"	char pr_state;\n"
	"	char pr_sname;\n"
	"	char pr_nice;\n"
	"	short pr_syscall;\n"
	"	char pr_oldpri;\n"
	"	char pr_cpu;\n"
	"	int pr_pri;\n"
	"	ushort_t pr_pctcpu;\n"
	"	ushort_t pr_pad;\n"
	"	timestruc_t pr_start;\n"
	"	timestruc_t pr_time;\n"
	"	char pr_clname[8];\n"
	"	char pr_name[16];\n"
	"	processorid_t pr_onpro;\n"
	"	processorid_t pr_bindpro;\n"
	"	psetid_t pr_bindpset;\n"
	"	int pr_lgrp;\n"
	"	int pr_filler[4];\n"
	"} lwpsinfo_t;\n"
	"\n"
	"typedef struct psinfo {\n"
	"	int pr_flag;\n"
	"	int pr_nlwp;\n"
	"	pid_t pr_pid;\n"
	"	pid_t pr_ppid;\n"
	"	pid_t pr_pgid;\n"
	"	pid_t pr_sid;\n"
	"	uid_t pr_uid;\n"
	"	uid_t pr_euid;\n"
	"	gid_t pr_gid;\n"
	"	gid_t pr_egid;\n"
	"	uintptr_t pr_addr;\n"
	"	size_t pr_size;\n"
	"	size_t pr_rssize;\n"
	"	size_t pr_pad1;\n"
	"	struct tty_struct *pr_ttydev;\n"
	"	ushort_t pr_pctcpu;\n"
	"	ushort_t pr_pctmem;\n"
	"	timestruc_t pr_start;\n"
	"	timestruc_t pr_time;\n"
	"	timestruc_t pr_ctime;\n"
	"	char pr_fname[16];\n"
	"	string pr_psargs;\n"
	"	int pr_wstat;\n"
	"	int pr_argc;\n"
	"	uintptr_t pr_argv;\n"
	"	uintptr_t pr_envp;\n"
	"	char pr_dmodel;\n"
	"	char pr_pad2[3];\n"
	"	taskid_t pr_taskid;\n"
	"	dprojid_t pr_projid;\n"
	"	int pr_nzomb;\n"
	"	poolid_t pr_poolid;\n"
	"	zoneid_t pr_zoneid;\n"
	"	id_t pr_contract;\n"
	"	int pr_filler[1];\n"
	"	lwpsinfo_t pr_lwp;\n"
	"} psinfo_t;\n"
	"\n"
	"typedef struct siginfo {\n"
	"	int si_signo;\n"
	"	int si_errno;\n"
	"	int si_code;\n"
	"	pid_t si_pid;\n"
	"	uid_t si_uid;\n"
	"	void *si_addr;\n"
	"	int si_status;\n"
	"} siginfo_t;\n"
	"\n"
	"/* pr_state and pr_sname */\n"
	"inline char SSLEEP = 1;\n"
	"inline char SRUN = 2;\n"
	"inline char SZOMB = 3;\n"
	"inline char SSTOP = 4;\n"
	"inline char SIDL = 5;\n"
	"inline char SONPROC = 6;\n"
	"inline char SWAIT = 7;\n"
	"\n"
	"/* pr_flag */\n"
	"inline int PR_STOPPED = 1;\n"
	"inline int PR_ISTOP = 2;\n"
	"inline int PR_DSTOP = 4;\n"
	"inline int PR_IDLE = 0x10000000;\n"
	"\n"
	"/* pr_dmodel */\n"
	"inline char PR_MODEL_ILP32 = 1;\n"
	"inline char PR_MODEL_LP64 = 2;\n"
	"\n"
	"/* of nanoseconds */\n"
	"translator timestruc_t < uint64_t NS > {\n"
	"	tv_sec = NS / 1000000000;\n"
	"	tv_nsec = NS % 1000000000;\n"
	"};\n"
	"\n"
	"/* bits of __state in include/linux/sched.h of the kernel */\n"
	"translator lwpsinfo_t < struct task_struct *T > {\n"
	"	pr_flag = T->__state & 4 ? PR_STOPPED : 0;\n"
	"	pr_lwpid = T->pid;\n"
	"	pr_addr = (uintptr_t)T;\n"
	"	pr_wchan = 0;\n"
	"	pr_stype = 0;\n"
	"	pr_state = T->__state & 0x3 ? SSLEEP : T->__state & 0xc ? SSTOP :\n"
	"	    T->__state & 0xb0 ? SZOMB : T->__state & 0x300 ? SWAIT : SRUN;\n"
	"	pr_sname = T->__state & 0x3 ? 'S' : T->__state & 0xc ? 'T' :\n"
	"	    T->__state & 0xb0 ? 'Z' : T->__state & 0x300 ? 'W' : 'R';\n"
	"	pr_nice = T->static_prio - 120;\n"
	"	pr_syscall = 0;\n"
	"	pr_oldpri = 0;\n"
	"	pr_cpu = 0;\n"
	"	pr_pri = T->prio;\n"
	"	pr_pctcpu = 0;\n"
	"	pr_pad = 0;\n"
	"	pr_start = xlate <timestruc_t> (T->start_boottime);\n"
	"	pr_time = xlate <timestruc_t> (T->utime + T->stime);\n"
	"	pr_clname = T->policy == 0 ? \"TS\" : T->policy == 1 ? \"FIFO\" :\n"
	"	    T->policy == 2 ? \"RT\" : T->policy == 3 ? \"BATCH\" :\n"
	"	    T->policy == 5 ? \"IDL\" : T->policy == 6 ? \"DL\" : \"\";\n"
	"	pr_name = T->comm;\n"
	"	pr_onpro = T->thread_info.cpu;\n"
	"	pr_bindpro = -1;\n"
	"	pr_bindpset = 0;\n"
	"	pr_lgrp = 0;\n"
	"};\n"
	"\n"
	"translator psinfo_t < struct task_struct *T > {\n"
	"	pr_flag = 0;\n"
	"	pr_nlwp = T->signal->nr_threads;\n"
	"	pr_pid = T->tgid;\n"
	"	pr_ppid = T->real_parent->tgid;\n"
	"	pr_pgid = T->signal->pids[2]->numbers[0].nr;\n"
	"	pr_sid = T->signal->pids[3]->numbers[0].nr;\n"
	"	pr_uid = T->cred->uid.val;\n"
	"	pr_euid = T->cred->euid.val;\n"
	"	pr_gid = T->cred->gid.val;\n"
	"	pr_egid = T->cred->egid.val;\n"
	"	pr_addr = (uintptr_t)T;\n"
	"	pr_size = T->mm == NULL ? 0 : T->mm->total_vm * 4;\n"
	"	pr_rssize = 0;\n"
	"	pr_pad1 = 0;\n"
	"	pr_ttydev = T->signal->tty;\n"
	"	pr_pctcpu = 0;\n"
	"	pr_pctmem = 0;\n"
	"	pr_start = xlate <timestruc_t> (T->group_leader->start_boottime);\n"
	"	pr_time = xlate <timestruc_t> (T->utime + T->stime);\n"
	"	pr_ctime = xlate <timestruc_t> (T->signal->cutime + T->signal->cstime);\n"
	"	pr_fname = T->group_leader->comm;\n"
	"	/*\n"
	"	 * Only the memory of the running process can be read; a child that\n"
	"	 * has just been made has a copy of it.\n"
	"	 */\n"
	"	pr_psargs = T->mm == NULL ? stringof(T->comm) :\n"
	"	    curthread->mm == NULL ? \"<unknown>\" :\n"
	"	    T->mm->arg_start == curthread->mm->arg_start &&\n"
	"	    T->mm->arg_end == curthread->mm->arg_end ?\n"
	"	    _usertext(T->mm->arg_start, T->mm->arg_end) : \"<unknown>\";\n"
	"	pr_wstat = 0;\n"
	"	pr_argc = 0;\n"
	"	pr_argv = T->mm == NULL ? 0 : T->mm->arg_start;\n"
	"	pr_envp = T->mm == NULL ? 0 : T->mm->env_start;\n"
	"	pr_dmodel = PR_MODEL_LP64;\n"
	"	pr_taskid = 0;\n"
	"	pr_projid = 0;\n"
	"	pr_nzomb = 0;\n"
	"	pr_poolid = 0;\n"
	"	pr_zoneid = 0;\n"
	"	pr_contract = 0;\n"
	"	pr_lwp = xlate <lwpsinfo_t> (T);\n"
	"};\n"
	"\n"
	"translator siginfo_t < struct kernel_siginfo *I > {\n"
	"	si_signo = I->si_signo;\n"
	"	si_errno = I->si_errno;\n"
	"	si_code = I->si_code;\n"
	"	si_pid = I->_sifields._kill._pid;\n"
	"	si_uid = I->_sifields._kill._uid;\n"
	"	si_addr = I->_sifields._sigfault._addr;\n"
	"	si_status = I->_sifields._sigchld._status;\n"
	"};\n"
	"\n"
	"inline psinfo_t *curpsinfo = xlate <psinfo_t *> (curthread);\n"
	"inline lwpsinfo_t *curlwpsinfo = xlate <lwpsinfo_t *> (curthread);\n"
	"inline pid_t ppid = curthread->real_parent->tgid;\n"
	"inline string execargs = curpsinfo->pr_psargs;\n"
;
static const char text7[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * CPUs. Linux has no processor sets or locality groups in the sense of D:\n"
	" * there is one, number 0.\n"
	" */\n"
	"typedef id_t psetid_t;\n"
	"typedef id_t chipid_t;\n"
	"typedef id_t lgrp_id_t;\n"
	"\n"
	"typedef struct cpuinfo {\n"
	"	processorid_t cpu_id;\n"
	"	psetid_t cpu_pset;\n"
	"	chipid_t cpu_chip;\n"
	"	lgrp_id_t cpu_lgrp;\n"
	"} cpuinfo_t;\n"
	"\n"
	"/* of a CPU's number */\n"
	"translator cpuinfo_t < processorid_t C > {\n"
	"	cpu_id = C;\n"
	"	cpu_pset = 0;\n"
	"	cpu_chip = 0;\n"
	"	cpu_lgrp = 0;\n"
	"};\n"
	"\n"
	"/* where a thread runs or waits to run */\n"
	"translator cpuinfo_t < struct task_struct *T > {\n"
	"	cpu_id = T->thread_info.cpu;\n"
	"	cpu_pset = 0;\n"
	"	cpu_chip = 0;\n"
	"	cpu_lgrp = 0;\n"
	"};\n"
	"\n"
	"inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> (cpu);\n"
	"inline psetid_t pset = curcpu->cpu_pset;\n"
	"inline chipid_t chip = curcpu->cpu_chip;\n"
	"inline lgrp_id_t lgrp = curcpu->cpu_lgrp;\n"
;
static const char text8[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * Signals of Linux, and the reasons for which a process ends\n"
	" * (proc:::exit).\n"
	" */\n"
	"inline int SIGHUP = 1;\n"
	"inline int SIGINT = 2;\n"
	"inline int SIGQUIT = 3;\n"
	"inline int SIGILL = 4;\n"
	"inline int SIGTRAP = 5;\n"
	"inline int SIGABRT = 6;\n"
	"inline int SIGBUS = 7;\n"
	"inline int SIGFPE = 8;\n"
	"inline int SIGKILL = 9;\n"
	"inline int SIGUSR1 = 10;\n"
	"inline int SIGSEGV = 11;\n"
	"inline int SIGUSR2 = 12;\n"
	"inline int SIGPIPE = 13;\n"
	"inline int SIGALRM = 14;\n"
	"inline int SIGTERM = 15;\n"
	"inline int SIGSTKFLT = 16;\n"
	"inline int SIGCHLD = 17;\n"
	"inline int SIGCONT = 18;\n"
	"inline int SIGSTOP = 19;\n"
	"inline int SIGTSTP = 20;\n"
	"inline int SIGTTIN = 21;\n"
	"inline int SIGTTOU = 22;\n"
	"inline int SIGURG = 23;\n"
	"inline int SIGXCPU = 24;\n"
	"inline int SIGXFSZ = 25;\n"
	"inline int SIGVTALRM = 26;\n"
	"inline int SIGPROF = 27;\n"
	"inline int SIGWINCH = 28;\n"
	"inline int SIGPOLL = 29;\n"
	"inline int SIGPWR = 30;\n"
	"inline int SIGSYS = 31;\n"
	"inline int SIGIO = SIGPOLL;\n"
	"inline int SIGIOT = SIGABRT;\n"
	"inline int SIGCLD = SIGCHLD;\n"
	"inline int SIGRTMIN = 32;\n"
	"inline int SIGRTMAX = 64;\n"
	"\n"
	"inline int CLD_EXITED = 1;\n"
	"inline int CLD_KILLED = 2;\n"
	"inline int CLD_DUMPED = 3;\n"
	"inline int CLD_TRAPPED = 4;\n"
	"inline int CLD_STOPPED = 5;\n"
	"inline int CLD_CONTINUED = 6;\n"
;
static const char text9[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * More of the current thread. Linux has no zones: all is in the global one.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"/*\n"
	" * What the scheduler counted of the thread's time on a CPU, and what it has\n"
	" * not yet: its clock leaves out what a hypervisor took, and goes from tick to\n"
	" * tick; from the last tick on it is ours. It began with the kernel, ours a\n"
	" * bit later: the value is off by that, which is the same for all threads.\n"
	" */\n"
	"inline uint64_t vtimestamp =\n"
	"	curthread->se.sum_exec_runtime - curthread->se.exec_start +\n"
	"	curthread->se.cfs_rq->rq->clock_task +\n"
	"	(timestamp - curthread->se.cfs_rq->rq->clock);\n"
	"\n"
	"inline string threadname = stringof(curthread->comm);\n"
	"inline string zonename = \"global\";\n"
	"\n"
	"inline int progenyof[pid_t P] =\n"
	"	_progeny((uintptr_t)curthread, P,\n"
	"	    offsetof(struct task_struct, real_parent),\n"
	"	    offsetof(struct task_struct, tgid));\n"
;
static const char text10[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * TCP and UDP: segments by their headers, connections by their sockets. A\n"
	" * segment that is received has no socket yet: what is known of its\n"
	" * connection then are the ports and addresses, which are in its headers.\n"
	" */\n"
	"#pragma D depends_on module vmlinux\n"
	"\n"
	"typedef struct tcpinfo {\n"
	"	uint16_t tcp_sport;\n"
	"	uint16_t tcp_dport;\n"
	"	uint32_t tcp_seq;\n"
	"	uint32_t tcp_ack;\n"
	"	uint8_t tcp_offset;\n"
	"	uint8_t tcp_flags;\n"
	"	uint16_t tcp_window;\n"
	"	uint16_t tcp_checksum;\n"
	"	uint16_t tcp_urgent;\n"
	"	uintptr_t tcp_hdr;\n"
	"} tcpinfo_t;\n"
	"\n"
	"typedef struct tcpsinfo {\n"
	"	uintptr_t tcps_addr;\n"
	"	int tcps_local;\n"
	"	uint16_t tcps_lport;\n"
	"	uint16_t tcps_rport;\n"
	"	string tcps_laddr;\n"
	"	string tcps_raddr;\n"
	"	int tcps_state;\n"
	"	uint32_t tcps_iss;\n"
	"	uint32_t tcps_suna;\n"
	"	uint32_t tcps_snxt;\n"
	"	uint32_t tcps_rnxt;\n"
	"	uint32_t tcps_swnd;\n"
	"	int32_t tcps_snd_ws;\n"
	"	uint32_t tcps_rwnd;\n"
	"	int32_t tcps_rcv_ws;\n"
	"	uint32_t tcps_cwnd;\n"
	"	uint32_t tcps_cwnd_ssthresh;\n"
	"	uint32_t tcps_mss;\n"
	"	uint32_t tcps_rtt;\n"
	"	uint32_t tcps_rtt_sd;\n"
	"	uint32_t tcps_irs;\n"
	"} tcpsinfo_t;\n"
	"\n"
	"typedef struct tcplsinfo {\n"
	"	int tcps_state;\n"
	"} tcplsinfo_t;\n"
	"\n"
	"typedef struct udpinfo {\n"
	"	uint16_t udp_sport;\n"
	"	uint16_t udp_dport;\n"
	"	uint16_t udp_length;\n"
	"	uint16_t udp_checksum;\n"
	"	struct udphdr *udp_hdr;\n"
	"} udpinfo_t;\n"
	"\n"
	"typedef struct udpsinfo {\n"
	"	uintptr_t udps_addr;\n"
	"	uint16_t udps_lport;\n"
	"	uint16_t udps_rport;\n"
	"	string udps_laddr;\n"
	"	string udps_raddr;\n"
	"} udpsinfo_t;\n"
	"\n"
	"/* tcp_flags */\n"
	"inline uint8_t TH_FIN = 0x01;\n"
	"inline uint8_t TH_SYN = 0x02;\n"
	"inline uint8_t TH_RST = 0x04;\n"
	"inline uint8_t TH_PSH = 0x08;\n"
	"inline uint8_t TH_PUSH = 0x08;\n"
	"inline uint8_t TH_ACK = 0x10;\n"
	"inline uint8_t TH_URG = 0x20;\n"
	"inline uint8_t TH_ECE = 0x40;\n"
	"inline uint8_t TH_CWR = 0x80;\n"
	"\n"
	"/* tcps_state: numbers of Linux */\n"
	"inline int TCP_STATE_IDLE = 0;\n"
	"inline int TCP_STATE_ESTABLISHED = 1;\n"
	"inline int TCP_STATE_SYN_SENT = 2;\n"
	"inline int TCP_STATE_SYN_RECEIVED = 3;\n"
	"inline int TCP_STATE_FIN_WAIT_1 = 4;\n"
	"inline int TCP_STATE_FIN_WAIT_2 = 5;\n"
	"inline int TCP_STATE_TIME_WAIT = 6;\n"
	"inline int TCP_STATE_CLOSED = 7;\n"
	"inline int TCP_STATE_CLOSE_WAIT = 8;\n"
	"inline int TCP_STATE_LAST_ACK = 9;\n"
	"inline int TCP_STATE_LISTEN = 10;\n"
	"inline int TCP_STATE_CLOSING = 11;\n"
	"\n"
	"inline string tcp_state_string[int S] = S == 0 ? \"state-idle\" :\n"
	"    S == 1 ? \"state-established\" : S == 2 ? \"state-syn-sent\" :\n"
	"    S == 3 ? \"state-syn-received\" : S == 4 ? \"state-fin-wait-1\" :\n"
	"    S == 5 ? \"state-fin-wait-2\" : S == 6 ? \"state-time-wait\" :\n"
	"    S == 7 ? \"state-closed\" : S == 8 ? \"state-close-wait\" :\n"
	"    S == 9 ? \"state-last-ack\" : S == 10 ? \"state-listen\" :\n"
	"    S == 11 ? \"state-closing\" : \"<unknown>\";\n"
	"\n"
	"/* what arg6 says of the probe */\n"
	"inline int NET_PROBE_OUTBOUND = 0;\n"
	"inline int NET_PROBE_INBOUND = 1;\n"
	"inline int NET_PROBE_STATE = 2;\n"
	"\n"
	"/* no segment: all is 0 */\n"
	"translator tcpinfo_t < struct tcphdr *T > {\n"
	"	tcp_sport = T == NULL ? 0 : ntohs(T->source);\n"
	"	tcp_dport = T == NULL ? 0 : ntohs(T->dest);\n"
	"	tcp_seq = T == NULL ? 0 : ntohl(T->seq);\n"
	"	tcp_ack = T == NULL ? 0 : ntohl(T->ack_seq);\n"
	"	tcp_offset = T == NULL ? 0 : 4 * T->doff;\n"
	"	tcp_flags = T == NULL ? 0 : ((uint8_t *)T)[13];\n"
	"	tcp_window = T == NULL ? 0 : ntohs(T->window);\n"
	"	tcp_checksum = T == NULL ? 0 : ntohs(T->check);\n"
	"	tcp_urgent = T == NULL ? 0 : ntohs(T->urg_ptr);\n"
	"	tcp_hdr = (uintptr_t)T;\n"
	"};\n"
	"\n"
	"/* of the segment that has completed or ended a connection, as far as known */\n"
	"translator tcpinfo_t < struct tcp_sock *T > {\n"
	"	tcp_sport = ntohs(((struct sock *)T)->__sk_common.skc_dport);\n"
	"	tcp_dport = ((struct sock *)T)->__sk_common.skc_num;\n"
	"	tcp_seq = T->rcv_nxt;\n"
	"	tcp_ack = T->snd_nxt;\n"
	"	tcp_offset = 20;\n"
	"	tcp_flags = TH_ACK;\n"
	"	tcp_window = 0;\n"
	"	tcp_checksum = 0;\n"
	"	tcp_urgent = 0;\n"
	"	tcp_hdr = 0;\n"
	"};\n"
	"\n"
	"/* a whole socket, not one of a request or of TIME_WAIT */\n"
	"inline int _is_tcp[struct tcp_sock *T] = T != NULL &&\n"
	"    ((struct sock *)T)->__sk_common.skc_state != 6 &&\n"
	"    ((struct sock *)T)->__sk_common.skc_state != 12;\n"
	"inline int _is_inbound = arg6 == 1;\n"
	"\n"
	"translator tcpsinfo_t < struct tcp_sock *T > {\n"
	"	tcps_addr = (uintptr_t)T;\n"
	"	tcps_local = T == NULL ? 0 :\n"
	"	    ((struct sock *)T)->__sk_common.skc_family == 2 &&\n"
	"	    ((struct sock *)T)->__sk_common.skc_daddr ==\n"
	"	    ((struct sock *)T)->__sk_common.skc_rcv_saddr;\n"
	"	tcps_lport = T != NULL ? ((struct sock *)T)->__sk_common.skc_num :\n"
	"	    _is_inbound ? ntohs(((struct tcphdr *)arg4)->dest) :\n"
	"	    ntohs(((struct tcphdr *)arg4)->source);\n"
	"	tcps_rport = T != NULL ?\n"
	"	    ntohs(((struct sock *)T)->__sk_common.skc_dport) :\n"
	"	    _is_inbound ? ntohs(((struct tcphdr *)arg4)->source) :\n"
	"	    ntohs(((struct tcphdr *)arg4)->dest);\n"
	"	tcps_laddr = T == NULL ? _is_inbound ?\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr :\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr :\n"
	"	    xlate <ipinfo_t> ((struct sock *)T).ip_daddr;\n"
	"	tcps_raddr = T == NULL ? _is_inbound ?\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr :\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr :\n"
	"	    xlate <ipinfo_t> ((struct sock *)T).ip_saddr;\n"
	"	tcps_state = arg6 == 2 ? (int)arg7 : T == NULL ? 0 :\n"
	"	    ((struct sock *)T)->__sk_common.skc_state;\n"
	"	tcps_iss = _is_tcp[T] ? T->snd_una - (uint32_t)T->bytes_acked : 0;\n"
	"	tcps_suna = _is_tcp[T] ? T->snd_una : 0;\n"
	"	tcps_snxt = _is_tcp[T] ? T->snd_nxt : 0;\n"
	"	tcps_rnxt = _is_tcp[T] ? T->rcv_nxt : 0;\n"
	"	tcps_swnd = _is_tcp[T] ? T->snd_wnd : 0;\n"
	"	tcps_snd_ws = _is_tcp[T] ? T->rx_opt.snd_wscale : 0;\n"
	"	tcps_rwnd = _is_tcp[T] ? T->rcv_wnd : 0;\n"
	"	tcps_rcv_ws = _is_tcp[T] ? T->rx_opt.rcv_wscale : 0;\n"
	"	tcps_cwnd = _is_tcp[T] ? T->snd_cwnd : 0;\n"
	"	tcps_cwnd_ssthresh = _is_tcp[T] ? T->snd_ssthresh : 0;\n"
	"	tcps_mss = _is_tcp[T] ? T->mss_cache : 0;\n"
	"	tcps_rtt = _is_tcp[T] ? (T->srtt_us >> 3) / 1000 : 0;\n"
	"	tcps_rtt_sd = _is_tcp[T] ? (T->mdev_us >> 2) / 1000 : 0;\n"
	"	tcps_irs = _is_tcp[T] ? T->rcv_nxt - (uint32_t)T->bytes_received : 0;\n"
	"};\n"
	"\n"
	"translator tcplsinfo_t < int S > {\n"
	"	tcps_state = S;\n"
	"};\n"
	"\n"
	"translator udpinfo_t < struct udphdr *U > {\n"
	"	udp_sport = ntohs(U->source);\n"
	"	udp_dport = ntohs(U->dest);\n"
	"	udp_length = ntohs(U->len);\n"
	"	udp_checksum = ntohs(U->check);\n"
	"	udp_hdr = U;\n"
	"};\n"
	"\n"
	"/* the socket may be unknown; the headers say the rest */\n"
	"translator udpsinfo_t < struct udp_sock *U > {\n"
	"	udps_addr = (uintptr_t)U;\n"
	"	udps_lport = _is_inbound ? ntohs(((struct udphdr *)arg4)->dest) :\n"
	"	    ntohs(((struct udphdr *)arg4)->source);\n"
	"	udps_rport = _is_inbound ? ntohs(((struct udphdr *)arg4)->source) :\n"
	"	    ntohs(((struct udphdr *)arg4)->dest);\n"
	"	udps_laddr = _is_inbound ?\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr :\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr;\n"
	"	udps_raddr = _is_inbound ?\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr :\n"
	"	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr;\n"
	"};\n"
;
static const char text11[] =
	"/* SPDX-License-Identifier: BSD-2-Clause */\n"
	"/*\n"
	" * What went wrong, in arg4 of ERROR.\n"
	" */\n"
	"inline int DTRACEFLT_UNKNOWN = 0;\n"
	"inline int DTRACEFLT_BADADDR = 1;\n"
	"inline int DTRACEFLT_BADALIGN = 2;\n"
	"inline int DTRACEFLT_ILLOP = 3;\n"
	"inline int DTRACEFLT_DIVZERO = 4;\n"
	"inline int DTRACEFLT_NOSCRATCH = 5;\n"
	"inline int DTRACEFLT_KPRIV = 6;\n"
	"inline int DTRACEFLT_UPRIV = 7;\n"
	"inline int DTRACEFLT_TUPOFLOW = 8;\n"
	"inline int DTRACEFLT_BADSTACK = 9;\n"
	"inline int DTRACEFLT_BADSIZE = 10;\n"
	"inline int DTRACEFLT_BADINDEX = 11;\n"
	"inline int DTRACEFLT_LIBRARY = 1000;\n"
;

const struct dlib_text dlib_texts[] = {
	{ "errno.d", text0, sizeof(text0) - 1 },
	{ "files.d", text1, sizeof(text1) - 1 },
	{ "io.d", text2, sizeof(text2) - 1 },
	{ "ip.d", text3, sizeof(text3) - 1 },
	{ "locks.d", text4, sizeof(text4) - 1 },
	{ "net.d", text5, sizeof(text5) - 1 },
	{ "procfs.d", text6, sizeof(text6) - 1 },
	{ "sched.d", text7, sizeof(text7) - 1 },
	{ "signal.d", text8, sizeof(text8) - 1 },
	{ "task.d", text9, sizeof(text9) - 1 },
	{ "tcp.d", text10, sizeof(text10) - 1 },
	{ "unistd.d", text11, sizeof(text11) - 1 },
};
const size_t dlib_text_cnt = 12;

const struct dlib_name dlib_names[] = {
	{ "EPERM", 0 },
	{ "ENOENT", 0 },
	{ "ESRCH", 0 },
	{ "EINTR", 0 },
	{ "EIO", 0 },
	{ "ENXIO", 0 },
	{ "E2BIG", 0 },
	{ "ENOEXEC", 0 },
	{ "EBADF", 0 },
	{ "ECHILD", 0 },
	{ "EAGAIN", 0 },
	{ "ENOMEM", 0 },
	{ "EACCES", 0 },
	{ "EFAULT", 0 },
	{ "ENOTBLK", 0 },
	{ "EBUSY", 0 },
	{ "EEXIST", 0 },
	{ "EXDEV", 0 },
	{ "ENODEV", 0 },
	{ "ENOTDIR", 0 },
	{ "EISDIR", 0 },
	{ "EINVAL", 0 },
	{ "ENFILE", 0 },
	{ "EMFILE", 0 },
	{ "ENOTTY", 0 },
	{ "ETXTBSY", 0 },
	{ "EFBIG", 0 },
	{ "ENOSPC", 0 },
	{ "ESPIPE", 0 },
	{ "EROFS", 0 },
	{ "EMLINK", 0 },
	{ "EPIPE", 0 },
	{ "EDOM", 0 },
	{ "ERANGE", 0 },
	{ "EDEADLK", 0 },
	{ "ENAMETOOLONG", 0 },
	{ "ENOLCK", 0 },
	{ "ENOSYS", 0 },
	{ "ENOTEMPTY", 0 },
	{ "ELOOP", 0 },
	{ "ENOMSG", 0 },
	{ "EIDRM", 0 },
	{ "ECHRNG", 0 },
	{ "EL2NSYNC", 0 },
	{ "EL3HLT", 0 },
	{ "EL3RST", 0 },
	{ "ELNRNG", 0 },
	{ "EUNATCH", 0 },
	{ "ENOCSI", 0 },
	{ "EL2HLT", 0 },
	{ "EBADE", 0 },
	{ "EBADR", 0 },
	{ "EXFULL", 0 },
	{ "ENOANO", 0 },
	{ "EBADRQC", 0 },
	{ "EBADSLT", 0 },
	{ "EBFONT", 0 },
	{ "ENOSTR", 0 },
	{ "ENODATA", 0 },
	{ "ETIME", 0 },
	{ "ENOSR", 0 },
	{ "ENONET", 0 },
	{ "ENOPKG", 0 },
	{ "EREMOTE", 0 },
	{ "ENOLINK", 0 },
	{ "EADV", 0 },
	{ "ESRMNT", 0 },
	{ "ECOMM", 0 },
	{ "EPROTO", 0 },
	{ "EMULTIHOP", 0 },
	{ "EDOTDOT", 0 },
	{ "EBADMSG", 0 },
	{ "EOVERFLOW", 0 },
	{ "ENOTUNIQ", 0 },
	{ "EBADFD", 0 },
	{ "EREMCHG", 0 },
	{ "ELIBACC", 0 },
	{ "ELIBBAD", 0 },
	{ "ELIBSCN", 0 },
	{ "ELIBMAX", 0 },
	{ "ELIBEXEC", 0 },
	{ "EILSEQ", 0 },
	{ "ERESTART", 0 },
	{ "ESTRPIPE", 0 },
	{ "EUSERS", 0 },
	{ "ENOTSOCK", 0 },
	{ "EDESTADDRREQ", 0 },
	{ "EMSGSIZE", 0 },
	{ "EPROTOTYPE", 0 },
	{ "ENOPROTOOPT", 0 },
	{ "EPROTONOSUPPORT", 0 },
	{ "ESOCKTNOSUPPORT", 0 },
	{ "EOPNOTSUPP", 0 },
	{ "EPFNOSUPPORT", 0 },
	{ "EAFNOSUPPORT", 0 },
	{ "EADDRINUSE", 0 },
	{ "EADDRNOTAVAIL", 0 },
	{ "ENETDOWN", 0 },
	{ "ENETUNREACH", 0 },
	{ "ENETRESET", 0 },
	{ "ECONNABORTED", 0 },
	{ "ECONNRESET", 0 },
	{ "ENOBUFS", 0 },
	{ "EISCONN", 0 },
	{ "ENOTCONN", 0 },
	{ "ESHUTDOWN", 0 },
	{ "ETOOMANYREFS", 0 },
	{ "ETIMEDOUT", 0 },
	{ "ECONNREFUSED", 0 },
	{ "EHOSTDOWN", 0 },
	{ "EHOSTUNREACH", 0 },
	{ "EALREADY", 0 },
	{ "EINPROGRESS", 0 },
	{ "ESTALE", 0 },
	{ "EUCLEAN", 0 },
	{ "ENOTNAM", 0 },
	{ "ENAVAIL", 0 },
	{ "EISNAM", 0 },
	{ "EREMOTEIO", 0 },
	{ "EDQUOT", 0 },
	{ "ENOMEDIUM", 0 },
	{ "EMEDIUMTYPE", 0 },
	{ "ECANCELED", 0 },
	{ "ENOKEY", 0 },
	{ "EKEYEXPIRED", 0 },
	{ "EKEYREVOKED", 0 },
	{ "EKEYREJECTED", 0 },
	{ "EOWNERDEAD", 0 },
	{ "ENOTRECOVERABLE", 0 },
	{ "ERFKILL", 0 },
	{ "EHWPOISON", 0 },
	{ "EWOULDBLOCK", 0 },
	{ "EDEADLOCK", 0 },
	{ "ENOTSUP", 0 },
	{ "_dentry_offsets", 1 },
	{ "_inode_offsets", 1 },
	{ "_mount_offsets", 1 },
	{ "_super_offsets", 1 },
	{ "_path_offsets", 1 },
	{ "_file_offsets", 1 },
	{ "_path_of", 1 },
	{ "d_path", 1 },
	{ "cwd", 1 },
	{ "root", 1 },
	{ "getf", 1 },
	{ "fds", 1 },
	{ "loff_t", 2 },
	{ "caddr_t", 2 },
	{ "bufinfo_t", 2 },
	{ "devinfo_t", 2 },
	{ "fileinfo_t", 2 },
	{ "B_BUSY", 2 },
	{ "B_DONE", 2 },
	{ "B_ERROR", 2 },
	{ "B_PAGEIO", 2 },
	{ "B_PHYS", 2 },
	{ "B_READ", 2 },
	{ "B_WRITE", 2 },
	{ "B_ASYNC", 2 },
	{ "O_ACCMODE", 2 },
	{ "O_RDONLY", 2 },
	{ "O_WRONLY", 2 },
	{ "O_RDWR", 2 },
	{ "O_CREAT", 2 },
	{ "O_EXCL", 2 },
	{ "O_NOCTTY", 2 },
	{ "O_TRUNC", 2 },
	{ "O_APPEND", 2 },
	{ "O_NONBLOCK", 2 },
	{ "O_DSYNC", 2 },
	{ "O_DIRECTORY", 2 },
	{ "O_CLOEXEC", 2 },
	{ "O_SYNC", 2 },
	{ "_partition", 2 },
	{ "_statname", 2 },
	{ "ipaddr_t", 3 },
	{ "in6_addr_t", 3 },
	{ "netstackid_t", 3 },
	{ "pktinfo_t", 3 },
	{ "csinfo_t", 3 },
	{ "ipinfo_t", 3 },
	{ "ifinfo_t", 3 },
	{ "ipv4info_t", 3 },
	{ "ipv6info_t", 3 },
	{ "IPPROTO_IP", 3 },
	{ "IPPROTO_ICMP", 3 },
	{ "IPPROTO_IGMP", 3 },
	{ "IPPROTO_EGP", 3 },
	{ "IPPROTO_TCP", 3 },
	{ "IPPROTO_UDP", 3 },
	{ "IPPROTO_IPV6", 3 },
	{ "IPPROTO_ROUTING", 3 },
	{ "IPPROTO_ESP", 3 },
	{ "IPPROTO_AH", 3 },
	{ "IPPROTO_ICMPV6", 3 },
	{ "IPPROTO_OSPF", 3 },
	{ "IPPROTO_SCTP", 3 },
	{ "IPPROTO_RAW", 3 },
	{ "IPV4_MF", 3 },
	{ "IPV4_DF", 3 },
	{ "_protostr", 3 },
	{ "mutex_owner", 4 },
	{ "mutex_owned", 4 },
	{ "mutex_type_adaptive", 4 },
	{ "mutex_type_spin", 4 },
	{ "_rw_counter", 4 },
	{ "rw_read_held", 4 },
	{ "rw_write_held", 4 },
	{ "rw_iswriter", 4 },
	{ "AF_UNSPEC", 5 },
	{ "AF_UNIX", 5 },
	{ "AF_LOCAL", 5 },
	{ "AF_INET", 5 },
	{ "AF_INET6", 5 },
	{ "AF_NETLINK", 5 },
	{ "AF_PACKET", 5 },
	{ "ARPHRD_ETHER", 5 },
	{ "ARPHRD_INFINIBAND", 5 },
	{ "time_t", 6 },
	{ "psetid_t", 6 },
	{ "taskid_t", 6 },
	{ "dprojid_t", 6 },
	{ "poolid_t", 6 },
	{ "zoneid_t", 6 },
	{ "timestruc_t", 6 },
	{ "lwpsinfo_t", 6 },
	{ "psinfo_t", 6 },
	{ "siginfo_t", 6 },
	{ "SSLEEP", 6 },
	{ "SRUN", 6 },
	{ "SZOMB", 6 },
	{ "SSTOP", 6 },
	{ "SIDL", 6 },
	{ "SONPROC", 6 },
	{ "SWAIT", 6 },
	{ "PR_STOPPED", 6 },
	{ "PR_ISTOP", 6 },
	{ "PR_DSTOP", 6 },
	{ "PR_IDLE", 6 },
	{ "PR_MODEL_ILP32", 6 },
	{ "PR_MODEL_LP64", 6 },
	{ "curpsinfo", 6 },
	{ "curlwpsinfo", 6 },
	{ "ppid", 6 },
	{ "execargs", 6 },
	{ "psetid_t", 7 },
	{ "chipid_t", 7 },
	{ "lgrp_id_t", 7 },
	{ "cpuinfo_t", 7 },
	{ "curcpu", 7 },
	{ "pset", 7 },
	{ "chip", 7 },
	{ "lgrp", 7 },
	{ "SIGHUP", 8 },
	{ "SIGINT", 8 },
	{ "SIGQUIT", 8 },
	{ "SIGILL", 8 },
	{ "SIGTRAP", 8 },
	{ "SIGABRT", 8 },
	{ "SIGBUS", 8 },
	{ "SIGFPE", 8 },
	{ "SIGKILL", 8 },
	{ "SIGUSR1", 8 },
	{ "SIGSEGV", 8 },
	{ "SIGUSR2", 8 },
	{ "SIGPIPE", 8 },
	{ "SIGALRM", 8 },
	{ "SIGTERM", 8 },
	{ "SIGSTKFLT", 8 },
	{ "SIGCHLD", 8 },
	{ "SIGCONT", 8 },
	{ "SIGSTOP", 8 },
	{ "SIGTSTP", 8 },
	{ "SIGTTIN", 8 },
	{ "SIGTTOU", 8 },
	{ "SIGURG", 8 },
	{ "SIGXCPU", 8 },
	{ "SIGXFSZ", 8 },
	{ "SIGVTALRM", 8 },
	{ "SIGPROF", 8 },
	{ "SIGWINCH", 8 },
	{ "SIGPOLL", 8 },
	{ "SIGPWR", 8 },
	{ "SIGSYS", 8 },
	{ "SIGIO", 8 },
	{ "SIGIOT", 8 },
	{ "SIGCLD", 8 },
	{ "SIGRTMIN", 8 },
	{ "SIGRTMAX", 8 },
	{ "CLD_EXITED", 8 },
	{ "CLD_KILLED", 8 },
	{ "CLD_DUMPED", 8 },
	{ "CLD_TRAPPED", 8 },
	{ "CLD_STOPPED", 8 },
	{ "CLD_CONTINUED", 8 },
	{ "vtimestamp", 9 },
	{ "threadname", 9 },
	{ "zonename", 9 },
	{ "progenyof", 9 },
	{ "tcpinfo_t", 10 },
	{ "tcpsinfo_t", 10 },
	{ "tcplsinfo_t", 10 },
	{ "udpinfo_t", 10 },
	{ "udpsinfo_t", 10 },
	{ "TH_FIN", 10 },
	{ "TH_SYN", 10 },
	{ "TH_RST", 10 },
	{ "TH_PSH", 10 },
	{ "TH_PUSH", 10 },
	{ "TH_ACK", 10 },
	{ "TH_URG", 10 },
	{ "TH_ECE", 10 },
	{ "TH_CWR", 10 },
	{ "TCP_STATE_IDLE", 10 },
	{ "TCP_STATE_ESTABLISHED", 10 },
	{ "TCP_STATE_SYN_SENT", 10 },
	{ "TCP_STATE_SYN_RECEIVED", 10 },
	{ "TCP_STATE_FIN_WAIT_1", 10 },
	{ "TCP_STATE_FIN_WAIT_2", 10 },
	{ "TCP_STATE_TIME_WAIT", 10 },
	{ "TCP_STATE_CLOSED", 10 },
	{ "TCP_STATE_CLOSE_WAIT", 10 },
	{ "TCP_STATE_LAST_ACK", 10 },
	{ "TCP_STATE_LISTEN", 10 },
	{ "TCP_STATE_CLOSING", 10 },
	{ "tcp_state_string", 10 },
	{ "NET_PROBE_OUTBOUND", 10 },
	{ "NET_PROBE_INBOUND", 10 },
	{ "NET_PROBE_STATE", 10 },
	{ "_is_tcp", 10 },
	{ "_is_inbound", 10 },
	{ "DTRACEFLT_UNKNOWN", 11 },
	{ "DTRACEFLT_BADADDR", 11 },
	{ "DTRACEFLT_BADALIGN", 11 },
	{ "DTRACEFLT_ILLOP", 11 },
	{ "DTRACEFLT_DIVZERO", 11 },
	{ "DTRACEFLT_NOSCRATCH", 11 },
	{ "DTRACEFLT_KPRIV", 11 },
	{ "DTRACEFLT_UPRIV", 11 },
	{ "DTRACEFLT_TUPOFLOW", 11 },
	{ "DTRACEFLT_BADSTACK", 11 },
	{ "DTRACEFLT_BADSIZE", 11 },
	{ "DTRACEFLT_BADINDEX", 11 },
	{ "DTRACEFLT_LIBRARY", 11 },
};
const size_t dlib_name_cnt = 344;
