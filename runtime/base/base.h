/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * base: what every room stands on: memory, text, hashing, and one way to fail.
 *
 * Ownership. An arena owns everything allocated from it; nothing in it is freed singly. What a function of this project
 * returns lives in the arena its caller passed, unless its comment says otherwise. A struct buf and a vector own
 * their storage and are released by their own free function.
 *
 * Failure. A function that can fail returns a status (0 is success) and fills in one struct diag. Nothing below the
 * rooms driver and plugin prints or exits. Exhausted memory is the one exception: base_out_of_memory does not return.
 */
#ifndef CWOLF_BASE_H
#define CWOLF_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a), nonnull(f)))

/* ---- diagnostics ------------------------------------------------------------------------------------------------- */

/* A position in a text. Lines and columns count from 1; 0 means "not known". `file` may be NULL; it is not owned. */
struct place {
    const char *file;
    uint32_t line, col;
};

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

/* One message for a user: lower case, the fault first, no full stop; what was expected and what was found. */
struct diag {
    enum diag_level level;
    struct place at;
    char text[1000]; /* always terminated; longer messages are cut */
};

/* What a function that can fail returns. The numbers are also the exit statuses of the command where they end one. */
enum status {
    ST_OK = 0,
    ST_BAD = 2,     /* wrong input or wrong use: the diag says what and where */
    ST_SYSTEM = 4,  /* the operating system refused: unreadable file, full disk */
    ST_LIMIT = 5,   /* a budget (states, memory, time) ran out */
    ST_STOPPED = 6, /* interrupted by the user */
};

/* Fills in `d` (which may be NULL) as an error at `at` and returns `st`, so that `return diag_set(...)` reads well. */
enum status diag_set(struct diag *d, enum status st, struct place at, const char *format, ...) PRINTF_LIKE(4, 5);
enum status diag_vset(struct diag *d, enum status st, struct place at, const char *format, va_list args);

/* The same for a failed system call on `file`: appends strerror(errno). Returns ST_SYSTEM. */
enum status diag_errno(struct diag *d, const char *file, const char *what);

/* Where notes and warnings that do not end the work go. `report` copies what it keeps. A NULL sink drops them. */
struct diag_sink {
    void (*report)(void *context, const struct diag *d);
    void *context;
};
void diag_send(const struct diag_sink *sink, enum diag_level level, struct place at, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The candidate nearest to `word` by edit distance (at most a third of its length), or NULL: for "did you mean". */
const char *base_nearest_name(const char *word, const char *const *candidates, size_t count);

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Called when memory is exhausted. Defined weakly to print one line and exit with status 2; a host overrides it. */
__attribute__((noreturn)) void base_out_of_memory(size_t wanted);

/* a * b, or UINT64_MAX where that does not fit. */
static inline uint64_t mem_product(uint64_t a, uint64_t b)
{
    uint64_t x;
    return __builtin_mul_overflow(a, b, &x) ? UINT64_MAX : x;
}
/* malloc, realloc and calloc that do not return NULL. Release with free(). */
void *base_mem_alloc(size_t size);
void *base_mem_zalloc(size_t size);
void *base_mem_resize(void *p, size_t size);
void *base_mem_grow(void *p, size_t *capacity, size_t wanted, size_t item); /* doubles until `wanted` items fit */

struct arena;
struct arena *arena_new(void);
void arena_free(struct arena *a);                /* and everything in it; NULL is allowed */
void arena_reset(struct arena *a);               /* forgets everything, keeps one chunk for use again */
void *arena_alloc(struct arena *a, size_t size); /* aligned to 16, not cleared */
void *arena_zalloc(struct arena *a, size_t size);
void *arena_copy(struct arena *a, const void *p, size_t size);
char *arena_str(struct arena *a, const char *s);            /* NULL gives NULL */
char *arena_strn(struct arena *a, const char *s, size_t n); /* terminated copy of n bytes */
char *arena_printf(struct arena *a, const char *format, ...) PRINTF_LIKE(2, 3);
size_t arena_bytes(const struct arena *a); /* what it holds from the system */

#define ARENA_NEW(a, T)      ((T *)arena_zalloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_zalloc((a), sizeof(T) * (size_t)(n)))

/* A growable array of any type: `struct VEC(int) v = {0}; vec_push(&v, 3); ... vec_free(&v)`. */
#define VEC(T)                                                                                                         \
    {                                                                                                                  \
        T *items;                                                                                                      \
        size_t count, capacity;                                                                                        \
    }
#define vec_reserve(v, n) ((v)->items = base_mem_grow((v)->items, &(v)->capacity, (n), sizeof *(v)->items))
#define vec_push(v, x)                                                                                                 \
    ((v)->count < (v)->capacity ? (void)0 : (void)vec_reserve((v), (v)->count + 1), (v)->items[(v)->count++] = (x))
#define vec_free(v) (free((v)->items), (v)->items = NULL, (v)->count = (v)->capacity = 0)
/* Moves a vector's items into an arena: the items pointer, or NULL when it is empty. */
#define vec_to_arena(v, a) ((v)->count ? arena_copy((a), (v)->items, (v)->count * sizeof *(v)->items) : NULL)

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* A growing byte string; `data` is terminated by a NUL beyond `size` once anything was added, else NULL. */
struct buf {
    char *data;
    size_t size, capacity;
};
void buf_add(struct buf *b, const void *p, size_t n);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *format, ...) PRINTF_LIKE(2, 3);
const char *buf_str(const struct buf *b); /* never NULL */
void buf_free(struct buf *b);

