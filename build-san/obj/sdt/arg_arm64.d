/tmp/w/lang/build-san/obj/sdt/arg_arm64.o: sdt/arg_arm64.c sdt/operand.h \
 sdt/arg.h base/arena.h sdt/site.h sdt/regs.h
sdt/operand.h:
sdt/arg.h:
base/arena.h:
sdt/site.h:
sdt/regs.h:
