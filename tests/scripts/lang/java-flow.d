#!/usr/sbin/dtrace -Zs
/*
 * Methods of Java: names are not terminated, their lengths are arguments.
 * @trigger languages hotspot
 */
#pragma D option quiet

self int depth;

hotspot$target:::method-entry
{
	this->class = (char *)copyin(arg1, arg2 + 1);
	this->class[arg2] = '\0';
	this->method = (char *)copyin(arg3, arg4 + 1);
	this->method[arg4] = '\0';
	printf("%2d %*s-> %s.%s\n", arg0, self->depth * 2, "", stringof(this->class), stringof(this->method));
	self->depth++;
}

hotspot$target:::method-return
{
	this->class = (char *)copyin(arg1, arg2 + 1);
	this->class[arg2] = '\0';
	this->method = (char *)copyin(arg3, arg4 + 1);
	this->method[arg4] = '\0';
	self->depth--;
	printf("%2d %*s<- %s.%s\n", arg0, self->depth * 2, "", stringof(this->class), stringof(this->method));
}
