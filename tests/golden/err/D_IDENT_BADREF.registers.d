/*
 * @exit 1
 */
BEGIN { trace(uregs); trace(regs + 1); }
