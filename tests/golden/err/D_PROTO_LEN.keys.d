/*
 * @exit 1
 */
int a[string, int]; self int s[int];
BEGIN { a["x"] = 1; trace(a["x", 1, 2]); self->s[1, 2]++; b[1] = 2; b[1, 2] = 3; }
