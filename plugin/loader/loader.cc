/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plugin that GCC loads, whatever its version: it loads the one built for that version, from the directory beside
 * it that is named by the major version. A specs file cannot choose: it does not know the version.
 *
 * Compiled without GCC's headers. Invariant: only what is the same in all versions is relied upon: the first members of
 * two structures (GCC internals, "Plugin initialization"), and error().
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plugin_name_args {
    char *base_name;
    const char *full_name;
};
struct plugin_gcc_version {
    const char *basever;
};
typedef int init_function(struct plugin_name_args *, struct plugin_gcc_version *);

extern bool error(const char *, ...);

extern "C" {
__attribute__((visibility("default"))) int plugin_is_GPL_compatible;
__attribute__((visibility("default"))) int plugin_init(struct plugin_name_args *info,
                                                       struct plugin_gcc_version *version);
}

int plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *version)
{
    const char *slash = strrchr(info->full_name, '/');
    int directory = slash ? (int)(slash - info->full_name) : 0, major = atoi(version->basever);
    char *path = NULL;
    if (asprintf(&path, "%.*s%s%d/cwolf.so", directory, info->full_name, slash ? "/" : "./", major) < 0)
        return 1;
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    init_function *init = plugin ? (init_function *)dlsym(plugin, "plugin_init") : NULL;
    int status = 0;
    if (init)
        status = init(info, version);
    else
        error("cwolf: there is no plugin for GCC %s: %s", version->basever, dlerror());
    free(path);
    return status;
}
