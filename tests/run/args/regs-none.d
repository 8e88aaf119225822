/*
 * uregs[] accepts any integer; a number without a register is a
 * fault.
 */
#pragma D option quiet

BEGIN { trace(uregs[999]); }
BEGIN { trace(uregs[-1]); }
BEGIN { this->i = 77; trace(uregs[this->i]); }
BEGIN { printf("%d\n", uregs[R_SP]); exit(0); }
