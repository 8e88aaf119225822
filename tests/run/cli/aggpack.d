/* SPDX-License-Identifier: BSD-2-Clause */
/* one line for each key; llquantize() is not changed */
#pragma D option aggpack
#pragma D option encoding=ascii
#pragma D option quiet

BEGIN
{
	@q["a"] = quantize(3);
	@q["a"] = quantize(3);
	@q["a"] = quantize(70);
	@q["b"] = quantize(12);
	@l = lquantize(3, 0, 10, 1);
	@n = quantize(-5, -2);
	@ll = llquantize(1, 10, 0, 1, 10);
	exit(0);
}
