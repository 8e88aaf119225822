/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Versions, in one place. The program's own comes from the Makefile.
 */
#ifndef DTRACE_CMD_VERSION_H
#define DTRACE_CMD_VERSION_H

#ifndef DTRACE_BUILD_VERSION
#define DTRACE_BUILD_VERSION "unknown"
#endif

/* Of the D language and of what scripts can rely on: X.Y.Z. */
#define D_VERSION_MAJOR 2
#define D_VERSION_MINOR 0
#define D_VERSION_MICRO 0

#define D_VERSION_TEXT "D 2.0.0"

#endif
