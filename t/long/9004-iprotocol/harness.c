/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The other end of uucp's 'i' protocol, around the proti.o that uucp's own make has built: the two start, this end
 * sends one packet of data and processes one reply, which may be any of 48. The window is 2 and a packet has 18 bytes,
 * as in DuVarney 2002, section 6.4; they are asked for as a user would, by the protocol's parameters and its SYNC
 * packet.
 *
 * Labels begin with X for what this end sends and with Y for what it gets: kind, place in its sender's window, place
 * acknowledged.
 */
#include "uucp.h"

#include "uuconf.h"
#include "uudefs.h"
#include "system.h"
#include "conn.h"
#include "prot.h"
#include "trans.h"

enum kind { DATA, SYNC, ACK, NAK };
enum { HEADER = 6, CHECKSUM = 4, PAYLOAD = 8, WINDOW = 2 };

char abPrecbuf[CRECBUFLEN];
int iPrecstart, iPrecend;
boolean fLog_sighup = TRUE;

/* What happens, to be seen; native.c prints it. */
void sent_data(int place, int acknowledged), sent_ack(int acknowledged), sent_nak(int place, int acknowledged),
    delivered(int size);
#pragma cwolf label call(sent_data(p, a)) => output XDATA(p, a)
#pragma cwolf label call(sent_ack(a)) => output XACK(a)
#pragma cwolf label call(sent_nak(p, a)) => output XNAK(p, a)
#pragma cwolf label call(delivered(n)) => output deliver(n)
#pragma cwolf external sent_data : writes()
#pragma cwolf external sent_ack : writes()
#pragma cwolf external sent_nak : writes()
#pragma cwolf external delivered : writes()

/* One of 48 packets: its kind, place and acknowledgement are the digits of a number to base 4. */
int any_packet(void);
static int incoming;
#pragma cwolf input any_packet : [0, 15], [32, 63]
#pragma cwolf label write(incoming) when (value / 16 == 0) => input YDATA(value / 4 % 4, value % 4)
#pragma cwolf label write(incoming) when (value / 16 == 2) => input YACK(value / 4 % 4, value % 4)
#pragma cwolf label write(incoming) when (value / 16 == 3) => input YNAK(value / 4 % 4, value % 4)

/* Appends a packet to what has come in. */
static void put(enum kind kind, int place, int acknowledged, const char *data, size_t size)
{
    char packet[HEADER + PAYLOAD + CHECKSUM];
    unsigned long sum = icrc(data, size, ICRCINIT);
    size_t n = HEADER;
    packet[0] = '\007';
    packet[1] = place << 3;
    packet[2] = acknowledged << 3;
    packet[3] = kind << 5;
    packet[4] = size;
    packet[5] = packet[1] ^ packet[2] ^ packet[3] ^ packet[4];
    for (size_t i = 0; i < size; i++)
        packet[n++] = data[i];
    for (int bits = 24; size && bits >= 0; bits -= 8)
        packet[n++] = sum >> bits & 0xff;
    for (size_t i = 0; i < n; i++, iPrecend = (iPrecend + 1) % CRECBUFLEN)
        abPrecbuf[iPrecend] = packet[i];
}

static boolean send_packet(struct sconnection *connection, const char *packet, size_t size, boolean reads)
{
    (void)connection, (void)size, (void)reads;
    int place = packet[1] >> 3 & 0x1f, acknowledged = packet[2] >> 3 & 0x1f;
    switch (packet[3] >> 5 & 7) {
    case DATA:
        sent_data(place, acknowledged);
        break;
    case ACK:
        sent_ack(acknowledged);
        break;
    case NAK:
        sent_nak(place, acknowledged);
        break;
    }
    return TRUE;
}

static void reply(void)
{
    static const char data[PAYLOAD];
    incoming = any_packet();
    enum kind kind = incoming / 16;
    put(kind, incoming / 4 % 4, incoming % 4, data, kind == DATA ? PAYLOAD : 0);
}

/* First the other end's SYNC, then one reply, then nothing. */
static boolean receive_packet(struct sconnection *connection, size_t needed, size_t *got, int timeout, boolean report)
{
    static const char sync[] = {0, PAYLOAD, WINDOW};
    static int calls;
    (void)connection, (void)timeout, (void)report;
    switch (calls++) {
    case 0:
        put(SYNC, 0, 0, sync, sizeof sync);
        break;
    case 1:
        reply();
        break;
    default:
        return FALSE;
    }
    *got = needed;
    return TRUE;
}

boolean fsend_data(struct sconnection *c, const char *d, size_t n, boolean r)
{
    return send_packet(c, d, n, r);
}
boolean freceive_data(struct sconnection *c, size_t n, size_t *g, int t, boolean r)
{
    return receive_packet(c, n, g, t, r);
}
long iconn_baud(struct sconnection *c)
{
    (void)c;
    return 0;
}
void uwindow_acked(struct sdaemon *d, boolean all)
{
    (void)d, (void)all;
}
void ulog(enum tlog kind, const char *format, ...)
{
    (void)kind, (void)format;
}
boolean fgot_data(struct sdaemon *d, const char *first, size_t cfirst, const char *second, size_t csecond, int local,
                  int remote, long position, boolean all_acked, boolean *exits)
{
    (void)d, (void)first, (void)second, (void)local, (void)remote, (void)position, (void)all_acked;
    (void)exits;
    delivered((int)(cfirst + csecond));
    return TRUE;
}

static void set_parameter(const char *name, int value)
{
    for (struct uuconf_cmdtab *p = asIproto_params; p->uuconf_zcmd; p++)
        if (strcmp(p->uuconf_zcmd, name) == 0)
            *(int *)p->uuconf_pvar = value;
}

int main(int argc, char **argv)
{
    static struct sprotocol protocol = {.bname = 'i'};
    static struct sdaemon here = {.qproto = &protocol, .fcaller = TRUE, .cchans = 1};
    (void)argc, (void)argv;
    char *log;
    size_t size;
    set_parameter("window", WINDOW);
    set_parameter("packet-size", PAYLOAD);
    if (!fijstart(&here, &log, PAYLOAD, send_packet, receive_packet))
        return 1;
    char *data = zigetspace(&here, &size);
    memset(data, 0, PAYLOAD);
    if (!fisenddata(&here, data, PAYLOAD, 0, 0, -1))
        return 1;
    fiwait(&here);
    return 0;
}
