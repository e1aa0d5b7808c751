/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of the intermediate form: one table for each enumeration, read by printer, writer, reader and tests, and
 * the table of library functions that are known under another name. Invariant: every enumerator has exactly one word.
 * Sources: the LSB and LFS function lists, glibc's fortified headers.
 */
#include "runtime/cwi/private.h"

/* clang-format off */
const char *const cwi_type_kind_names[CWI_TYPE_KINDS] = {
    [CWI_VOID] = "void",   [CWI_INT] = "int",     [CWI_FLOAT] = "float",
    [CWI_PTR] = "ptr",     [CWI_ARRAY] = "array", [CWI_STRUCT] = "struct",
    [CWI_UNION] = "union", [CWI_FUNC] = "func",   [CWI_OPAQUE] = "opaque",
};

const char *const cwi_op_names[CWI_OPS] = {
    [CWI_NEG] = "-",       [CWI_BITNOT] = "~",      [CWI_LOGNOT] = "!",     [CWI_ABS] = "abs",
    [CWI_CONVERT] = "convert", [CWI_ADD] = "+",     [CWI_SUB] = "-",        [CWI_MUL] = "*",
    [CWI_DIV] = "/",       [CWI_MOD] = "%",         [CWI_FLOORDIV] = "floordiv", [CWI_CEILDIV] = "ceildiv",
    [CWI_EXACTDIV] = "/",  [CWI_FLOORMOD] = "floormod", [CWI_AND] = "&",    [CWI_OR] = "|",
    [CWI_XOR] = "^",       [CWI_SHL] = "<<",        [CWI_SHR] = ">>",       [CWI_ROTL] = "rotl",
    [CWI_ROTR] = "rotr",   [CWI_MIN] = "min",       [CWI_MAX] = "max",      [CWI_EQ] = "==",
    [CWI_NE] = "!=",       [CWI_LT] = "<",          [CWI_LE] = "<=",        [CWI_GT] = ">",
    [CWI_GE] = ">=",       [CWI_LOGAND] = "&&",     [CWI_LOGOR] = "||",     [CWI_PTRADD] = "+",
    [CWI_PTRSUB] = "-",    [CWI_UNORDERED] = "unordered",
};

const char *const cwi_op_words[CWI_OPS] = {
    [CWI_NEG] = "neg",     [CWI_BITNOT] = "not",    [CWI_LOGNOT] = "lnot",  [CWI_ABS] = "abs",
    [CWI_CONVERT] = "cv",  [CWI_ADD] = "add",       [CWI_SUB] = "sub",      [CWI_MUL] = "mul",
    [CWI_DIV] = "div",     [CWI_MOD] = "mod",       [CWI_FLOORDIV] = "fdiv", [CWI_CEILDIV] = "cdiv",
    [CWI_EXACTDIV] = "xdiv", [CWI_FLOORMOD] = "fmod", [CWI_AND] = "and",    [CWI_OR] = "or",
    [CWI_XOR] = "xor",     [CWI_SHL] = "shl",       [CWI_SHR] = "shr",      [CWI_ROTL] = "rotl",
    [CWI_ROTR] = "rotr",   [CWI_MIN] = "min",       [CWI_MAX] = "max",      [CWI_EQ] = "eq",
    [CWI_NE] = "ne",       [CWI_LT] = "lt",         [CWI_LE] = "le",        [CWI_GT] = "gt",
    [CWI_GE] = "ge",       [CWI_LOGAND] = "land",   [CWI_LOGOR] = "lor",    [CWI_PTRADD] = "padd",
    [CWI_PTRSUB] = "psub", [CWI_UNORDERED] = "unord",
};

const char *const cwi_expr_kind_names[CWI_EXPR_KINDS] = {
    [CWI_CONST] = "const", [CWI_FCONST] = "fconst", [CWI_VAR] = "var",   [CWI_DEREF] = "deref",
    [CWI_FIELD] = "field", [CWI_INDEX] = "index",   [CWI_ADDR] = "addr", [CWI_FUNCREF] = "funcref",
    [CWI_UNARY] = "unary", [CWI_BINARY] = "binary", [CWI_COND] = "cond", [CWI_BOUND] = "bound",
    [CWI_LOST] = "lost",
};

const struct cwi_expr_rule cwi_expr_rules[CWI_EXPR_KINDS] = {
    [CWI_CONST] = {"c", 0, 0},  [CWI_FCONST] = {"f", 0, 0}, [CWI_VAR] = {"v", 0, 0},   [CWI_DEREF] = {"d", 1, 0},
    [CWI_FIELD] = {"m", 1, 1},  [CWI_INDEX] = {"i", 2, 1},  [CWI_ADDR] = {"a", 1, 1},  [CWI_FUNCREF] = {"g", 0, 0},
    [CWI_UNARY] = {"u", 1, 0},  [CWI_BINARY] = {"b", 2, 0}, [CWI_COND] = {"q", 3, 0},  [CWI_BOUND] = {"n", 0, 0},
    [CWI_LOST] = {"l", 0, 0},
};

