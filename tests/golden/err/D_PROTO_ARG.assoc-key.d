/*
 * @exit 1
 */
struct s { int x; };
BEGIN { a[(void)1] = 1; b[@x] = 2; }
