/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people and other programs are shown: text, dot, JSON, GraphML, Promela of one small modal system, letter by
 * letter.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdlib.h>

static char *text_copy(const char *s)
{
    return strcpy(base_mem_alloc(strlen(s) + 1), s);
}

/* 0 --'in--> 1 --out, say "hi"--> 2, 1 --i--> 0 (may); state 0 has a name, proposition p holds in 1, perhaps in 2. */
static struct lts *sample(void)
{
    static const uint8_t values[] = {LTS_FALSE, LTS_TRUE, LTS_MAYBE};
    struct lts_builder *b = lts_builder_new();
    uint32_t in = lts_builder_label(b, "'in"), out = lts_builder_label(b, "out"),
             say = lts_builder_label(b, "say \"hi\\n\" 5%");
    lts_builder_add(b, 0, in, 1, true, 0);
    lts_builder_add(b, 1, out, 2, true, 0);
    lts_builder_add(b, 1, say, 2, true, 0);
    lts_builder_add(b, 1, LTS_TAU, 0, false, 0);
    struct lts *l = lts_builder_finish(b, 0, true, false);
    l->props = 1;
    l->prop_names = base_mem_zalloc(sizeof *l->prop_names);
    l->prop_names[0] = text_copy("p");
    l->prop = base_mem_alloc(sizeof values);
    memcpy(l->prop, values, sizeof values);
    l->state_names = base_mem_zalloc(3 * sizeof *l->state_names);
    l->state_names[0] = text_copy("main:12 x=<0>");
    return l;
}

static const struct {
    enum lts_format format;
    const char *name, *expected;
} pictures[] = {
    {LTS_FMT_TEXT, "text",
     "door: 3 states, 4 transitions\n"
     "state 0 (initial) main:12 x=<0>\n"
     "    'in -> 1\n"
     "state 1 {p}\n"
     "    i -> 0 (may)\n"
     "    out -> 2\n"
     "    say \"hi\\n\" 5% -> 2\n"
     "state 2 {p?} (stops)\n"},
    {LTS_FMT_DOT, "dot",
     "digraph \"door\" {\n"
     "    rankdir=TB;\n"
     "    node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\"];\n"
     "    edge [fontname=\"Helvetica\", fontsize=11];\n"
     "    start [shape=point, label=\"\"];\n"
     "    start -> s0;\n"
     "    s0 [label=\"0\\nmain:12 x=<0>\", shape=box, style=\"rounded,filled\", fillcolor=\"#dbe9f6\"];\n"
     "    s1 [label=\"1\\n{p}\", shape=box, style=\"rounded,filled\"];\n"
     "    s2 [label=\"2\\n{p?}\", shape=box, style=\"rounded,filled\", peripheries=2];\n"
     "    s0 -> s1 [label=\"'in\", color=\"#1f4e9c\", fontcolor=\"#1f4e9c\"];\n"
     "    s1 -> s0 [label=\"i\", color=\"#777777\", fontcolor=\"#777777\", style=dashed];\n"
     "    s1 -> s2 [label=\"out\\nsay \\\"hi\\\\n\\\" 5%\", color=\"black\", fontcolor=\"black\"];\n"
     "}\n"},
    {LTS_FMT_JSON, "json",
     "{\n"
     "  \"name\": \"door\",\n"
     "  \"states\": 3,\n"
     "  \"initial\": 0,\n"
     "  \"labels\": [\"i\", \"'in\", \"out\", \"say \\\"hi\\\\n\\\" 5%\"],\n"
     "  \"propositions\": [\"p\"],\n"
     "  \"values\": [\"0\", \"1\", \"?\"],\n"
     "  \"state_names\": [\"main:12 x=<0>\", null, null],\n"
     "  \"modal\": true,\n"
     "  \"transitions\": [\n"
     "    [0,1,1],\n"
     "    [1,0,0,false], [1,2,2], [1,3,2]\n"
     "  ]\n"
     "}\n"},
    {LTS_FMT_GRAPHML, "graphml",
     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
     "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
     "  <key id=\"label\" for=\"edge\" attr.name=\"label\" attr.type=\"string\"/>\n"
     "  <key id=\"must\" for=\"edge\" attr.name=\"must\" attr.type=\"boolean\"/>\n"
     "  <key id=\"initial\" for=\"node\" attr.name=\"initial\" attr.type=\"boolean\"/>\n"
     "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
     "  <key id=\"props\" for=\"node\" attr.name=\"propositions\" attr.type=\"string\"/>\n"
     "  <graph id=\"door\" edgedefault=\"directed\">\n"
     "    <node id=\"s0\">\n      <data key=\"initial\">true</data>\n"
     "      <data key=\"name\">main:12 x=&lt;0&gt;</data>\n    </node>\n"
     "    <node id=\"s1\">\n      <data key=\"props\">p</data>\n    </node>\n"
     "    <node id=\"s2\">\n      <data key=\"props\">p?</data>\n    </node>\n"
     "    <edge source=\"s0\" target=\"s1\">\n      <data key=\"label\">'in</data>\n      <data "
     "key=\"must\">true</data>\n"
     "    </edge>\n"
     "    <edge source=\"s1\" target=\"s0\">\n      <data key=\"label\">i</data>\n      <data "
     "key=\"must\">false</data>\n"
     "    </edge>\n"
     "    <edge source=\"s1\" target=\"s2\">\n      <data key=\"label\">out</data>\n      <data "
     "key=\"must\">true</data>\n"
     "    </edge>\n"
     "    <edge source=\"s1\" target=\"s2\">\n      <data key=\"label\">say &quot;hi\\n&quot; 5%</data>\n"
     "      <data key=\"must\">true</data>\n    </edge>\n"
     "  </graph>\n"
     "</graphml>\n"},
    {LTS_FMT_PROMELA, "promela",
     "/* 3 states, 4 transitions */\n"
     "active proctype p_door()\n"
     "{\n"
     "    goto S0;\n"
     "S0:\n"
     "    if\n"
     "    :: atomic { printf(\"'in\\n\") -> goto S1 }\n"
     "    fi;\n"
     "S1:\n"
     "    if\n"
     "    :: skip -> goto S0\n"
     "    :: atomic { printf(\"out\\n\") -> goto S2 }\n"
     "    :: atomic { printf(\"say 'hi/n' 5%%\\n\") -> goto S2 }\n"
     "    fi;\n"
     "S2:\n"
     "    goto stopped;\n"
     "stopped:\n"
     "    skip\n"
     "}\n"},
    {LTS_FMT_CWB, "cwb",
     "proc door = Aut(start=0,\n"
     "    0:'in{1}\n"
     "    1:t{0}out{2}\"say \\\"hi\\\\n\\\" 5%\"{2})\n"},
};

