provider storm {
	probe warm(int n);
	probe tick(int n, uint64_t value);
	probe sig(int n);
	probe child(int n);
};
