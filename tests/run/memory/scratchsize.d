/*
 * The option limits the memory of a clause.
 */
#pragma D option quiet
#pragma D option scratchsize=64

BEGIN { alloca(tid * 0 + 64); printf("64\n"); }
BEGIN { alloca(tid * 0 + 65); printf("65\n"); }
BEGIN { alloca(60); alloca(1); printf("60 and 1\n"); }
BEGIN { alloca(56); alloca(1); printf("56 and 1\n"); exit(0); }
