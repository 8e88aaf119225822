/*
 * @exit 1
 */
int a[3]; int m[2][3]; self string s[2];
BEGIN { a = 1; a++; m[1] = 0; m[1] += 2; self->s = "x"; self->s[0] = "x"; }
