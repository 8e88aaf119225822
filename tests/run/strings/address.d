/* If a string is assigned to a `char *`, it gets the address of the text. */
#pragma D option quiet
char *p; string s; struct st { char *name; } st;
BEGIN
{
	s = "abc"; p = s; printf("%s %c\n", stringof(p), *(p + 1));
	p = "constant"; printf("%s %d\n", stringof(p), strlen(p));
	this->p = (char *)NULL; this->p = probename; printf("%s\n", stringof(this->p));
	st.name = execname; printf("%s\n", stringof(st.name));
	s = p; printf("%s\n", s);
	p = strjoin(s, "!"); s = "changed"; printf("%s %s\n", stringof(p), s);
	exit(0);
}
