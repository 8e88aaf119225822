// SPDX-License-Identifier: BSD-2-Clause
/*
 * The BTF of the kernel that runs: sizes and offsets of its structs against
 * what bpftool says, well-known members, functions and tracepoints. Skipped
 * where the kernel has no BTF.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/types/btf.h"

static const char vmlinux[] = "/sys/kernel/btf/vmlinux";

struct world {
	struct arena arena;
	struct type_table table;
	struct type_source *source;
	struct kallsyms *kallsyms;
};

static void world_init(struct world *w)
{
	if (access(vmlinux, R_OK))
		skip();
	w->kallsyms = kallsyms_create(NULL);
	w->source = btf_source_create(NULL, w->kallsyms);
	arena_init(&w->arena);
	type_table_init(&w->table, &w->arena, w->source);
}

static void world_deinit(struct world *w)
{
	type_table_deinit(&w->table);
	btf_source_destroy(w->source);
	kallsyms_destroy(w->kallsyms);
	arena_deinit(&w->arena);
}

static const struct type_member *member(const struct type *type,
					const char *name)
{
	const struct type_member *found;
	uint32_t offset;

	found = type_find_member(type, name, &offset);
	if (!found)
		fail_msg("no member %s", name);
	return found;
}

static void task_struct(void **state)
{
	const struct type *task, *mm;
	struct world w;

	(void)state;
	world_init(&w);
	task = type_tagged(&w.table, TYPE_STRUCT, "task_struct");
	assert_false(task->is_incomplete);
	assert_string_equal(type_text(&w.arena, member(task, "pid")->type),
			    "pid_t");
	assert_ptr_equal(type_resolve(member(task, "pid")->type),
			 type_base(&w.table, BASE_INT));
	assert_string_equal(type_text(&w.arena, member(task, "comm")->type),
			    "char [16]");
	assert_string_equal(type_text(&w.arena, member(task, "mm")->type),
			    "struct mm_struct *");
	assert_string_equal(type_text(&w.arena,
				      member(task, "real_parent")->type),
			    "struct task_struct *");
	assert_ptr_equal(member(task, "real_parent")->type->target, task);
	/* on to other structs, through an anonymous one */
	mm = type_resolve(member(task, "mm")->type)->target;
	assert_ptr_equal(mm, type_tagged(&w.table, TYPE_STRUCT, "mm_struct"));
	assert_string_equal(type_text(&w.arena, member(mm, "pgd")->type),
			    "pgd_t *");
	assert_true(member(task, "sched_reset_on_fork")->bitfield_bits == 1);
	world_deinit(&w);
}

static void functions(void **state)
{
	struct btf_func func;
	struct world w;

	(void)state;
	world_init(&w);
	assert_int_equal(
		btf_func_find(w.source, &w.table, NULL, "vfs_read", &func), 0);
	assert_string_equal(type_text(&w.arena, func.type),
			    "ssize_t (struct file *, char *, size_t, "
			    "loff_t *)");
	assert_int_equal(btf_tracepoint_find(w.source, &w.table, NULL,
					     "sched_process_exit", &func),
			 0);
	assert_ptr_equal(func.type->params[0]->target,
			 type_tagged(&w.table, TYPE_STRUCT, "task_struct"));
	assert_int_equal(btf_func_find(w.source, &w.table, NULL, "no_such_fn",
				       &func),
			 -ENOENT);
	world_deinit(&w);
}

static void symbols(void **state)
{
	struct kallsyms_symbol symbol;
	const struct type *type;
	uint64_t kaddr;
	struct world w;
	int err;

	(void)state;
	world_init(&w);
	err = w.source->symbol(w.source, &w.table, NULL, "vfs_read", &type,
			       &kaddr);
	if (err == -EPERM) {
		world_deinit(&w);
		skip();
	}
	assert_int_equal(err, 0);
	assert_int_equal(type->kind, TYPE_FUNCTION);
	assert_int_equal(kallsyms_find(w.kallsyms, kaddr + 3, &symbol), 0);
	assert_string_equal(symbol.name, "vfs_read");
	assert_string_equal(symbol.module, "vmlinux");
	assert_int_equal(symbol.off_bytes, 3);
	/* a symbol that BTF does not know */
	assert_int_equal(w.source->symbol(w.source, &w.table, "vmlinux",
					  "_stext", &type, &kaddr),
			 0);
	assert_ptr_equal(type, type_base(&w.table, BASE_VOID));
	/* every kernel has this variable; not every one lists variables */
	err = kallsyms_find_name(w.kallsyms, NULL, "init_task", &symbol);
	assert_int_equal(w.source->symbol(w.source, &w.table, NULL,
					  "no_such_symbol", &type, &kaddr),
			 err ? -ENODATA : -ENOENT);
	world_deinit(&w);
}

