// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry: an operand string must be split and parsed on every machine,
 * and what is found must keep the promises of sdt/site.h.
 */
#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sdt/arg.h"
#include "sdt/regs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition)
{
	if (!condition)
		abort();
}

/* Every name has an answer: short ones an address. */
static int resolve(void *ctx, const char *name, size_t len, uint64_t *vaddr_ret)
{
	(void)ctx;
	demand(len > 0 && name[len - 1] != '\0');
	*vaddr_ret = 0x1000 * len;
	return len < 4 ? 0 : len < 8 ? -ENOTUNIQ : -ENOENT;
}

static void look_at(uint16_t machine, const struct sdt_arg *arg)
{
	demand((arg->kind == SDT_ARG_NONE) == (arg->why != NULL));
	if (arg->kind == SDT_ARG_NONE)
		return;
	demand(arg->size_bytes == 1 || arg->size_bytes == 2 ||
	       arg->size_bytes == 4 || arg->size_bytes == 8);
	if (arg->kind == SDT_ARG_REG)
		demand(sdt_reg_get(machine, arg->reg) != NULL);
	if (arg->index_reg != SDT_REG_NONE) {
		demand(arg->kind == SDT_ARG_MEM && arg->scale);
		demand(sdt_reg_get(machine, arg->index_reg) != NULL);
		demand(arg->index_bytes == 4 || arg->index_bytes == 8);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint16_t machines[] = { EM_X86_64, EM_AARCH64, EM_386,
					     EM_ARM };
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	for (size_t m = 0; m < sizeof(machines) / sizeof(machines[0]); m++) {
		struct sdt_arg_env env = { .machine = machines[m],
					   .resolve = resolve };
		struct sdt_arg args[SDT_ARG_MAX];
		struct arena arena;
		uint8_t cnt;

		arena_init(&arena);
		cnt = sdt_args_parse(&env, text, &arena, args);
		demand(cnt <= SDT_ARG_MAX);
		for (uint8_t i = 0; i < cnt; i++)
			look_at(machines[m], &args[i]);
		arena_deinit(&arena);
	}
	free(text);
	return 0;
}