const char *const cwi_stmt_kind_names[CWI_STMT_KINDS] = {
    [CWI_ASSIGN] = "set",  [CWI_CALL] = "call",   [CWI_ASM] = "asm",    [CWI_FORGET] = "forget",
    [CWI_END] = "end",     [CWI_GOTO] = "goto",   [CWI_IF] = "if",      [CWI_SWITCH] = "switch",
    [CWI_IGOTO] = "igoto", [CWI_RETURN] = "return", [CWI_UNREACHABLE] = "unreachable",
};

/* clang-format on */
#define NEVER CWI_NEVER
#define MAYBE CWI_MAYBE
#define MUST  CWI_MUST
const struct cwi_stmt_rule cwi_stmt_rules[CWI_STMT_KINDS] = {
    /*                    lhs    rhs    args   least and most targets */
    [CWI_ASSIGN] = {MUST, MUST, false, 0, 0},
    [CWI_CALL] = {MAYBE, MUST, true, 0, 0},
    [CWI_ASM] = {NEVER, NEVER, true, 0, 0},
    [CWI_FORGET] = {MAYBE, NEVER, false, 0, 0},
    [CWI_END] = {MUST, NEVER, false, 0, 0},
    [CWI_GOTO] = {NEVER, NEVER, false, 1, 1},
    [CWI_IF] = {NEVER, MUST, false, 2, 2},
    [CWI_SWITCH] = {NEVER, MUST, false, 1, 1},
    [CWI_IGOTO] = {NEVER, MAYBE, true, 0, UINT32_MAX},
    [CWI_RETURN] = {NEVER, MAYBE, false, 0, 0},
    [CWI_UNREACHABLE] = {NEVER, NEVER, false, 0, 0},
};

const char *const cwi_linkage_names[CWI_LINKAGES] = {
    [CWI_AUTO] = "auto",       [CWI_PARAM] = "param",   [CWI_TEMP] = "temp",
    [CWI_LITERAL] = "literal", [CWI_STATIC] = "static", [CWI_GLOBAL] = "global",
    [CWI_WEAK] = "weak",       [CWI_COMMON] = "common", [CWI_EXTERN] = "extern",
};

#define FLAG(type, letter, field)                                                                                      \
    {                                                                                                                  \
        letter, offsetof(struct type, field), #field                                                                   \
    }
const struct cwi_flag cwi_type_flags[] = {FLAG(cwi_type, 's', is_signed),
                                          FLAG(cwi_type, 'a', is_variadic),
                                          FLAG(cwi_type, 'v', is_volatile),
                                          FLAG(cwi_type, 'p', is_packed),
                                          {0, 0, NULL}};
const struct cwi_flag cwi_var_flags[] = {FLAG(cwi_var, 'v', is_volatile),      FLAG(cwi_var, 'c', is_const),
                                         FLAG(cwi_var, 'a', is_address_taken), FLAG(cwi_var, 't', is_thread_local),
                                         FLAG(cwi_var, 'r', is_register_asm),  FLAG(cwi_var, 'w', is_weak),
                                         FLAG(cwi_var, 'f', is_foreign),       FLAG(cwi_var, 'z', is_absent),
                                         FLAG(cwi_var, 'e', is_exposed),       {0, 0, NULL}};
const struct cwi_flag cwi_func_flags[] = {FLAG(cwi_func, 'p', is_pure),
                                          FLAG(cwi_func, 'c', is_const),
                                          FLAG(cwi_func, 'n', is_noreturn),
                                          FLAG(cwi_func, 'l', is_leaf),
                                          FLAG(cwi_func, 'w', is_returns_twice),
                                          FLAG(cwi_func, 'm', is_malloc),
                                          FLAG(cwi_func, 'a', is_address_taken),
                                          FLAG(cwi_func, 'i', is_inline),
                                          FLAG(cwi_func, 'q', is_interrupt),
                                          FLAG(cwi_func, 'x', is_nested),
                                          FLAG(cwi_func, 'o', is_wrapping),
                                          FLAG(cwi_func, 'v', reads_extra),
                                          FLAG(cwi_func, 'u', is_weak),
                                          FLAG(cwi_func, 'f', is_foreign),
                                          FLAG(cwi_func, 'z', is_absent),
                                          FLAG(cwi_func, 'e', is_exposed),
                                          FLAG(cwi_func, 'd', is_ieee),
                                          FLAG(cwi_func, 't', is_trapping),
                                          {0, 0, NULL}};
const struct cwi_flag cwi_stmt_flags[] = {FLAG(cwi_stmt, 'm', clobbers_memory),
                                          FLAG(cwi_stmt, 't', is_tail),
                                          FLAG(cwi_stmt, 'i', is_initialiser),
                                          {0, 0, NULL}};

int cwi_word_find(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return i;
    return -1;
}

