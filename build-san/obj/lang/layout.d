/tmp/w/lang/build-san/obj/lang/layout.o: lang/layout.c lang/type.h \
 base/arena.h base/map.h base/strbuf.h
lang/type.h:
base/arena.h:
base/map.h:
base/strbuf.h:
