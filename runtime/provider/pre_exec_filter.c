/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A process of -c is a copy of dtrace until the command runs in it: it waits
 * until it may continue, sets its signal mask and calls execve (which returns
 * in the command). These system calls do not belong to the command: programs
 * leave while a process of this list has PF_FORKNOEXEC in its flags.
 */
#include "lang/type/type.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"

struct abi_launch prov_launch(const struct prov_env *env)
{
	const struct process_list *list = env->processes;
	struct abi_launch launch = { 0 };
	uint32_t *tgids;

	if (!list || !list->procs.cnt)
		return launch;
	tgids = arena_new_array(env->arena, uint32_t, list->procs.cnt);
	for (size_t i = 0; i < list->procs.cnt; i++)
		if (list->procs.v[i].is_child)
			tgids[launch.cnt++] = (uint32_t)list->procs.v[i].pid;
	launch.tgids = tgids;
	if (launch.cnt)
		launch.flags_off =
			type_member_off(env->types, "task_struct", "flags");
	return launch;
}
