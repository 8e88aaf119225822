/*
 * Elements of one and two bytes, changed at computed indices up to the last one, of arrays with nothing behind them in
 * memory: thread-local and global ones, and in elements of associative arrays.
 */
#pragma D option quiet
struct odd { short before; char of[22]; };
struct odd odd[int];
union of20 { char of[20]; } of20[int];
union of24 { short of[12]; char bytes[24]; } of24[int];
union of100 { char of[100]; } of100[int];
self char own[20];
int last;
char global[20];
BEGIN
{
	last = 19;
	self->own[last]++; self->own[last] -= 5; self->own[0]--;
	of20[1].of[last] |= 6; of20[1].of[last]++;
	of100[1].of[last * 5 + 4] ^= 9; ++of100[1].of[last * 5 + 4];
	last = 21;
	odd[1].of[last]--; odd[1].before--; odd[1].of[last - 20]++;
	last = 11;
	of24[1].of[last] -= 300; of24[1].bytes[last + 12]++; of24[1].bytes[last]--;
	printf("%d %d %d %d\n", self->own[19], self->own[0], of20[1].of[19], of100[1].of[99]);
	printf("%d %d %d %d\n", odd[1].of[21], odd[1].before, odd[1].of[1], odd[1].of[20]);
	printf("%d %d %d\n", of24[1].of[11], of24[1].of[5], of24[1].of[6]);
	last = 19;
	global[last]--; global[last] += 3;
	printf("%d %d\n", global[19], global[18]);
	exit(0);
}
