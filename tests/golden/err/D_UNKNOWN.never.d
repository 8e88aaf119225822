/*
 * @exit 1
 */
BEGIN { panic(); }
BEGIN { breakpoint(); }
BEGIN { return(0); }
BEGIN { trace(panic()); }
