/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication protocols, any number side by side: one is explored, its copies are digits of the state's number.
 *
 * Invariant: the states of one protocol are kept, as words of 64 bits; its transitions are computed again when wanted.
 * Sources: Bartlett, Scantlebury and Wilkinson 1969 (alternating bit); Tanenbaum, Computer Networks (selective repeat);
 * Badban, Fokkink, Groote, Pang and van de Pol 2005 (the window over one-place channels is a queue of twice its size).
 */
#include "runtime/lts/compose/generate.h"

/* Labels of one copy: i, in(0) .., out(0) .. */
struct protocol;
struct step {
    uint32_t label;
    uint64_t to;
};
enum { MOST_STEPS = 300, MOST_EXPLORED = 1 << 26 };
struct protocol {
    size_t (*steps)(const struct protocol *p, uint64_t from, struct step *out); /* at most MOST_STEPS */
    uint64_t data, size, copies;
    struct VEC(uint64_t) states;
    struct map64 number;
    uint64_t transitions;
    struct step room[MOST_STEPS];
    uint32_t copy_labels; /* of each copy, without the silent one */
};

static size_t put_step(struct step *out, size_t n, uint32_t label, uint64_t to)
{
    out[n] = (struct step){label, to};
    return n + 1;
}

/* ---- alternating bit --------------------------------------------------------------------------------------------- */

enum { EMPTY, ON_THE_WAY, ARRIVED, DAMAGED }; /* a channel */
enum { IDLE, SEND, WAIT };                    /* the sender */
enum { RECEIVE, DELIVER, ACKNOWLEDGE };       /* the receiver */
union abp {
    struct {
        uint64_t sender : 2, bit : 1, datum : 8;
        uint64_t k : 2, k_bit : 1, k_datum : 8; /* from sender to receiver */
        uint64_t l : 2, l_bit : 1;              /* and back */
        uint64_t receiver : 2, r_bit : 1, r_datum : 8;
        uint64_t none : 28;
    } s;
    uint64_t word;
};

static size_t abp_sender(const struct protocol *p, union abp a, struct step *out, size_t n)
{
    if (a.s.sender == IDLE) {
        a.s.sender = SEND;
        for (uint64_t v = 0; v < p->data; v++) {
            a.s.datum = v & 0xff;
            n = put_step(out, n, (uint32_t)(1 + v), a.word);
        }
    } else if (a.s.sender == SEND && a.s.k == EMPTY) {
        a.s.sender = WAIT;
        a.s.k = ON_THE_WAY;
        a.s.k_bit = a.s.bit;
        a.s.k_datum = a.s.datum;
        n = put_step(out, n, LTS_TAU, a.word);
    } else if (a.s.sender == WAIT && (a.s.l == ARRIVED || a.s.l == DAMAGED)) {
        bool good = a.s.l == ARRIVED && a.s.l_bit == a.s.bit;
        a.s.l = EMPTY;
        a.s.l_bit = 0;
        a.s.sender = good ? IDLE : SEND;
        a.s.bit ^= good;
        a.s.datum = good ? 0 : a.s.datum;
        n = put_step(out, n, LTS_TAU, a.word);
    }
    return n;
}

static size_t abp_channels(union abp a, struct step *out, size_t n)
{
    union abp b = a;
    if (a.s.k == ON_THE_WAY) {
        b.s.k = ARRIVED;
        n = put_step(out, n, LTS_TAU, b.word);
        b.s.k = DAMAGED;
        b.s.k_bit = b.s.k_datum = 0;
        n = put_step(out, n, LTS_TAU, b.word);
    }
    b = a;
    if (a.s.l == ON_THE_WAY) {
        b.s.l = ARRIVED;
        n = put_step(out, n, LTS_TAU, b.word);
        b.s.l = DAMAGED;
        b.s.l_bit = 0;
        n = put_step(out, n, LTS_TAU, b.word);
    }
    return n;
}

