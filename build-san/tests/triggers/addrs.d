/tmp/w/lang/build-san/tests/triggers/addrs.o: tests/triggers/addrs.c \
 /tmp/w/lang/build-san/tests/triggers/addrs.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/addrs.h:
include/sys/sdt.h:
