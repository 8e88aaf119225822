/*
 * strtok() goes on in its clause; another clause begins anew.
 */
#pragma D option quiet

BEGIN { printf("[%s]", strtok("/usr//local/lib/", "/")); printf("[%s]", strtok(NULL, "/")); }
BEGIN { printf("[%s]", strtok(NULL, "/")); }
BEGIN { printf("[%s]", strtok("/lib//x", "/")); printf("[%s]", strtok(NULL, "/")); printf("[%s]\n", strtok(NULL, "/")); }
BEGIN { printf("[%s]", strtok("a,b;c d", ";,")); printf("[%s]", strtok(NULL, " b")); printf("[%s]\n", strtok(NULL, "")); }
BEGIN /strtok(execname, "r") == "dt"/ { printf("[%s]", strtok(NULL, "c")); }
BEGIN { this->s = strtok("cccec", "c"); this->s = strtok(NULL, "c"); printf("[%s] [%d]\n", this->s, strtok(NULL, "c") == NULL); }
BEGIN { printf("[%s] [%s]\n", strtok("", "x"), strtok("xxx", "x")); }
END { printf("[%s]\n", strtok(NULL, "/")); }
END { printf("end\n"); }
BEGIN { exit(0); }
