/tmp/w/lang/build-san/tests/triggers/randoms.o: tests/triggers/randoms.c \
 /tmp/w/lang/build-san/tests/triggers/randoms.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/randoms.h:
include/sys/sdt.h:
