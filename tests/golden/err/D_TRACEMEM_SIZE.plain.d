/*
 * @exit 1
 */
BEGIN { tracemem(arg0, 0); }
BEGIN { tracemem(arg0, -1); }
BEGIN { tracemem(arg0, pid); }
BEGIN { tracemem(arg0, 65537); }
BEGIN { tracemem(arg0, "8"); }
BEGIN { tracemem(arg0, 8, "8"); }
