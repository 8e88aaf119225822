// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records, faults, strings and the life of a session as generated programs
 * see them: each test compiles a BEGIN clause or two, runs them on this
 * kernel and looks at every byte and every counter.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "runtime/kernel/program/load.h"
#include "runtime/kernel/sys.h"
#include "tests/codegen/gen_sample.h"

/* argN is word N of this memory. */
static int64_t args[10];

static struct probe_abi arg_abi(void)
{
	struct probe_abi abi = gen_sample_test_run();

	for (int i = 0; i < 10; i++)
		abi.args[i] = (struct abi_arg){
			.kind = ABI_ARG_MEM,
			.size_bytes = 8,
			.is_signed = true,
			.ctx_off = -1,
			.index_off = -1,
			.value = (int64_t)(uintptr_t)&args[i],
		};
	return abi;
}

struct run {
	struct gen_sample sample;
	struct gen_loaded loaded;
	struct probe_abi abi;
};

static void start(struct run *run, const char *text)
{
	struct gen_env env = gen_sample_env();

	run->abi = arg_abi();
	gen_sample_start(&run->sample, &run->loaded, text, &env, &run->abi);
}

static void fire(struct run *run)
{
	int err = kern_test_run(run->loaded.prog_fd);

	if (err)
		check("test run", false, "%s", strerror(-err));
}

static void end(struct run *run)
{
	gen_sample_end(&run->sample, &run->loaded);
}

static uint64_t clause_cnt(struct run *run, uint32_t row,
			   enum rt_clause_counter counter)
{
	return gen_loaded_counter(&run->sample, &run->loaded,
				  rt_counter_off(row, counter));
}

static uint64_t cpu_cnt(struct run *run, enum rt_cpu_counter counter)
{
	return gen_loaded_counter(&run->sample, &run->loaded, counter * 8);
}

/* ------------------------------------------------------------------ records */

struct last {
	union {
		struct rec_header header;
		struct rec_error error;
		unsigned char bytes[4096];
	};
	size_t len, cnt;
};

static void keep_last(const void *record, size_t bytes, void *arg)
{
	struct last *last = arg;

	last->len = bytes < sizeof(last->bytes) ? bytes : sizeof(last->bytes);
	memcpy(last->bytes, record, last->len);
	last->cnt++;
}

static struct last take_last(struct run *run)
{
	struct last last = { .len = 0 };

	gen_loaded_records(&run->loaded, keep_last, &last);
	return last;
}

static void test_bytes(void)
{
	static const unsigned char want[] = {
		0xff, 0,    0xfe, 0xff, /* char, short */
		0x78, 0x56, 0x34, 0x12, /* int */
		'a',  'b',  0,	  0,	0,   0,	  0,   0, /* "ab" */
		1,    0,    0,	  0,	0,   0,	  0,   0, /* int, gap */
		'g',  'e',  'n',  't',	'e', 's', 't', 0, /* execname */
		0,    0,    0,	  0,	0,   0,	  0,   0,
		5,    0,    0,	  0,	0,   0,	  0,   0, /* char, end */
	};
	struct run run;
	struct last last;

	prctl(PR_SET_NAME, "gentest");
	start(&run,
	      "BEGIN { trace((char)-1); trace((short)arg0); "
	      "trace((int)arg1); trace(\"ab\"); "
	      "printf(\"%d %s\", timestamp > 0, execname); "
	      "trace((char)arg2); }");
	args[0] = -2;
	args[1] = 0x12345678;
	args[2] = 5;
	fire(&run);
	last = take_last(&run);
	check("record bytes",
	      last.cnt == 1 &&
		      last.len == sizeof(struct rec_header) + sizeof(want) &&
		      !memcmp(last.bytes + sizeof(struct rec_header), want,
			      sizeof(want)),
	      "%zu records, %zu bytes", last.cnt, last.len);
	check("record header",
	      last.header.layout_id == REC_LAYOUT_FIRST &&
		      last.header.probe_tag == 1 && last.header.prog_id == 0 &&
		      last.header.tgid == (uint32_t)getpid() &&
		      last.header.time_ns,
	      "layout %u tag %u tgid %u prog %u", last.header.layout_id,
	      last.header.probe_tag, last.header.tgid, last.header.prog_id);
	check("record counted",
	      cpu_cnt(&run, CNT_REC_ATTEMPTED) == 1 &&
		      cpu_cnt(&run, CNT_REC_DROPPED) == 0,
	      "wrong counters");
	end(&run);
}

