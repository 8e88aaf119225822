/tmp/w/lang/build-san/obj/lang/type.o: lang/type.c lang/type.h \
 base/arena.h base/map.h base/strbuf.h
lang/type.h:
base/arena.h:
base/map.h:
base/strbuf.h:
