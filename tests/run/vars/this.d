/*
 * this->: shared by the clauses of one firing, 0 at the beginning of the
 * next; registers, the stack's block, a slot of scratch memory.
 * @trigger loop 3
 */
#pragma D option quiet

this int a[4]; this string s; this short h;

BEGIN { this->x = 5; this->s = "large"; this->a[2] = 7; this->h = 70000; }
BEGIN { printf("%d %s %d %d %d\n", this->x, this->s, this->a[2], this->a[1], this->h); }
loop$target:::tick { this->n += 1; this->n2++; this->b1++; this->b2 += 2; this->b3 += 3; this->b4 += 4; this->b5 += 5; }
loop$target:::tick { this->a[this->n]++; this->a[this->n] += arg0; this->i = 2; this->a[this->i] = 9; this->h--; }
loop$target:::tick { printf("%d %d %d %d %d %d %d | %d %d %d %d | %d [%s]\n", this->n, this->n2,
	this->b1, this->b2, this->b3, this->b4, this->b5, this->a[0], this->a[1], this->a[2], this->a[3],
	this->h, this->s); this->s = execname; }
loop$target:::tick /this->s == "loop" && this->s != NULL/ { printf("%s\n", this->s); }
