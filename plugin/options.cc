/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * -fplugin-arg-cwolf-*: what concerns the compiler, and files whose content travels in the fragment.
 *
 * One flag serves compiling and linking, so the arguments that concern the link only are accepted here without a word;
 * what is neither is an error with the nearest name. Files read are dependencies of the object (-MD).
 */
#include "plugin/plugin.h"
#include "runtime/notes/notes.h"

/* Not installed with the plugin headers. */
class mkdeps;
extern void deps_add_dep(class mkdeps *, const char *) __attribute__((weak));
extern class mkdeps *cpp_get_deps(cpp_reader *) __attribute__((weak));
extern cpp_reader *parse_in __attribute__((weak));

struct named_file {
    const char *word, *value;
};
static auto_vec<named_file> files;

void options_parse(int argc, struct plugin_argument *argv)
{
    for (int i = 0; i < argc; i++) {
        const char *key = argv[i].key, *nearest;
        switch (note_flag(key, &nearest)) {
        case FLAG_UNKNOWN:
            if (nearest)
                error("unknown argument %<-fplugin-arg-cwolf-%s%>; did you mean %<-fplugin-arg-cwolf-%s%>?", key,
                      nearest);
            else
                error("unknown argument %<-fplugin-arg-cwolf-%s%>", key);
            break;
        case FLAG_OF_FILE:
            if (!argv[i].value || !*argv[i].value)
                error("%<-fplugin-arg-cwolf-%s%> needs the name of a file", key);
            else
                files.safe_push(named_file{key, argv[i].value});
            break;
        case FLAG_OF_LINK:
            break;
        }
    }
}

void dependency(const char *path)
{
    class mkdeps *deps = deps_add_dep && cpp_get_deps && parse_in && cpp_get_options(parse_in)->deps.style != DEPS_NONE
                             ? cpp_get_deps(parse_in)
                             : NULL;
    if (deps)
        deps_add_dep(deps, path);
}

/* FILE of FILE:PROCESS:RELATION: as much as names an existing file, so that a colon in a path is no trap. */
static char *path_of(const struct named_file *f)
{
    char *path = arena_str(tu.a, f->value);
    char *colon;
    while (!strcmp(f->word, "spec") && access(path, R_OK) && (colon = strrchr(path, ':')))
        *colon = 0;
    return path;
}

void options_notes(void)
{
    for (const named_file &f : files) {
        struct buf text = {};
        struct diag d = {};
        const char *path = path_of(&f);
        if (base_file_read(path, &text, 64u << 20, &d)) {
            error("%<-fplugin-arg-cwolf-%s=%s%>: %s", f.word, f.value, d.text);
            buf_free(&text);
            continue;
        }
        if (text.size && memchr(text.data, 0, text.size))
            error("%<-fplugin-arg-cwolf-%s=%s%>: this is no text file", f.word, f.value);
        dependency(path);
        struct cwi_note n = {};
        n.word = f.word;
        n.file_name = f.value;
        n.text = buf_str(&text);
        cwi_add_note(tu.u, &n);
        buf_free(&text);
    }
}
