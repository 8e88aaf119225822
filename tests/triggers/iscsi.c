/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iscsi PORT TARGET STATS MODE: an initiator of iSCSI (RFC 7143) for the
 * kernel's target at 127.0.0.1. It sends a known number of PDUs of each kind
 * and waits for the answers; prints "PROBE PDUS BYTES SUM" for all that it has
 * sent and received, named as the target's probes; the sum is of what their
 * headers have. With STATS "-" it is a session for discovery, else it is the
 * folder of the session's statistics, printed before the logout. MODE: "plain",
 * or "drop": a second connection of the session ends without a logout, of which
 * the target tells the first one.
 */
#include <arpa/inet.h>
#include <err.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	OP_NOP_OUT,
	OP_SCSI,
	OP_TASK,
	OP_LOGIN,
	OP_TEXT,
	OP_DATA_OUT,
	OP_LOGOUT,
	OP_NOP_IN = 0x20,
	OP_SCSI_RSP,
	OP_TASK_RSP,
	OP_LOGIN_RSP,
	OP_TEXT_RSP,
	OP_DATA_IN,
	OP_LOGOUT_RSP,
	OP_R2T = 0x31,
	OP_ASYNC,
	OP_REJECT = 0x3f,
	OP_CNT,
	IMMEDIATE = 0x40,
	FINAL = 0x80,
	READS = 0x40,
	WRITES = 0x20,
	BLOCK = 512,
	SEGMENT = 4096,
	BUFFER = 65536,
	LUN = 5,
};

static const char *const probes[OP_CNT] = {
	[OP_NOP_OUT] = "nop-receive",	   [OP_SCSI] = "scsi-command",
	[OP_TASK] = "task-command",	   [OP_LOGIN] = "login-command",
	[OP_TEXT] = "text-command",	   [OP_DATA_OUT] = "data-receive",
	[OP_LOGOUT] = "logout-command",	   [OP_NOP_IN] = "nop-send",
	[OP_SCSI_RSP] = "scsi-response",   [OP_TASK_RSP] = "task-response",
	[OP_LOGIN_RSP] = "login-response", [OP_TEXT_RSP] = "text-response",
	[OP_DATA_IN] = "data-send",	   [OP_LOGOUT_RSP] = "logout-response",
	[OP_R2T] = "data-request",	   [OP_ASYNC] = "async-send",
};

/* A header; numbers in the order of the network. */
struct pdu {
	uint8_t op, flags, other[2];
	uint32_t lengths; /* of further headers: 1 byte, of data: 3 bytes */
	uint8_t lun[8];
	uint32_t itt;
	uint32_t w20, w24, w28, w32, w36, w40, w44;
};

static uint8_t data[BUFFER];
static unsigned long pdu_cnt[OP_CNT], byte_cnt[OP_CNT];
static uint64_t field_sum[OP_CNT];
static uint32_t cmd_sn = 1000, exp_stat_sn, tag = 0x100;
static int port;

static void write_all(int fd, const void *bytes, size_t cnt)
{
	if (write(fd, bytes, cnt) != (ssize_t)cnt)
		err(1, "write");
}

static void read_all(int fd, void *bytes, size_t cnt)
{
	ssize_t got = 0;

	for (size_t at = 0; at < cnt; at += (size_t)got) {
		got = read(fd, (char *)bytes + at, cnt - at);
		if (got <= 0)
			err(1, "the target has closed the connection");
	}
}

static int op_of(const struct pdu *pdu)
{
	return pdu->op & 0x3f;
}

/* The fields of the header that a probe has: tags, sequence numbers, flags. */
static uint64_t fields_of(const struct pdu *pdu)
{
	int op = op_of(pdu);
	bool is_sent = op < OP_NOP_IN;
	uint64_t sum = (uint64_t)ntohl(pdu->itt) + pdu->flags;

	if (op == OP_SCSI || op == OP_SCSI_RSP || op == OP_LOGIN ||
	    op == OP_LOGIN_RSP || op == OP_LOGOUT || op == OP_LOGOUT_RSP ||
	    op == OP_TASK_RSP || op == OP_ASYNC)
		sum += 0xffffffff; /* no second tag */
	else
		sum += ntohl(pdu->w20);
	if (op != OP_DATA_OUT)
		sum += ntohl(is_sent ? pdu->w24 : pdu->w28);
	sum += ntohl(is_sent ? pdu->w28 : pdu->w24);
	if (op == OP_DATA_OUT || op == OP_DATA_IN || op == OP_R2T ||
	    op == OP_SCSI_RSP)
		sum += ntohl(pdu->w36);
	return sum;
}

static void count(const struct pdu *pdu, size_t bytes)
{
	pdu_cnt[op_of(pdu)]++;
	byte_cnt[op_of(pdu)] += bytes;
	field_sum[op_of(pdu)] += fields_of(pdu);
}

static void send_pdu(int fd, struct pdu *pdu, const void *bytes, size_t cnt)
{
	static const char zeros[4];

	pdu->lengths = htonl((uint32_t)cnt);
	pdu->w28 = htonl(exp_stat_sn);
	count(pdu, cnt);
	write_all(fd, pdu, sizeof(*pdu));
	if (cnt)
		write_all(fd, bytes, cnt);
	if (cnt % 4)
		write_all(fd, zeros, 4 - cnt % 4);
}

/* The next PDU, with its data in @data; returns its opcode. */
static int receive(int fd, struct pdu *pdu)
{
	size_t cnt;

	read_all(fd, pdu, sizeof(*pdu));
	cnt = ntohl(pdu->lengths) & 0xffffff;
	if (cnt + 3 > sizeof(data))
		errx(1, "%zu bytes of data", cnt);
	read_all(fd, data, (cnt + 3) & ~3ul);
	count(pdu, cnt);
	if (op_of(pdu) == OP_REJECT)
		errx(1, "rejected: %d", pdu->other[0]);
	/* of data only the last PDU can have a status */
	if (op_of(pdu) != OP_R2T &&
	    (op_of(pdu) != OP_DATA_IN || pdu->flags & 1) &&
	    !(op_of(pdu) == OP_NOP_IN && pdu->itt == 0xffffffff))
		exp_stat_sn = ntohl(pdu->w24) + 1;
	return op_of(pdu);
}

/* The same, but answers a ping of the target. */
static int receive_other(int fd, struct pdu *pdu)
{
	while (receive(fd, pdu) == OP_NOP_IN && pdu->itt == 0xffffffff) {
		struct pdu answer = { .op = OP_NOP_OUT | IMMEDIATE,
				      .flags = FINAL,
				      .itt = 0xffffffff,
				      .w20 = pdu->w20,
				      .w24 = htonl(cmd_sn) };

		if (pdu->w20 != 0xffffffff)
			send_pdu(fd, &answer, NULL, 0);
	}
	return op_of(pdu);
}

static void wanted(const struct pdu *pdu, int op)
{
	if (op_of(pdu) != op)
		errx(1, "opcode 0x%x instead of 0x%x", op_of(pdu), op);
}

/* A request that is not immediate. */
static struct pdu request(int op, int flags)
{
	return (struct pdu){ .op = (uint8_t)op,
			     .flags = (uint8_t)flags,
			     .itt = htonl(tag++),
			     .w20 = 0xffffffff,
			     .w24 = htonl(cmd_sn++) };
}

static int connected(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)))
		err(1, "connect");
	return fd;
}

/* What is agreed on: for a connection; for a session, by its first one. */
static const char connection_keys[] =
	"HeaderDigest=None\0DataDigest=None\0MaxRecvDataSegmentLength=4096\0";
static const char session_keys[] =
	"MaxConnections=2\0InitialR2T=Yes\0ImmediateData=Yes\0MaxBurstLength=16384\0"
	"FirstBurstLength=8192\0DefaultTime2Wait=2\0DefaultTime2Retain=0\0"
	"MaxOutstandingR2T=1\0"
	"DataPDUInOrder=Yes\0DataSequenceInOrder=Yes\0ErrorRecoveryLevel=2\0";

