/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keys of the terminal, without waiting for the end of a line.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_KEYS_H
#define DTRACE_RUNTIME_SESSION_TRACE_KEYS_H

#include <stdbool.h>

/*
 * Returns a descriptor that is readable when keys were pressed; -1: standard
 * input is no terminal, or another job has it. There can be one at a time.
 */
int keys_open(void);
/* Whether the key @key is among those that were pressed since the last call. */
bool keys_have(int fd, char key);
/* Gives the terminal its settings back; may be called twice. */
void keys_close(void);

#endif
