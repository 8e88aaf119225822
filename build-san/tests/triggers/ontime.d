/tmp/w/lang/build-san/tests/triggers/ontime.o: tests/triggers/ontime.c \
 /tmp/w/lang/build-san/tests/triggers/ontime.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/ontime.h:
include/sys/sdt.h:
