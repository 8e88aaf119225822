/tmp/w/lang/build-san/obj/runtime/consume/svg_flame.o: \
 runtime/consume/svg_flame.c base/arena.h runtime/consume/svg.h \
 base/strbuf.h
base/arena.h:
runtime/consume/svg.h:
base/strbuf.h:
