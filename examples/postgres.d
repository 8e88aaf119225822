/* SPDX-License-Identifier: CC0-1.0 */
/* What the statements of a PostgreSQL server cost, for five seconds; in any form: -x oformat=... */

postgresql*:::query-start
{
	self->start = timestamp;
	@queries[copyinstr(arg0, 6)] = count();
}

postgresql*:::query-done
/self->start/
{
	@ns = quantize(timestamp - self->start);
	self->start = 0;
}

profile-99
/execname == "postgres" && arg1/
{
	@cpu[ustack(8)] = count();
}

tick-5s
{
	exit(0);
}
