/*
 * @exit 1
 */
int a[3]; string s[2];
BEGIN { a[0] = "x"; s[1] = 1; s[0] = 0; b[1] = 1; b[2] = "x"; c["k"] = "text"; c["k"] = pid; }
