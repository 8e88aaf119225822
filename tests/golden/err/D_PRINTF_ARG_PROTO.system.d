/*
 * @exit 1
 */
BEGIN { system("echo %d"); }
