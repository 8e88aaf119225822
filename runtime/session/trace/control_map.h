/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory by which dtrace and its programs tell each other their state.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_CONTROL_MAP_H
#define DTRACE_RUNTIME_SESSION_TRACE_CONTROL_MAP_H

struct rt_control;
struct session;

volatile struct rt_control *session_control(struct session *session);
/* Nothing more fires but END, unless exit() has ended the session already. */
void session_stop_firing(struct session *session);
/*
 * Sets the offset for walltimestamp; repeatedly, because the clock may be set.
 */
void session_tell_wall_clock(struct session *session);

#endif
