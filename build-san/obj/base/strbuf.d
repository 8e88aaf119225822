/tmp/w/lang/build-san/obj/base/strbuf.o: base/strbuf.c base/strbuf.h \
 base/alloc.h
base/strbuf.h:
base/alloc.h:
