/*
 * @exit 1
 */
int vmlinux`jiffies;
BEGIN {}
