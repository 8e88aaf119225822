/tmp/w/lang/build-san/obj/sdt/name.o: sdt/name.c sdt/name.h base/strbuf.h
sdt/name.h:
base/strbuf.h:
