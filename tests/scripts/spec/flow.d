/*
 * The calls of one request, kept only if the request went through a function that matters.
 * @trigger languages php
 */
#pragma D option quiet
#pragma D option nspec=8

self int depth;

php$target:::function-entry
/copyinstr(arg0) == "load" || copyinstr(arg0) == "handle"/
{
	self->spec = speculation();
}

php$target:::function-entry
/self->spec/
{
	speculate(self->spec);
	printf("%*s%s\n", self->depth * 2, "", copyinstr(arg0));
	self->depth++;
}

php$target:::function-return
/self->spec/
{
	self->depth--;
}

php$target:::error
/self->spec/
{
	commit(self->spec);
	self->spec = 0;
	self->depth = 0;
}

php$target:::function-return
/self->spec && copyinstr(arg0) == "handle"/
{
	discard(self->spec);
	self->spec = 0;
	self->depth = 0;
}
