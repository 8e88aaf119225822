/* @args ast -n */
syscall::read:entry /pid == 1/ { trace(arg0) }
