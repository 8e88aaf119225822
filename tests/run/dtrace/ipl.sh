#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# ipl where it is known, and the message where it is not.
. tests/run/common.inc

expect interrupt 0 -q -n 'BEGIN, END { trace(ipl); } tick-1ms /!n++/ { trace(ipl); exit(0); }' <<'END'
010
--
END
expect process 0 -q -c "$TRIGGERS/loop 3" -n 'loop$target:::, syscall::exit_group:entry /pid == $target/ { @[ipl] = count(); }' <<'END'

        0                8
--
END
# tracepoints for which it is known: none of the other kind
expect tracepoints 0 -q -n 'sched:::on-cpu /ipl/ { @["wrong"] = count(); }
	sched:::on-cpu /!ipl && ++cpu_cnt == 20/ { printf("on-cpu\n"); }
	rawtp:::softirq_entry /!ipl/ { @["wrong"] = count(); }
	rawtp:::softirq_entry /ipl && ++irq_cnt == 20/ { printf("softirq\n"); }
	profile-1001 /cpu_cnt >= 20 && irq_cnt >= 20/ { exit(0); }' -o "$TMP/seen" <<'END'
--
END
result tracepoints-both "$(sort "$TMP/seen" | tr '\n' ' ' | grep -vx ' *on-cpu softirq ')"
# one that fires in both contexts, if the kernel exports its count
if grep -qE ' (__preempt_count|pcpu_hot)$' /proc/kallsyms; then
	expect counted 0 -q -n 'BEGIN { self->n = 1; } rawtp:::sched_wakeup { @[ipl == 0 || ipl == 1] = count(); n++; }
		rawtp:::sched_wakeup /ipl/ { irq = 1; }
		tick-1001 /n > 50 && irq/ { clear(@); exit(0); }' <<'END'

        1                0
--
END
else
	expect unknown 1 -n 'rawtp:::sched_wakeup { trace(ipl); }' <<'END'
--
dtrace: description 'rawtp:::sched_wakeup ' matched 1 probe
dtrace: invalid probe specifier rawtp:::sched_wakeup { trace(ipl); }: ipl is not known at this probe: it can fire in processes and in interrupts, and this kernel doesn't list the variable that tells them apart (__preempt_count: it needs CONFIG_KALLSYMS_ALL)
  rawtp:::sched_wakeup { trace(ipl); }
                               ^~~
END
fi
