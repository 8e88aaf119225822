/tmp/w/lang/build-san/obj/cmd/merge/parse.o: cmd/merge/parse.c \
 cmd/merge/parse.h base/arena.h base/strbuf.h base/utf8.h
cmd/merge/parse.h:
base/arena.h:
base/strbuf.h:
base/utf8.h:
