/tmp/w/lang/build-san/tests/triggers/widths.o: tests/triggers/widths.c \
 /tmp/w/lang/build-san/tests/triggers/widths.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/widths.h:
include/sys/sdt.h:
