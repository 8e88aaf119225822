/*
 * @exit 1
 */
#pragma D option
#pragma D option a b
#pragma D attributes Stable/Stable/Common provider p nothing
BEGIN {}
