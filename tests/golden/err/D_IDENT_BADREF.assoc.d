/*
 * @exit 1
 */
int a[int]; self string b[string];
BEGIN { trace(a); a = 1; self->b = "x"; c[1] = 2; c++; trace(c + 1); }
