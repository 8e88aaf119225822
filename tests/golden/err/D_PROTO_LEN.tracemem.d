/*
 * @exit 1
 */
BEGIN { tracemem(arg0); }
BEGIN { tracemem(); }
BEGIN { tracemem(arg0, 1, 2, 3); }
