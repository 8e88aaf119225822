// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sizes that exceed the available memory, and rates out of bounds, are adjusted
 * before anything is created; the messages are printed after enabling:
 *
 *	dtrace: buffer size lowered to 256m
 *	dtrace: cleaning rate reduced to 5000 hz
 *
 * A size may take a quarter of the memory that is available now. This is
 * checked here rather than tried, since the kernel takes all memory before it
 * gives up.
 *
 * Unless bufsize is given, the rings of all CPUs share a budget, so that a
 * machine with 256 CPUs does not spend a gigabyte on a short script.
 */
#include "runtime/session/generate/buffer_limits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "runtime/common/option.h"
#include "runtime/common/record.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

enum {
	RECORDS_MIN = 16,
	RECORD_LEAST_BYTES = 64, /* the record of a fault with its header */
	/*
	 * for rings whose size is not given: the maximum of all together, the
	 * minimum of one
	 */
	BUDGET_BYTES = 32 << 20,
	SMALL_RING_BYTES = 64 << 10,
};

static const struct size_row {
	enum option option;
	const char *name;
	int64_t max; /* the limit of the kernel or of a record */
	bool is_per_cpu;
} sizes[] = {
	{ OPT_bufsize, "buffer size", 1 << 30, true },
	{ OPT_aggsize, "aggregation size", INT64_MAX, false },
	{ OPT_specsize, "speculation size", 256 << 20, false },
	{ OPT_dynvarsize, "dynamic variable size", 256 << 20, false },
};

static const struct rate_row {
	enum option option;
	const char *name;
	int64_t min_ns, max_ns;
} rates[] = {
	{ OPT_cleanrate, "cleaning rate", 200000, 60000000000 },
	{ OPT_statusrate, "status rate", 1000000, 10000000000 },
};

int64_t session_free_memory(void)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/meminfo", "re");
	int64_t kb;
	char line[128];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "MemAvailable: %" SCNd64, &kb) == 1)
			return kb * 1024;
	return INT64_MAX;
}

static uint32_t online_cnt(const struct session *session)
{
	uint32_t cnt = 0;

	for (uint32_t cpu = 0; cpu < session->limits.cpus.cpu_max; cpu++)
		cnt += session->limits.cpus.online[cpu];
	return cnt ? cnt : 1;
}

/* The size for all CPUs together; "too much" above 8 exabytes. */
static void put_total(struct strbuf *text, uint32_t cpu_cnt, int64_t asked)
{
	int64_t total;

	strbuf_printf(text, " on each of %u CPUs, ", cpu_cnt);
	if (__builtin_mul_overflow(asked, (int64_t)cpu_cnt, &total))
		strbuf_puts(text, "too much");
	else
		option_put_size(text, total);
	strbuf_puts(text, " in all");
}

static void say_no_room(const struct session *session,
			const struct size_row *row, int64_t asked)
{
	struct strbuf text = { 0 };

	option_put_size(&text, asked);
	if (row->is_per_cpu && online_cnt(session) > 1)
		put_total(&text, online_cnt(session), asked);
	session_say("could not enable tracing: no room for %s %s of %s",
		    strchr("aeiou", *row->name) ? "an" : "a", row->name,
		    strbuf_text(&text));
	strbuf_deinit(&text);
}

static int fit_size(struct session *session, const struct size_row *row,
		    int64_t room)
{
	int64_t *value = &session->options.value[row->option], asked = *value;

	if (row->is_per_cpu)
		room /= online_cnt(session);
	if (room > row->max)
		room = row->max;
	while (*value > room && *value > 1)
		*value /= 2;
	if (*value == asked)
		return 0;
	if (session->options.value[OPT_bufresize]) {
		say_no_room(session, row, asked);
		return -ENOMEM;
	}
	session->limits.resized[row->option] = -1;
	return 0;
}

/* A rate of 0 means the slowest rate. */
static void fit_rate(struct session *session, const struct rate_row *row)
{
	int64_t *value = &session->options.value[row->option];
	int64_t asked = *value ? *value : INT64_MAX, now = asked;

	if (now < row->min_ns)
		now = row->min_ns;
	if (now > row->max_ns)
		now = row->max_ns;
	*value = now;
	if (now != asked)
		session->limits.resized[row->option] = now > asked ? 1 : -1;
}

