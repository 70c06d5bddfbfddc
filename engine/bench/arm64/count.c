/* A plugin of qemu 7: counts executed arm64 instructions by what they ask of a multiplier, and prints the
 * counts: all, MADD and MSUB of 64 bits, UMULH and SMULH, other products. Debian has no header for plugins;
 * these are its declarations. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct block;
struct instruction;
struct info;
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block*));
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct block*, int add, void* to, uint64_t n);
extern size_t qemu_plugin_tb_n_insns(const struct block*);
extern struct instruction* qemu_plugin_tb_get_insn(const struct block*, size_t);
extern const void* qemu_plugin_insn_data(const struct instruction*);
extern void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void*), void*);
__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { all, low, high, word, kinds };
static uint64_t counts[kinds];

static int kind(uint32_t code) {
    if ((code & 0x7f000000) != 0x1b000000)
        return all;
    switch (code >> 21 & 7) {
    case 0:
        return code >> 31 ? low : word;
    case 2:
    case 6:
        return high;
    default:
        return word;
    }
}
static void translated(plugin_id id, struct block* b) {
    uint64_t n[kinds] = {0};
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(b); i++) {
        const int k = kind(*(const uint32_t*)qemu_plugin_insn_data(qemu_plugin_tb_get_insn(b, i)));
        n[all]++;
        if (k != all)
            n[k]++;
    }
    for (int k = 0; k < kinds; k++)
        if (n[k] != 0)
            qemu_plugin_register_vcpu_tb_exec_inline(b, 0, &counts[k], n[k]);
}
static void ended(plugin_id id, void* data) {
    (void)id;
    (void)data;
    fprintf(stderr, "COUNTS");
    for (int k = 0; k < kinds; k++)
        fprintf(stderr, " %llu", (unsigned long long)counts[k]);
    fprintf(stderr, "\n");
}
__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const struct info* info,
                                                               int argc, char** argv) {
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
