/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Large systems whose minimal sizes are known: interleaved alternating-bit protocols, chains of buffers, counters, and
 * random ones.
 */
#ifndef CWOLF_LTS_LARGE_H
#define CWOLF_LTS_LARGE_H

#include "runtime/lts/lts.h"

#include <stdio.h>
#include <stdlib.h>

/* One protocol. Sender: 0 idle, 1 send, 2 wait. Channels: 0 empty, 1 got, 2 ready, 3 error. Receiver: 0 receive, 1
 * deliver, 2 ack. */
struct abp {
    uint8_t sender, bit, datum, k, k_datum, k_bit, l, l_bit, receiver, r_bit, r_datum;
};
enum { ABP_MAX = 4096 };
struct abp_system {
    struct abp state[ABP_MAX];
    struct {
        uint32_t from, to;
        char label[12];
    } edge[8 * ABP_MAX];
    uint32_t states, edges;
};

static uint32_t abp_number(struct abp_system *x, struct abp s)
{
    for (uint32_t i = 0; i < x->states; i++)
        if (!memcmp(&x->state[i], &s, sizeof s))
            return i;
    x->state[x->states] = s;
    return x->states++;
}

static void abp_edge(struct abp_system *x, uint32_t from, const char *label, int datum, struct abp to)
{
    x->edge[x->edges].from = from;
    x->edge[x->edges].to = abp_number(x, to);
    if (datum < 0)
        strcpy(x->edge[x->edges].label, label);
    else
        snprintf(x->edge[x->edges].label, sizeof x->edge[0].label, "%s(%d)", label, datum & 0xff);
    x->edges++;
}

static void abp_sender(struct abp_system *x, uint32_t i, struct abp s, uint32_t data)
{
    struct abp t = s;
    if (s.sender == 0)
        for (uint32_t d = 0; d < data; d++) {
            t.sender = 1;
            t.datum = (uint8_t)d;
            abp_edge(x, i, "in", (int)d, t);
        }
    else if (s.sender == 1 && s.k == 0) {
        t.sender = 2;
        t.k = 1;
        t.k_datum = s.datum;
        t.k_bit = s.bit;
        abp_edge(x, i, "i", -1, t);
    } else if (s.sender == 2 && s.l > 1) {
        bool good = s.l == 2 && s.l_bit == s.bit;
        t.l = t.l_bit = 0;
        t.sender = !good;
        t.bit = good ? !s.bit : s.bit;
        t.datum = good ? 0 : s.datum;
        abp_edge(x, i, "i", -1, t);
    }
}

static void abp_channels(struct abp_system *x, uint32_t i, struct abp s)
{
    struct abp t = s;
    if (s.k == 1) {
        t.k = 2;
        abp_edge(x, i, "i", -1, t);
        t.k = 3;
        t.k_datum = t.k_bit = 0;
        abp_edge(x, i, "i", -1, t);
    }
    t = s;
    if (s.l == 1) {
        t.l = 2;
        abp_edge(x, i, "i", -1, t);
        t.l = 3;
        t.l_bit = 0;
        abp_edge(x, i, "i", -1, t);
    }
}

static void abp_receiver(struct abp_system *x, uint32_t i, struct abp s)
{
    struct abp t = s;
    if (s.receiver == 0 && s.k > 1) {
        bool good = s.k == 2 && s.k_bit == s.r_bit;
        t.k = t.k_datum = t.k_bit = 0;
        t.receiver = good ? 1 : 2;
        t.r_bit = good ? s.r_bit : !s.r_bit;
        t.r_datum = good ? s.k_datum : 0;
        abp_edge(x, i, "i", -1, t);
    } else if (s.receiver == 1) {
        t.receiver = 2;
        t.r_datum = 0;
        abp_edge(x, i, "out", s.r_datum, t);
    } else if (s.receiver == 2 && s.l == 0) {
        t.l = 1;
        t.l_bit = s.r_bit;
        t.receiver = 0;
        t.r_bit = !s.r_bit;
        abp_edge(x, i, "i", -1, t);
    }
}

