/*
 * If a program can't sleep, as on kernels without sleepable uprobes, a string
 * in a page that was never touched is an error, never an empty text.
 * @trigger texts
 * @args -x nosleep -x counts
 * @filter pid addr mem
 */
#pragma D option quiet

BEGIN { printf("pid %d\n", $target); }
texts$target:::touched { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::untouched { printf("never printed <%s>\n", copyinstr(arg0)); }
END { printf("end\n"); }