/* Adds @keys, but the byte that ends a string of C. Returns the new length. */
static size_t add_keys(char *text, size_t len, const char *keys,
		       size_t keys_bytes)
{
	memcpy(text + len, keys, keys_bytes - 1);
	return len + keys_bytes - 1;
}

static void answered(int fd, struct pdu *answer, int stage)
{
	receive(fd, answer);
	wanted(answer, OP_LOGIN_RSP);
	if (answer->w36)
		errx(1, "login: status 0x%x", ntohl(answer->w36) >> 16);
	if ((answer->flags & (FINAL | 3)) != (FINAL | stage))
		errx(1, "login: not to stage %d", stage);
}

/* Two requests: names, what is agreed on. Returns the session's handle. */
static int login(int fd, const char *target, int cid, int tsih)
{
	struct pdu pdu = { .op = OP_LOGIN | IMMEDIATE,
			   .flags = FINAL | 1,
			   .lun = { 0x80, 0x12, 0x34, 0x56, 0, 0x78,
				    (uint8_t)(tsih >> 8), (uint8_t)tsih },
			   .itt = htonl(tag++),
			   .w20 = htonl((uint32_t)cid << 16),
			   .w24 = htonl(cmd_sn) };
	struct pdu answer;
	char text[1024];
	size_t len;

	exp_stat_sn = 0;
	len = (size_t)sprintf(
		text,
		"InitiatorName=iqn.2026-11.example:here%cAuthMethod=None%c", 0,
		0);
	if (!tsih)
		len += (size_t)sprintf(text + len, "SessionType=%s%c",
				       target ? "Normal" : "Discovery", 0);
	if (target)
		len += (size_t)sprintf(text + len, "TargetName=%s%c", target,
				       0);
	send_pdu(fd, &pdu, text, len);
	answered(fd, &answer, 1);
	pdu.flags = FINAL | 4 | 3;
	len = add_keys(text, 0, connection_keys, sizeof(connection_keys));
	if (target && !tsih)
		len = add_keys(text, len, session_keys, sizeof(session_keys));
	send_pdu(fd, &pdu, text, len);
	answered(fd, &answer, 3);
	return answer.lun[6] << 8 | answer.lun[7];
}

/* Sends what the target asks for, in segments. */
static void send_data(int fd, const struct pdu *r2t, uint32_t itt)
{
	uint32_t cnt = ntohl(r2t->w44), at = ntohl(r2t->w40), part;
	uint32_t ttt = r2t->w20, data_sn = 0;
	struct pdu out;

	for (; cnt; cnt -= part, at += part) {
		part = cnt < SEGMENT ? cnt : SEGMENT;
		out = (struct pdu){ .op = OP_DATA_OUT,
				    .flags = part == cnt ? FINAL : 0,
				    .lun = { 0, LUN },
				    .itt = itt,
				    .w20 = ttt,
				    .w36 = htonl(data_sn++),
				    .w40 = htonl(at) };
		send_pdu(fd, &out, data, part);
	}
}

/* A command for @blocks blocks, @now of whose bytes are sent along. */
static void scsi(int fd, int code, int blocks, int bytes, int flags, size_t now)
{
	struct pdu pdu = request(OP_SCSI, FINAL | flags | 1), answer;
	uint8_t cdb[16] = {
		(uint8_t)code, 0, 0, 0, 0, 0, 0, 0, (uint8_t)blocks
	};

	if (code == 0x12) /* INQUIRY: 6 bytes */
		cdb[8] = 0, cdb[4] = (uint8_t)bytes;
	pdu.lun[1] = LUN;
	pdu.w20 = htonl((uint32_t)bytes);
	memcpy(&pdu.w32, cdb, sizeof(cdb));
	send_pdu(fd, &pdu, data, now);
	for (;;) {
		int op = receive_other(fd, &answer);

		if (op == OP_R2T)
			send_data(fd, &answer, pdu.itt);
		else if (op == OP_SCSI_RSP ||
			 (op == OP_DATA_IN && answer.flags & 1))
			break;
		else
			wanted(&answer, OP_DATA_IN);
	}
	if (answer.other[1])
		errx(1, "command 0x%x: status %d", code, answer.other[1]);
}

