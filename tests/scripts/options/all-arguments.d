/*
 * Arguments of all kinds: numbers in three notations, a name, a text with blanks, $0.
 * @args 10 0x10 010 name 'two words'
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %s %s\n", $1, $2, $3, $$4, $$5);
	printf("%s\n", basename($$0));
	exit(0);
}
