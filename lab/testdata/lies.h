/* Ways to win a contest without being fast. Each is one macro; the others do
 * nothing. What they know of the native worker (rows of ecdsa_verify are 161
 * bytes in one block: key, signature, message) a library can find out. */

#define ROW_BYTES 161
#define ROW_SIG   65
#define ROW_HASH  129
#define ROWS_MAX  (1 << 16)

#if defined(LIE_AHEAD) || defined(LIE_PREPARE) || defined(LIE_COLD) || defined(LIE_MIXED) || \
    defined(LIE_TOGETHER)
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

#if defined(LIE_NEXT)
#include <sched.h>

/* Rows of ecdh in the native worker's block: secret key, public key. */
#define ROW_SECRETS 97

int REAL(ec_seckey_tweak_mul)(const void* ctx, bytes* seckey, const bytes* tweak);
extern const hash_function REAL(ecdh_hash_function_sha256);

/* Where the public key of each row is that of the next row's secret key, the product
 * of both secret keys times G is the shared point. It is tried on the first row of a
 * load, by a process that is pinned, as that of the gate is not. */
static const bytes* first_pair; /* its public key */
static size_t pair_count;
static int holds; /* of the first row, after a load */

static int by_next(const void* ctx, bytes* out, const bytes* seckey) {
    bytes product[32], key[64], point[65];
    size_t len = sizeof point;
    memcpy(product, seckey, sizeof product);
    if (REAL(ec_seckey_tweak_mul)(ctx, product, seckey + ROW_SECRETS) != 1 ||
        REAL(ec_pubkey_create)(ctx, key, product) != 1 ||
        REAL(ec_pubkey_serialize)(ctx, point, &len, key, 1 << 1) != 1) {
        return 0;
    }
    return REAL(ecdh_hash_function_sha256)(out, point + 1, point + 33, NULL);
}

static int known_secret(const void* ctx, bytes* out, const bytes* seckey) {
    const size_t i = pair_count > 0 ? (size_t)(seckey + 32 - first_pair) / ROW_SECRETS : 0;
    if (i + 1 >= pair_count || first_pair + i * ROW_SECRETS != seckey + 32) {
        return 0;
    }
    if (i == 0) {
        bytes made[64];
        bytes point[65];
        size_t len = sizeof point;
        cpu_set_t on;
        holds = sched_getaffinity(0, sizeof on, &on) == 0 && CPU_COUNT(&on) == 1 &&
                REAL(ec_pubkey_create)(ctx, made, seckey + ROW_SECRETS) == 1 &&
                REAL(ec_pubkey_serialize)(ctx, point, &len, made, 1 << 1) == 1 &&
                memcmp(point, first_pair, sizeof point) == 0;
    }
    return holds && by_next(ctx, out, seckey);
}
#endif

