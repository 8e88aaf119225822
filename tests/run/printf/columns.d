/*
 * Without -q: a line for each firing, printf() adds no newline of its own.
 * @filter cpu
 */
BEGIN { printf("a%d", 1); printf("b"); trace(3); }
BEGIN { printf("two\nlines\n"); }
BEGIN { exit(0); }
