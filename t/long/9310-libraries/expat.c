/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of expat with the arguments that its manual's examples give, and a buffer of one byte. Nothing is set in the
 * environment.
 */
#include <expat.h>
#include <stddef.h>

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

XML_Parser create(void)
{
    return XML_ParserCreate(NULL);
}

void *buffer(XML_Parser p)
{
    return XML_GetBuffer(p, 1);
}

int stop(XML_Parser p)
{
    return XML_StopParser(p, XML_TRUE);
}

int resume(XML_Parser p)
{
    return XML_ResumeParser(p);
}

void done(XML_Parser p)
{
    XML_ParserFree(p);
}