static void test_layouts(void)
{
	struct run run;
	struct last last;

	start(&run,
	      "BEGIN { if (arg0 > 1) { trace(1); } else if (arg0) "
	      "{ trace(\"x\"); } else trace((char)3); trace(4L); } "
	      "BEGIN { }");
	for (int64_t i = 0; i < 3; i++) {
		args[0] = i;
		fire(&run);
	}
	last = take_last(&run);
	check("a record per branch",
	      last.cnt == 9 && run.sample.result->layouts.cnt == 5 &&
		      run.sample.result->layouts.v[4].is_default,
	      "%zu records, %zu layouts", last.cnt,
	      run.sample.result->layouts.cnt);
	check("only the chosen branch",
	      last.header.layout_id == REC_LAYOUT_FIRST + 4 &&
		      last.len == sizeof(struct rec_header),
	      "layout %u", last.header.layout_id);
	end(&run);
}

static void occupy_slots(struct run *run)
{
	uint32_t bytes = run->sample.result->scratch_bytes, key = 0;
	void *ones = xmalloc(bytes);

	memset(ones, 0xff, bytes);
	if (sys_map_update(run->loaded.maps.by_role[MAP_SCRATCH].fd, &key, ones,
			   0))
		check("scratch map", false, "it can't be written");
	free(ones);
}

/* Larger than the stack: a scratch slot, which another record used before. */
static void test_scratch(void)
{
	static char text[300];
	struct run run;
	struct last last;
	size_t stale = 0;

	memset(text, 'x', sizeof(text) - 1);
	start(&run,
	      "BEGIN { trace(copyinstr(arg0)); trace(copyinstr(arg1)); "
	      "@[copyinstr(arg0)] = count(); }");
	args[0] = args[1] = (int64_t)(uintptr_t)text;
	fire(&run);
	last = take_last(&run);
	check("long strings are cut",
	      last.bytes[sizeof(struct rec_header) + 254] == 'x' &&
		      !last.bytes[sizeof(struct rec_header) + 255],
	      "byte 254 is %u", last.bytes[sizeof(struct rec_header) + 254]);
	strcpy(text, "y");
	fire(&run);
	last = take_last(&run);
	for (size_t i = 0; i < 512; i++)
		stale += i % 256 && last.bytes[sizeof(struct rec_header) + i];
	check("nothing stale",
	      run.sample.result->scratch_bytes && !stale &&
		      last.len == sizeof(struct rec_header) + 512,
	      "%zu bytes of an older record", stale);
	args[1] = 8; /* nobody maps that: a fault with the slot taken */
	fire(&run);
	for (int i = 0; i < 20; i++)
		fire(&run);
	check("slots are given back",
	      clause_cnt(&run, 0, CNT_FAULTED) == 21 &&
		      clause_cnt(&run, 0, CNT_NO_SCRATCH) == 0,
	      "%" PRIu64 " faults", clause_cnt(&run, 0, CNT_FAULTED));
	occupy_slots(&run);
	fire(&run);
	check("no slot is counted", clause_cnt(&run, 0, CNT_NO_SCRATCH) == 1,
	      "%" PRIu64, clause_cnt(&run, 0, CNT_NO_SCRATCH));
	end(&run);
}

static void test_flood(void)
{
	enum { FIRINGS = 5000 };
	struct run run;
	uint64_t got, dropped;

	start(&run,
	      "BEGIN { trace(\"a text of forty bytes, more or less\"); }");
	for (int i = 0; i < FIRINGS; i++)
		fire(&run);
	got = gen_loaded_records(&run.loaded, NULL, NULL);
	dropped = cpu_cnt(&run, CNT_REC_DROPPED);
	check("kept + dropped = fired",
	      dropped > 0 && got + dropped == FIRINGS &&
		      cpu_cnt(&run, CNT_REC_ATTEMPTED) == FIRINGS,
	      "%" PRIu64 " + %" PRIu64, got, dropped);
	end(&run);
}

/* ------------------------------------------------------------------- faults */

static void check_fault(const char *name, const char *text, uint32_t fault,
			uint32_t action, uint64_t value)
{
	struct run run;
	struct last last;

	start(&run, text);
	fire(&run);
	last = take_last(&run);
	check(name,
	      last.cnt == 1 && last.len == sizeof(struct rec_error) &&
		      last.header.layout_id == REC_LAYOUT_ERROR &&
		      last.error.fault == fault &&
		      last.error.action == action &&
		      last.error.value == value && last.error.clause_id == 0 &&
		      clause_cnt(&run, 0, CNT_ENTERED) == 1 &&
		      clause_cnt(&run, 0, CNT_FAULTED) == 1 &&
		      cpu_cnt(&run, CNT_ERR_ATTEMPTED) == 1 &&
		      cpu_cnt(&run, CNT_REC_ATTEMPTED) == 0,
	      "%zu records, fault %u action %u value %#" PRIx64, last.cnt,
	      last.error.fault, last.error.action, last.error.value);
	end(&run);
}

