#!/usr/bin/dtrace -s
/* @trigger loop 1 */
#pragma D option quiet

dtrace:::BEGIN
{
    printf("Start tracing...\n");
}

dtrace:::END
{
    printf("End tracing.");
}