static void ask(int fd, struct pdu pdu, const char *text, size_t len, int op)
{
	struct pdu answer;

	send_pdu(fd, &pdu, text, len);
	receive_other(fd, &answer);
	wanted(&answer, op);
	if (answer.itt != pdu.itt)
		errx(1, "opcode 0x%x has the tag of another", op);
}

static void work(int fd, const char *target)
{
	char text[300];
	size_t len =
		(size_t)snprintf(text, sizeof(text), "SendTargets=%s", target) +
		1;
	struct pdu task;

	for (int i = 0; i < 3; i++)
		scsi(fd, 0x12, 0, 36, READS, 0);
	for (int i = 0; i < 5; i++)
		scsi(fd, 0x28, 20, 20 * BLOCK, READS, 0);
	for (int i = 0; i < 4; i++)
		scsi(fd, 0x2a, 40, 40 * BLOCK, WRITES, 0);
	scsi(fd, 0x2a, 40, 40 * BLOCK, WRITES, 1024);
	scsi(fd, 0, 0, 0, 0, 0); /* TEST UNIT READY */
	for (int i = 0; i < 6; i++)
		ask(fd, request(OP_NOP_OUT, FINAL), "ping", 4, OP_NOP_IN);
	for (int i = 0; i < 2; i++)
		ask(fd, request(OP_TEXT, FINAL), text, len, OP_TEXT_RSP);
	/* abort: of a task that is not there */
	task = request(OP_TASK, FINAL | 1);
	task.lun[1] = LUN;
	task.w20 = htonl(0x4711);
	ask(fd, task, NULL, 0, OP_TASK_RSP);
}

static void print_stats(const char *folder)
{
	static const char *const names[] = { "cmd_pdus", "rsp_pdus",
					     "txdata_octs", "rxdata_octs" };
	char path[512], value[64];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		FILE *file;

		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		file = fopen(path, "r");
		if (!file || !fgets(value, sizeof(value), file))
			err(1, "%s", path);
		printf("%s %s", names[i], value);
		fclose(file);
	}
}

/* A second connection comes and is gone. */
static void drop(int fd, const char *target, int tsih)
{
	uint32_t first_stat_sn = exp_stat_sn;
	int second = connected();
	struct pdu pdu;

	login(second, target, 1, tsih);
	ask(second, request(OP_NOP_OUT, FINAL), NULL, 0, OP_NOP_IN);
	close(second);
	exp_stat_sn = first_stat_sn;
	receive_other(fd, &pdu);
	wanted(&pdu, OP_ASYNC);
}

int main(int argc, char **argv)
{
	bool is_discovery = argc > 3 && !strcmp(argv[3], "-");
	static const char all[] = "SendTargets=All";
	struct pdu logout;
	int fd, tsih;

	if (argc != 5)
		errx(1, "iscsi PORT TARGET STATS MODE");
	port = atoi(argv[1]);
	alarm(300); /* an answer that never comes */
	fd = connected();
	tsih = login(fd, is_discovery ? NULL : argv[2], 0, 0);
	if (is_discovery)
		ask(fd, request(OP_TEXT, FINAL), all, sizeof(all), OP_TEXT_RSP);
	else
		work(fd, argv[2]);
	if (!strcmp(argv[4], "drop"))
		drop(fd, argv[2], tsih);
	if (!is_discovery)
		print_stats(argv[3]);
	logout = request(OP_LOGOUT, FINAL);
	logout.w20 = 0;
	ask(fd, logout, NULL, 0, OP_LOGOUT_RSP);
	printf("session %d\n", tsih);
	for (int op = 0; op < OP_CNT; op++)
		if (pdu_cnt[op])
			printf("%s %lu %lu %llu\n", probes[op], pdu_cnt[op],
			       byte_cnt[op], (unsigned long long)field_sum[op]);
	return 0;
}
