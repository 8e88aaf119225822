/* @args ast -n */
uint64_t x; pid_t *y; typedef int foo; foo z; BEGIN, pid_t { x = 1; } pid_t
