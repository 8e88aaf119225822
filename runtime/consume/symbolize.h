/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Data that are addresses or stacks (rec_is_address()): their text, and which
 * part of them counts as a key.
 */
#ifndef DTRACE_RUNTIME_CONSUME_SYMBOLIZE_H
#define DTRACE_RUNTIME_CONSUME_SYMBOLIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/common/record.h"
#include "runtime/symbol/symbol.h"

struct address_env {
	struct symbols symbols;
	uint32_t stack_indent;	/* blanks before a frame */
	bool is_noresolve;	/* user addresses as OBJECT:0xOFFSET */
	pid_t target;		/* of -c or -p, for %A of a number; or 0 */
	bool has_tables;	/* user stacks were walked by unwind tables */
	size_t walk_max;	/* frames that the kernel walks; 0: not asked */
	bool shows_kernel;	/* result: an address of the kernel was shown */
};

/*
 * Sets the time (CLOCK_MONOTONIC; 0: now) to which the following user addresses
 * belong. Returns the previous one.
 */
uint64_t address_at(struct address_env *env, uint64_t time_ns);
enum { ADDRESS_TEXT_COLUMNS = 50 };
/*
 * In the format of trace() and of keys: "  %-50s", or a newline and the frames.
 */
void address_print(struct address_env *env, const struct rec_field *field,
		   const uint8_t *data, struct strbuf *out);
/* In the format of %a and %A: with the offset, not padded. */
void address_put_full(struct address_env *env, const struct rec_field *field,
		      const uint8_t *data, struct strbuf *out);
/* The same for a plain number, which is an address of @pid if @is_user. */
void address_put_number(struct address_env *env, bool is_user, pid_t pid,
			uint64_t addr, struct strbuf *out);
/* In the format of %k: a newline, then a line for each frame. */
void address_put_frames(struct address_env *env, const struct rec_field *field,
			const uint8_t *data, uint32_t indent,
			struct strbuf *out);
/*
 * To be called when a key is first seen. Reads the mappings of its process
 * while the process lives, and replaces the address in @data by that of the
 * function or object that is shown. Returns whether different addresses can
 * have become the same.
 */
bool address_reduce(struct address_env *env, const struct rec_field *field,
		    uint8_t *data);

#endif
