/*
 * @exit 1
 */
enum e { LAST = 2147483647, NEXT };
enum f { LARGE = 0x80000000 };
enum g { SMALL = -2147483649 };
BEGIN {}
