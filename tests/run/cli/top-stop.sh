#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -x top that is stopped by ^Z or SIGSTOP and continued, in the foreground and in the background: the settings of the
# terminal are those of the shell while dtrace is stopped, and single keys work again afterwards.
. tests/run/common.inc

cat >"$TMP/shell.py" <<'END'
import os, pty, signal, sys, termios, time

def has_lines():  # the terminal waits for the end of a line, and echoes
    return bool(termios.tcgetattr(0)[3] & (termios.ICANON | termios.ECHO))

def until(condition):  # the runner's time limit ends an endless wait
    while not condition():
        time.sleep(0.01)

def give_terminal(group):
    os.tcsetpgrp(0, group)

def start():
    pid = os.fork()
    if not pid:
        os.setpgid(0, 0)
        give_terminal(os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execv(sys.argv[1], [sys.argv[1], "-qx", "top", "-n", "BEGIN { @ = count(); }"])
    until(lambda: not has_lines())
    return pid

def stop(pid, number):
    os.kill(pid, number)
    assert os.WIFSTOPPED(os.waitpid(pid, os.WUNTRACED)[1])
    give_terminal(os.getpgrp())

def status(pid):
    value = os.waitpid(pid, os.WUNTRACED)[1]
    if os.WIFSTOPPED(value):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return "stopped by %s" % signal.Signals(os.WSTOPSIG(value)).name
    give_terminal(os.getpgrp())
    return os.waitstatus_to_exitcode(value)

def shell(report):
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    lines = termios.tcgetattr(0)

    pid = start()
    stop(pid, signal.SIGTSTP)
    print("stopped: lines", has_lines(), file=report)
    for number in signal.SIGTSTP, signal.SIGSTOP:
        termios.tcsetattr(0, termios.TCSADRAIN, lines)
        give_terminal(pid)
        os.kill(pid, signal.SIGCONT)
        until(lambda: not has_lines())
        print("continued: keys", file=report)
        if number != signal.SIGTSTP:
            break
        stop(pid, signal.SIGSTOP)
    os.write(keys[1], b"q")
    print("q: status", status(pid), file=report)
    print("ended: lines", has_lines(), file=report)

    pid = start()
    stop(pid, signal.SIGTSTP)
    termios.tcsetattr(0, termios.TCSADRAIN, lines)
    os.kill(pid, signal.SIGCONT)
    os.kill(pid, signal.SIGINT)
    print("background: status", status(pid), file=report)
    print("background: lines", has_lines(), file=report)

keys = os.pipe()
pid, terminal = pty.fork()
if not pid:
    with open(sys.argv[2], "w", buffering=1) as report:
        shell(report)
    os._exit(0)
if not os.fork():
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        os._exit(0)
os.write(terminal, os.read(keys[0], 1))
os.waitpid(pid, 0)
END
NO_COLOR=1 python3 "$TMP/shell.py" "$DT" "$TMP/got" 2>"$TMP/err"
cat >"$TMP/wanted" <<'END'
stopped: lines True
continued: keys
continued: keys
q: status 0
ended: lines True
background: status 0
background: lines True
END
result stopped "$(diff "$TMP/wanted" "$TMP/got" 2>&1)$(cat "$TMP/err")"
exit 0
