/tmp/w/lang/build-san/obj/runtime/symbol/demangle.o: \
 runtime/symbol/demangle.c runtime/symbol/demangle.h base/alloc.h \
 base/map.h base/strbuf.h
runtime/symbol/demangle.h:
base/alloc.h:
base/map.h:
base/strbuf.h:
