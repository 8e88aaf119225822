/*
 * uregs[]: by a constant, by a computed number, by an alias.
 * @needs machine:aarch64
 * @trigger nest 1
 */
#pragma D option quiet

nest$target:::registers {
	printf("%x %x %x\n", uregs[R_X12], uregs[arg0 - arg0 + 12], regs[R_X12]);
	printf("%d %d %d\n", uregs[R_PC] == uregs[32], uregs[R_SP] <= uregs[R_FP], uregs[R_FP] == uregs[R_X29]);
	printf("%d %d\n", uregs[R_R0] == uregs[0], (uregs[R_PSTATE] & 15) == 0);
}
