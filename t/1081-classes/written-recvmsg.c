/* SPDX-License-Identifier: GPL-3.0-or-later */
// recvmsg stores behind two pointers: the header's, and the vector's.
// wants: any
#include <assert.h>
#include <sys/socket.h>
int main(void)
{
    char text[2] = "-";
    struct iovec v = {text, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    int s[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s) != 0 || send(s[0], "abc", 3, 0) != 3 || recvmsg(s[1], &m, 0) != 1)
        return 1;
    assert(!(text[0] == 'a' && (m.msg_flags & MSG_TRUNC)));
    return 0;
}
