/* An aggregation without values prints nothing. */
#pragma D option quiet

BEGIN /0/ { @never[1] = count(); @none = count(); }
BEGIN { printf("a"); printa("%d %@d\n", @never); printf("b\n"); exit(0); }
