/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nfs services: what the kernel's NFS server and client need of programs: a
 * registry of ports (rpcbind) on 127.0.0.1:111, which agrees to all, and one
 * that gives handles of exported folders (mountd) on port 20048. Prints
 * "ready"; serves until it is killed.
 *
 * nfs 3|4.0|4.2 FOLDER: mounts 127.0.0.1:/export (version 3) or the root of the
 * server on the folder and does known things there.
 * nfs recall FOLDER FILE: the same mount; the server takes a delegation of the
 * file back, which is FILE for the server.
 * nfs raw: requests of our own, of version 4.0.
 *
 * The last three print how many requests the server has counted meanwhile:
 * "NAME COUNT" for each kind that it was asked for.
 */
#define _GNU_SOURCE /* O_DIRECT, sync_file_range() */
#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	RPC_PORT = 111,
	MOUNT_PORT = 20048,
	NFS_PORT = 2049,
	MOUNTD = 100005,
	NFS = 100003,
	MNT = 1, /* procedure of mountd */
	FH_MAX = 64,
	BLOCK = 4096,
	KIND_MAX = 100,
};

#define COUNTS "/proc/net/rpc/nfsd"

/* ----------------------------------------------------------- words of XDR */

struct xdr {
	uint8_t bytes[8192];
	size_t len, at;
};

static void put(struct xdr *x, uint32_t word)
{
	word = htonl(word);
	memcpy(x->bytes + x->len, &word, 4);
	x->len += 4;
}

static void put_bytes(struct xdr *x, const void *bytes, size_t len)
{
	put(x, (uint32_t)len);
	memset(x->bytes + x->len, 0, (len + 3) / 4 * 4);
	memcpy(x->bytes + x->len, bytes, len);
	x->len += (len + 3) / 4 * 4;
}

static void put_text(struct xdr *x, const char *text)
{
	put_bytes(x, text, strlen(text));
}

static uint32_t get(struct xdr *x)
{
	uint32_t word;

	if (x->at + 4 > x->len)
		errx(1, "a message is too short");
	memcpy(&word, x->bytes + x->at, 4);
	x->at += 4;
	return ntohl(word);
}

static void skip_bytes(struct xdr *x)
{
	x->at += (get(x) + 3) / 4 * 4;
}

static bool read_all(int fd, void *bytes, size_t cnt)
{
	for (size_t at = 0; at < cnt;) {
		ssize_t got = read(fd, (char *)bytes + at, cnt - at);

		if (got <= 0)
			return false;
		at += (size_t)got;
	}
	return true;
}

/* One record of RPC over TCP: its length, with bit 31 for the last part. */
static bool receive(int fd, struct xdr *x)
{
	uint32_t mark;

	if (!read_all(fd, &mark, 4))
		return false;
	x->len = ntohl(mark) & 0x7fffffff;
	x->at = 0;
	if (x->len > sizeof(x->bytes))
		errx(1, "a message is too long");
	return read_all(fd, x->bytes, x->len);
}

static void transmit(int fd, const struct xdr *x)
{
	uint32_t mark = htonl(0x80000000 | (uint32_t)x->len);

	if (write(fd, &mark, 4) != 4 ||
	    write(fd, x->bytes, x->len) != (ssize_t)x->len)
		err(1, "write");
}

/* --------------------------------------------------------------- services */

/* The handle of an exported folder, from the server: "\x01000100..." */
static size_t handle_of(const char *path, uint8_t handle[FH_MAX])
{
	char text[512];
	int fd = open("/proc/fs/nfsd/filehandle", O_RDWR);
	size_t cnt = 0;
	ssize_t len;

	snprintf(text, sizeof(text), "client %s %d\n", path, FH_MAX);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		err(1, "filehandle");
	len = read(fd, text, sizeof(text) - 1);
	if (len < 2)
		err(1, "filehandle");
	text[len] = '\0';
	for (char *at = text + 2; cnt < FH_MAX; at += 2, cnt++) {
		unsigned int byte;

		if (sscanf(at, "%2x", &byte) != 1)
			break;
		handle[cnt] = (uint8_t)byte;
	}
	close(fd);
	return cnt;
}

static void answer_mount(struct xdr *call, struct xdr *reply)
{
	uint8_t handle[FH_MAX];
	char path[256] = "";
	uint32_t len = get(call);

	if (len < sizeof(path))
		memcpy(path, call->bytes + call->at, len);
	put(reply, 0);
	put_bytes(reply, handle, handle_of(path, handle));
	put(reply, 1); /* one way to say who one is: AUTH_SYS */
	put(reply, 1);
}

/* Returns false if there are no more calls. */
static bool serve(int fd)
{
	struct xdr call, reply = { .len = 0 };
	uint32_t program, procedure;

	if (!receive(fd, &call))
		return false;
	put(&reply, get(&call));
	get(&call); /* a call */
	get(&call); /* of version 2 */
	program = get(&call);
	get(&call);
	procedure = get(&call);
	for (int i = 0; i < 2; i++) {
		get(&call);
		skip_bytes(&call);
	}
	put(&reply, 1);
	for (int i = 0; i < 4; i++)
		put(&reply, 0); /* accepted, no verifier, success */
	if (program == MOUNTD && procedure == MNT)
		answer_mount(&call, &reply);
	else
		put(&reply, 1); /* true */
	transmit(fd, &reply);
	return true;
}

static struct sockaddr_in local(int port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
}

static int listening(int port)
{
	struct sockaddr_in addr = local(port);
	int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, (struct sockaddr *)&addr, sizeof(addr)) || listen(fd, 16))
		err(1, "port %d", port);
	return fd;
}

static void serve_all(void)
{
	struct pollfd fds[64] = {
		{ listening(RPC_PORT), POLLIN, 0 },
		{ listening(MOUNT_PORT), POLLIN, 0 },
	};
	nfds_t cnt = 2;

	puts("ready");
	fflush(stdout);
	while (poll(fds, cnt, -1) > 0) {
		for (nfds_t i = 0; i < 2; i++) {
			if (!fds[i].revents || cnt == 64)
				continue;
			fds[cnt].fd = accept(fds[i].fd, NULL, NULL);
			fds[cnt].revents = 0;
			fds[cnt++].events = POLLIN;
		}
		for (nfds_t i = 2; i < cnt; i++) {
			if (!fds[i].revents || serve(fds[i].fd))
				continue;
			close(fds[i].fd);
			fds[i--] = fds[--cnt];
		}
	}
}

/* ------------------------------------------------- what the server counts */

static const char *const names3[] = {
	"null", "getattr", "setattr", "lookup", "access", "readlink", "read",
	"write", "create", "mkdir", "symlink", "mknod", "remove", "rmdir",
	"rename", "link", "readdir", "readdirplus", "fsstat", "fsinfo",
	"pathconf", "commit",
};
static const char *const names4[] = {
	NULL, NULL, NULL, "access", "close", "commit", "create", "delegpurge",
	"delegreturn", "getattr", "getfh", "link", "lock", "lockt", "locku",
	"lookup", "lookupp", "nverify", "open", "openattr", "open-confirm",
	"open-downgrade", "putfh", "putpubfh", "putrootfh", "read", "readdir",
	"readlink", "remove", "rename", "renew", "restorefh", "savefh",
	"secinfo", "setattr", "setclientid", "setclientid-confirm", "verify",
	"write", "release-lockowner",
	/* of later versions */
	"backchannel-ctl", "bind-conn-to-session", "exchange-id",
	"create-session", "destroy-session", "free-stateid",
	"get-dir-delegation", "getdeviceinfo", "getdevicelist", "layoutcommit",
	"layoutget", "layoutreturn", "secinfo-no-name", "sequence", "set-ssv",
	"test-stateid", "want-delegation", "destroy-clientid",
	"reclaim-complete", "allocate", "copy", "copy-notify", "deallocate",
	"io-advise", "layouterror", "layoutstats", "offload-cancel",
	"offload-status", "read-plus", "seek", "write-same", "clone",
	"getxattr", "setxattr", "listxattrs", "removexattr",
};

enum {
	NAMES4 = sizeof(names4) / sizeof(names4[0]),
	DELEGRETURN = 8,
	RELEASE_LOCKOWNER = 39,
};

