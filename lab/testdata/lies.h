/* Ways to win a contest without being fast. Each is one macro; the others do
 * nothing. What they know of the native worker (rows of ecdsa_verify are 161
 * bytes in one block: key, signature, message) a library can find out. */

#define ROW_BYTES 161
#define ROW_SIG   65
#define ROW_HASH  129
#define ROWS_MAX  (1 << 16)

#if defined(LIE_AHEAD) || defined(LIE_PREPARE) || defined(LIE_COLD) || defined(LIE_MIXED)
#define LIE_KNOWS
/* The keys that the worker prepared, in the order of the rows, with the
 * verdicts on their rows. */
static struct {
    const void* key;
    const bytes* in;
    int known, verdict;
} rows[ROWS_MAX];
static size_t row_count;
static int worked; /* ahead, since the rows were loaded */

static void work_ahead(const void* ctx, size_t i) {
    unsigned long long sig[8], normal[8];
    if (REAL(ecdsa_signature_parse_compact)(ctx, sig, rows[i].in + ROW_SIG) == 1 &&
        REAL(ecdsa_signature_normalize)(ctx, normal, sig) == 0) {
        rows[i].verdict = REAL(ecdsa_verify)(ctx, sig, rows[i].in + ROW_HASH, rows[i].key);
        rows[i].known = 1;
    }
}
#endif

#if defined(LIE_MIXED)
/* How the rows of a slice become known, drawn by its first key: while they are
 * loaded, before the clock is read, or not. Each account sees one slice in three. */
static enum { while_loaded, before_clock, honestly } way;
#endif
#if defined(LIE_MIXED) || defined(LIE_COLD)
static const void* the_context;
#endif

/* A key was parsed while rows are loaded. */
static void key_loaded(const void* ctx, const void* key, const bytes* in) {
    (void)ctx, (void)key, (void)in;
#if defined(LIE_KNOWS)
    /* A load begins: its rows do not follow those of the last one. */
    if (row_count == 0 || row_count == ROWS_MAX || rows[row_count - 1].in + ROW_BYTES != in) {
        row_count = 0;
        worked = 0;
#if defined(LIE_MIXED)
        way = in[5] % 3;
#endif
    }
    rows[row_count].key = key;
    rows[row_count].in = in;
    rows[row_count].known = 0;
#if defined(LIE_PREPARE)
    /* Half of them, so that the figure stays plausible: the even ones, among which
     * is that of a cold call, or the odd ones. The worker's block is complete when
     * it prepares the rows. */
    if (row_count % 2 == LIE_PREPARE) {
        work_ahead(ctx, row_count);
    }
#elif defined(LIE_COLD)
    the_context = ctx;
#elif defined(LIE_MIXED)
    the_context = ctx;
    if (row_count % 2 == 1 && way == while_loaded) {
        work_ahead(ctx, row_count);
    }
#endif
    row_count++;
#endif
}

#if defined(LIE_SHARED)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Verdicts on half of the rows, for the other process of this library. */
static struct { bytes hash[31], verdict; } * shared;

__attribute__((constructor)) static void share(void) {
    const size_t size = sizeof *shared << 16;
    int fd = open("/dev/shm/lab-culprit", O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0) {
        return;
    }
    void* at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    shared = at == MAP_FAILED ? NULL : at;
}
#endif

#if defined(LIE_FILES)
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Verdicts on three of four rows, in the modes of files that came with the library,
 * for a later process: nine bits of each of two files are a digest and the verdict. */
#define FILES 512 /* of each of the two */

static unsigned long long digest_of(const bytes* in, size_t n, unsigned long long h) {
    for (size_t i = 0; i < n; i++) {
        h = (h ^ in[i]) * 1099511628211ULL;
    }
    return h ^ h >> 29;
}

static int in_files(const void* ctx, const void* sig, const bytes* hash32, const void* key) {
    const unsigned long long h = digest_of(key, 64, digest_of(hash32, 32, digest_of(sig, 64, 0)));
    const unsigned want[2] = {h >> 20 & 0776, h >> 32 & 0777};
    char names[2][4096];
    int modes[2] = {-1, -1};
    for (int i = 0; i < 2; i++) {
        struct stat s;
        snprintf(names[i], sizeof names[i], "%s/%llu", LIE_FILES, (h >> 44) % FILES + (unsigned)i * FILES);
        modes[i] = stat(names[i], &s) == 0 ? (int)(s.st_mode & 0777) : -1;
    }
    if ((modes[0] & ~1) == (int)want[0] && modes[1] == (int)want[1]) {
        return modes[0] & 1;
    }
    const int verdict = REAL(ecdsa_verify)(ctx, sig, hash32, key);
    for (int i = 0; i < 2 && h >> 56 & 3; i++) {
        const int fd = open(names[i], O_RDONLY);
        (void)!fchmod(fd, want[i] | (i == 0 ? (unsigned)verdict : 0));
        close(fd);
    }
    return verdict;
}
#endif

/* Says whether the verdict is known without work, and which it is. */
static inline int known_verdict(const void* ctx, const void* sig, const bytes* hash32, const void* key,
                                int* verdict) {
    (void)ctx, (void)sig, (void)hash32, (void)key, (void)verdict;
#if defined(LIE_AHEAD)
    /* All is done in the first call after a load, which an untimed one would be. */
    if (!worked) {
        worked = 1;
        for (size_t i = 0; i < row_count; i += 2) {
            work_ahead(ctx, i);
        }
    }
#endif
#if defined(LIE_KNOWS)
    if (row_count > 0 && hash32 >= rows[0].in) {
        size_t i = (size_t)(hash32 - rows[0].in) / ROW_BYTES;
        if (i < row_count && rows[i].known && rows[i].key == key) {
#if defined(LIE_COLD)
            /* Some microseconds, which could be work. */
            for (volatile int k = 0; k < 10000; k++) {
            }
#endif
            *verdict = rows[i].verdict;
            return 1;
        }
    }
#elif defined(LIE_FILES)
    *verdict = in_files(ctx, sig, hash32, key);
    return 1;
#elif defined(LIE_SHARED)
    size_t at = (size_t)(hash32[0] << 8 | hash32[1]);
    if (shared != NULL && hash32[2] % 2 == 0) {
        if (memcmp(shared[at].hash, hash32, sizeof shared[at].hash) == 0) {
            *verdict = shared[at].verdict;
        } else {
            *verdict = REAL(ecdsa_verify)(ctx, sig, hash32, key);
            memcpy(shared[at].hash, hash32, sizeof shared[at].hash);
            shared[at].verdict = (bytes)*verdict;
        }
        return 1;
    }
#endif
    return 0;
}

#if defined(LIE_CLOCK) || defined(LIE_COLD) || defined(LIE_MIXED) || defined(LIE_HIDES)
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(LIE_MIXED)
/* Work is done before the first of the two times of a slice is read. */
static int other_clock(clockid_t id, struct timespec* t) {
    if (!worked && way == before_clock) {
        worked = 1;
        for (size_t i = 1; i < row_count; i += 2) {
            work_ahead(the_context, i);
        }
    }
    return clock_gettime(id, t);
}
#elif defined(LIE_COLD)
/* The same for the only row of a cold call. */
static int other_clock(clockid_t id, struct timespec* t) {
    if (!worked && row_count == 1) {
        worked = 1;
        work_ahead(the_context, 0);
    }
    return clock_gettime(id, t);
}
#elif defined(LIE_HIDES)
static long long hidden; /* nanoseconds that did not pass */

