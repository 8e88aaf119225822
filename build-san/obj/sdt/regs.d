/tmp/w/lang/build-san/obj/sdt/regs.o: sdt/regs.c sdt/regs.h sdt/site.h \
 sdt/regs_x86.def sdt/regs_arm64.def
sdt/regs.h:
sdt/site.h:
sdt/regs_x86.def:
sdt/regs_arm64.def:
