/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units from the frames of a section (schema: cwi.rng). Invariant: a unit that comes back passed cwi_validate, whatever
 * the bytes were. XML here has no entities, no document type, no comments and no processing instructions, so "<!" and
 * "<?" occur nowhere behind its first line; that is checked before libxml2 sees any of it.
 */
#include "runtime/cwi/element.h"
#include "runtime/cwi/fragments.h"
#include "runtime/cwi/frame.h"

static void read_file(struct element *el)
{
    const char *name = cwi_el_text(el, "n");
    if (!name)
        cwi_el_fail(el, "a file has no name");
    vec_push(&el->u->files, name);
    cwi_el_done(el);
    cwi_el_no_children(el);
}

static struct cwi_field read_field(struct element *el)
{
    struct cwi_field f = {
        .name = cwi_el_text(el, "n"), .type = cwi_el_u32(el, "t"), .offset = cwi_el_u64(el, "o", UINT64_MAX - 1)};
    f.bit_pos = (uint8_t)cwi_el_u64(el, "p", 7);
    f.bit_width = (uint8_t)cwi_el_u64(el, "w", 64);
    cwi_el_done(el);
    cwi_el_no_children(el);
    return f;
}

static struct cwi_enumerator read_enumerator(struct element *el)
{
    struct cwi_enumerator e = {cwi_el_text(el, "n"), cwi_el_i64(el, "v")};
    if (!e.name)
        cwi_el_fail(el, "an enumerator has no name");
    cwi_el_done(el);
    cwi_el_no_children(el);
    return e;
}

static void read_type(struct element *el)
{
    struct cwi_type *t = ARENA_NEW(el->u->arena, struct cwi_type);
    t->kind = (enum cwi_type_kind)cwi_el_word(el, "k", cwi_type_kind_names, CWI_TYPE_KINDS);
    t->name = cwi_el_text(el, "n");
    t->size = cwi_el_u64(el, "s", CWI_UNKNOWN);
    t->bits = cwi_el_u32(el, "b");
    cwi_el_flags(el, cwi_type_flags, t);
    t->of = cwi_el_u32(el, "of");
    t->count = cwi_el_u64(el, "c", CWI_UNKNOWN);
    t->params = cwi_el_list(el, "ps", &t->param_count);
    cwi_el_done(el);
    struct VEC(struct cwi_field) fields = {0};
    struct VEC(struct cwi_enumerator) enumerators = {0};
    while (cwi_el_next(el))
        if (cwi_el_is(el, "m"))
            vec_push(&fields, read_field(el));
        else if (cwi_el_is(el, "e"))
            vec_push(&enumerators, read_enumerator(el));
        else
            cwi_el_fail(el, "element '%s' does not belong into a type", el->name);
    t->field_count = (uint32_t)fields.count;
    t->fields = vec_to_arena(&fields, el->u->arena);
    t->enumerator_count = (uint32_t)enumerators.count;
    t->enumerators = vec_to_arena(&enumerators, el->u->arena);
    vec_free(&fields);
    vec_free(&enumerators);
    vec_push(&el->u->types, t);
}

static const uint8_t *read_bytes(struct element *el, uint64_t size)
{
    const char *s = cwi_el_raw(el, "x");
    if (!s)
        return NULL;
    size_t n = strlen(s);
    if (n % 2 || n / 2 != size || strspn(s, "0123456789abcdef") != n) {
        cwi_el_fail(el, "attribute 'x' does not hold the bytes announced");
        return NULL;
    }
    uint8_t *bytes = arena_alloc(el->u->arena, n / 2);
    for (size_t i = 0; i < n; i++) {
        unsigned digit = (unsigned)(s[i] <= '9' ? s[i] - '0' : s[i] - 'a' + 10);
        bytes[i / 2] = (uint8_t)(i % 2 ? bytes[i / 2] << 4 | digit : digit);
    }
    return bytes;
}

static struct cwi_init read_init(struct element *el)
{
    struct cwi_init init = {.offset = cwi_el_u64(el, "o", UINT64_MAX - 1), .size = cwi_el_u64(el, "s", UINT64_MAX - 1)};
    init.bit_pos = (uint8_t)cwi_el_u64(el, "p", 7);
    init.bit_width = (uint8_t)cwi_el_u64(el, "w", 64);
    init.bytes = read_bytes(el, init.size);
    if (!cwi_el_is(el, "i"))
        cwi_el_fail(el, "element '%s' does not belong into a variable", el->name);
    cwi_el_done(el);
    while (cwi_el_next(el)) {
        if (init.value || init.bytes) {
            cwi_el_fail(el, "two values for one piece");
            break;
        }
        init.value = cwi_read_expr(el, 1);
    }
    return init;
}

static void read_var(struct element *el)
{
    struct cwi_var *v = ARENA_NEW(el->u->arena, struct cwi_var);
    v->linkage = (enum cwi_linkage)cwi_el_word(el, "k", cwi_linkage_names, CWI_LINKAGES);
    v->name = cwi_el_text(el, "n");
    v->asm_name = cwi_el_text(el, "a");
    v->type = cwi_el_u32(el, "t");
    v->owner = cwi_el_u32(el, "ow");
    v->at = cwi_el_place(el, "at", 0);
    cwi_el_flags(el, cwi_var_flags, v);
    v->size = cwi_el_u64(el, "sz", INT64_MAX);
    v->turn = cwi_el_u32(el, "tn");
    v->part = cwi_el_u32(el, "pn");
    v->section = cwi_el_text(el, "se");
    v->comdat = cwi_el_text(el, "g");
    v->alias_of = cwi_el_text(el, "al");
    v->alias = cwi_el_u32(el, "ai");
    cwi_el_done(el);
    struct VEC(struct cwi_init) init = {0};
    while (cwi_el_next(el))
        vec_push(&init, read_init(el));
    v->init_count = (uint32_t)init.count;
    v->init = vec_to_arena(&init, el->u->arena);
    vec_free(&init);
    vec_push(&el->u->vars, v);
}

static struct cwi_ref read_ref(struct element *el)
{
    static const char *const words[] = {"var", "func", "type"};
    struct cwi_ref r = {0};
    if (!cwi_el_is(el, "r"))
        cwi_el_fail(el, "element '%s' does not belong into a note", el->name);
    int kind = cwi_el_word(el, "k", words, 3);
    r.kind = kind == 0 ? CWI_REF_VAR : kind == 1 ? CWI_REF_FUNC : CWI_REF_TYPE;
    r.id = cwi_el_u32(el, "i");
    cwi_el_done(el);
    cwi_el_no_children(el);
    return r;
}

static void read_note(struct element *el)
{
    struct cwi_note n = {
        .word = cwi_el_text(el, "w"), .text = cwi_el_text(el, "x"), .file_name = cwi_el_text(el, "fn")};
    n.at = cwi_el_place(el, "at", 0);
    n.func = cwi_el_u32(el, "f");
    cwi_el_done(el);
    struct VEC(struct cwi_ref) refs = {0};
    while (cwi_el_next(el))
        vec_push(&refs, read_ref(el));
    n.ref_count = (uint32_t)refs.count;
    n.refs = vec_to_arena(&refs, el->u->arena);
    vec_free(&refs);
    vec_push(&el->u->notes, n);
}

static void read_loss(struct element *el)
{
    struct cwi_loss l = {.text = cwi_el_text(el, "x"), .at = cwi_el_place(el, "at", 0), .func = cwi_el_u32(el, "f")};
    cwi_el_done(el);
    cwi_el_no_children(el);
    vec_push(&el->u->losses, l);
}

static void read_member(struct element *el)
{
    struct cwi_member m = {cwi_el_text(el, "n"), cwi_el_u64(el, "h", UINT64_MAX)};
    if (!m.name)
        cwi_el_fail(el, "a member has no name");
    cwi_el_done(el);
    cwi_el_no_children(el);
    vec_push(&el->u->members, m);
}

