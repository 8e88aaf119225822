/*
 * Operands are evaluated from left to right; the left side of a compound
 * assignment is read before its right side is evaluated, in each scope.
 */
#pragma D option quiet
struct s { int m; string t; } s;
BEGIN
{
	i = 4; i += i++ + --i + ++i - ++i * i; printf("%d\n", i);
	this->i = 4; this->i += this->i++ + --this->i + ++this->i - ++this->i * this->i; printf("%d\n", this->i);
	self->i = 4; self->i += self->i++ + --self->i + ++self->i - ++self->i * self->i; printf("%d\n", self->i);
	a[1] = 4; a[1] += a[1]++ + --a[1] + ++a[1] - ++a[1] * a[1]; printf("%d\n", a[1]);
	s.m = 4; s.m += s.m++ + --s.m + ++s.m - ++s.m * s.m; printf("%d\n", s.m);
	p = (int *)alloca(4); *p = 4; *p += (*p)++ + --*p + ++*p - ++*p * *p; printf("%d\n", *p);
	i = 4; i -= i--; printf("%d\n", i);
	i = 4; i &= ++i; printf("%d\n", i);
	i = 5; i *= ++i; printf("%d\n", i);
	i = 3; i = i++ + i; printf("%d\n", i);
	i = 2; j = (i += 3) + (i *= 2) - i--; printf("%d %d\n", j, i);
	i = 1; a[i++] += i; printf("%d %d\n", a[1], i);
	text = "a"; printf("%d", text == (text = "b")); text = "a"; printf(" %d", text < (text = "b")); text = "a"; printf(" %d\n", (text = "b") == text);
	this->s = "a"; printf("%d", this->s == (this->s = "b")); s.t = "a"; printf(" %d", s.t == (s.t = "b"));
	self->s = "a"; printf(" %d", self->s == (self->s = "b")); t[1] = "a"; printf(" %d\n", t[1] == (t[1] = "b"));
	printf("%d %d %d %d\n", 19 % -5, -19 % 5, 19 / -5, -19 / 5);
	i = 19; j = -5; printf("%d %d %d %d\n", i % j, -i % -j, i / j, -i / -j);
	exit(0);
}
