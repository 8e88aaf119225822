provider faults {
	probe fire(int64_t number, const char *text, int64_t again);
};
