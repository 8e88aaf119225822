/tmp/w/lang/build-san/tests/triggers/beside.o: tests/triggers/beside.c \
 /tmp/w/lang/build-san/tests/triggers/beside.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/beside.h:
include/sys/sdt.h:
