/* SPDX-License-Identifier: BSD-2-Clause */
/* Actions that the consumer performs outside of its output: commands, files. */
#ifndef DTRACE_RUNTIME_CONSUME_HOST_ACTIONS_H
#define DTRACE_RUNTIME_CONSUME_HOST_ACTIONS_H

#include "runtime/consume/consumer.h"

/*
 * Writes all earlier text, runs @command by /bin/sh, and waits until it ends.
 */
void host_system(struct consumer *consumer, const char *command);
/*
 * After a rotation of logs: opens the files of -o and freopen() again by their
 * names.
 */
void host_reopen(struct consumer *consumer);
/*
 * Appends further output to the file @path; "": to the original output again.
 */
void host_freopen(struct consumer *consumer, const char *path);
/* Truncates the output file; a pipe or terminal is not affected. */
void host_ftruncate(struct consumer *consumer);

#endif