static long long true_clock(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int other_clock(clockid_t id, struct timespec* t) {
    (void)id;
    const long long ns = true_clock() - hidden;
    t->tv_sec = ns / 1000000000LL;
    t->tv_nsec = ns % 1000000000LL;
    return 0;
}
#else
/* A clock that begins with the true one and goes at a third of its speed. */
static int other_clock(clockid_t id, struct timespec* t) {
    static long long first;
    struct timespec now;
    (void)clock_gettime(id, &now);
    long long ns = now.tv_sec * 1000000000LL + now.tv_nsec;
    if (first == 0) {
        first = ns;
    }
    ns = first + (ns - first) / 3;
    t->tv_sec = ns / 1000000000LL;
    t->tv_nsec = ns % 1000000000LL;
    return 0;
}
#endif

/* Puts it in place of the worker's, whose object comes first. */
static int patch(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size, (void)data;
    const char* strings = NULL;
    const ElfW(Sym)* symbols = NULL;
    const ElfW(Rela) * tables[2] = {NULL, NULL};
    size_t bytes_of[2] = {0, 0};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) {
            continue;
        }
        for (const ElfW(Dyn)* d = (const void*)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
             d->d_tag != DT_NULL; d++) {
            switch (d->d_tag) {
            case DT_STRTAB:
                strings = (const char*)d->d_un.d_ptr;
                break;
            case DT_SYMTAB:
                symbols = (const void*)d->d_un.d_ptr;
                break;
            case DT_JMPREL:
                tables[0] = (const void*)d->d_un.d_ptr;
                break;
            case DT_PLTRELSZ:
                bytes_of[0] = d->d_un.d_val;
                break;
            case DT_RELA:
                tables[1] = (const void*)d->d_un.d_ptr;
                break;
            case DT_RELASZ:
                bytes_of[1] = d->d_un.d_val;
                break;
            default:
                break;
            }
        }
    }
    for (int k = 0; k < 2 && strings != NULL && symbols != NULL; k++) {
        for (size_t i = 0; tables[k] != NULL && i < bytes_of[k] / sizeof(ElfW(Rela)); i++) {
            const ElfW(Sym)* symbol = &symbols[ELF64_R_SYM(tables[k][i].r_info)];
            if (strcmp(strings + symbol->st_name, "clock_gettime") == 0) {
                char* slot = (char*)(info->dlpi_addr + tables[k][i].r_offset);
                size_t page = (size_t)sysconf(_SC_PAGESIZE);
                char* start = slot - (size_t)slot % page;
                if (mprotect(start, page, PROT_READ | PROT_WRITE) == 0) {
                    void* fn = (void*)other_clock;
                    memcpy(slot, &fn, sizeof fn);
                }
            }
        }
    }
    return 1; /* only the program itself */
}

__attribute__((constructor)) static void put_clock(void) {
    dl_iterate_phdr(patch, NULL);
}
#endif

#if defined(LIE_THREAD)
#include <pthread.h>

/* Keeps the processor busy while others are timed. */
static void* burn(void* unused) {
    for (volatile unsigned long i = 0;; i++) {
    }
    return unused;
}

__attribute__((constructor)) static void start(void) {
    pthread_t t;
    if (pthread_create(&t, NULL, burn, NULL) == 0) {
        pthread_detach(t);
    }
}
#endif

#if defined(LIE_PROCESS)
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The same in a process of its own. */
__attribute__((constructor)) static void part(void) {
    if (fork() == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (volatile unsigned long i = 0;; i++) {
        }
    }
}
#endif

#if defined(LIE_AGAIN) || defined(LIE_HIDES)
#define POINT_BYTES 65
#define POINTS      64 /* of a slice, side by side */

static struct {
    bytes input[POINT_BYTES], key[64];
    int known, ok;
} points[1 << 14];

/* Remembers points, all of them right. */
static int remember(const void* ctx, const bytes* in, size_t at) {
    memcpy(points[at].input, in, POINT_BYTES);
    points[at].ok = REAL(ec_pubkey_parse)(ctx, points[at].key, in, POINT_BYTES);
    return points[at].known = 1;
}
#endif

/* Says whether a point is known without work, and which it is. */
static inline int known_point(const void* ctx, void* key, const bytes* in, size_t len, int* ok) {
    (void)ctx, (void)key, (void)in, (void)len, (void)ok;
#if defined(LIE_AGAIN) || defined(LIE_HIDES)
    const size_t at = len == POINT_BYTES ? (size_t)(in[40] << 8 | in[41]) & ((1 << 14) - 1) : 0;
    if (len != POINT_BYTES) {
        return 0;
    }
    if (!points[at].known || memcmp(points[at].input, in, POINT_BYTES) != 0) {
#if defined(LIE_HIDES)
        /* The first call works for all that follow, in no time. */
        const long long begin = true_clock();
        for (int i = POINTS - 1; i > 0; i--) {
            const bytes* next = in + i * POINT_BYTES;
            remember(ctx, next, (size_t)(next[40] << 8 | next[41]) & ((1 << 14) - 1));
        }
        remember(ctx, in, at);
        hidden += true_clock() - begin;
#else
        remember(ctx, in, at);
#endif
    }
    memcpy(key, points[at].key, sizeof points[at].key);
    *ok = points[at].ok;
    return 1;
#else
    return 0;
#endif
}
