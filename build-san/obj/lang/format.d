/tmp/w/lang/build-san/obj/lang/format.o: lang/format.c lang/format.h \
 base/arena.h lang/conv.def
lang/format.h:
base/arena.h:
lang/conv.def:
