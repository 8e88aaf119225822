/*
 * uregs[]: by a constant, by a computed number, by an alias.
 * @needs machine:x86_64
 * @trigger nest 1
 */
#pragma D option quiet

nest$target:::registers {
	printf("%x %x %x\n", uregs[R_R12], uregs[arg0 - arg0 + 3], regs[R_R12]);
	printf("%d %d\n", uregs[R_PC] == uregs[R_RIP], uregs[R_SP] <= uregs[R_FP]);
	printf("%d %d %d\n", uregs[R_DS], uregs[R_TRAPNO], (uregs[R_CS] & 3) == 3);
}
