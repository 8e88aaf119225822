/*
 * @exit 1
 */
struct out { int a; };
typedef struct out out_t;
translator struct out < int x > { a = x; };
translator out_t < const int y > { a = y; };
