#!/usr/sbin/dtrace -Zs
/*
 * Objects by class and size, and collections.
 * @trigger languages hotspot
 */
#pragma D option quiet

hotspot$target:::object-alloc
{
	@objects[copyinstr(arg1, arg2)] = sum(arg3);
	@sizes = quantize(arg3);
}

hotspot$target:::gc-begin
{
	self->full = arg0;
}

hotspot$target:::gc-end
{
	printf("%s collection\n", self->full ? "full" : "small");
	self->full = 0;
}

END
{
	printa("%-10s %@d bytes\n", @objects);
	printa(@sizes);
}
