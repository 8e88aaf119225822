/*
 * An unmapped address: an error line that contains it, no record; the next
 * clause and the next firing go on.
 * @trigger texts
 * @filter pid
 */
#pragma D option quiet

BEGIN { printf("pid %d\n", $target); }
texts$target:::wild { printf("never printed <%s>\n", copyinstr(arg0)); }
texts$target:::null { printf("never printed <%s>\n", copyinstr(arg0)); }
texts$target:::null /copyinstr(arg0) == ""/ { printf("never printed\n"); }
texts$target:::wild { printf("wild at 0x%x\n", arg0); }
END { printf("end\n"); }
