/tmp/w/lang/build-san/obj/sdt/arg.o: sdt/arg.c sdt/arg.h base/arena.h \
 sdt/site.h sdt/operand.h sdt/regs.h
sdt/arg.h:
base/arena.h:
sdt/site.h:
sdt/operand.h:
sdt/regs.h:
