/*
 * Numbers: byte order, devices, the CPU, random ones, the user.
 */
#pragma D option quiet

BEGIN { printf("%x %x %x\n", htons(0x1234), htonl(0x12345678), htonll(0x0102030405060708)); }
BEGIN { printf("%x %x %x\n", ntohs(0x1234), ntohl(0x12345678), ntohll(0x0102030405060708)); }
BEGIN { printf("%x %x\n", htons(0x123456), htonl(-2)); }
BEGIN { printf("%d %d\n", getmajor(0x800001), getminor(0x800001)); }
BEGIN { printf("%d %d\n", uid, gid); }
BEGIN { printf("%d\n", cpu >= 0 && cpu < 4096); }
BEGIN { printf("%d\n", rand() != rand() || rand() != rand()); }
BEGIN { exit(0); }
