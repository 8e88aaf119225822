/* How names of macros are made; what stays as it is written. */
provider Mixed {
	probe gc__start();
	probe a___b();
	probe Upper__Case();
	probe one_two();
};
