/*
 * Two threads at the same time: every firing counts; pid is the process, tid
 * the thread, execname the thread's own name.
 * @trigger workers 20000
 */
#pragma D option quiet

workers$target:::worker { @n[execname] = count(); @s = sum(arg1); }
workers$target:::worker /pid == $target && tid == arg0 && tid != $target/ { @ids = count(); }
workers$target:::main /tid == arg0 && tid == pid/ { printf("main is %s\n", execname); }
END { printa("%s %@d\n", @n); printa("sum %@d\n", @s); printa("ids %@d\n", @ids); }