/* -------------------------------------------------------------- bpftool */

/*
 *	[114] STRUCT 'task_struct' size=3264 vlen=248
 *		'thread_info' type_id=115 bits_offset=0
 *		'jobctl' type_id=2 bits_offset=640 bitfield_size=3
 */
struct expected {
	const struct type *type; /* of the struct whose members follow */
	size_t member_cnt; /* of them, met so far */
	size_t struct_cnt, all_member_cnt;
};

static bool is_tested(const char *name)
{
	static const char *const names[] = {
		"task_struct",	 "mm_struct",
		"file",		 "inode",
		"sock",		 "sk_buff",
		"tcp_sock",	 "request",
		"bio",		 "rq",
		"thread_struct", "net_device",
		"page",		 "vm_area_struct",
		"signal_struct", "iphdr",
		"tcphdr",	 "in6_addr",
		"desc_struct",	 "perf_event_attr",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static void end_struct(struct expected *e)
{
	if (e->type)
		assert_int_equal(e->type->member_cnt, e->member_cnt);
	e->type = NULL;
	e->member_cnt = 0;
}

static void check_struct(struct world *w, struct expected *e, const char *name,
			 unsigned long size)
{
	e->type = type_resolve(type_tagged(&w->table, TYPE_STRUCT, name));
	e->struct_cnt++;
	if (type_size_bytes(e->type) != size)
		fail_msg("struct %s: %lu bytes instead of %lu", name,
			 (unsigned long)type_size_bytes(e->type), size);
}

static void check_member(struct expected *e, const char *name,
			 unsigned int offset, unsigned int bits)
{
	const struct type_member *found;

	assert_true(e->member_cnt < e->type->member_cnt);
	found = &e->type->members[e->member_cnt++];
	e->all_member_cnt++;
	assert_string_equal(found->name ? found->name : "(anon)", name);
	assert_int_equal(found->offset_bits, offset);
	assert_int_equal(found->bitfield_bits, bits);
}

static void check_line(struct world *w, struct expected *e, const char *line)
{
	unsigned int id, type_id, offset, bits = 0;
	unsigned long size;
	char name[128];

	if (line[0] == '[')
		end_struct(e);
	if (sscanf(line, "[%u] STRUCT '%127[^']' size=%lu", &id, name, &size) ==
	    3) {
		if (is_tested(name))
			check_struct(w, e, name, size);
	} else if (e->type &&
		   sscanf(line,
			  " '%127[^']' type_id=%u bits_offset=%u "
			  "bitfield_size=%u",
			  name, &type_id, &offset, &bits) >= 3) {
		check_member(e, name, offset, bits);
	}
}

static void bpftool(void **state)
{
	struct expected e = { 0 };
	struct world w;
	char line[512];
	FILE *dump;

	(void)state;
	if (system("command -v bpftool >/dev/null"))
		skip();
	world_init(&w);
	dump = popen("bpftool btf dump file /sys/kernel/btf/vmlinux", "r");
	assert_non_null(dump);
	while (fgets(line, sizeof(line), dump))
		check_line(&w, &e, line);
	end_struct(&e);
	assert_int_equal(pclose(dump), 0);
	assert_true(e.struct_cnt >= 15 && e.struct_cnt <= 20);
	assert_true(e.all_member_cnt >= 1000 && e.all_member_cnt <= 10000);
	world_deinit(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(task_struct),
		cmocka_unit_test(functions),
		cmocka_unit_test(symbols),
		cmocka_unit_test(bpftool),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
