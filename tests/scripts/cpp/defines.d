#!/usr/sbin/dtrace -Cs
/*
 * Macros with arguments, of several lines, concatenated and converted to strings.
 * @trigger loop 5
 */
#pragma D option quiet

#define STR(x) #x
#define JOIN(a, b) a##b
#define SHOW(label, value) printf("%s: %d\n", label, value)
#define BOTH(name)				\
loop$target:::JOIN(ti, name)			\
{						\
	n_##name++;				\
}

BOTH(ck)

END
{
	SHOW("ticks", n_ck);
	printf("%s\n", STR(a text));
}