static void test_formats_table(void)
{
    bool names = true, suffixes = true;
    for (const struct lts_format_row *f = lts_formats; f->name; f++) {
        struct buf path = {0};
        buf_printf(&path, "dir.x/model%s", f->suffix);
        names &= lts_format_by_name(f->name) == f->format;
        suffixes &= lts_format_by_suffix(path.data) == f->format;
        buf_puts(&path, ".zst");
        suffixes &= lts_format_by_suffix(path.data) == f->format;
        buf_free(&path);
    }
    ok(names && lts_format_by_name("bcg") == LTS_FMT_UNKNOWN, "formats are found by name");
    ok(suffixes && lts_format_by_suffix("aut") == LTS_FMT_UNKNOWN && lts_format_by_suffix("x.AUT") == LTS_FMT_AUT,
       "and by suffix");
}

int main(void)
{
    struct lts *l = sample();
    struct lts_print how = {.must = true, .name = "door"};
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct buf out = {0};
        struct diag d = {0};
        enum status st = lts_write(l, pictures[i].format, &how, &out, &d);
        is(st == ST_OK ? buf_str(&out) : d.text, pictures[i].expected, pictures[i].name);
        buf_free(&out);
    }
    struct buf out = {0};
    struct diag d = {0};
    how.must = false;
    lts_write(l, LTS_FMT_DOT, &how, &out, &d);
    ok(!strstr(buf_str(&out), "dashed"), "without must bits all arrows are solid");
    out.size = 0;
    how.name = "a b";
    ok(lts_write(l, LTS_FMT_CWB, &how, &out, &d) == ST_BAD && out.size == 0,
       "a name that CCS cannot have is refused: %s", d.text);
    buf_free(&out);
    lts_free(l);
    test_formats_table();
    return done();
}
