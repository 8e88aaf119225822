/*
 * Type names that scripts of other systems use.
 */
#pragma D option quiet

typedef unsigned char byte;
typedef byte triple[3];
typedef struct node {
	struct node *next;
	triple t;
} node_t;

BEGIN
{
	printf("%d %d %d\n", sizeof(byte), sizeof(triple), sizeof(node_t));
	printf("%d %d %d %d\n", sizeof(hrtime_t), sizeof(u_int), sizeof(boolean_t), sizeof(major_t));
	printf("%d %d %d %d\n", sizeof(u_char), sizeof(ulong_t), sizeof(offset_t), sizeof(id_t));
	printf("%d\n", (byte)300 + (hrtime_t)1);
	exit(0);
}