/* Reads a whole file ("-" is standard input) into `out` (appended). Refuses directories and more than `limit` bytes. */
enum status base_file_read(const char *path, struct buf *out, size_t limit, struct diag *d);

/* Replaces `path` by `data`: written beside its place, synced to the file system's satisfaction, renamed. On failure
 * the old file is untouched and nothing is left behind; a file that may not be written to is refused, a symbolic link
 * stays and what it leads to is replaced. "-" writes to standard output. A path that exists and is no regular file (a
 * device, a pipe) is written to directly. */
enum status base_file_write(const char *path, const void *data, size_t size, struct diag *d);

/* The same piece by piece: the file is replaced when base_file_end says to keep what came. After a failed call only
 * base_file_end(f, false, ...) may follow, which leaves nothing behind; `path` must live until then. */
struct file_out {
    const char *path; /* for messages */
    char *target;     /* the same behind symbolic links; NULL: written to directly */
    char *beside;     /* what will be renamed, or NULL */
    bool nameless;    /* it has no name yet: whatever ends the process leaves nothing behind */
    int fd;
    uint32_t mode;
};
enum status base_file_begin(struct file_out *f, const char *path, struct diag *d);
enum status base_file_add(struct file_out *f, const void *data, size_t size, struct diag *d);
enum status base_file_end(struct file_out *f, bool keep, struct diag *d);

/* The directory part of `path` joined with `name`, unless `name` is absolute. */
char *base_path_beside(struct arena *a, const char *path, const char *name);
/* True when `path` ends with the whole components of `tail`: "src/a.c" ends with "a.c" but not with "c". */
bool base_path_ends_with(const char *path, const char *tail);

/* NULL begins with nothing. */
static inline bool str_begins(const char *s, const char *prefix)
{
    return s && !strncmp(s, prefix, strlen(prefix));
}

/* ---- hashing and interning --------------------------------------------------------------------------------------- */

uint64_t base_hash_bytes(const void *p, size_t n, uint64_t seed);

/* A good, fast mix of one 64-bit word. */
static inline uint64_t hash_u64(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    return x;
}
/* A number below `below`, which is not 0; the seed goes on. */
static inline uint64_t hash_random(uint64_t *seed, uint64_t below)
{
    *seed = hash_u64(*seed + 1);
    return (*seed >> 16) % below;
}

/* Strings (any bytes) to dense ids 0, 1, 2, ... in the order of first appearance. */
struct intern;
struct intern *base_intern_new(void);
void base_intern_free(struct intern *t);
uint32_t base_intern_add(struct intern *t, const char *s, size_t n);
uint32_t base_intern_find(const struct intern *t, const char *s, size_t n); /* UINT32_MAX when absent */
const char *base_intern_str(const struct intern *t, uint32_t id);           /* terminated, stable */
size_t base_intern_len(const struct intern *t, uint32_t id);
uint32_t base_intern_count(const struct intern *t);

/* A map from 64-bit keys to 32-bit values. Any key is allowed. Not ordered. */
struct map64 {
    uint64_t *keys;
    uint32_t *values; /* value + 1; 0 marks an empty place */
    size_t mask, count;
};
void base_map64_free(struct map64 *m);
bool base_map64_get(const struct map64 *m, uint64_t key, uint32_t *value);
void base_map64_put(struct map64 *m, uint64_t key, uint32_t value); /* replaces; value below UINT32_MAX */

#ifdef __cplusplus
}
#endif
#endif
