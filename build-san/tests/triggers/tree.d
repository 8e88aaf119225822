/tmp/w/lang/build-san/tests/triggers/tree.o: tests/triggers/tree.c \
 /tmp/w/lang/build-san/tests/triggers/tree.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/tree.h:
include/sys/sdt.h:
