/*
 * walltimestamp advances with timestamp, and is later than 2020.
 */
#pragma D option quiet

BEGIN { this->gap = walltimestamp - timestamp; }
BEGIN { printf("%d %d\n", walltimestamp > 1577836800000000000, this->gap == walltimestamp - timestamp); exit(0); }
