/*
 * @exit 1
 */
#pragma D binding "one" x
#pragma D binding "1" x
#pragma D binding "1.5.1.2" x
#pragma D binding "1.5x" x
#pragma D binding "" x
#pragma D binding "0.9" x
#pragma D binding "2.1" x
#pragma D binding "1.0" x
#pragma D binding "1.6.4" x
#pragma D binding "2.0.7" x
int x;
BEGIN {}
