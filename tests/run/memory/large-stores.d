/* SPDX-License-Identifier: BSD-2-Clause
 * @filter addr
 *
 * Structs and strings stored in scratch memory, in clauses without other temporaries: up to its last byte.
 */
#pragma D option quiet
struct large {
	char bytes[100];
} source;

BEGIN
{
	this->p = (struct large *)alloca(2 * sizeof(struct large));
	source.bytes[99] = 7;
	*this->p = source;
	this->p[1] = source;
}

BEGIN
{
	this->text = (string *)alloca(256);
	*this->text = "text";
}

BEGIN
{
	printf("%d %d %s\n", this->p->bytes[99], this->p[1].bytes[99], *this->text);
	*(struct large *)((char *)this->p + 100) = source;
	printf("%d\n", this->p[1].bytes[99]);
}

BEGIN
{
	*(struct large *)((char *)this->p + 101) = source;
	printf("not reached\n");
}

ERROR
{
	printf("fault %d\n", arg4);
}

BEGIN
{
	exit(0);
}
