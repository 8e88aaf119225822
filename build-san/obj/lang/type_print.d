/tmp/w/lang/build-san/obj/lang/type_print.o: lang/type_print.c \
 lang/type.h base/arena.h base/map.h base/strbuf.h
lang/type.h:
base/arena.h:
base/map.h:
base/strbuf.h:
