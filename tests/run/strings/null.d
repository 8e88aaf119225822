/*
 * NULL is not a string: functions that read one fault; an unassigned variable
 * compares equal with it.
 */
#pragma D option quiet

string never;
self string mine;

BEGIN { trace(strlen(NULL)); }
BEGIN { trace(substr(NULL, 1)); }
BEGIN { trace(strtok(NULL, "a")); }
BEGIN { trace(strjoin(NULL, "a")); }
BEGIN { trace(strjoin("a", NULL)); }
BEGIN { trace(index(NULL, "a")); }
BEGIN { trace(rindex("a", NULL)); }
BEGIN { trace(strchr(NULL, 'a')); }
BEGIN { trace(strstr("a", NULL)); }
BEGIN { trace(basename(NULL)); }
BEGIN { trace(toupper(NULL)); }
BEGIN { trace(strtoll(NULL)); }
BEGIN { trace(stringof((char *)NULL)); }
BEGIN { trace(*((char *)NULL + 3)); }
BEGIN { printf("%d %d %d\n", never == NULL, self->mine == NULL, strlen(never)); exit(0); }
