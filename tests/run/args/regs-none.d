/*
 * uregs[] takes any integer; what is no register's number is an address of
 * nothing.
 */
#pragma D option quiet

BEGIN { trace(uregs[999]); }
BEGIN { trace(uregs[-1]); }
BEGIN { this->i = 77; trace(uregs[this->i]); }
BEGIN { printf("%d\n", uregs[R_SP]); exit(0); }
