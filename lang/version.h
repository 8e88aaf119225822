/* SPDX-License-Identifier: BSD-2-Clause */
/* Versions of the language: "1.6.4" as one number. */
#ifndef DTRACE_LANG_VERSION_H
#define DTRACE_LANG_VERSION_H

#include <stdint.h>

#define LANG_VERSION(major, minor, micro) \
	((uint32_t)(major) << 24 | (uint32_t)(minor) << 12 | (uint32_t)(micro))

/* The oldest and the newest version, as in runtime/common/options.def. */
#define LANG_VERSION_MIN LANG_VERSION(1, 0, 0)
#define LANG_VERSION_MAX LANG_VERSION(2, 0, 0xfff)

/* "1.6.4", "2.0" as LANG_VERSION(). Returns 0 or -EINVAL. */
int lang_version_parse(const char *text, uint32_t *ret);

#endif
