/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keys of the terminal, without waiting for the end of a line.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_KEYBOARD_H
#define DTRACE_RUNTIME_SESSION_TRACE_KEYBOARD_H

#include <stdbool.h>

/*
 * Returns a descriptor that is readable when keys were pressed; -1: standard
 * input is no terminal, or another job has it. There can be one at a time.
 */
int keyboard_open(void);
/* After a stop: makes the settings again, if dtrace has the terminal. */
void keyboard_renew(void);
/* Whether the key @key is among those that were pressed since the last call. */
bool keyboard_have(int fd, char key);
/* Gives the terminal its settings back; may be called twice. */
void keyboard_close(void);

#endif
