/*
 * More than scratchsize: a constant size is a fault as a computed one is.
 */
#pragma D option quiet
#pragma D option scratchsize=64

int none;
BEGIN { copyin(8, none + 65); printf("computed\n"); }
BEGIN { copyin(8, 65); printf("65\n"); }
BEGIN { trace(copyin(8, -1)); printf("-1\n"); }
BEGIN { alloca(8); this->p = copyin(8, 1 << 20); printf("1 MB\n"); }
BEGIN { exit(0); }
