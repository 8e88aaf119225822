/*
 * @exit 1
 */
BEGIN { s = "abc"; s[1] = 'x'; s[0]++; execname[0] = 'x'; "abc"[0] = 'x'; }
