/*
 * @exit 1
 */
#pragma D attributes Stable/Stable/Common nothing
#pragma D binding "1.0" nothing_either
#pragma D binding "1.0" translator
BEGIN { exit(0); }