/* The numbers of the line @key. */
static void read_counts(const char *key, unsigned long ret[KIND_MAX])
{
	FILE *file = fopen(COUNTS, "r");
	char line[4096], *at;
	size_t len = strlen(key);

	if (!file)
		err(1, COUNTS);
	memset(ret, 0, KIND_MAX * sizeof(*ret));
	while (fgets(line, sizeof(line), file)) {
		if (strncmp(line, key, len) || line[len] != ' ')
			continue;
		strtoul(line + len, &at, 10); /* how many they are */
		for (int i = 0; i < KIND_MAX && *at && *at != '\n'; i++)
			ret[i] = strtoul(at, &at, 10);
	}
	fclose(file);
}

static struct counts {
	unsigned long of3[KIND_MAX], of4[KIND_MAX], procs4[KIND_MAX];
} before;

static void read_all_counts(struct counts *ret)
{
	read_counts("proc3", ret->of3);
	read_counts("proc4", ret->procs4);
	read_counts("proc4ops", ret->of4);
}

static void print(const char *provider, const char *name, unsigned long cnt)
{
	if (cnt)
		printf("%s %s %lu\n", provider, name, cnt);
}

static void print_counts(void)
{
	struct counts now;

	read_all_counts(&now);
	for (size_t i = 0; i < sizeof(names3) / sizeof(names3[0]); i++)
		print("nfsv3", names3[i], now.of3[i] - before.of3[i]);
	print("nfsv4", "null", now.procs4[0] - before.procs4[0]);
	print("nfsv4", "compound", now.procs4[1] - before.procs4[1]);
	for (size_t i = 0; i < KIND_MAX; i++) {
		bool is_known = i < NAMES4 && names4[i];

		print("nfsv4", is_known ? names4[i] : "unknown",
		      now.of4[i] - before.of4[i]);
	}
}

/* ------------------------------------------------------------------ mounts */

static void mount_on(const char *folder, const char *version,
		     const char *more)
{
	bool is_3 = *version == '3';
	char options[512];

	if (is_3)
		snprintf(options, sizeof(options),
			 "vers=3,proto=tcp,port=%d,nolock,addr=127.0.0.1,"
			 "mountvers=3,mountproto=tcp,mountport=%d,"
			 "mountaddr=127.0.0.1,nosharecache%s", NFS_PORT,
			 MOUNT_PORT, more);
	else
		snprintf(options, sizeof(options),
			 "vers=%s,proto=tcp,port=%d,addr=127.0.0.1,"
			 "clientaddr=127.0.0.1,sec=sys%s", version, NFS_PORT,
			 more);
	if (mount(is_3 ? "127.0.0.1:/export" : "127.0.0.1:/", folder, "nfs", 0,
		  options))
		err(1, "mount of version %s", version);
	if (chdir(folder))
		err(1, "%s", folder);
}

static void unmount(const char *folder)
{
	if (chdir("/") || umount(folder))
		err(1, "umount %s", folder);
}

static void check(int result, const char *what)
{
	if (result < 0)
		err(1, "%s", what);
}

static void list(const char *folder)
{
	DIR *dir = opendir(folder);

	if (!dir)
		err(1, "%s", folder);
	while (readdir(dir))
		;
	closedir(dir);
}

/* 5 blocks are written, 4 and a part of one are read, in one request each */
static void transfer(const char *name)
{
	char *data;
	int fd = open(name, O_RDWR | O_CREAT | O_DIRECT, 0644);

	check(fd, name);
	if (posix_memalign((void **)&data, BLOCK, 2 * BLOCK))
		err(1, "memory");
	memset(data, 'x', 2 * BLOCK);
	for (int i = 0; i < 5; i++)
		check((int)pwrite(fd, data, BLOCK, i * BLOCK), "write");
	check(fsync(fd), "fsync");
	check(ftruncate(fd, 4 * BLOCK + 100), "ftruncate");
	for (int i = 0; i < 5; i++)
		check((int)pread(fd, data, BLOCK, i * BLOCK), "read");
	close(fd);
	free(data);
	fd = open(name, O_WRONLY);
	check(fd, name);
	/* what is written in the background needs to be committed */
	for (int i = 0; i < 2; i++) {
		check((int)pwrite(fd, "later", 5, 2 * i * BLOCK), "write");
		check(sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE),
		      "sync_file_range");
	}
	check(fsync(fd), "fsync");
	close(fd);
}

