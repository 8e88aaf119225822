/*
 * Strings longer than strsize - 1 characters are cut.
 */
#pragma D option quiet
#pragma D option strsize=16

BEGIN { printf("[%s]\n", strjoin("0123456789", "abcdefghij")); }
BEGIN { printf("[%s]\n", strjoin(strjoin("0123456789", "abcde"), "f")); }
BEGIN { printf("%d\n", strlen(strjoin("0123456789", "abcdefghij"))); }
BEGIN { printf("[%s]\n", lltostr(1234567890123456789)); }
BEGIN { printf("[%s]\n", substr(strjoin("0123456789", "abcdefghij"), 12)); }
BEGIN { printf("%d\n", index(strjoin("0123456789", "abcdefghij"), "fg")); }
BEGIN { printf("[%s]\n", toupper(strjoin("0123456789", "abcdefghij"))); }
BEGIN { exit(0); }
