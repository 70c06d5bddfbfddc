/* The test of the field for the lanes of AVX-512 IFMA, in a namespace of its own like what it tests. */
#define koblitz koblitz_ifma
#define test    test_ifma
#include "lanes/ifma.h"
#include "lanes/field.h"

extern "C" long koblitz_test_ifma_field(int rounds) {
    test::lane_field_test<koblitz::ifma_lanes>::run(rounds);
    return test::checks == 0 ? 1 : test::failures;
}
