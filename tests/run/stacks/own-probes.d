/*
 * BEGIN and END have no stack: no frames, registers or callers. An address
 * outside of functions is a number.
 * @lock stacks
 */
#pragma D option quiet

BEGIN {
	stack(); ustack(); jstack(5); printf("%k%k|\n", stack(), ustack());
	printf("%d %d %d %d %d\n", stackdepth, ustackdepth, caller, ucaller, uregs[R_PC]);
	sym(0x10); func(0x11); mod(0x12); usym(0x13); uaddr(0x14);
	printf("|%a %a %a %A\n", sym(0x10), 0x11, mod(0x12), uaddr(0x13));
	@[stack(), ustack(2)] = count();
	exit(0);
}
