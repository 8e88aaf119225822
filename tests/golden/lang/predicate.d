BEGIN /1/ {}
BEGIN /a / b == c/ {}
BEGIN/x == 1 /
{ trace(4 / 2 / 1); }
BEGIN /a/ /* comment */ {}
