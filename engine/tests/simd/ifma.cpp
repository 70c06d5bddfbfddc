/* The tests of field and points for the lanes of AVX-512 IFMA, in a namespace of its own like what they test.
 */
#define koblitz koblitz_ifma
#define test    test_ifma
#include "simd/ifma.h"
#include "simd/field.h"
#include "simd/group.h"

extern "C" long koblitz_test_ifma_field(int rounds) {
    test::lane_field_test<koblitz::ifma_lanes>::run(rounds);
    return test::checks == 0 ? 1 : test::failures;
}

/* Of orders 7, 13 and 199. */
extern "C" long koblitz_test_ifma_group(const koblitz_test_subgroup* groups) {
    test::lane_group_test<koblitz::ifma_lanes, 6>{groups[0]}.run();
    test::lane_group_test<koblitz::ifma_lanes, 2>{groups[1]}.run();
    test::lane_group_test<koblitz::ifma_lanes, 4>{groups[2]}.run();
    return test::failures;
}
