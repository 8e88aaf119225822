// SPDX-License-Identifier: BSD-2-Clause
/*
 * A map of maps promises to a process that replaces one of its maps that, when
 * bpf(2) returns, no program uses the old one any more. (membarrier(2) waits as
 * well, but not with one CPU, and not on kernels with nohz_full.)
 */
#include "runtime/kernel/rcu_grace_period.h"

#include <linux/bpf.h>
#include <unistd.h>

#include "runtime/kernel/sys.h"

int kern_rcu_grace_period(void)
{
	int inner = sys_value_map_create("inner", 4, 0);
	const struct sys_map_spec outer_spec = {
		.name = "outer",
		.type = BPF_MAP_TYPE_ARRAY_OF_MAPS,
		.key_bytes = 4,
		.value_bytes = 4,
		.max_entries = 1,
		.inner_fd = inner,
	};
	uint32_t key = 0;
	int outer, err;

	if (inner < 0)
		return inner;
	outer = sys_map_create(&outer_spec);
	err = outer < 0 ? outer : sys_map_update(outer, &key, &inner, 0);
	if (outer >= 0)
		close(outer);
	close(inner);
	return err;
}