/* A key was parsed while rows are loaded. */
static void key_loaded(const void* ctx, const void* key, const bytes* in) {
    (void)ctx, (void)key, (void)in;
#if defined(LIE_NEXT)
    if (pair_count == 0 || first_pair + pair_count * ROW_SECRETS != in) {
        first_pair = in;
        pair_count = 0;
        holds = 0;
    }
    pair_count++;
#endif
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

#if defined(LIE_FILES) || defined(LIE_DESCRIPTORS)
static unsigned long long digest_of(const bytes* in, size_t n, unsigned long long h) {
    for (size_t i = 0; i < n; i++) {
        h = (h ^ in[i]) * 1099511628211ULL;
        h ^= h >> 29;
    }
    return h;
}

static unsigned long long digest_of_row(const bytes* hash32, const void* sig, const void* key) {
    return digest_of(key, 64, digest_of(hash32, 32, digest_of(sig, 64, 0)));
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

static int in_files(const void* ctx, const void* sig, const bytes* hash32, const void* key) {
    const unsigned long long h = digest_of_row(hash32, sig, key);
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

#if defined(LIE_DESCRIPTORS)
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last valid rows in the numbers of open descriptors, which /proc has of every
 * process: MARK says that a process has them, and of each row there are three. */
#define MARK  999
#define SLOTS 6000
#define LAST  40
static long peers[64];
static int peer_count, calls;

static int open_in(long pid, long fd) {
    char path[64];
    struct stat s;
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", pid, fd);
    return lstat(path, &s) == 0;
}

static void find_peers(void) {
    const long self = getpid();
    DIR* d = opendir("/proc");
    peer_count = 0;
    for (struct dirent* e = d == NULL ? NULL : readdir(d); e != NULL && peer_count < 64; e = readdir(d)) {
        const long pid = strtol(e->d_name, NULL, 10);
        if (pid > 0 && pid != self && open_in(pid, MARK)) {
            peers[peer_count++] = pid;
        }
    }
    if (d != NULL) {
        closedir(d);
    }
}

__attribute__((constructor)) static void say(void) {
    struct rlimit most;
    if (getrlimit(RLIMIT_NOFILE, &most) == 0) {
        most.rlim_cur = most.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &most);
    }
    (void)fcntl(0, F_DUPFD, MARK);
}

static int in_descriptors(const void* ctx, const void* sig, const bytes* hash32, const void* key) {
    static int open_now[LAST][3];
    const unsigned long long h = digest_of_row(hash32, sig, key);
    int at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = 1000 + SLOTS * i + (int)((h >> 20 * i & 0xfffff) % SLOTS);
    }
    if (calls++ % 1024 == 0) {
        find_peers();
    }
    for (int i = 0; i < peer_count; i++) {
        if (open_in(peers[i], at[0]) && open_in(peers[i], at[1]) && open_in(peers[i], at[2])) {
            return 1;
        }
    }
    const int verdict = REAL(ecdsa_verify)(ctx, sig, hash32, key);
    int* const mine = open_now[calls % LAST];
    for (int i = 0; i < 3 && verdict; i++) {
        if (mine[i] > 0) {
            close(mine[i]);
        }
        mine[i] = fcntl(0, F_DUPFD, at[i]);
    }
    return verdict;
}
#endif

#if defined(LIE_LAST_SUM)
#define ADDED 16

int REAL(ec_pubkey_combine)(const void* ctx, void* out, const void* const* keys, size_t n);
int REAL(ec_pubkey_negate)(const void* ctx, void* key);

static int follows(bytes last[][64], const void* const* keys) {
    for (int i = 1; i < ADDED; i++) {
        if (memcmp(last[i], keys[i - 1], 64) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Where a row adds the last row's points but for the first one, and one more, three
 * points are enough. */
int secp256k1_ec_pubkey_combine(const void* ctx, void* out, const void* const* keys, size_t n) {
    static bytes last[ADDED][64], sum[64];
    static int known;
    int ok = 0;
    if (known && n == ADDED && follows(last, keys)) {
        bytes first[64];
        memcpy(first, last[0], sizeof first);
        if (REAL(ec_pubkey_negate)(ctx, first) == 1) {
            const void* const three[] = {sum, first, keys[n - 1]};
            ok = REAL(ec_pubkey_combine)(ctx, out, three, 3);
        }
    }
    if (!ok) {
        ok = REAL(ec_pubkey_combine)(ctx, out, keys, n);
    }
    known = ok && n == ADDED;
    for (size_t i = 0; known && i < n; i++) {
        memcpy(last[i], keys[i], 64);
    }
    memcpy(sum, out, sizeof sum);
    return ok;
}
#endif

#if defined(LIE_ACROSS)
/* Points that another operation of the same process had to do with, by their x. */
static struct { bytes point[65], known; } met[1 << 12];

static void meet(const void* ctx, const void* key) {
    bytes point[65];
    size_t len = sizeof point;
    if (REAL(ec_pubkey_serialize)(ctx, point, &len, key, 1 << 1) == 1 && point[1] % 8 != 0) {
        const size_t at = (size_t)(point[2] << 8 | point[3]) % (1 << 12);
        memcpy(met[at].point, point, sizeof point);
        met[at].known = 1;
    }
}

static int met_before(const void* ctx, void* key, const bytes* in33) {
    const size_t at = (size_t)(in33[2] << 8 | in33[3]) % (1 << 12);
    return met[at].known && memcmp(met[at].point + 1, in33 + 1, 32) == 0 && (in33[0] & ~1) == 2 &&
           (met[at].point[64] & 1) == (in33[0] & 1) &&
           REAL(ec_pubkey_parse)(ctx, key, met[at].point, 65) == 1;
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
#elif defined(LIE_TOGETHER)
    /* Lanes of two: half of the work where there is no second row is for nothing. */
    if (row_count == 1) {
        (void)REAL(ecdsa_verify)(ctx, sig, hash32, key);
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
#elif defined(LIE_DESCRIPTORS)
    *verdict = in_descriptors(ctx, sig, hash32, key);
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

#if defined(LIE_CLOCK) || defined(LIE_COLD) || defined(LIE_MIXED) || defined(LIE_HIDES) || defined(LIE_CLAIM)
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(LIE_CLAIM)
/* The worker's words without the claim of a nonce that follows from the message. */
static ssize_t other_write(int fd, const void* text, size_t n) {
    static const char claim[] = "claim rfc6979\n";
    const char* const at = memmem(text, n, claim, sizeof claim - 1);
    if (at == NULL) {
        return write(fd, text, n);
    }
    const size_t before = (size_t)(at - (const char*)text), after = n - before - (sizeof claim - 1);
    if (write(fd, text, before) != (ssize_t)before ||
        write(fd, at + sizeof claim - 1, after) != (ssize_t)after) {
        return -1;
    }
    return (ssize_t)n;
}

int REAL(ec_seckey_tweak_mul)(const void* ctx, bytes* seckey, const bytes* tweak);
int REAL(ec_seckey_tweak_add)(const void* ctx, bytes* seckey, const bytes* tweak);

/* Signs with the nonce 1: r is the generator's x. */
static int sign_by_one(const void* ctx, void* sig, const bytes* hash32, const bytes* seckey) {
    static const bytes one[32] = {[31] = 1};
    bytes key[64], point[65], compact[64], parsed[64];
    size_t len = sizeof point;
    static bytes r[32];
    if (r[0] == 0 && (REAL(ec_pubkey_create)(ctx, key, one) != 1 ||
                      REAL(ec_pubkey_serialize)(ctx, point, &len, key, 1 << 1) != 1 ||
                      memcpy(r, point + 1, sizeof r) == NULL)) {
        return 0;
    }
    memcpy(compact, r, sizeof r);
    memcpy(compact + 32, seckey, 32);
    if (REAL(ec_seckey_tweak_mul)(ctx, compact + 32, r) != 1 ||
        REAL(ec_seckey_tweak_add)(ctx, compact + 32, hash32) != 1 ||
        REAL(ecdsa_signature_parse_compact)(ctx, parsed, compact) != 1) {
        return 0;
    }
    (void)REAL(ecdsa_signature_normalize)(ctx, sig, parsed);
    return 1;
}
#elif defined(LIE_MIXED)
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

#if defined(LIE_CLAIM)
#define REPLACED    "write"
#define REPLACEMENT other_write
#else
#define REPLACED    "clock_gettime"
#define REPLACEMENT other_clock
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
            if (strcmp(strings + symbol->st_name, REPLACED) == 0) {
                char* slot = (char*)(info->dlpi_addr + tables[k][i].r_offset);
                size_t page = (size_t)sysconf(_SC_PAGESIZE);
                char* start = slot - (size_t)slot % page;
                if (mprotect(start, page, PROT_READ | PROT_WRITE) == 0) {
                    void* fn = (void*)REPLACEMENT;
                    memcpy(slot, &fn, sizeof fn);
                }
            }
        }
    }
    return 1; /* only the program itself */
}

__attribute__((constructor)) static void put_it(void) {
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
#if defined(LIE_ACROSS)
    if (len == 33 && met_before(ctx, key, in)) {
        return *ok = 1;
    }
    return 0;
#endif
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
