#pragma D option quiet
#pragma D option bufsize=4m
#pragma D attributes Stable/Stable/Common foo
#pragma D depends_on library io.d
int foo;
#ident "x"
#pragma ident "y"
#pragma other
# 10 "x.h"
#line 20 "y.h"
BEGIN {}
