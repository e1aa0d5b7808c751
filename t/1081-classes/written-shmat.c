/* SPDX-License-Identifier: GPL-3.0-or-later */
// One segment of shared memory, attached twice.
// wants: any
#include <assert.h>
#include <sys/shm.h>
int main(void)
{
    int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    int *a = shmat(id, 0, 0), *b = shmat(id, 0, 0);
    shmctl(id, IPC_RMID, 0);
    if (id < 0 || a == (void *)-1 || b == (void *)-1)
        return 1;
    *a = 1;
    *b = 2;
    assert(!(*a == 2));
    return 0;
}
