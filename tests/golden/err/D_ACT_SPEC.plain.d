/*
 * @exit 1
 */
BEGIN { speculate(1); stop(); }
BEGIN { speculate(1); raise(9); }
BEGIN { speculate(1); system("ls"); }
BEGIN { speculate(1); freopen("file"); }
BEGIN { speculate(1); chill(1); }
BEGIN { speculate(1); copyoutstr("x", 16, 2); }
