/tmp/w/lang/build-san/obj/sdt/arg_x86.o: sdt/arg_x86.c sdt/operand.h \
 sdt/arg.h base/arena.h sdt/site.h sdt/regs.h
sdt/operand.h:
sdt/arg.h:
base/arena.h:
sdt/site.h:
sdt/regs.h:
