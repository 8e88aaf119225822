/*
 * Structs and unions as variables of each scope: members, whole copies between
 * scopes, from pointers and through ?: and the comma, setting to zero.
 */
#pragma D option quiet
struct inner { short a; char text[6]; };
struct outer { char c; int n; struct inner in; struct inner ins[2]; long l; };
union word { int n; char bytes[4]; unsigned short halves[2]; };
struct outer g;
self struct outer t;
this struct outer l;
union word u;
BEGIN
{
	printf("%d %d %d\n", sizeof(g), sizeof(g.in), sizeof(this->l.ins));
	g.c = -3;
	g.n = 100000;
	g.in.a = -7;
	g.in.text = "longer text";
	g.ins[0].a = 11;
	g.ins[1] = g.in;
	g.l = 1 << 20;
	printf("%d %d %d %s %d %d %s %d\n", g.c, g.n, g.in.a, g.in.text,
	    g.ins[0].a, g.ins[1].a, g.ins[1].text, g.l);
	self->t = g;
	this->l = self->t;
	this->i = 1;
	this->l.ins[this->i].a++;
	this->l.ins[this->i].text[this->i] = 'O';
	printf("%d %s %d %s\n", this->l.ins[1].a, this->l.ins[1].text,
	    self->t.ins[1].a, self->t.ins[1].text);
	trace(this->l);
	self->t = 0;
	printf("%d [%s] %d\n", self->t.n, self->t.in.text, self->t.l);
	printf("%d %d\n", (g.n > 5 ? g : this->l).ins[1].a,
	    (g.n, this->l).ins[1].a);
	g = g.n < 5 ? g : this->l;
	printf("%d\n", g.ins[1].a);
	(g.in = this->l.ins[1]).a;
	printf("%s\n", g.in.text);
}
BEGIN
{
	u.n = 0x41424344;
	u.bytes[0]++;
	u.halves[1] -= 1;
	printf("%x %c %x\n", u.n, u.bytes[0], u.halves[1]);
	this->p = (struct outer *)alloca(sizeof(struct outer));
	this->p->n = 5;
	this->p->in.text = "scratch";
	this->p->ins[1] = g.ins[1];
	copy = *this->p;
	printf("%d %s %s\n", copy.n, copy.in.text, copy.ins[1].text);
	*this->p = g;
	printf("%d %d\n", this->p->n, (*this->p).in.a);
	exit(0);
}
