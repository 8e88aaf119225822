/*
 * An argument of type int, pid_t and so on has its sign, whatever the upper
 * half of its register contains; by the call, if one clause is for several.
 * @trigger signs
 */
#pragma D option quiet
syscall::kill:entry /pid == $target/ { printf("kill %d %d %d\n", arg0, arg1, arg0 == -99999); }
syscall::lseek:entry, syscall::kill:entry, syscall::openat:entry
/pid == $target && ((int)arg0 < 0 && (int)arg0 != -100)/ { printf("%s %d %d\n", probefunc, arg0, arg0 >> 32); }
syscall:::entry /pid == $target && arg0 < 0 && arg0 != -100/ { printf("any %s %d\n", probefunc, arg0); }
syscall::lseek:entry /pid == $target && arg1 == -5/ { printf("lseek %d %d %x\n", (int)arg0, arg1, arg2); }
