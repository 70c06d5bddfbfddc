/* What the lines of refused.txt stand on: each name is the public type, or with SECRET its secret
 * counterpart. */
#include "../simd/plain.h"
#include "backends/instantiate.h"
#include "backends/portable.h"
#include "ecmult/const.h"
#include "ecmult/ecmult.h"
#include "ecmult/gen.h"
#include "ecmult/gen_add.h"
#include "simd/kernels.h"
#if defined(__x86_64__)
#include "backends/x86_bmi2.h"
#include "schemes/opaque.h"
#endif

using namespace koblitz;
using namespace koblitz::tables;

#ifdef SECRET
using bit = choice;
using number = secret_scalar;
using digit = secret_digit<6>;
using limbs = secret_limbs;
inline constexpr bool is_secret = true;
#define OF(backend, name)       backend::secret_##name
#define OF_OTHER(backend, name) backend::name
#else
using bit = bool;
using number = scalar;
using digit = u64;
typedef u64 limbs[4];
inline constexpr bool is_secret = false;
#define OF(backend, name)       backend::name
#define OF_OTHER(backend, name) backend::secret_##name
#endif

using P = OF(portable, field);
using affine = OF(portable, ge);
using jacobian = OF(portable, gej);
#if defined(__x86_64__)
using A = OF(x86_bmi2, field);
#else
using A = P;
#endif
using L = field_lanes<plain_lanes, is_secret>;
using lookup = lane_lookup<plain_lanes, is_secret>;
using lane_digit_5 = lane_digit<plain_lanes, 5, is_secret>;
using lane_limbs = koblitz_lanes::held<is_secret, koblitz_lanes::limbs<4>>;
using integer = koblitz_lanes::held<is_secret, koblitz_lanes::integer>;
using lane_point = koblitz_lanes::basic_projective_point<is_secret>;
using scanned = OF_OTHER(portable, field);
using lane_affine = koblitz_lanes::basic_affine_points<is_secret>;
