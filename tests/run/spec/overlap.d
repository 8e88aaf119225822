/*
 * A clause runs once per firing, however many of its descriptions match the
 * probe. Two identical clauses both run.
 * @trigger nest 3
 */
#pragma D option quiet

BEGIN, BEGIN, dtrace:::BEGIN, :::BEGIN { @["BEGIN"] = count(); }
nest$target:::inner, nest$target:::in*, nest*:::inner /pid == $target/ { @["usdt"] = count(); }
pid$target:a.out:main:entry, pid$target:a.out:ma?n:entry { @["pid"] = count(); }
syscall::exit_group:entry, syscall::exit*:entry /pid == $target/ { @["syscall"] = count(); }
proc:::exit, proc:::ex?t /pid == $target/ { @["proc"] = count(); }
rawtp:::sched_process_exit, rawtp:::sched_*_exit /pid == $target/ { @["rawtp"] = count(); }
END, END { @["END"] = count(); }
END { @["END"] = count(); }
