#!/usr/sbin/dtrace -qs
/*
 * Arguments at the entry, the result at the return. Each is a line, because the program prints one, too.
 * @awk !/ calls, /
 * @trigger funcs 1 3
 */
pid$target:a.out:ten:entry
{
	printf("ten(%d, %d, %d, ... %d, %d)\n", arg0, arg1, arg2, arg8, arg9);
}

pid$target:a.out:ten:return
{
	printf("= %d\n", (long)arg1);
}

pid$target:a.out:deep:entry
{
	self->argument[self->depth++] = arg0;
}

pid$target:a.out:deep:return
{
	self->depth--;
	printf("deep(%d) = %d\n", self->argument[self->depth], arg1);
	self->argument[self->depth] = 0;
}
