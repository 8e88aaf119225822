/tmp/w/lang/build-san/obj/sdt/operand.o: sdt/operand.c sdt/operand.h \
 sdt/arg.h base/arena.h sdt/site.h sdt/regs.h
sdt/operand.h:
sdt/arg.h:
base/arena.h:
sdt/site.h:
sdt/regs.h:
