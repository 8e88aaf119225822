#!/usr/sbin/dtrace -s
/*
 * Queries of a database with their transaction; an aborted one is reported at its end.
 * @trigger languages postgresql
 */
#pragma D option quiet

postgresql$target:::transaction-start
{
	self->id = arg0;
	self->queries = 0;
}

postgresql$target:::query-start
{
	self->queries++;
	self->query = copyinstr(arg0);
	@words[strtok(self->query, " ")] = count();
}

postgresql$target:::transaction-commit,
postgresql$target:::transaction-abort
{
	printf("%d: %d of \"%s\", %s\n", self->id, self->queries, self->query,
	    probename == "transaction-abort" ? "ABORTED" : "committed");
	self->query = 0;
	self->queries = 0;
}

END
{
	printa("%s %@d\n", @words);
}
