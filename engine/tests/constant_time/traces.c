/* A plugin of qemu 7: compares what calls execute with different secrets. A guest begins a call by
 * syscall(TRACE_BEGIN, slot) and ends it by syscall(TRACE_END). A call's trace is the addresses of its
 * instructions, loads and stores in order. Prints for each slot whose calls differ from its first "differs:
 * SLOT SAME CALLS UNTIL": how many have the first one's trace, and the last instruction that all have in
 * common. Prints for each slot "outside: SLOT N": how many instructions run while DIT is not set, if it is
 * not when the call begins. Debian has no header for plugins; these are its declarations. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TRACE_BEGIN = 0x6b6f0001, TRACE_END = 0x6b6f0002 };

typedef uint64_t plugin_id;
struct block;
struct instruction;
struct info;
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block*));
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction*, void (*)(unsigned, void*), int,
                                                   void*);
extern void qemu_plugin_register_vcpu_mem_cb(struct instruction*,
                                             void (*)(unsigned, uint32_t, uint64_t, void*), int, int, void*);
extern void qemu_plugin_register_vcpu_syscall_cb(plugin_id, void (*)(plugin_id, unsigned, int64_t, uint64_t,
                                                                     uint64_t, uint64_t, uint64_t, uint64_t,
                                                                     uint64_t, uint64_t, uint64_t));
extern size_t qemu_plugin_tb_n_insns(const struct block*);
extern struct instruction* qemu_plugin_tb_get_insn(const struct block*, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct instruction*);
extern const void* qemu_plugin_insn_data(const struct instruction*);
extern void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void*), void*);
__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { loads_and_stores = 3, slots = 128, longest = 4000000 };
/* Of the first call in a slot: 32 bits of each address; of all later ones what they have in common with it.
 */
struct slot {
    uint32_t trace[longest];
    uint64_t length, instructions, common;
    uint64_t last;    /* the last address in common */
    uint64_t outside; /* the most instructions while DIT was not set */
    unsigned calls, same;
};
/* Shared by the processes of the guest; touched as far as traces reach. */
static struct slot* seen;
static pid_t parent;
static struct slot* now;
static uint64_t at, instructions, last;
/* How often DIT was written: set, restored and so on; and instructions executed while it was not set. */
static uint64_t modes, outside;
static int same;

static void compare(uint64_t address, int is_instruction) {
    if (now == NULL || !same)
        return;
    const uint32_t kept = (uint32_t)(address ^ address >> 32);
    if (at == longest) {
        fprintf(stderr, "traces: a call is too long\n");
        _Exit(42);
    }
    if (now->calls == 0) {
        now->trace[at] = kept;
    } else if (at >= now->length || now->trace[at] != kept) {
        same = 0;
        return;
    }
    at++;
    if (is_instruction) {
        instructions++;
        last = address;
    }
}
static void executed(unsigned cpu, void* address) {
    (void)cpu;
    outside += modes % 2 == 0;
    compare((uintptr_t)address, 1);
}
static void mode_written(unsigned cpu, void* data) {
    (void)cpu;
    (void)data;
    modes++;
}
static void accessed(unsigned cpu, uint32_t kind, uint64_t address, void* data) {
    (void)cpu;
    (void)kind;
    (void)data;
    compare(~address, 0);
}
static void translated(plugin_id id, struct block* b) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(b); i++) {
        struct instruction* const at = qemu_plugin_tb_get_insn(b, i);
        qemu_plugin_register_vcpu_insn_exec_cb(at, executed, 0, (void*)(uintptr_t)qemu_plugin_insn_vaddr(at));
        if ((*(const uint32_t*)qemu_plugin_insn_data(at) & ~0x1fu) == 0xd51b42a0) /* msr DIT, x0 to x30 */
            qemu_plugin_register_vcpu_insn_exec_cb(at, mode_written, 0, NULL);
        qemu_plugin_register_vcpu_mem_cb(at, accessed, 0, loads_and_stores, NULL);
    }
}
static void asked(plugin_id id, unsigned cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                  uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
    (void)id, (void)cpu, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number == TRACE_BEGIN && a < slots) {
        now = &seen[a];
        at = instructions = last = 0;
        modes = outside = 0;
        same = 1;
    } else if (number == TRACE_END && now != NULL) {
        now->outside = outside > now->outside ? outside : now->outside;
        if (now->calls++ == 0) {
            now->length = at;
            now->instructions = now->common = instructions;
            now->same = 1;
        } else if (same && at == now->length) {
            now->same++;
        } else if (instructions < now->common) {
            now->common = instructions;
            now->last = last;
        }
        now = NULL;
    }
}
static void ended(plugin_id id, void* data) {
    unsigned used = 0, calls = 0;
    uint64_t total = 0;
    (void)id;
    (void)data;
    if (getpid() != parent)
        return;
    for (int i = 0; i < slots; i++) {
        const struct slot* const s = &seen[i];
        used += s->calls != 0;
        calls += s->calls;
        total += s->instructions;
        if (s->calls != 0)
            printf("outside: %d %llu\n", i, (unsigned long long)s->outside);
        if (s->same != s->calls)
            printf("differs: %d %u %u %#llx\n", i, s->same, s->calls, (unsigned long long)s->last);
    }
    printf("traces: %u calls, %u runs, %llu instructions\n", used, calls, (unsigned long long)total);
    fflush(stdout);
}
__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const struct info* info,
                                                               int argc, char** argv) {
    (void)info;
    (void)argc;
    (void)argv;
    parent = getpid();
    seen = mmap(NULL, slots * sizeof *seen, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (seen == MAP_FAILED)
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, asked);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
