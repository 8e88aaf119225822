/*
 * system() runs after all earlier output, and before any later output; its
 * text is a format; its exit status is ignored.
 * @filter cpu
 */
#pragma D option destructive

BEGIN { trace(1); system("echo 'from the shell: %d %s'", 2, "three"); trace(4); }
BEGIN { system("printf 'no newline'; exit 3"); }
BEGIN { system(": >/dev/null"); printf("after"); }
BEGIN { exit(0); }
END { system("echo at the end"); }
