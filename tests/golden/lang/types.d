typedef struct node { struct node *next; int value:3, :0, rest:5; char name[8]; } node_t;
typedef union { char c; long l; } mix;
enum color { RED, GREEN = 5, BLUE, };
node_t n;
mix m;
enum color c;
BEGIN { (node_t *)x; sizeof (node_t); sizeof (struct node *); offsetof(node_t, name); sizeof x; stringof(x); (const char *)x; xlate <mix *> (x)->c }
