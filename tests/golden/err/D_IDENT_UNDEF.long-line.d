/*
 * Of a long line the part around the place is shown; a character of two bytes is one column.
 * @exit 1
 */
BEGIN { printf("%s%s%d", "a text that is long enough to push what is behind it out of the part of a line that is shown, which is 160 bytes", "ééééééééééééééééééééééééééééééééééééééééééééééééé", missing, "another one that is long enough to be cut off behind the 160 bytes that are shown of a line that is longer", "ééééééééééééééééééééééééééééééééééééééééééééééééé"); }
BEGIN { printf("%d %s", "ééé" == absent, "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"); }