int session_check_sizes(struct session *session)
{
	static const struct {
		enum option option;
		const char *name;
		int64_t max;
	} limits[] = {
		{ OPT_strsize, "strsize", 8192 },
		{ OPT_scratchsize, "scratchsize", 1 << 20 },
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct strbuf text = { 0 };

		if (session->options.value[limits[i].option] <= limits[i].max)
			continue;
		strbuf_printf(&text, "%s of ", limits[i].name);
		option_put_size(&text,
				session->options.value[limits[i].option]);
		strbuf_puts(&text, ": programs of the kernel have room for ");
		option_put_size(&text, limits[i].max);
		session_say("could not enable tracing: %s", strbuf_text(&text));
		strbuf_deinit(&text);
		return -EINVAL;
	}
	return 0;
}

/*
 * Reduces sizes and rates to what the machine allows. @has_buffer: whether the
 * principal buffer is going to be created. Returns 0, or -ENOMEM after a message.
 */
static int fit(struct session *session, int64_t available, bool has_buffer)
{
	int64_t room = available / 4;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		if (sizes[i].option == OPT_bufsize && !has_buffer)
			continue;
		if (fit_size(session, &sizes[i], room))
			return -ENOMEM;
	}
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
		fit_rate(session, &rates[i]);
	return 0;
}

void session_set_ring(struct session *session, uint64_t bytes)
{
	session->limits.ring_bytes = kern_ring_round(bytes);
	session->limits.room_bytes = bytes < session->limits.ring_bytes &&
			session->options.value[OPT_bufpolicy] != POLICY_RING ?
		(uint32_t)bytes :
		0;
}

/*
 * The size of a ring if none is given: its CPU's share, a power of two up to
 * bufmax. What offline CPUs have is part of the budget, too.
 */
static int64_t default_ring_bytes(const struct session *session,
				  int64_t available)
{
	const struct kern_cpus *cpus = &session->limits.cpus;
	int64_t most = session->options.value[OPT_bufmax];
	int64_t budget = available / 8 < BUDGET_BYTES ? available / 8 :
							BUDGET_BYTES;
	int64_t bytes = SMALL_RING_BYTES;

	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++)
		if (cpus->possible[cpu] && !cpus->online[cpu])
			budget -= SMALL_RING_BYTES;
	while (bytes * 2 <= most && bytes * 2 * online_cnt(session) <= budget)
		bytes *= 2;
	return bytes;
}

/* Only BEGIN and END: a script that records little needs small rings. */
static bool has_only_own_probes(const struct session *session)
{
	for (const struct clause *c = session->program.clauses; c; c = c->next)
		for (const struct probe_spec *spec = c->specs; spec;
		     spec = spec->next)
			if (strcmp(spec->name, "BEGIN") &&
			    strcmp(spec->name, "END") &&
			    strcmp(spec->name, "ERROR"))
				return false;
	return true;
}

/* Overwriting is not reported, so those rings get the whole size. */
static bool has_small_rings(const struct session *session)
{
	return !session->options.is_given[OPT_bufsize] &&
	       session->options.value[OPT_bufpolicy] != POLICY_RING &&
	       has_only_own_probes(session);
}

int session_size_rings(struct session *session)
{
	int64_t *bytes = &session->options.value[OPT_bufsize];
	int64_t available = session_free_memory();
	bool is_small = has_small_rings(session);

	if (kern_cpus_init(&session->limits.cpus)) {
		session_say(KERN_CPUS_UNREADABLE);
		return -EINVAL;
	}
	if (!session->options.is_given[OPT_bufsize])
		*bytes = default_ring_bytes(session, available);
	if (fit(session, available, !is_small))
		return -ENOMEM;
	session_set_ring(session,
			 is_small ? SMALL_RING_BYTES : (uint64_t)*bytes);
	return 0;
}

