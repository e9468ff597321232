/* The four phases of the compiled engine, written once more in plain C.

   The tree, the generator and the order of all choices are those of mctslib/fast/kernels.py, so both
   programs give every action of the root the same visits and points.  The games are tic-tac-toe and
   Connect Four.

   rules   the game (0 tic-tac-toe, 1 Connect Four), and its numbers as in mctslib/fast/rules.py
   places  a node is a number, its place in the six arrays of the tree; the root has place 0 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NONE (-1)
#define GROWING 0
#define ENDED 200
#define OPEN 3
#define LONGEST 128
#define MOST_ACTIONS 121
#define KNOWN (1 << 15)

enum { TICTACTOE, CONNECT4 };

typedef struct {
    int32_t *visits, *points, *action, *kind, *first, *next;
    int64_t used;  /* places in use */
    int64_t free;  /* the first place that has become free, or NONE */
} Tree;

static int8_t nth_of_nine[512][16];
static int64_t lines_through[7][64][4];
static double half_share[KNOWN], root_share[KNOWN], root_log[KNOWN], logs[KNOWN];

/* ---------------------------------------------------------------- tables, made once */

static int64_t line_of(int size, int start, int step) {
    int64_t line = 0;
    for (int k = 0; k < size; k++) line |= INT64_C(1) << (start + k * step);
    return line;
}

static void add_line(int size, int64_t line, int *number) {
    for (int cell = 0; cell < size * size; cell++) {
        if (line >> cell & 1) lines_through[size][cell][number[cell]++] = line;
    }
}

void make_tables(void) {
    memset(lines_through, -1, sizeof lines_through);  /* no marks fill the line -1 */
    for (int size = 3; size < 7; size++) {
        int number[36] = {0};
        for (int k = 0; k < size; k++) add_line(size, line_of(size, size * k, 1), number);
        for (int k = 0; k < size; k++) add_line(size, line_of(size, k, size), number);
        add_line(size, line_of(size, 0, size + 1), number);
        add_line(size, line_of(size, size - 1, size - 1), number);
    }
    for (int bits = 0; bits < 512; bits++) {
        int found = 0;
        for (int place = 0; place < 9; place++) {
            if (bits >> place & 1) nth_of_nine[bits][found++] = (int8_t)place;
        }
    }
    for (int n = 0; n < KNOWN; n++) {
        int visits = n ? n : 1;
        half_share[n] = 0.5 / visits;
        root_share[n] = 1 / sqrt(visits);
        logs[n] = log(visits);
        root_log[n] = sqrt(logs[n]);
    }
}

/* ---------------------------------------------------------------- bits and random numbers */

static inline int count(int64_t mask) { return __builtin_popcountll((uint64_t)mask); }

static inline int nth(int64_t mask, int n) {
    if (mask < 512) return nth_of_nine[mask][n];
    while (n--) mask &= mask - 1;
    return __builtin_ctzll((uint64_t)mask);
}

/* int(random() * n) of xorshift64* (Marsaglia, 2003; Vigna, 2016) */
static inline int below(uint64_t *x, int n) {
    *x ^= *x >> 12;
    *x ^= *x << 25;
    *x ^= *x >> 27;
    return (int)((*x * UINT64_C(0x2545F4914F6CDD1D) >> 32) * (uint64_t)n >> 32);
}

/* ---------------------------------------------------------------- the rules */

static inline int full_line(int64_t size, int64_t marks, int cell) {
    const int64_t *lines = lines_through[size][cell];
    return ((marks & lines[0]) == lines[0]) | ((marks & lines[1]) == lines[1]) |
           ((marks & lines[2]) == lines[2]) | ((marks & lines[3]) == lines[3]);
}

static inline int64_t four_in_a_row(int64_t marks, int step) {
    int64_t pairs = marks & marks >> step;
    return pairs & pairs >> 2 * step;
}

static inline int in_a_row(int64_t marks, int stride) {
    return (four_in_a_row(marks, 1) | four_in_a_row(marks, stride - 1) |
            four_in_a_row(marks, stride) | four_in_a_row(marks, stride + 1)) != 0;
}

static inline int64_t legal(const int64_t *rules, const int64_t *board) {
    int64_t taken = board[0] | board[1];
    if (rules[0] == TICTACTOE) return ((INT64_C(1) << rules[1] * rules[1]) - 1) & ~taken;
    int64_t columns = rules[1], rows = rules[2], found = 0;
    for (int64_t column = 0; column < columns; column++) {
        found |= (~taken >> (column * (rows + 1) + rows - 1) & 1) << column;
    }
    return found;
}

