/* One semaphore for each probe, in the order of the file. */
provider p { probe z__last(int x); probe a(); };
provider q { probe a(string s); };
