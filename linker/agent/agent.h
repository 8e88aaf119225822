/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The agent as a table: what embed.c makes of agent.c when dtrace is built.
 */
#ifndef DTRACE_LINKER_AGENT_AGENT_H
#define DTRACE_LINKER_AGENT_AGENT_H

#include <stddef.h>
#include <stdint.h>

/* What the agent of a provider refers to. */
enum link_agent_var {
	LINK_AGENT_CONTROL, /* struct direct_control */
	LINK_AGENT_ALIVE, /* a semaphore */
	LINK_AGENT_STUBS, /* code: see provider_object.c */
};

/* 4 bytes at @off become the variable's address + @addend - their own. */
struct link_agent_reloc {
	uint32_t off;
	enum link_agent_var var;
	int32_t addend;
};

struct link_agent {
	const unsigned char *code; /* x86-64, aligned to 16 */
	size_t len;
	uint32_t entry_off; /* of the function that sites call */
	const struct link_agent_reloc *relocs;
	size_t reloc_cnt;
};

extern const struct link_agent link_agent;

#endif
