/* @args typed
 *
 * Arrays among the parameters of functions in C headers: their size may be
 * another parameter, as in <regex.h>.
 */
struct match { int begin, end; };
int execute(const char *text, size_t cnt, struct match found[__restrict cnt], int flags);
int sum(int rows, int numbers[rows][5]);
BEGIN { trace(sizeof(struct match)); }
