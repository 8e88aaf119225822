#!/usr/sbin/dtrace -s
/*
 * Number of methods per second and per call of `handle`: a ratio computed by the script.
 * @trigger languages ruby
 */
#pragma D option quiet

ruby$target:::method-entry
/copyinstr(arg1) == "handle"/
{
	handles++;
	self->in_handle = 1;
}

ruby$target:::method-entry
/self->in_handle/
{
	methods++;
}

ruby$target:::method-return
/self->in_handle && copyinstr(arg1) == "handle"/
{
	self->in_handle = 0;
}

END
/handles/
{
	printf("%d handles, %d methods in them: %d.%d each\n", handles, methods, methods / handles,
	    methods * 10 / handles % 10);
}