/* `copies` protocols side by side over `data` values: (1 + data)^copies branching classes. */
__attribute__((unused)) static struct lts *large_abp(uint32_t copies, uint32_t data)
{
    struct abp_system *x = calloc(1, sizeof *x);
    abp_number(x, (struct abp){0});
    for (uint32_t i = 0; i < x->states; i++) {
        abp_sender(x, i, x->state[i], data);
        abp_channels(x, i, x->state[i]);
        abp_receiver(x, i, x->state[i]);
    }
    struct lts_builder *b = lts_builder_new();
    uint32_t total = 1, weight = 1;
    for (uint32_t k = 0; k < copies; k++)
        total *= x->states;
    for (uint32_t k = 0; k < copies; k++, weight *= x->states)
        for (uint32_t e = 0; e < x->edges; e++) {
            char label[32];
            snprintf(label, sizeof label, "%s%u", x->edge[e].label, k);
            uint32_t id = x->edge[e].label[0] == 'i' && !x->edge[e].label[1] ? LTS_TAU : lts_builder_label(b, label);
            for (uint32_t s = 0; s < total; s++)
                if (s / weight % x->states == x->edge[e].from)
                    lts_builder_add(b, s, id, s + (x->edge[e].to - x->edge[e].from) * weight, true, 0);
        }
    free(x);
    return lts_builder_finish(b, 0, false, false);
}

/* A chain of one-place buffers; moves inside are hidden: data^0 + ... + data^places branching classes. */
__attribute__((unused)) static struct lts *large_buffers(uint32_t places, uint32_t data)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t total = 1, power[32], in[32], out[32];
    for (uint32_t k = 0; k < places; k++, total *= data + 1)
        power[k] = total;
    for (uint32_t d = 1; d <= data; d++) {
        char label[32];
        snprintf(label, sizeof label, "in(%u)", d);
        in[d] = lts_builder_label(b, label);
        snprintf(label, sizeof label, "out(%u)", d);
        out[d] = lts_builder_label(b, label);
    }
    for (uint32_t s = 0; s < total; s++) {
        uint32_t last = s / power[places - 1];
        for (uint32_t d = 1; d <= data && !(s % (data + 1)); d++)
            lts_builder_add(b, s, in[d], s + d, true, 0);
        for (uint32_t k = 0; k + 1 < places; k++) {
            uint32_t here = s / power[k] % (data + 1), there = s / power[k + 1] % (data + 1);
            if (here && !there)
                lts_builder_add(b, s, LTS_TAU, s - here * power[k] + here * power[k + 1], true, 0);
        }
        if (last)
            lts_builder_add(b, s, out[last], s - last * power[places - 1], true, 0);
    }
    return lts_builder_finish(b, 0, false, false);
}

/* A counter: n steps, then the end. Every state is a class of its own, found one after the other. */
__attribute__((unused)) static struct lts *large_counter(uint32_t n, bool taus)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t step = lts_builder_label(b, "step"), reset = lts_builder_label(b, "reset");
    for (uint32_t s = 0; s < n; s++) {
        lts_builder_add(b, s, taus && s % 3 == 1 ? LTS_TAU : step, s + 1, true, 0);
        if (s % 7 == 0)
            lts_builder_add(b, s, reset, 0, true, 0);
    }
    return lts_builder_finish(b, 0, false, false);
}

static uint64_t large_seed = 1;
static uint32_t large_random(uint32_t below)
{
    large_seed = large_seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((large_seed >> 33) % below);
}

__attribute__((unused)) static struct lts *large_random_system(uint32_t states, uint32_t transitions, uint32_t labels,
                                                               uint32_t tau_percent, uint64_t seed)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t id[64];
    large_seed = seed;
    for (uint32_t l = 0; l < labels; l++) {
        char label[16];
        snprintf(label, sizeof label, "a%u", l);
        id[l] = lts_builder_label(b, label);
    }
    lts_builder_states(b, states);
    for (uint32_t t = 0; t < transitions; t++) {
        uint32_t from = t < states ? t : large_random(states);
        uint32_t label = large_random(100) < tau_percent ? LTS_TAU : id[large_random(labels)];
        lts_builder_add(b, from, label, large_random(states), true, 0);
    }
    return lts_builder_finish(b, 0, false, false);
}

#endif