static size_t abp_receiver(const struct protocol *p, union abp a, struct step *out, size_t n)
{
    if (a.s.receiver == RECEIVE && (a.s.k == ARRIVED || a.s.k == DAMAGED)) {
        bool good = a.s.k == ARRIVED && a.s.k_bit == a.s.r_bit;
        a.s.receiver = good ? DELIVER : ACKNOWLEDGE;
        a.s.r_datum = good ? a.s.k_datum : 0;
        a.s.r_bit ^= !good;
        a.s.k = EMPTY;
        a.s.k_bit = a.s.k_datum = 0;
        n = put_step(out, n, LTS_TAU, a.word);
    } else if (a.s.receiver == DELIVER) {
        uint32_t label = (uint32_t)(1 + p->data + a.s.r_datum);
        a.s.receiver = ACKNOWLEDGE;
        a.s.r_datum = 0;
        n = put_step(out, n, label, a.word);
    } else if (a.s.receiver == ACKNOWLEDGE && a.s.l == EMPTY) {
        a.s.l = ON_THE_WAY;
        a.s.l_bit = a.s.r_bit;
        a.s.receiver = RECEIVE;
        a.s.r_bit ^= 1;
        n = put_step(out, n, LTS_TAU, a.word);
    }
    return n;
}

static size_t abp_steps(const struct protocol *p, uint64_t from, struct step *out)
{
    union abp a = {.word = from};
    size_t n = abp_sender(p, a, out, 0);
    n = abp_channels(a, out, n);
    return abp_receiver(p, a, out, n);
}

/* ---- sliding window ---------------------------------------------------------------------------------------------- */

/* Sequence numbers run modulo twice the size. The sender keeps `count` unacknowledged data from `first` on, the
 * receiver what arrived ahead of `next`; places of both are sequence numbers modulo the size. */
union window {
    struct {
        uint64_t first : 3, count : 3, next : 3;
        uint64_t k : 1, k_number : 3, k_datum : 4; /* a message is under way */
        uint64_t l : 1, l_number : 3;              /* an acknowledgement is */
        uint64_t sent : 16;                        /* 4 bits a place */
        uint64_t kept : 20;                        /* 5 bits a place: datum + 1, 0 is empty */
        uint64_t none : 7;
    } s;
    uint64_t word;
};

static uint64_t get_place(uint64_t all, uint64_t place, uint64_t bits)
{
    return all >> place * bits & (((uint64_t)1 << bits) - 1);
}

static uint64_t with_place(uint64_t all, uint64_t place, uint64_t bits, uint64_t value)
{
    return (all & ~((((uint64_t)1 << bits) - 1) << place * bits)) | value << place * bits;
}

static size_t window_sender(const struct protocol *p, union window w, struct step *out, size_t n)
{
    uint64_t size = p->size, round = 2 * size;
    union window t = w;
    if (w.s.count < size) {
        uint64_t place = (w.s.first + w.s.count) % size;
        t.s.count = (w.s.count + 1u) & 7;
        for (uint64_t v = 0; v < p->data; v++) {
            t.s.sent = with_place(w.s.sent, place, 4, v) & 0xffff;
            n = put_step(out, n, (uint32_t)(1 + v), t.word);
        }
    }
    for (uint64_t i = 0; i < w.s.count && !w.s.k; i++) {
        uint64_t number = (w.s.first + i) % round;
        t = w;
        t.s.k = 1;
        t.s.k_number = number & 7;
        t.s.k_datum = get_place(w.s.sent, number % size, 4) & 15;
        n = put_step(out, n, LTS_TAU, t.word);
    }
    uint64_t acknowledged = (w.s.l_number + round - w.s.first) % round;
    if (!w.s.l)
        return n;
    t = w;
    t.s.l = t.s.l_number = 0;
    n = put_step(out, n, LTS_TAU, t.word); /* lost, or of no use */
    if (acknowledged == 0 || acknowledged > w.s.count)
        return n;
    for (uint64_t i = 0; i < acknowledged; i++)
        t.s.sent = with_place(t.s.sent, (w.s.first + i) % size, 4, 0) & 0xffff;
    t.s.first = w.s.l_number;
    t.s.count = (w.s.count - acknowledged) & 7;
    return put_step(out, n, LTS_TAU, t.word);
}

static size_t window_receiver(const struct protocol *p, union window w, struct step *out, size_t n)
{
    uint64_t size = p->size, round = 2 * size, expected = w.s.next, ahead = 0;
    union window t = w;
    if (w.s.k) {
        bool wanted = (w.s.k_number + round - w.s.next) % round < size && !get_place(w.s.kept, w.s.k_number % size, 5);
        t.s.k = t.s.k_number = t.s.k_datum = 0;
        n = put_step(out, n, LTS_TAU, t.word); /* lost, or here already */
        t.s.kept = with_place(w.s.kept, w.s.k_number % size, 5, w.s.k_datum + 1u) & 0xfffff;
        if (wanted)
            n = put_step(out, n, LTS_TAU, t.word);
    }
    uint64_t here = get_place(w.s.kept, w.s.next % size, 5);
    t = w;
    if (here) {
        t.s.kept = with_place(w.s.kept, w.s.next % size, 5, 0) & 0xfffff;
        t.s.next = (w.s.next + 1u) % round & 7;
        n = put_step(out, n, (uint32_t)(1 + p->data + here - 1), t.word);
    }
    while (ahead < size && get_place(w.s.kept, expected % size, 5)) {
        expected = (expected + 1) % round;
        ahead++;
    }
    t = w;
    t.s.l = 1;
    t.s.l_number = expected & 7;
    return w.s.l ? n : put_step(out, n, LTS_TAU, t.word);
}

