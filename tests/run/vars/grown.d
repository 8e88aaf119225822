/*
 * Undeclared variables to which values are added, or that are multiplied by
 * them, outgrow the type of their first assignment; declared ones wrap. Those
 * that only count, get new values or become smaller keep their type.
 */
#pragma D option quiet

int declared, one, big;

BEGIN
{
	one = 1; big = 3000000;
	a = 2147483647; a += one; b = -2147483647; b -= big; c = 3000000; c *= big; printf("%d %d %d\n", a, b, c);
	d = 2147483647; d = d + one; e = 2147483647; e = 5 + 2 * e - one; f = 2147483647; f = f + f; printf("%d %d %d\n", d, e, f);
	g = 2147483647; g = big == 0 ? 0 : g + one; h = (uint8_t)250; h += (uint8_t)big; printf("%d %d\n", g, h);
	self->a = 2147483647; self->a += one; this->a = 2147483647; this->a += one; printf("%d %d\n", self->a, this->a);
	l[1] = 2147483647; l[1] += one; self->l["k"] = 2147483647; self->l["k"] = self->l["k"] + one; printf("%d %d\n", l[1], self->l["k"]);
	declared = 2147483647; declared += one; printf("%d\n", declared);
	m = 7; m = 8; m = m; m++; m += 2; m = m - 1; m /= one; m %= 3; m |= one; m >>= one; printf("%d %d\n", m, sizeof(m));
	n = 1; later = n; printf("%d %d %d\n", sizeof(n), sizeof(later), sizeof(a));
}

BEGIN { n += one; exit(0); }
