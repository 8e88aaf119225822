/tmp/w/lang/build-san/tests/triggers/workers.o: tests/triggers/workers.c \
 /tmp/w/lang/build-san/tests/triggers/workers.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/workers.h:
include/sys/sdt.h:
