0BEGIN { trace(foo); trace(1/0); printf("%d %s\n", 1); printf("%s", 1); printf("x", 1); x = 1; self->x; this->y = 2; strlen("x"); nofunc(1);
 @a = sum(1); @a = count(); @a[1] = sum(1); printa(@b); trace(); exit(); trace(count()); trace(trace(1)); pid = 3; @a; @x = foo(1); @y = trace(1);
 trace("x" + 1); trace(copyinstr("x")); trace(1 << 40); trace(execname == 1); arg0++; *arg0; trace(pid()); trace(walltimestamp); @l = lquantize(1,2,3); }
BEGIN /execname/ { trace(args[0]); trace(`foo); trace((string)arg0); curthread->x; }
