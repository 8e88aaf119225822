/*
 * @exit 1
 */
int a[3];
BEGIN { trace(a[1, 2]); n = 1; trace(n[1, 2]); a[1, "x"]++; }
