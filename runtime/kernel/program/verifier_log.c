/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the end of a verifier log, for example (the program reads r0 unset):
 *
 *	; @ = count(); @ <cmdline>:1
 *	3: (bf) r0 = r7
 *	R7 !read_ok
 *	processed 4 insns (limit 1000000) max_states_per_insn 0 ...
 *
 * The line after the last instruction gives the message, the number before ":
 * (" the instruction at fault. Statistics are removed.
 */
#include "runtime/kernel/program/verifier_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DETAIL_LINES = 16 };

/* Returns the length of the log without statistics and empty lines. */
static size_t useful_len(const char *text)
{
	const char *stats = NULL, *at = text;
	size_t len;

	while ((at = strstr(at, "processed "))) {
		if (at == text || at[-1] == '\n')
			stats = at;
		at++;
	}
	len = stats ? (size_t)(stats - text) : strlen(text);
	while (len && text[len - 1] == '\n')
		len--;
	return len;
}

/* Returns the start of the line that ends before @end. */
static size_t line_start(const char *text, size_t end)
{
	while (end && text[end - 1] != '\n')
		end--;
	return end;
}

/* Returns 12 for "12: (85) call", and -1 for any other line. */
static long insn_of_line(const char *line)
{
	char *end;
	long idx = strtol(line, &end, 10);

	return end != line && !strncmp(end, ": (", 3) ? idx : -1;
}

static long last_insn(const char *text, size_t len)
{
	while (len) {
		size_t start = line_start(text, len);
		long idx = insn_of_line(text + start);

		if (idx >= 0)
			return idx;
		len = start ? start - 1 : 0;
	}
	return -1;
}

static struct loc loc_of_insn(const struct code *code, long insn_idx)
{
	struct loc loc = { 0 };

	for (size_t i = 0; i < code->marks.cnt; i++) {
		if (code->marks.v[i].insn_idx > insn_idx)
			break;
		loc = code->marks.v[i].loc;
	}
	return loc;
}

/*
 * If the kernel gives up at a jump, its message is on the same line: "9: (55)
 * if r9 != 0x0 goto pc+1 BPF program is too large. ..."
 */
static size_t sentence_start(const char *text, size_t start)
{
	const char *end = strchr(text + start, '\n');
	const char *found = strstr(text + start, "BPF program is too large");

	if (insn_of_line(text + start) < 0 || !found || (end && end < found))
		return start;
	return (size_t)(found - text);
}

/* Returns what to do if the program exceeds a limit of the kernel. */
static const char *remedy(const char *sentence, int err)
{
	if (err != -E2BIG)
		return "";
	if (strstr(sentence, "number of maps"))
		return " (each type of keys of associative arrays takes one)";
	/*
	 * dtrace splits programs at fewer instructions than the kernel's limit
	 */
	return " (without -x proginsns it is split)";
}

void verifier_log_explain(const char *text, const struct code *code, int err,
			  struct kern_log *log)
{
	size_t len = useful_len(text), start = line_start(text, len);
	size_t sentence = sentence_start(text, start);
	long idx = last_insn(text, len);

	if (!log)
		return;
	/* The log of a program that passed, but then got no descriptor. */
	if (!len || err == -EMFILE || err == -ENFILE) {
		kern_log_errno(log, err, "can't load program %s", code->name);
		return;
	}
	kern_log_set(log, err, "the kernel refused program %s: %.*s%s",
		     code->name, (int)(len - sentence), text + sentence,
		     remedy(text + sentence, err));
	if (idx >= 0 && (size_t)idx < code->insns.cnt)
		log->loc = loc_of_insn(code, idx);
	for (int i = 1; i < DETAIL_LINES && start; i++)
		start = line_start(text, start - 1);
	strbuf_add(&log->detail, text + start, len - start);
}