static void test_faults(void)
{
	args[0] = 0;
	args[1] = 16;
	check_fault("division by zero", "BEGIN { trace(1); trace(7 / arg0); }",
		    FAULT_DIVZERO, 2, 0);
	check_fault("remainder by zero", "BEGIN { trace(7UL % arg0); }",
		    FAULT_DIVZERO, 1, 0);
	check_fault("bad address", "BEGIN { @[copyinstr(arg1)] = count(); }",
		    FAULT_BADADDR, 1, 16);
	check_fault("fault in a predicate",
		    "BEGIN /copyinstr(arg1 + 1) == \"x\"/ { trace(1); }",
		    FAULT_BADADDR, 0, 17);
	check_fault("a value that nobody wants",
		    "BEGIN { execname; trace((arg0, 1)); copyinstr(arg1); }",
		    FAULT_BADADDR, 3, 16);
	check_fault("a kernel address",
		    "BEGIN { trace(copyinstr(0xffffffff81000000)); }",
		    FAULT_BADADDR, 1, 0xffffffff81000000);
}

/* A page that was never touched: the sleepable program brings it in. */
static void test_absent_page(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	FILE *file = tmpfile();
	struct run run;
	struct last last;
	char *mem;

	for (size_t i = 0; i < 2 * page; i++)
		fputc(i % page == page - 3 ? 0 : 'a' + (int)(i % 26), file);
	fflush(file);
	mem = mmap(NULL, 2 * page, PROT_READ, MAP_PRIVATE, fileno(file), 0);
	start(&run, "BEGIN { trace(copyinstr(arg0)); }");
	args[0] = (int64_t)(uintptr_t)(mem + page - 10);
	fire(&run);
	last = take_last(&run);
	check("absent page",
	      clause_cnt(&run, 0, CNT_FAULTED) == 0 && last.cnt == 1 &&
		      strlen((char *)last.bytes + sizeof(struct rec_header)) ==
			      7,
	      "%" PRIu64 " faults", clause_cnt(&run, 0, CNT_FAULTED));
	end(&run);
	munmap(mem, 2 * page);
	fclose(file);
}

/* -------------------------------------------------------------------- states */

static void test_states(void)
{
	struct gen_env env = gen_sample_env();
	struct rt_control *control;
	struct run run;

	start(&run, "BEGIN { exit(3); } BEGIN { trace(1); }");
	fire(&run);
	control = run.loaded.maps.by_role[MAP_CONTROL].mem;
	check("exit: the other clause of the firing runs",
	      control->state == RT_EXITING &&
		      clause_cnt(&run, 1, CNT_ENTERED) == 1 &&
		      clause_cnt(&run, 1, CNT_AFTER_EXIT) == 0 &&
		      gen_loaded_records(&run.loaded, NULL, NULL) == 2,
	      "state %u", control->state);
	fire(&run);
	check("exit: no other firing does",
	      clause_cnt(&run, 0, CNT_AFTER_EXIT) == 1 &&
		      clause_cnt(&run, 1, CNT_AFTER_EXIT) == 1 &&
		      gen_loaded_records(&run.loaded, NULL, NULL) == 0,
	      "state %u", control->state);
	end(&run);

	run.abi = arg_abi();
	run.abi.filter.active_state = RT_ACTIVE;
	gen_sample_start(&run.sample, &run.loaded, "BEGIN { exit(0); }", &env,
			 &run.abi);
	control = run.loaded.maps.by_role[MAP_CONTROL].mem;
	fire(&run);
	check("not before BEGIN is done",
	      control->state == RT_STARTING &&
		      clause_cnt(&run, 0, CNT_ENTERED) == 0,
	      "it ran");
	control->state = RT_ENDING;
	fire(&run);
	check("not when END runs",
	      control->state == RT_ENDING &&
		      clause_cnt(&run, 0, CNT_AFTER_EXIT) == 1,
	      "it ran");
	control->state = RT_ACTIVE;
	fire(&run);
	check("active",
	      control->state == RT_EXITING &&
		      gen_loaded_records(&run.loaded, NULL, NULL) == 1,
	      "state %u", control->state);
	end(&run);
}

static void test_predicate(void)
{
	struct run run;

	start(&run, "BEGIN /arg0 > 3 && (arg1 || arg0 == 7)/ { @ = count(); }");
	args[1] = 0;
	for (args[0] = 0; args[0] < 10; args[0]++)
		fire(&run);
	check("predicate",
	      clause_cnt(&run, 0, CNT_ENTERED) == 10 &&
		      clause_cnt(&run, 0, CNT_PRED_FALSE) == 9 &&
		      gen_loaded_unkeyed(&run.sample, &run.loaded, 0) == 1,
	      "%" PRIu64 " false", clause_cnt(&run, 0, CNT_PRED_FALSE));
	end(&run);
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	test_bytes();
	test_layouts();
	test_scratch();
	test_flood();
	test_faults();
	test_absent_page();
	test_states();
	test_predicate();
	return check_status();
}