static inline int play(const int64_t *rules, int64_t *board, int player, int action) {
    int won;
    if (rules[0] == TICTACTOE) {
        board[player] |= INT64_C(1) << action;
        won = full_line(rules[1], board[player], action);
    } else {
        int64_t rows = rules[2], shift = action * (rows + 1);
        int64_t places = ((INT64_C(1) << rows) - 1) << shift;
        board[player] |= ((board[0] | board[1]) + (INT64_C(1) << shift)) & places;
        won = in_a_row(board[player], (int)rows + 1);
    }
    if (won) return 2 - 2 * player;
    return legal(rules, board) ? OPEN : 1;
}

static int tictactoe_playout(const int64_t *rules, const int64_t *board, int player, uint64_t *x) {
    int64_t mine = board[player], theirs = board[1 - player], empty = legal(rules, board);
    for (int n = count(empty); n > 0; n--) {
        int cell = nth(empty, below(x, n));
        empty ^= INT64_C(1) << cell;
        mine |= INT64_C(1) << cell;
        if (full_line(rules[1], mine, cell)) return 2 - 2 * player;
        int64_t swapped = mine;
        mine = theirs;
        theirs = swapped;
        player = 1 - player;
    }
    return 1;
}

static int connect4_playout(const int64_t *rules, const int64_t *board, int player, uint64_t *x) {
    int64_t mine = board[player], theirs = board[1 - player], open = legal(rules, board);
    int64_t rows = rules[2];
    int n = count(open);
    while (n) {
        int64_t full = 0, column = 0;
        while (!full) {  /* most moves need not wait for the new columns */
            column = nth(open, below(x, n));
            int64_t shift = column * (rows + 1);
            int64_t bit = ((mine | theirs) + (INT64_C(1) << shift)) & ((INT64_C(1) << rows) - 1) << shift;
            mine |= bit;
            if (in_a_row(mine, (int)rows + 1)) return 2 - 2 * player;
            full = bit >> (shift + rows - 1);
            int64_t swapped = mine;
            mine = theirs;
            theirs = swapped;
            player = 1 - player;
        }
        open ^= INT64_C(1) << column;
        n--;
    }
    return 1;
}

/* ---------------------------------------------------------------- phase 1: select */

static inline int work_out(const Tree *tree, int64_t first, int number, double log_visits, double c) {
    int best = 0;
    double highest = -1;
    for (int k = 0; k < number; k++) {
        int32_t n = tree->visits[first + k];
        double score = tree->points[first + k] * 0.5 / n + c * sqrt(log_visits / n);
        if (score > highest) {
            highest = score;
            best = k;
        }
    }
    return best;
}

/* The scores from the tables; they decide unless another child has almost the same score. */
static inline int64_t best_child(const Tree *tree, int64_t node, double c) {
    int32_t visits = tree->visits[node], number = tree->kind[node], best_n = 0;
    int64_t first = tree->first[node];
    if (visits >= KNOWN) return first + work_out(tree, first, number, log(visits), c);
    if (number > 9) return first + work_out(tree, first, number, logs[visits], c);
    double weight = c * root_log[visits], highest = -1, second = -1;
    int best = 0;
    for (int k = 0; k < number; k++) {
        int32_t n = tree->visits[first + k];
        double score = tree->points[first + k] * half_share[n] + weight * root_share[n];
        double lower = score < highest ? score : highest;
        if (n != best_n && lower > second) second = lower;
        if (score > highest) {
            highest = score;
            best = k;
            best_n = n;
        }
    }
    if (second < highest * (1 - 1e-12) && 1e-200 < highest && highest < 1e6) return first + best;
    return first + work_out(tree, first, number, logs[visits], c);
}

/* ---------------------------------------------------------------- phase 2: expand */

static inline void set_node(Tree *tree, int64_t place, int action) {
    tree->visits[place] = tree->points[place] = 0;
    tree->action[place] = action;
    tree->kind[place] = GROWING;
    tree->first[place] = NONE;
}

static int64_t add_child(Tree *tree, int64_t node, int action) {
    int64_t place = tree->free;
    if (place == NONE) place = tree->used++;
    else tree->free = tree->next[place];
    set_node(tree, place, action);
    tree->next[place] = tree->first[node];
    tree->first[node] = (int32_t)place;
    return place;
}

