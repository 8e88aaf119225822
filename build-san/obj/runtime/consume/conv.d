/tmp/w/lang/build-san/obj/runtime/consume/conv.o: runtime/consume/conv.c \
 runtime/consume/conv.h base/strbuf.h lang/format.h base/arena.h \
 lang/conv.def
runtime/consume/conv.h:
base/strbuf.h:
lang/format.h:
base/arena.h:
lang/conv.def:
