/* Linked into every libsecp256k1 anchor. CALLBACK(name) puts the prefix of the
 * crate's symbols before the name; FLAGS is a string. */
#include <stdio.h>
#include <stdlib.h>

/* The worker shows this; it lands in the section .comment. */
__asm__(".ident \"" FLAGS "\"");

void CALLBACK(default_illegal_callback_fn)(const char* message, void* data);
void CALLBACK(default_error_callback_fn)(const char* message, void* data);

/* The crates leave both to their Rust part, as the header allows. */
void CALLBACK(default_illegal_callback_fn)(const char* message, void* data) {
    (void)data;
    fprintf(stderr, "libsecp256k1: illegal argument: %s\n", message);
    abort();
}

void CALLBACK(default_error_callback_fn)(const char* message, void* data) {
    (void)data;
    fprintf(stderr, "libsecp256k1: internal consistency check failed: %s\n", message);
    abort();
}
