/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PDUs of the kernel's iSCSI target, translated from their headers. Other data
 * are raw arguments of the probes, because the structs of connections and
 * sessions have other names in older kernels:
 *
 *	arg3	address of the other side	arg6	struct iscsi_sess_ops *
 *	arg4	struct iscsi_tiqn *		arg7	the session's ISID
 *	arg5	struct se_node_acl *		arg8	its TSIH
 *	arg9	the LUN, if the target sends
 */
#pragma D depends_on module iscsi_target_mod
#pragma D depends_on library conninfo.d

typedef struct iscsiinfo {
	string ii_target;
	string ii_initiator;
	string ii_isid;
	string ii_tsih;
	string ii_transport;
	uint64_t ii_lun;
	uint32_t ii_itt;
	uint32_t ii_ttt;
	uint32_t ii_cmdsn;
	uint32_t ii_statsn;
	uint32_t ii_datasn;
	uint32_t ii_datalen;
	uint32_t ii_flags;
} iscsiinfo_t;

typedef struct scsicmd {
	uint64_t ic_len;
	uint8_t *ic_cdb;
} scsicmd_t;

translator conninfo_t < struct sockaddr *A > {
	ci_local = _address_of[(uint16_t *)A];
	ci_remote = _address_of[(uint16_t *)arg3];
	ci_protocol = *(uint16_t *)A == 10 ? "ipv6" : "ipv4";
};

/* opcodes (RFC 7143, 11.2.1.2); bit 6 of a request means: immediate */
inline int _iscsi_op[struct iscsi_hdr *H] = H->opcode & 0x3f;
inline int _iscsi_is_login[struct iscsi_hdr *H] =
    (_iscsi_op[H] & 0x1f) == 3;
inline int _iscsi_is_response[struct iscsi_hdr *H] =
    (_iscsi_op[H] & 0x20) != 0;
/* NOP, text, Data-Out, Data-In, R2T; for a task: the tag that it refers to */
inline int _iscsi_has_ttt[int O] = (O & 0x1f) == 0 || (O & 0x1f) == 4 ||
    (O & 0x1f) == 5 || O == 2 || O == 0x31;
/* Data-Out, Data-In, R2T, and the SCSI response, which has their number */
inline int _iscsi_has_datasn[int O] = (O & 0x1f) == 5 || O == 0x31 ||
    O == 0x21;

inline uint64_t _iscsi_byte[struct iscsi_hdr *H, int I] =
    ((uint8_t *)H)[I];
inline uint64_t _iscsi_pair[struct iscsi_hdr *H, int I] =
    _iscsi_byte[H, I] << 8 | _iscsi_byte[H, I + 1];
inline uint32_t _iscsi_word[struct iscsi_hdr *H, int I] =
    ntohl(((uint32_t *)H)[I / 4]);

/* as the kernel numbers it: the first level is in the lower bytes */
inline uint64_t _iscsi_lun[struct iscsi_hdr *H] = _iscsi_pair[H, 8] |
    _iscsi_pair[H, 10] << 16 | _iscsi_pair[H, 12] << 32 |
    _iscsi_pair[H, 14] << 48;

inline uint64_t _iscsi_isid[uint8_t *I] =
    (uint64_t)I[0] << 40 | (uint64_t)I[1] << 32 | (uint64_t)I[2] << 24 |
    (uint64_t)I[3] << 16 | (uint64_t)I[4] << 8 | (uint64_t)I[5];

translator iscsiinfo_t < struct iscsi_hdr *H > {
	/* none in a discovery session, and before the name was read */
	ii_target = arg4 == 0 ? "" :
	    stringof(((struct iscsi_tiqn *)arg4)->tiqn);
	ii_initiator = arg5 != 0 ?
	    stringof(((struct se_node_acl *)arg5)->initiatorname) :
	    arg6 != 0 ?
	    stringof(((struct iscsi_sess_ops *)arg6)->InitiatorName) : "";
	/* the bit before it keeps leading zeros */
	ii_isid = substr(lltostr(1ll << 48 | (_iscsi_is_login[H] ?
	    _iscsi_isid[(uint8_t *)H + 8] : _iscsi_isid[(uint8_t *)arg7]),
	    16), 3);
	ii_tsih = lltostr(_iscsi_is_login[H] ? _iscsi_pair[H, 14] : arg8);
	ii_transport = "sockets";
	ii_lun = _iscsi_is_response[H] ? arg9 :
	    _iscsi_is_login[H] || _iscsi_op[H] == 6 ? 0 : _iscsi_lun[H];
	ii_itt = _iscsi_word[H, 16];
	ii_ttt = _iscsi_has_ttt[_iscsi_op[H]] ? _iscsi_word[H, 20] :
	    0xffffffff;
	ii_cmdsn = _iscsi_is_response[H] ? _iscsi_word[H, 28] :
	    _iscsi_op[H] == 5 ? 0 : _iscsi_word[H, 24];
	ii_statsn = _iscsi_is_response[H] ? _iscsi_word[H, 24] :
	    _iscsi_word[H, 28];
	ii_datasn = _iscsi_has_datasn[_iscsi_op[H]] ? _iscsi_word[H, 36] : 0;
	ii_datalen = _iscsi_byte[H, 5] << 16 | _iscsi_pair[H, 6];
	ii_flags = _iscsi_byte[H, 1];
};

/* a command that is longer than the field is not in the header */
translator scsicmd_t < struct iscsi_scsi_req *H > {
	ic_len = 16;
	ic_cdb = H->cdb;
};
