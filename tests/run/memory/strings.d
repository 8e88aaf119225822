/*
 * Strings at addresses of a process, by the type of the argument.
 * @trigger texts
 */
#pragma D option quiet

texts$target:::touched, texts$target:::untouched
{
	printf("%s %c\n", stringof(args[0]), args[0][0]);
	s = args[0];
	printf("%c %s\n", s[2], stringof(s + 2));
}

texts$target:::untouched
/stringof(args[0]) == "a page nobody has touched"/
{
	printf("equal\n");
}

texts$target:::lengthy
{
	printf("%d\n", stringof(args[0]) != "");
	printf("%s\n", (string)(args[0] + 290));
}
