/*
 * system(): after all that was printed before it, and before what follows;
 * its text is a format; its exit status does not matter.
 * @filter cpu
 */
#pragma D option destructive

BEGIN { trace(1); system("echo 'from the shell: %d %s'", 2, "three"); trace(4); }
BEGIN { system("printf 'no newline'; exit 3"); }
BEGIN { system(": >/dev/null"); printf("after"); }
BEGIN { exit(0); }
END { system("echo at the end"); }
