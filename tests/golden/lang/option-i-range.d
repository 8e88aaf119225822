/* @args ast -i */
4-6, 9
{ trace(1); }
