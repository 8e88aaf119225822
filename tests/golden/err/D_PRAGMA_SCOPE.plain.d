/*
 * @exit 1
 */
#pragma D attributes Stable/Stable/Common pid
#pragma D binding "1.0" printf
BEGIN { exit(0); }
