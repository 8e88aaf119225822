/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Actions that the reader performs outside of its text: commands, files.
 */
#ifndef DTRACE_RUNTIME_CONSUME_HOST_ACTIONS_H
#define DTRACE_RUNTIME_CONSUME_HOST_ACTIONS_H

#include "runtime/consume/consumer.h"

/*
 * Runs @command by /bin/sh, after all that was printed before it was
 * written, and waits until it ends.
 */
void host_system(struct consumer *consumer, const char *command);
/* What follows goes after the end of the file @path; "": back to the first. */
void host_freopen(struct consumer *consumer, const char *path);
/* Empties the file of the output; a pipe or terminal is left alone. */
void host_ftruncate(struct consumer *consumer);

#endif
