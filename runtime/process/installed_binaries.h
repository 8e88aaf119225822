/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files that processes of this system are likely to map: programs on PATH and
 * the libraries in the cache of ldconfig. Nothing is run or opened.
 */
#ifndef DTRACE_RUNTIME_PROCESS_INSTALLED_BINARIES_H
#define DTRACE_RUNTIME_PROCESS_INSTALLED_BINARIES_H

/* Calls @fn once for each such file, however many names it has. */
void likely_files(void (*fn)(void *ctx, const char *path), void *ctx);

#endif
