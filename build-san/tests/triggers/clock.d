/tmp/w/lang/build-san/tests/triggers/clock.o: tests/triggers/clock.c \
 /tmp/w/lang/build-san/tests/triggers/clock.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/clock.h:
include/sys/sdt.h:
