/*
 * @exit 1
 */
#pragma D attributes Good/Bad/Ugly provider p name
#pragma D attributes Stable/Stable x
#pragma D attributes Stable/Stable/Common/Common x
#pragma D attributes stable/Stable/Common x
#pragma D attributes // x
int x;
BEGIN {}
