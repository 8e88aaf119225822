/* SPDX-License-Identifier: BSD-2-Clause */
/* In: "MODULE:NAME". Out: the module, and alternatives to its probes. */
#include "runtime/provider/tracepoint/tp_explain.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"

const char tp_vmlinux[] = "vmlinux";

static const struct {
	const char *name, *why;
} harmful[] = {
#define HARMFUL(name, why) { name, why },
#include "runtime/provider/tracepoint/harmful.def"
#undef HARMFUL
};

const char *tp_why_harmful(const char *name)
{
	for (size_t i = 0; i < sizeof(harmful) / sizeof(*harmful); i++)
		if (!strcmp(harmful[i].name, name))
			return harmful[i].why;
	return NULL;
}

const char *tp_module_of(struct arena *arena, const char **name)
{
	const char *colon = strchr(*name, ':');
	const char *module = tp_vmlinux;

	if (colon) {
		module = arena_strndup(arena, *name, (size_t)(colon - *name));
		*name = colon + 1;
	}
	return module;
}

static bool is_loaded(const char *module)
{
	_cleanup_free_ char *path = xasprintf("/sys/module/%s", module);

	return !access(path, F_OK);
}

const char *tp_module_why(struct arena *arena, const char *place,
			  const char *things)
{
	const char *name = place;
	const char *module = tp_module_of(arena, &name);

	if (name == place || is_loaded(module))
		return NULL;
	return arena_printf(arena, "they are %s of the module %s, which is not "
			    "loaded: modprobe %s", things, module, module);
}

const char *tp_why_no_tracepoint(struct arena *arena, const char *place)
{
	const char *why = tp_module_why(arena, place, "tracepoints");

	return why ? why : arena_printf(arena, "this kernel has no tracepoint "
					"%s with the arguments needed", place);
}

static const struct tp_module {
	const char *name;
	const char *instead;
} modules[] = {
#define TP_MODULE(name, instead) { #name, instead },
#include "runtime/provider/tracepoint/tp_alternatives.def"
#undef TP_MODULE
};

const char *tp_module_instead(const char *module)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (!strcmp(modules[i].name, module))
			return modules[i].instead;
	return "";
}