/* What the keys take if each statement stores a new one. */
static uint64_t key_records_bytes(const struct gen_result *result)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < result->aggs.cnt; i++) {
		const struct agg_layout *agg = &result->aggs.v[i];

		if (agg->key_cnt)
			sum += (uint64_t)agg->stmt_cnt *
				rt_ring_record_bytes(
					(uint32_t)sizeof(struct rec_key) +
					agg->key_bytes);
	}
	return sum;
}

/* What one firing of each probe records, if each clause is enabled once. */
static uint64_t firing_bytes(const struct gen_result *result)
{
	uint64_t sum = key_records_bytes(result);

	for (size_t i = 0; i < result->layouts.cnt; i++)
		sum += rt_ring_record_bytes(
			(uint32_t)sizeof(struct rec_header) +
			result->layouts.v[i].data_bytes);
	return sum;
}

/*
 * Programs that record only faults need little room. One firing may leave several
 * records, of several clauses; those of BEGIN are read after all have run.
 */
bool session_fit_ring(struct session *session)
{
	const struct gen_result *result = session->generated.result;
	uint64_t firing = firing_bytes(result);
	uint64_t wanted =
		(uint64_t)rt_ring_record_bytes(result->record_max_bytes) *
		RECORDS_MIN;
	uint32_t bytes = session->limits.ring_bytes;
	uint32_t most = kern_ring_round(
		(uint64_t)session->options.value[OPT_bufsize]);

	/* the programs take the size from the ring's head */
	if (!result->record_min_bytes && !result->keyed_cnt &&
	    !session->options.is_given[OPT_bufsize]) {
		session->limits.ring_bytes = SMALL_RING_BYTES;
		return false;
	}
	if (wanted < firing)
		wanted = firing;
	while (bytes < wanted && bytes < most)
		bytes *= 2;
	if (bytes == session->limits.ring_bytes)
		return false;
	session->limits.ring_bytes = bytes;
	return true;
}

/*
 * A record that is larger than the buffer is a drop each time. If no record
 * fits, or a fault could not be reported, the run would print nothing.
 */
int session_check_ring(const struct session *session)
{
	uint32_t least = session->generated.result->record_min_bytes;
	uint32_t room = session->limits.room_bytes ?
		session->limits.room_bytes :
		session->limits.ring_bytes;

	least = least ? rt_ring_record_bytes(least) : 0;
	if (least < RECORD_LEAST_BYTES)
		least = RECORD_LEAST_BYTES;
	if (least <= room)
		return 0;
	session_say("could not enable tracing: Enabling exceeds size of "
		    "buffer: a record takes %u bytes, a buffer has %u (-x "
		    "bufsize)", least, room);
	return -ENOSPC;
}

static void say_size(const struct size_row *row, int64_t bytes)
{
	struct strbuf text = { 0 };

	option_put_size(&text, bytes);
	session_say("%s lowered to %s", row->name, strbuf_text(&text));
	strbuf_deinit(&text);
}

/* The option is a period: where it was raised, the rate is lower. */
static void say_rate(const struct rate_row *row, bool is_raised,
		     int64_t period_ns)
{
	const char *how = is_raised ? "reduced" : "increased";

	if (period_ns <= 1000000000 && 1000000000 % period_ns == 0)
		session_say("%s %s to %" PRId64 " hz", row->name, how,
			    1000000000 / period_ns);
	else if (period_ns % 1000000000 == 0)
		session_say("%s %s to once every %" PRId64 " seconds",
			    row->name, how, period_ns / 1000000000);
	else
		session_say("%s %s to %" PRId64 " nanoseconds", row->name, how,
			    period_ns);
}

void session_say_fit(const struct session *session)
{
	const int8_t *resized = session->limits.resized;
	const int64_t *value = session->options.value;

	if (value[OPT_quiet] || value[OPT_quietresize])
		return;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (resized[sizes[i].option])
			say_size(&sizes[i], value[sizes[i].option]);
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
		if (resized[rates[i].option])
			say_rate(&rates[i], resized[rates[i].option] > 0,
				 value[rates[i].option]);
}
