// SPDX-License-Identifier: BSD-2-Clause
/*
 * The names of probes: "pid123", "entry", "1c".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/provider/pid/pid.h"

pid_t pid_of_provider(const char *provider)
{
	size_t len = strlen(provider);

	if (strncmp(provider, "pid", 3) || len < 4 || len > 12 ||
	    3 + strspn(provider + 3, "0123456789") != len)
		return 0;
	return (pid_t)strtoul(provider + 3, NULL, 10);
}

const char *pid_spot_name(uint32_t spot, char buf[16])
{
	if (spot == PID_ENTRY)
		return "entry";
	if (spot == PID_RETURN)
		return "return";
	snprintf(buf, 16, "%x", spot - PID_OFFSET);
	return buf;
}

const struct probe *pid_tag_probe(const struct pid_state *state,
				  uint32_t tag_idx)
{
	const struct pid_tag *tag = &state->tags.v[tag_idx];
	const struct user_object *object =
		&state->code.objects.v[tag->object_idx];
	const struct user_file *file = &state->code.files.v[object->file_idx];
	char provider[16], name[16];

	snprintf(provider, sizeof(provider), object->pid ? "pid%d" : "pid*",
		 object->pid);
	return probe_get(state->code.env->probes, provider, object->module,
			 file->funcs.v[tag->func_idx].name,
			 pid_spot_name(tag->spot, name));
}

bool pid_parse_offset(const char *name, uint32_t *ret)
{
	if (!*name || strlen(name) > 8 ||
	    strspn(name, "0123456789abcdefABCDEF") != strlen(name))
		return false;
	*ret = (uint32_t)strtoul(name, NULL, 16);
	return true;
}
