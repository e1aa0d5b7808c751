// A file system operation under fifteen locks: each is taken if needed, the journal lock is given up for a sleep.
// True: the need flags are fixed for the turn, each lock has its own flag, and the sleep takes the journal lock again.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int sleeps;              /* how often the journal was full, up to 1000 */

int main(void)
{
    int need_inode;
    int inode_lock;
    int need_dentry;
    int dentry_lock;
    int need_journal;
    int journal_lock;
    int need_quota;
    int quota_lock;
    int need_bitmap;
    int bitmap_lock;
    int need_super;
    int super_lock;
    int need_xattr;
    int xattr_lock;
    int need_acl;
    int acl_lock;
    int need_mount;
    int mount_lock;
    int need_page;
    int page_lock;
    int need_bio;
    int bio_lock;
    int need_timer;
    int timer_lock;
    int need_stats;
    int stats_lock;
    int need_dirent;
    int dirent_lock;
    int need_orphan;
    int orphan_lock;
    int journal_full;

    for (;;) {
        if (__VERIFIER_nondet_int() == 0)
            goto unmount;

        need_inode = __VERIFIER_nondet_int();
        need_dentry = __VERIFIER_nondet_int();
        need_journal = __VERIFIER_nondet_int();
        need_quota = __VERIFIER_nondet_int();
        need_bitmap = __VERIFIER_nondet_int();
        need_super = __VERIFIER_nondet_int();
        need_xattr = __VERIFIER_nondet_int();
        need_acl = __VERIFIER_nondet_int();
        need_mount = __VERIFIER_nondet_int();
        need_page = __VERIFIER_nondet_int();
        need_bio = __VERIFIER_nondet_int();
        need_timer = __VERIFIER_nondet_int();
        need_stats = __VERIFIER_nondet_int();
        need_dirent = __VERIFIER_nondet_int();
        need_orphan = __VERIFIER_nondet_int();
        journal_full = __VERIFIER_nondet_bool();

        inode_lock = 0;
        dentry_lock = 0;
        journal_lock = 0;
        quota_lock = 0;
        bitmap_lock = 0;
        super_lock = 0;
        xattr_lock = 0;
        acl_lock = 0;
        mount_lock = 0;
        page_lock = 0;
        bio_lock = 0;
        timer_lock = 0;
        stats_lock = 0;
        dirent_lock = 0;
        orphan_lock = 0;

        /* the inode table */
        if (need_inode != 0)
            inode_lock = 1;
        /* the name cache */
        if (need_dentry != 0)
            dentry_lock = 1;
        /* the journal */
        if (need_journal != 0)
            journal_lock = 1;
        /* quota records */
        if (need_quota != 0)
            quota_lock = 1;
        /* the block bitmap */
        if (need_bitmap != 0)
            bitmap_lock = 1;
        /* the super block */
        if (need_super != 0)
            super_lock = 1;
        /* extended attributes */
        if (need_xattr != 0)
            xattr_lock = 1;
        /* access lists */
        if (need_acl != 0)
            acl_lock = 1;
        /* the mount table */
        if (need_mount != 0)
            mount_lock = 1;
        /* the page cache */
        if (need_page != 0)
            page_lock = 1;
        /* the block queue */
        if (need_bio != 0)
            bio_lock = 1;
        /* the timer wheel */
        if (need_timer != 0)
            timer_lock = 1;
        /* the counters */
        if (need_stats != 0)
            stats_lock = 1;
        /* directory pages */
        if (need_dirent != 0)
            dirent_lock = 1;
        /* the orphan list */
        if (need_orphan != 0)
            orphan_lock = 1;

        if (journal_full && need_journal != 0) {
            if (journal_lock != 1)
                goto ERROR;
            journal_lock = 0;
            if (sleeps < 1000)
                sleeps++;
            if (journal_lock != 0)
                goto ERROR;
            journal_lock = 1;
        }

        if (need_orphan != 0) {
            if (orphan_lock != 1)
                goto ERROR;
            orphan_lock = 0;
        }
        if (need_dirent != 0) {
            if (dirent_lock != 1)
                goto ERROR;
            dirent_lock = 0;
        }
        if (need_stats != 0) {
            if (stats_lock != 1)
                goto ERROR;
            stats_lock = 0;
        }
        if (need_timer != 0) {
            if (timer_lock != 1)
                goto ERROR;
            timer_lock = 0;
        }
        if (need_bio != 0) {
            if (bio_lock != 1)
                goto ERROR;
            bio_lock = 0;
        }
        if (need_page != 0) {
            if (page_lock != 1)
                goto ERROR;
            page_lock = 0;
        }
        if (need_mount != 0) {
            if (mount_lock != 1)
                goto ERROR;
            mount_lock = 0;
        }
        if (need_acl != 0) {
            if (acl_lock != 1)
                goto ERROR;
            acl_lock = 0;
        }
        if (need_xattr != 0) {
            if (xattr_lock != 1)
                goto ERROR;
            xattr_lock = 0;
        }
        if (need_super != 0) {
            if (super_lock != 1)
                goto ERROR;
            super_lock = 0;
        }
        if (need_bitmap != 0) {
            if (bitmap_lock != 1)
                goto ERROR;
            bitmap_lock = 0;
        }
        if (need_quota != 0) {
            if (quota_lock != 1)
                goto ERROR;
            quota_lock = 0;
        }
        if (need_journal != 0) {
            if (journal_lock != 1)
                goto ERROR;
            journal_lock = 0;
        }
        if (need_dentry != 0) {
            if (dentry_lock != 1)
                goto ERROR;
            dentry_lock = 0;
        }
        if (need_inode != 0) {
            if (inode_lock != 1)
                goto ERROR;
            inode_lock = 0;
        }

        if (journal_lock != 0 || super_lock != 0)
            goto ERROR;
        if (sleeps < 0 || sleeps > 1000)
            goto ERROR;
    }
unmount:
    return 0;
ERROR:
    reach_error();
    return 1;
}
