/tmp/w/lang/build-san/tests/triggers/family.o: tests/triggers/family.c
