/*
 * escape: %s and %c show control characters and bytes that are not UTF-8 as
 * numbers, also of keys; the format itself and the commands of system() stay as
 * they are.
 */
#pragma D option quiet
#pragma D option escape
#pragma D option destructive

BEGIN
{
	printf("%s|%-12s|%12s|\n", "\033[2J", "a\tb", "c\nd\x7f");
	printf("%s %.4s|\n", "grün \"\\ $", "\001\002\003\004\005\006");
	printf("%s %s\n", "\351t\351", "\302\233m \342\200\256x");
	printf("%c%c\t%s\n", 7, 'x', "plain");
	@a["one\rtwo"] = count();
	printa("%s %@d\n", @a);
	printf("%S\n", "tab\there");
	system("printf '%s' | tr -d '\\n' | wc -c", "a\nb");
	setopt("escape", "disabled");
}
BEGIN
{
	printf("%s|\n", "a\tb");
	exit(0);
}
