/*
 * @exit 1
 */
#pragma D option
#pragma D option a b
#pragma D attributes Good/Bad/Ugly provider p name
#pragma D attributes Stable/Stable/Common provider p nothing
BEGIN {}
