/tmp/w/lang/build-san/obj/runtime/consume/svg.o: runtime/consume/svg.c \
 runtime/consume/svg.h base/strbuf.h base/utf8.h
runtime/consume/svg.h:
base/strbuf.h:
base/utf8.h:
