/*
 * @exit 1
 */
BEGIN { trace(uregs[R_TRAPNO + 1]); trace(regs[-1]); }
