/*
 * Memory of a firing is valid until its last clause has run, whatever the
 * clauses in between allocate; in a later firing its addresses are invalid,
 * even if that one allocates as much at the same place.
 * @filter addr
 */
#pragma D option quiet
#pragma D option strsize=1k

char *kept;

BEGIN
{
	this->a = (char *)alloca(100);
	this->a[0] = 'a';
	this->a[99] = 'z';
	this->b = (int *)alloca(tid * 0 + 8);
	this->b[1] = 77;
	kept = this->a;
}

BEGIN
{
	this->c = (char *)alloca(2000);
	this->c[1999] = 'c';
	this->s = strjoin(strjoin("a text that ", "takes memory"), execname);
	bcopy("copy", this->c, 5);
}

BEGIN
/ this->a[0] == 'a' && this->a[99] == 'z' && this->b[1] == 77 /
{
	printf("%c %c %d %c %s\n", this->a[0], this->a[99], this->b[1], this->c[1999], stringof(this->c));
	this->a[0]++;
}

BEGIN { printf("%c\n", this->a[0]); trace(this->a[100]); }
BEGIN { trace(this->b[2]); }
BEGIN { trace(this->b[-1]); }
BEGIN { trace(*(int *)(this->a + 97)); }
BEGIN { printf("%s\n", stringof(this->a)); trace(stringof(this->a + 100)); }
BEGIN { trace((this->b + 1)[tid * 0 + 1]); }
BEGIN { this->a[-1] = 1; }
BEGIN { this->b[2] = 1; }
BEGIN { bcopy(this->a, this->b, 9); }
BEGIN { bcopy(this->b, this->a, 9); }
BEGIN { bcopy(this->a, this->a + 98, 3); }
BEGIN { exit(0); }
END { trace(kept[0]); }
END { this->a = (char *)alloca(100); printf("%d\n", this->a[0]); trace(kept[0]); }
END { kept[0] = 1; }
END { bcopy(kept, this->a, 1); }
END { trace(stringof(kept)); }
END { tracemem(kept, 4); }
END { print((int *)kept); }
END { this->a[0] = 'e'; printf("%c\n", this->a[0]); }
