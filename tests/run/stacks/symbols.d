/*
 * usym(), ufunc(), umod() and uaddr() of an address in the process: padded to
 * 50 columns as statements; %A shows the offset. ucaller is the frame above,
 * uregs[R_PC] the current place.
 * @trigger nest 1
 * @filter off
 */
#pragma D option quiet

nest$target:::inner /arg0 == 0/ {
	usym(arg1); ufunc(arg1); umod(arg1); uaddr(arg1 + 1);
	printf("|%A|%-20A|%20A|\n", usym(arg1 + 2), umod(arg1), arg1);
	printf("%A %A\n", ucaller, uregs[R_PC]);
}
