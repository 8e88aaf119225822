/*
 * A text in scratch memory ends at the end of the memory, or earlier.
 * @trigger texts
 * @args -q
 */
BEGIN
{
	this->a = (char *)alloca(8);
	this->b = (char *)alloca(tid * 0 + 3);
	this->c = (char *)alloca(tid * 0 + 16);
	bcopy("abcdefghij", this->a, 8);
	bcopy("klmnopqrst", this->b, 3);
	bcopy("0123456789abcdef", this->c, 16);
	printf("%s %s %s\n", stringof(this->a), stringof(this->b), stringof(this->c));
	printf("%s %d\n", stringof(this->c + 14), strlen(this->a + 2));
	exit(0);
}
