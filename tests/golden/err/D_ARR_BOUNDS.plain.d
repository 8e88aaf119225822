/*
 * @exit 1
 */
int a[3]; int m[2][3];
BEGIN { a[3] = 1; trace(a[-1]); a[2]++; m[1][3] = 0; m[2][0]++; trace(m[1][2]); }
