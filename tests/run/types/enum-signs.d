/* SPDX-License-Identifier: BSD-2-Clause */
/* A variable of an enum is an int, whether or not an enumerator is below 0. */
#pragma D option quiet

enum plain { ZERO, FIVE = 5 };
enum negative { BELOW = -1, ABOVE };

enum plain plain;
enum negative negative;

BEGIN
{
	plain = -1;
	negative = -1;
	printf("%d %d\n", plain, negative);
	printf("%d %d\n", plain < 0, negative < 0);
	print(plain);
	printf("\n");
	@[plain, negative] = count();
	plain = FIVE;
	printf("%d\n", plain);
	exit(0);
}
