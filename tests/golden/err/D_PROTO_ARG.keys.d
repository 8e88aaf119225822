/*
 * @exit 1
 */
int a[string, int];
BEGIN { a[1, 1] = 1; trace(a["x", "y"]); b["k"] = 2; b[pid]++; }
