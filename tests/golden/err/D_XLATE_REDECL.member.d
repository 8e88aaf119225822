/*
 * @exit 1
 */
struct out { int a; };
translator struct out < int x > { a = x; a = 2; };