/* A file that the server's machine has open for writing is not delegated. */
static void lock(const char *name)
{
	struct flock lock = { .l_type = F_WRLCK, .l_len = 10 };
	int fd = open(name, O_RDWR);
	pid_t pid;

	check(fd, name);
	check(fcntl(fd, F_SETLK, &lock), "lock");
	pid = fork();
	if (!pid) {
		/* of another owner: the server is asked */
		lock.l_start = 20;
		check(fcntl(fd, F_GETLK, &lock), "test of a lock");
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	lock.l_type = F_UNLCK;
	check(fcntl(fd, F_SETLK, &lock), "unlock");
	close(fd);
}

/* A file is open for reading and writing, then for less. */
static void downgrade(const char *name)
{
	int both = open(name, O_RDWR), reads = open(name, O_RDONLY);

	check(both, name);
	check(reads, name);
	close(both);
	close(reads);
}

static void work(void)
{
	struct statfs fs;
	struct stat st;
	char text[64];

	check(mkdir("dir", 0755), "mkdir");
	transfer("dir/file");
	check(symlink("file", "dir/symlink"), "symlink");
	check((int)readlink("given-link", text, sizeof(text)), "readlink");
	check(mknod("dir/fifo", S_IFIFO | 0644, 0), "mknod");
	check(link("dir/file", "dir/link"), "link");
	check(chmod("dir/file", 0600), "chmod");
	check(rename("dir/file", "dir/renamed"), "rename");
	check(access("dir/renamed", X_OK) ? 0 : -1, "access");
	check(stat("dir/none", &st) ? 0 : -1, "stat");
	check(statfs(".", &fs), "statfs");
	list("dir");
	lock("held");
	downgrade("held");
	check(unlink("dir/fifo"), "unlink");
	check(unlink("dir/symlink"), "unlink");
	check(unlink("dir/link"), "unlink");
	check(unlink("dir/renamed"), "unlink");
	check(rmdir("dir"), "rmdir");
}

/* What the client sends in the background has come. */
static void wait_for(int op)
{
	struct counts now;

	do
		read_all_counts(&now);
	while (now.of4[op] == before.of4[op]);
}

static void do_files(const char *folder, const char *version)
{
	mount_on(folder, version, "");
	work();
	if (!strcmp(version, "4.0"))
		wait_for(RELEASE_LOCKOWNER);
	unmount(folder);
	if (*version == '3') {
		mount_on(folder, version, ",nordirplus");
		list(".");
		unmount(folder);
	}
}

/* ---------------------------------------------------------------- a recall */

static bool has_delegation(void)
{
	char line[1024];
	bool is_found = false;
	glob_t states;

	if (glob("/proc/fs/nfsd/clients/*/states", 0, NULL, &states))
		return false;
	for (size_t i = 0; i < states.gl_pathc; i++) {
		FILE *file = fopen(states.gl_pathv[i], "r");

		while (file && fgets(line, sizeof(line), file))
			if (strstr(line, "deleg"))
				is_found = true;
		if (file)
			fclose(file);
	}
	globfree(&states);
	return is_found;
}

/*
 * The server delegates a file once it has reached the client; then a process of
 * its own machine wants to write to it.
 */
static void do_recall(const char *folder, const char *file)
{
	const char *name = strrchr(file, '/') + 1;
	int fd;

	mount_on(folder, "4.0", "");
	do {
		fd = open(name, O_RDONLY);
		check(fd, name);
		close(fd);
	} while (!has_delegation());
	fd = open(file, O_WRONLY);
	check(fd, file);
	close(fd);
	unmount(folder);
}

/* ------------------------------------------------------- requests of our own */

enum {
	OP_DELEGPURGE = 7,
	OP_GETFH = 10,
	OP_LOOKUP = 15,
	OP_LOOKUPP,
	OP_NVERIFY,
	OP_OPENATTR = 19,
	OP_PUTPUBFH = 23,
	OP_PUTROOTFH,
	OP_RENEW = 30,
	OP_SECINFO = 33,
	OP_VERIFY = 37,
	OP_NONE = 9999,
	UID = 1234,
	XID = 0x11223344,
};

static void begin(struct xdr *x, uint32_t procedure)
{
	x->len = x->at = 0;
	put(x, XID);
	put(x, 0); /* a call */
	put(x, 2);
	put(x, NFS);
	put(x, 4);
	put(x, procedure);
	put(x, 1); /* AUTH_SYS: time, machine, user, group, no others */
	put(x, 24); /* bytes */
	put(x, 0);
	put_text(x, "here");
	put(x, UID);
	put(x, UID);
	put(x, 0);
	put(x, 0); /* no verifier */
	put(x, 0);
}

static void compound(struct xdr *x, uint32_t minor, uint32_t op_cnt)
{
	begin(x, 1);
	put_text(x, "tagged");
	put(x, minor);
	put(x, op_cnt);
}

/* Returns the status of the request. */
static uint32_t ask(int fd, struct xdr *x)
{
	transmit(fd, x);
	if (!receive(fd, x))
		errx(1, "no answer");
	for (int i = 0; i < 6; i++)
		get(x);
	return x->at < x->len ? get(x) : 0;
}

static void expect(int fd, struct xdr *x, uint32_t wanted, const char *what)
{
	uint32_t status = ask(fd, x);

	if (status != wanted)
		errx(1, "%s: status %u", what, status);
}

/* The type of the root: a folder. */
static void verify(struct xdr *x, uint32_t op)
{
	compound(x, 0, 2);
	put(x, OP_PUTROOTFH);
	put(x, op);
	put(x, 1); /* one word of bits */
	put(x, 2);
	put(x, 4); /* bytes */
	put(x, 2);
}

static int connected(void)
{
	struct sockaddr_in addr = local(NFS_PORT);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (connect(fd, (struct sockaddr *)&addr, sizeof(addr)))
		err(1, "connect");
	return fd;
}

/* The server's only thread has finished the requests before. */
static void wait_for_answer(void)
{
	int fd = connected();
	struct xdr x;

	begin(&x, 0);
	expect(fd, &x, 0, "null");
	close(fd);
}

static void do_raw(void)
{
	int fd = connected();
	struct xdr x;

	begin(&x, 0);
	expect(fd, &x, 0, "null");
	compound(&x, 0, 0);
	expect(fd, &x, 0, "nothing");
	compound(&x, 99, 1);
	put(&x, OP_PUTROOTFH);
	expect(fd, &x, 10021, "minor version");
	compound(&x, 0, 2);
	/* without a file: the operations after it are not executed */
	put(&x, OP_GETFH);
	put(&x, OP_PUTROOTFH);
	expect(fd, &x, 10020, "no handle");
	compound(&x, 0, 2);
	put(&x, OP_PUTPUBFH);
	put(&x, OP_GETFH);
	expect(fd, &x, 0, "public handle");
	compound(&x, 0, 4);
	put(&x, OP_PUTROOTFH);
	put(&x, OP_LOOKUP);
	put_text(&x, "folder");
	put(&x, OP_LOOKUPP);
	put(&x, OP_GETFH);
	expect(fd, &x, 0, "parent");
	verify(&x, OP_VERIFY);
	expect(fd, &x, 0, "verify");
	verify(&x, OP_NVERIFY);
	expect(fd, &x, 10009, "nverify");
	compound(&x, 0, 2);
	put(&x, OP_PUTROOTFH);
	put(&x, OP_OPENATTR);
	put(&x, 0);
	expect(fd, &x, 10004, "openattr");
	compound(&x, 0, 1);
	put(&x, OP_DELEGPURGE);
	put(&x, 1);
	put(&x, 2);
	expect(fd, &x, 10004, "delegpurge");
	compound(&x, 0, 1);
	put(&x, OP_RENEW);
	put(&x, 0x01020304);
	put(&x, 0x05060708);
	expect(fd, &x, 10022, "renew");
	compound(&x, 0, 2);
	put(&x, OP_PUTROOTFH);
	put(&x, OP_SECINFO);
	put_text(&x, "folder");
	expect(fd, &x, 0, "secinfo");
	compound(&x, 0, 1);
	put(&x, OP_NONE);
	expect(fd, &x, 10044, "no operation");
	close(fd);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (!strcmp(mode, "services"))
		serve_all();
	read_all_counts(&before);
	if (!strcmp(mode, "raw"))
		do_raw();
	else if (argc == 4 && !strcmp(mode, "recall"))
		do_recall(argv[2], argv[3]);
	else if (argc == 3 && (*mode == '3' || *mode == '4'))
		do_files(argv[2], mode);
	else
		errx(2, "nfs services | 3|4.0|4.2 FOLDER | "
		     "recall FOLDER FILE | raw");
	wait_for_answer();
	print_counts();
	return 0;
}