static size_t window_steps(const struct protocol *p, uint64_t from, struct step *out)
{
    union window w = {.word = from};
    size_t n = window_sender(p, w, out, 0);
    return window_receiver(p, w, out, n);
}

/* ---- exploration, copies ----------------------------------------------------------------------------------------- */

static void forget_protocol(void *own)
{
    struct protocol *p = own;
    vec_free(&p->states);
    base_map64_free(&p->number);
}

static uint32_t number_of(struct protocol *p, uint64_t word)
{
    uint32_t n;
    if (base_map64_get(&p->number, word, &n))
        return n;
    n = (uint32_t)p->states.count;
    base_map64_put(&p->number, word, n);
    vec_push(&p->states, word);
    return n;
}

static enum status explore(struct lts_generator *g, struct protocol *p, struct diag *d)
{
    enum { BYTES_EACH = 32 };
    size_t most = g->control && g->control->max_states ? g->control->max_states : MOST_EXPLORED;
    number_of(p, 0);
    for (size_t i = 0; i < p->states.count; i++) {
        size_t n = p->steps(p, p->states.items[i], p->room);
        p->transitions += n;
        for (size_t k = 0; k < n; k++)
            number_of(p, p->room[k].to);
        enum status st = ST_OK;
        if (i % 4096 == 0)
            st = lts_control_step(g->control, "exploring", i, 0, d);
        if (i % 4096 == 0 && st == ST_OK)
            st = lts_control_memory(g->control, p->states.count * BYTES_EACH, "the protocol", d);
        if (st != ST_OK)
            return st;
        if (p->states.count > most)
            return diag_set(d, ST_LIMIT, (struct place){0},
                            "one protocol of family %s of this size has more than %zu states%s: take smaller values",
                            g->family->name, most, most < MOST_EXPLORED ? " (--max-states)" : "");
    }
    return ST_OK;
}

static enum status prepare_copies(struct lts_generator *g, struct protocol *p, struct diag *d)
{
    g->own = p;
    g->forget = forget_protocol;
    enum status st = explore(g, p, d);
    if (st != ST_OK)
        return st;
    g->states = compose_generate_power(p->states.count, p->copies);
    uint64_t each = compose_generate_times(compose_generate_power(p->states.count, p->copies - 1), p->transitions);
    g->transitions = compose_generate_times(each, p->copies);
    p->copy_labels = (uint32_t)(2 * p->data);
    for (unsigned copy = 0; copy < p->copies; copy++)
        for (unsigned i = 0; i < 2 * p->data; i++)
            compose_generate_label(g, i < p->data ? "in(%u)%u" : "out(%u)%u", (unsigned)(i % p->data), copy);
    return ST_OK;
}

enum status compose_prepare_abp(struct lts_generator *g, struct diag *d)
{
    struct protocol *p = ARENA_NEW(g->arena, struct protocol);
    p->steps = abp_steps;
    p->copies = g->value[0];
    p->data = g->value[1];
    return prepare_copies(g, p, d);
}

enum status compose_prepare_window(struct lts_generator *g, struct diag *d)
{
    struct protocol *p = ARENA_NEW(g->arena, struct protocol);
    p->steps = window_steps;
    p->size = g->value[0];
    p->data = g->value[1];
    p->copies = g->value[2];
    return prepare_copies(g, p, d);
}

void compose_emit_copies(struct lts_generator *g, uint64_t state)
{
    struct protocol *p = g->own;
    uint64_t weight = 1, rest = state, radix = p->states.count;
    for (uint32_t copy = 0; copy < p->copies; copy++, weight *= radix, rest /= radix) {
        uint64_t digit = rest % radix;
        size_t n = p->steps(p, p->states.items[digit], p->room);
        for (size_t i = 0; i < n; i++) {
            uint32_t label = p->room[i].label ? copy * p->copy_labels + p->room[i].label : LTS_TAU;
            emit_transition(g, state, label, state - digit * weight + number_of(p, p->room[i].to) * weight);
        }
    }
}
