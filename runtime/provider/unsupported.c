/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why a provider of other systems does not exist here: unsupported.def.
 */
#include "base/text/glob.h"
#include "runtime/provider/provider.h"

static const struct {
	const char *pattern, *why;
} absent[] = {
#define ABSENT(name, rest, why) { name rest, why },
#include "runtime/provider/unsupported.def"
#undef ABSENT
};

const char *prov_absent_why(const struct probe_spec *spec)
{
	if (!glob_is_plain(spec->provider))
		return NULL;
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++)
		if (glob_match(absent[i].pattern, spec->provider))
			return absent[i].why;
	return NULL;
}
