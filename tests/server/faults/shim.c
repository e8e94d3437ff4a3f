/* Faults for one process, loaded before the C library (LD_PRELOAD) and steered by files in the folder $SHIM:
 *   sync    present: syncing a file of the database fails
 *   write   present: writing to a file of the database fails
 *   write-after-sync   becomes ``write`` at the next failing sync
 *   clock   seconds to add to the machine's clock
 *   slow    milliseconds that syncing any file takes longer
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void find(const char *name, char path[4096]) {
    snprintf(path, 4096, "%s/%s", getenv("SHIM"), name);
}

static int there(const char *name) {
    char path[4096];
    if (!getenv("SHIM")) return 0;
    find(name, path);
    return access(path, F_OK) == 0;
}

static int of_database(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "/wonderland.db") != NULL;
}

static int fails(const char *name, int file) {
    int before = errno;
    int failing = there(name) && of_database(file);
    errno = failing ? EIO : before;
    return failing;
}

static int sync_fails(int file) {
    if (!fails("sync", file)) return 0;
    char from[4096], to[4096];
    find("write-after-sync", from);
    find("write", to);
    rename(from, to);
    errno = EIO;
    return 1;
}

static void slow_down(void) {
    char path[4096];
    long milliseconds = 0;
    if (!there("slow")) return;
    find("slow", path);
    FILE *file = fopen(path, "r");
    if (!file) return;
    if (fscanf(file, "%ld", &milliseconds) == 1) usleep(milliseconds * 1000);
    fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) {
    slow_down();
    return sync_fails(file) ? -1 : REAL(fsync)(file);
}

int fdatasync(int file) {
    slow_down();
    return sync_fails(file) ? -1 : REAL(fdatasync)(file);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return fails("write", file) ? -1 : REAL(pwrite)(file, data, size, at);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    return fails("write", file) ? -1 : REAL(pwrite64)(file, data, size, at);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = REAL(clock_gettime)(clock, now);
    if (clock == CLOCK_REALTIME && there("clock")) {
        char path[4096];
        long seconds = 0;
        find("clock", path);
        FILE *file = fopen(path, "r");
        if (file) {
            if (fscanf(file, "%ld", &seconds) == 1) now->tv_sec += seconds;
            fclose(file);
        }
    }
    return result;
}
