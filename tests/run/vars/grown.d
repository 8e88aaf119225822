/*
 * Undeclared variables that are added to, or multiplied, outgrow the type of
 * their first assignment; declared ones wrap. What only gets new values, or
 * becomes smaller, keeps its type.
 */
#pragma D option quiet

int declared;

BEGIN
{
	a = 2147483647; a++; b = 2147483647; b += 5; c = -2147483647; c -= 5; printf("%d %d %d\n", a, b, c);
	d = 3000000; d *= 3000000; e = 1; e <<= 40; f = -2147483647 - 1; printf("%d %d %d\n", d, e, --f);
	g = 2147483647; g = g + 5; h = 2147483647; h = 5 + 2 * h; i = 2147483647; i = (i + 1) - 0; printf("%d %d %d\n", g, h, i);
	j = (uint8_t)250; j += (uint8_t)10; k = (uint32_t)4294967295; k++; printf("%d %d\n", j, k);
	self->a = 2147483647; self->a++; this->a = 2147483647; this->a += 1; printf("%d %d\n", self->a, this->a);
	l[1] = 2147483647; l[1]++; self->l["k"] = 2147483647; self->l["k"] = self->l["k"] + 1; printf("%d %d\n", l[1], self->l["k"]);
	declared = 2147483647; declared++; printf("%d\n", declared);
	m = 7; m = 8; m = m; m /= 2; m %= 3; m |= 8; m >>= 1; printf("%d %d\n", m, sizeof(m));
	n = 1; later = n; printf("%d %d %d\n", sizeof(n), sizeof(later), sizeof(a));
	o = 2147483647; o = l[1] == 0 ? 0 : o + 1; printf("%d\n", o);
}

BEGIN { n++; exit(0); }