/* Names that no rule below gives. */
static const char *const aliases[][2] = {
    {"_IO_getc", "getc"},
    {"_IO_putc", "putc"},
    {"_IO_feof", "feof"},
    {"_IO_ferror", "ferror"},
    {"_IO_puts", "puts"},
    {"__sigsetjmp", "sigsetjmp"},
    {"_setjmp", "setjmp"},
    {"__longjmp_chk", "longjmp"},
    {"_longjmp", "longjmp"},
    {"__xstat", "stat"},
    {"__lxstat", "lstat"},
    {"__fxstat", "fstat"},
    {"__xstat64", "stat"},
    {"__lxstat64", "lstat"},
    {"__fxstat64", "fstat"},
    {"__open_2", "open"},
    {"__open64_2", "open"},
    {"__openat_2", "openat"},
    {"__openat64_2", "openat"},
    {"__strdup", "strdup"},
    {"__strtol_internal", "strtol"},
    {"__strtoul_internal", "strtoul"},
    {"__overflow", "putc"},
    {"__uflow", "getc"},
    {"__xpg_strerror_r", "strerror_r"},
    {"__sysv_signal", "sysv_signal"},
    {"__bsd_signal", "signal"},
    {"__poll_chk", "poll"},
    {"__xpg_basename", "basename"},
};

/* The calls of the large file interface: name and name64 are one. Sorted. */
static const char *const lfs[] = {
    "aio_cancel",  "aio_error", "aio_fsync", "aio_read",  "aio_return",    "aio_suspend",     "aio_write",
    "alphasort",   "creat",     "fallocate", "fcntl",     "fgetpos",       "fopen",           "freopen",
    "fseeko",      "fsetpos",   "fstat",     "fstatat",   "fstatfs",       "fstatvfs",        "ftello",
    "ftruncate",   "ftw",       "getdents",  "getrlimit", "glob",          "globfree",        "lio_listio",
    "lockf",       "lseek",     "lstat",     "mkostemp",  "mkostemps",     "mkstemp",         "mkstemps",
    "mmap",        "nftw",      "open",      "openat",    "posix_fadvise", "posix_fallocate", "pread",
    "preadv",      "prlimit",   "pwrite",    "pwritev",   "readdir",       "readdir_r",       "scandir",
    "sendfile",    "setrlimit", "stat",      "statfs",    "statvfs",       "tmpfile",         "truncate",
    "versionsort",
};

static const char *find_lfs(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof lfs / sizeof *lfs; i++)
        if (strlen(lfs[i]) == n && !memcmp(lfs[i], name, n))
            return lfs[i];
    return NULL;
}

/* The fortified functions; a table, because the result must outlive the argument. */
static const char *const fortified[] = {
    "printf",         "fprintf",        "vprintf",         "vfprintf",  "sprintf",        "snprintf",
    "vsprintf",       "vsnprintf",      "dprintf",         "vdprintf",  "asprintf",       "vasprintf",
    "memcpy",         "memmove",        "memset",          "mempcpy",   "strcpy",         "strncpy",
    "stpcpy",         "stpncpy",        "strcat",          "strncat",   "strlcpy",        "strlcat",
    "gets",           "fgets",          "fgets_unlocked",  "fread",     "fread_unlocked", "read",
    "pread",          "recv",           "recvfrom",        "readlink",  "readlinkat",     "getcwd",
    "getwd",          "realpath",       "ptsname_r",       "ttyname_r", "getlogin_r",     "gethostname",
    "getdomainname",  "getgroups",      "confstr",         "poll",      "ppoll",          "fdelt",
    "syslog",         "vsyslog",        "wcscpy",          "wcsncpy",   "wcscat",         "wcsncat",
    "wmemcpy",        "wmemmove",       "wmemset",         "wcpcpy",    "wcpncpy",        "swprintf",
    "vswprintf",      "wprintf",        "fwprintf",        "vwprintf",  "vfwprintf",      "fgetws",
    "mbstowcs",       "wcstombs",       "mbsrtowcs",       "wcsrtombs", "wctomb",         "wcrtomb",
    "explicit_bzero", "obstack_printf", "obstack_vprintf",
};

static const char *find_fortified(const char *name, size_t n)
{
    if (n > 2 && !memcmp(name + n - 2, "64", 2)) /* __pread64_chk */
        n -= 2;
    for (size_t i = 0; i < sizeof fortified / sizeof *fortified; i++)
        if (strlen(fortified[i]) == n && !memcmp(fortified[i], name, n))
            return fortified[i];
    return NULL;
}

const char *cwi_base_name(const char *asm_name)
{
    const char *name = asm_name, *found;
    if (!name)
        return NULL;
    if (*name == '*') /* GCC marks names that take no prefix */
        name++;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!strcmp(aliases[i][0], name))
            return aliases[i][1];
    if (str_begins(name, "__builtin___"))
        name += strlen("__builtin_"); /* __builtin___memcpy_chk */
    else if (str_begins(name, "__builtin_"))
        return cwi_base_name(name + strlen("__builtin_"));
    size_t n = strlen(name);
    if (n > 6 && str_begins(name, "__") && !strcmp(name + n - 4, "_chk") && (found = find_fortified(name + 2, n - 6)))
        return found;
    if (str_begins(name, "__isoc99_"))
        return name + strlen("__isoc99_");
    if (str_begins(name, "__isoc23_"))
        return name + strlen("__isoc23_");
    if (n > 2 && !strcmp(name + n - 2, "64") && (found = find_lfs(name, n - 2)))
        return found;
    return name;
}