/* The last child: all children move to neighbouring places, in the order of their actions. */
static int64_t complete(Tree *tree, int64_t node, int action, int64_t actions) {
    int64_t child = tree->first[node], first = tree->used;
    tree->first[node] = (int32_t)first;
    tree->kind[node] = count(actions);
    tree->used += tree->kind[node];
    while (child != NONE) {
        int64_t place = first + count(actions & ((INT64_C(1) << tree->action[child]) - 1));
        int64_t older = tree->next[child];
        tree->visits[place] = tree->visits[child];
        tree->points[place] = tree->points[child];
        tree->action[place] = tree->action[child];
        tree->kind[place] = tree->kind[child];
        tree->first[place] = tree->first[child];
        tree->next[child] = (int32_t)tree->free;
        tree->free = child;
        child = older;
    }
    int64_t newest = first + count(actions & ((INT64_C(1) << action) - 1));
    set_node(tree, newest, action);
    return newest;
}

static int64_t expand(Tree *tree, const int64_t *rules, const int64_t *board, int64_t node, uint64_t *x) {
    int64_t actions = legal(rules, board), untried = actions;
    for (int64_t child = tree->first[node]; child != NONE; child = tree->next[child]) {
        untried ^= INT64_C(1) << tree->action[child];
    }
    int left = count(untried);
    int action = nth(untried, below(x, left));
    if (left > 1) return add_child(tree, node, action);
    return complete(tree, node, action, actions);
}

/* ---------------------------------------------------------------- phase 4, and all */

static void backpropagate(Tree *tree, const int64_t *path, int depth, int to_move, int outcome) {
    int gain = to_move ? 2 - outcome : outcome;
    tree->visits[0]++;
    tree->points[0] += gain;  /* no player moved into the root, so it counts for the player to move */
    for (int k = 1; k <= depth; k++) {
        tree->visits[path[k]]++;
        tree->points[path[k]] += gain;
        gain = 2 - gain;
    }
}

static void grow(Tree *tree, const int64_t *rules, const int64_t *start, int to_move, uint64_t *x,
                 double c, int64_t iterations) {
    int64_t board[2], path[LONGEST];
    for (int64_t done = 0; done < iterations; done++) {
        board[0] = start[0];
        board[1] = start[1];
        int64_t node = 0;
        int depth = 0, player = to_move;
        while (tree->kind[node] > GROWING && tree->kind[node] < ENDED) {
            node = best_child(tree, node, c);
            play(rules, board, player, tree->action[node]);
            path[++depth] = node;
            player = 1 - player;
        }
        int outcome = tree->kind[node] - ENDED;
        if (tree->kind[node] == GROWING) {
            node = expand(tree, rules, board, node, x);
            outcome = play(rules, board, player, tree->action[node]);
            path[++depth] = node;
            player = 1 - player;
            if (outcome != OPEN) tree->kind[node] = ENDED + outcome;
            else if (rules[0] == TICTACTOE) outcome = tictactoe_playout(rules, board, player, x);
            else outcome = connect4_playout(rules, board, player, x);
        }
        backpropagate(tree, path, depth, to_move, outcome);
    }
}

/* Search, write the visits and the points of each action of the root, and return the best action: the
   one with the most visits.  If several have the most visits, it is the one of them with the most
   points, then the one that was tried first or, if all were tried, the lowest.  The visits of an
   untried action stay as they were.

   state   the state of the generator, which is changed
   Returns NONE if there is no memory. */
int search(const int64_t *rules, const int64_t *start, int to_move, uint64_t *state, double c,
           int64_t iterations, int64_t *visits, int64_t *points) {
    int64_t places = 2 * iterations + 2 * MOST_ACTIONS;
    int32_t *memory = malloc(6 * (size_t)places * sizeof *memory);
    if (memory == NULL) return NONE;
    Tree tree = {memory, memory + places, memory + 2 * places, memory + 3 * places,
                 memory + 4 * places, memory + 5 * places, 1, NONE};
    set_node(&tree, 0, NONE);
    grow(&tree, rules, start, to_move, state, c, iterations);
    int complete_root = tree.kind[0] > GROWING, best = NONE;
    int64_t child = tree.first[0];
    for (int k = 0; complete_root ? k < tree.kind[0] : child != NONE; k++) {
        int action = tree.action[child];
        visits[action] = tree.visits[child];
        points[action] = tree.points[child];
        if (best == NONE || visits[action] > visits[best]) {
            best = action;
        } else if (visits[action] == visits[best]) {
            /* The newest child of a growing root comes first, but of equal children the oldest counts. */
            int64_t more = points[action] - points[best];
            if (more > 0 || (more == 0 && !complete_root)) best = action;
        }
        child = complete_root ? child + 1 : tree.next[child];
    }
    free(memory);
    return best;
}