static const struct section {
    const char *name, *item; /* item NULL: any */
    void (*read)(struct element *);
} sections[] = {
    /* in this order */
    {"members", "member", read_member}, {"files", "file", read_file},     {"types", "type", read_type},
    {"vars", "var", read_var},          {"funcs", "func", cwi_read_func}, {"notes", "note", read_note},
    {"losses", "loss", read_loss},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

static void read_header(struct element *el)
{
    static const char *const orders[] = {"little", "big"}, *const signs[] = {"unsigned", "signed"},
                             *const answers[] = {"no", "yes"};
    if (!cwi_el_is(el, "cwi") || cwi_el_u32(el, "version") != CWI_FORMAT_VERSION) {
        cwi_el_fail(el, "it does not begin with the element 'cwi' of version %d", CWI_FORMAT_VERSION);
        return;
    }
    el->u->name = cwi_el_text(el, "name");
    el->u->producer = cwi_el_text(el, "producer");
    el->u->pointer_bits = (uint8_t)cwi_el_u64(el, "pointer", 64);
    el->u->big_endian = cwi_el_word(el, "order", orders, 2);
    el->u->char_is_signed = cwi_el_word(el, "char", signs, 2);
    el->u->is_linked = cwi_el_word(el, "linked", answers, 2);
    el->u->foreign_start = cwi_el_text(el, "starts");
    el->u->foreign_end = cwi_el_text(el, "ends");
    el->u->odd_start = cwi_el_text(el, "odd");
    el->u->is_static = cwi_el_word(el, "static", answers, 2);
    if (!el->u->name || !el->u->producer)
        cwi_el_fail(el, "the unit has no name or producer");
    cwi_el_done(el);
}

static void read_unit(struct element *el)
{
    unsigned next = 0;
    if (!cwi_el_next(el))
        return;
    read_header(el);
    while (cwi_el_next(el)) {
        while (next < SECTIONS && !cwi_el_is(el, sections[next].name))
            next++;
        if (next == SECTIONS) {
            cwi_el_fail(el, "section '%s' is unknown or out of order", el->name);
            return;
        }
        const struct section *s = &sections[next++];
        cwi_el_done(el);
        while (cwi_el_next(el)) {
            if (!cwi_el_is(el, s->item))
                cwi_el_fail(el, "element '%s' does not belong into section '%s'", el->name, s->name);
            else
                s->read(el);
        }
    }
    if (next == 0)
        cwi_el_fail(el, "the unit is empty");
}

static void ignore_error(void *context, xmlErrorPtr error)
{
    (void)context;
    (void)error;
}

static bool is_plain(const struct buf *xml)
{
    size_t n = strlen(CWI_XML_START);
    if (xml->size < n + 5 || memcmp(xml->data, CWI_XML_START, n) || memcmp(xml->data + n, "<cwi ", 5))
        return false;
    const char *end = xml->data + xml->size;
    for (const char *p = xml->data + n; (p = memchr(p, '<', (size_t)(end - p))); p++)
        if (p[1] == '!' || p[1] == '?')
            return false;
    return !memchr(xml->data, 0, xml->size);
}

static enum status parse(const char *name, const struct buf *xml, struct cwi_unit **out, struct diag *d)
{
    struct place at = {name, 0, 0};
    if (!is_plain(xml))
        return diag_set(d, ST_BAD, at, "damaged C Wolf fragment: its XML is not of the plain form expected");
    int options = XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT;
    xmlTextReaderPtr reader = xmlReaderForMemory(xml->data, (int)xml->size, NULL, NULL, options);
    if (!reader)
        return diag_set(d, ST_SYSTEM, at, "cannot start an XML reader");
    xmlTextReaderSetStructuredErrorHandler(reader, ignore_error, NULL);
    struct cwi_unit *u = cwi_unit_new(name);
    struct element el = {.reader = reader, .object = name, .u = u, .d = d, .strings = base_intern_new()};
    read_unit(&el);
    if (!el.has_failed && xmlTextReaderRead(reader) != 0)
        cwi_el_fail(&el, "there is something behind its end");
    xmlFreeTextReader(reader);
    buf_free(&el.values);
    base_intern_free(el.strings);
    vec_free(&el.interned);
    struct diag why;
    if (!el.has_failed && cwi_validate(u, &why) != ST_OK) {
        diag_set(d, ST_BAD, at, "damaged C Wolf fragment of '%s': %s", u->name, why.text);
        el.has_failed = true;
    }
    if (el.has_failed) {
        cwi_unit_free(u);
        return ST_BAD;
    }
    u->fingerprint = base_hash_bytes(xml->data, xml->size, 0);
    *out = u;
    return ST_OK;
}

enum status cwi_read(const char *name, const void *data, size_t size, struct cwi_unit ***units, size_t *count,
                     struct diag *d)
{
    struct VEC(struct cwi_unit *) list = {0};
    struct buf xml = {0};
    bool found;
    enum status st;
    size_t at = 0;
    while ((st = cwi_frame_next(name, data, size, &at, &xml, &found, d)) == ST_OK && found) {
        struct cwi_unit *u;
        st = parse(name, &xml, &u, d);
        if (st != ST_OK)
            break;
        vec_push(&list, u);
    }
    buf_free(&xml);
    if (st != ST_OK) {
        for (size_t i = 0; i < list.count; i++)
            cwi_unit_free(list.items[i]);
        vec_free(&list);
        *count = 0;
        *units = NULL;
        return st;
    }
    *units = list.items;
    *count = list.count;
    return ST_OK;
}
