/* @trigger texts */
#pragma D option quiet
#pragma D option strsize=8

/* constants are cut like strings that are read */
BEGIN { x = "touched-one"; printf("%d %d\n", x == "touched-two", "touched-one" == "touched-two"); }
texts$target:::touched { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::lengthy { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::touched /copyinstr(arg0) == "touched"/ { printf("equal\n"); }
