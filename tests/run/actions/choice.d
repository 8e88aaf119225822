/*
 * With a constant condition, the record of `c ? action : 1;` is part of its
 * neighbours' record; with another condition its operands are values.
 * @filter cpu
 */
inline int OPT_id = 1;
inline int OPT_no = 0;

BEGIN
{
	OPT_id ? printf("%s ", "id") : 1;
	OPT_no ? printf("no ") : 1;
	printf("main");
}

BEGIN
{
	this->n = arg0;
	this->n < 0 ? (x = 1) : this->n ? (x = 2) : (x = 3);
	this->n ? (x = 7) : 1;
	trace(x);
	trace(OPT_no ? 5 : 6);
}

BEGIN
{
	/* a string that is stored through a cast to char * */
	text[pid] = (char *)probename;
	printf("%s %s %d", text[pid], stringof((const char *)text[pid]),
	    text[pid] == "BEGIN");
	exit(0);
}
