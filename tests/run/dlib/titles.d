/*
 * A program's arguments, then titles that it has written over them, as ps(1)
 * shows them.
 * @trigger titles first second
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	printf("[%s]\n", strstr(execargs, "title") != NULL ? strstr(execargs, "title") : execargs);
	same += execargs == curpsinfo->pr_psargs;
}

END
{
	printf("%d\n", same);
}
