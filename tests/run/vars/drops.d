/*
 * No room for more elements: the store is lost and reported, existing elements
 * are not affected. Two arrays share dynvarsize.
 * @trigger forks 0 100
 */
#pragma D option quiet
#pragma D option dynvarsize=1k
#pragma D option statusrate=60sec

forks$target:::work { a[arg1] = arg1 + 1; b[arg1 % 2]++; }
forks$target:::work /arg1 == 99/ { a[0] = 0; a[99] = 100; }
END { printf("%d %d %d\n", a[0], a[99], b[0] + b[1]); }
