/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fragments are found wherever linkers put them: objects of either class and byte order, executables, shared libraries,
 * `ld -r`, stripped ones, archives, thin and nested ones, and linked fragments. What is no program gives an error that
 * names it.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "0300-units.h"
#include "runtime/cwi/fragments.h"

static char dir[] = "/tmp/cwi-collect-XXXXXX";

__attribute__((format(printf, 1, 2))) static int run(const char *format, ...)
{
    char command[2000], all[2200];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    snprintf(all, sizeof all, "cd %s && { %s; } >log 2>&1", dir, command);
    return system(all);
}

static const char *in_dir(const char *name) /* in one buffer */
{
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

static void save(const char *name, const void *data, size_t size)
{
    struct diag d;
    if (base_file_write(in_dir(name), data, size, &d) != ST_OK)
        ok(false, "%s: %s", name, d.text);
}

/* An object NAME.o with a function `defines` that calls `wants` (or NULL), and the fragment that says the same. */
static void make_object(const char *name, const char *defines, const char *wants, const char *gcc_options)
{
    struct diag d;
    struct buf b = {0};
    char file[100], text[1000];
    snprintf(file, sizeof file, "%s.c", name);
    struct made m = make_unit(file);
    cwi_id f = add_func(&m, defines, CWI_GLOBAL);
    cwi_id callee = wants ? add_func(&m, wants, CWI_EXTERN) : 0;
    struct cwi_stmt call = {.kind = CWI_CALL, .rhs = callee ? call_to(&m, callee) : NULL};
    give_body(&m, f, &call, callee != 0, num(&m, 1));
    if (cwi_write(m.u, &b, &d) != ST_OK)
        ok(false, "%s", d.text);
    snprintf(file, sizeof file, "%s.cwi", name);
    save(file, b.data, b.size);
    snprintf(text, sizeof text,
             ".section .cwolf,\"\",%%progbits\n.incbin \"%s.cwi\"\n.text\n.globl %s\n.type %s, "
             "%%function\n%s:\n%s%s%s\n.size %s, .-%s\n"
             ".section .note.GNU-stack,\"\",%%progbits\n",
             name, defines, defines, defines, wants ? "call " : "ret", wants ? wants : "", wants ? "@PLT" : "", defines,
             defines);
    snprintf(file, sizeof file, "%s.s", name);
    save(file, text, strlen(text));
    if (run("gcc %s -c %s.s -o %s.o", gcc_options, name, name))
        ok(false, "%s does not assemble", name);
    buf_free(&b);
    cwi_unit_free(m.u);
}

/* Collects the files (names with blanks between) and links them: the names of the functions with bodies, in order. */
static const char *functions_of(const char *files, bool lazy)
{
    static char text[1200];
    char copy[400];
    struct cwi_inputs in = {0};
    struct cwi_unit *u = NULL;
    struct diag d = {0};
    enum status st = ST_OK;
    snprintf(copy, sizeof copy, "%s", files);
    for (char *name = strtok(copy, " "); name && st == ST_OK; name = strtok(NULL, " "))
        st = cwi_collect(in_dir(name), lazy, &in, &d);
    if (st == ST_OK)
        st = cwi_link(&in, "prog", NULL, &u, &d);
    if (st != ST_OK) {
        const char *file = d.at.file && !strncmp(d.at.file, dir, strlen(dir)) ? d.at.file + strlen(dir) + 1 : d.at.file;
        snprintf(text, sizeof text, "%s: %s", file ? file : "?", d.text);
        cwi_inputs_free(&in);
        return text;
    }
    cwi_inputs_free(&in);
    struct buf b = {0};
    for (size_t i = 1; i < u->funcs.count; i++)
        if (u->funcs.items[i]->block_count)
            buf_printf(&b, "%s%s", b.size ? " " : "", u->funcs.items[i]->name);
    snprintf(text, sizeof text, "%s", buf_str(&b));
    buf_free(&b);
    cwi_unit_free(u);
    return text;
}

static void linked_files(void)
{
    is(functions_of("main.o one.o", false), "main one", "objects");
    ok(!run("ld -r main.o one.o -o both.o"), "ld -r");
    is(functions_of("both.o", false), "main one", "a relocatable link holds both");
    is(functions_of("both.o main.o one.o", false), "main one", "the same units beside it add nothing");
    static const char *const linkers[] = {"bfd", "gold", "lld"};
    for (int i = 0; i < 3; i++) {
        if (run("ld.%s --version", linkers[i])) {
            ok(true, "no linker %s here # SKIP", linkers[i]);
            continue;
        }
        run("ld.%s -e main main.o one.o three.o -o prog && ld.%s -shared one.o two.o three.o -o lib.so; "
            "ld.%s -s -e main main.o one.o three.o -o stripped",
            linkers[i], linkers[i], linkers[i]);
        is(functions_of("prog", false), "main one three", "an executable");
        is(functions_of("stripped", false), "main one three", "a stripped one");
        is(functions_of("prog lib.so", false), "main one three one two",
           "and a shared library, which uses its own where no relocation asks for another");
        run("rm -f prog lib.so stripped");
    }
    run("objcopy --compress-debug-sections main.o packed.o");
    is(functions_of("packed.o one.o", false), "main one", "an object that went through objcopy");
    is(functions_of("main.cwi one.cwi", false), "main one", "fragments in files of their own");
    run("cat main.cwi one.cwi > all.cwi");
    is(functions_of("all.cwi", false), "main one", "also one behind the other");
}

static void archives(void)
{
    run("ar rcs lib.a one.o two.o three.o a_member_with_a_long_name.o");
    is(functions_of("main.o lib.a", true), "main one three", "archive members are pulled by the linker's rule");
    is(functions_of("lib.a main.o", true), "one three main", "whatever the order of the files");
    is(functions_of("main.o lib.a", false), "main one three two long_name", "or all of them, when asked for");
    run("rm -f thin.a && ar rcsT thin.a one.o two.o three.o a_member_with_a_long_name.o");
    is(functions_of("main.o thin.a", true), "main one three", "thin archives");
    run("mkdir -p sub && cp one.o three.o sub && rm -f thin2.a && ar rcsT thin2.a sub/one.o sub/three.o");
    is(functions_of("main.o thin2.a", true), "main one three", "with members in other directories");
    run("rm -f outer.a inner.a && ar rcs inner.a two.o three.o one.o && ar rcsT outer.a inner.a");
    is(functions_of("main.o outer.a", true), "main one three", "thin archives of archives");
    run("rm -f nested.a && ar rc nested.a inner.a two.o");
    is(functions_of("main.o nested.a", true), "main one three", "archives in archives");
    run("rm -f missing.a && cp one.o gone.o && ar rcsT missing.a gone.o && rm gone.o");
    const char *got = functions_of("missing.a", true);
    ok(strstr(got, "gone.o") && strstr(got, "No such file"), "a lost member of a thin archive is named: %s", got);
    run("ar rcs empty.a");
    is(functions_of("main.o empty.a", true), "main", "an empty archive");
    run("echo odd! > readme.txt && ar rcs mixed.a readme.txt one.o");
    is(functions_of("main.o mixed.a", true), "main one", "archives with other things in them");
}

static void other_targets(void)
{
    make_object("narrow", "narrow", NULL, "-m32");
    is(functions_of("narrow.o", false), "narrow", "32-bit objects");
    /* ELF header, .cwolf and names for a big-endian machine, made by hand */
    if (run("objcopy -I binary -O elf32-big --rename-section .data=.cwolf one.cwi big.o"))
        ok(true, "objcopy knows no big-endian target here # SKIP");
    else
        is(functions_of("big.o", false), "one", "big-endian objects");
}

static void no_programs(void)
{
    save("junk", "\x01\x02\x03junk", 7);
    is(functions_of("junk", false), "junk: is no program: expected an ELF file, an archive or a linked fragment",
       "junk is named");
    save("script.ld", "INPUT(-lc)\n", 11);
    is(functions_of("main.o script.ld", false), "main", "a linker script is passed over");
    save("nothing", "", 0);
    is(functions_of("main.o nothing", false), "main", "so is an empty file");
    is(functions_of("absent", false), "absent: cannot open: No such file or directory", "a file that does not exist");
    is(functions_of("sub", false), "sub: is a directory, expected a program", "a directory");
    run("head -c 200 main.o > half.o; head -c 300 lib.a > half.a; head -c 200 main.cwi > half.cwi");
    const char *got = functions_of("half.o", false);
    ok(strstr(got, "half.o: damaged ELF file"), "half an object: %s", got);
    got = functions_of("half.a", false);
    ok(strstr(got, "half.a: damaged archive"), "half an archive: %s", got);
    is(functions_of("half.cwi", false), "half.cwi: damaged C Wolf fragment at byte 0: it is cut off",
       "half a fragment");
    run("echo 'int x;' | gcc -x c - -c -o plain.o; cp one.cwi bad.cwi; printf X | dd of=bad.cwi bs=1 seek=60 "
        "conv=notrunc; "
        "objcopy --add-section .cwolf=bad.cwi plain.o bad.o; rm -f bad.a; ar rc bad.a plain.o bad.o");
    is(functions_of("main.o plain.o", false), "main", "an object without fragments is no error");
    is(functions_of("bad.o", false), "bad.o: damaged C Wolf fragment at byte 0: the checksum is wrong",
       "a damaged section");
    is(functions_of("bad.a", false), "bad.a(bad.o): damaged C Wolf fragment at byte 0: the checksum is wrong",
       "in an archive too");
}

static void symbols(void)
{
    struct cwi_inputs in = {0};
    struct diag d;
    ok(cwi_collect(in_dir("main.o"), true, &in, &d) == ST_OK && in.list.count == 1, "main.o is one input");
    const struct cwi_input *i = &in.list.items[0];
    ok(i->has_code && i->is_elf && !i->is_module && !i->is_lazy && !i->member,
       "with code, of no module, and no archive's");
    ok(i->define_count == 1 && !strcmp(i->defines[0], "main"), "it defines main");
    ok(i->want_count == 1 && !strcmp(i->wants[0], "one"), "and wants one");
    cwi_inputs_free(&in);
}

int main(void)
{
    if (!mkdtemp(dir))
        return 1;
    make_object("main", "main", "one", "");
    make_object("one", "one", "three", "");
    make_object("two", "two", NULL, "");
    make_object("three", "three", NULL, "");
    make_object("a_member_with_a_long_name", "long_name", NULL, "");
    symbols();
    run("mkdir -p sub");
    linked_files();
    archives();
    other_targets();
    no_programs();
    if (chdir("/") == 0)
        run("rm -rf ../$(basename %s)", dir);
    return done();
}
