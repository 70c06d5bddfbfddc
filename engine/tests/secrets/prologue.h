/* What the lines of refused.txt stand on: each name is the public type, or with SECRET its secret
 * counterpart. */
#include "backends/portable.h"
#include "mul/const_time.h"
#include "mul/double_base.h"
#include "mul/fixed_base.h"
#if defined(__x86_64__)
#include "backends/x86_bmi2.h"
#endif

/* What a user of the headers may add: templates of theirs, specialized for their types. */
namespace koblitz {
struct mine;
template <>
struct point_ops<mine> {
    template <class Key>
    static Key key() {
        return Key();
    }
};
template <bool>
struct my_leaves;
template <>
struct field_4x64<true, my_leaves> {
    template <class Key>
    static Key key() {
        return Key();
    }
};
} // namespace koblitz

using namespace koblitz;
using namespace koblitz::tables;

#ifdef SECRET
using bit = choice;
using number = secret_scalar;
using digit = secret_digit<6>;
using limbs = secret_limbs;
#define OF(backend, name) backend::secret_##name
#else
using bit = bool;
using number = scalar;
using digit = u64;
typedef u64 limbs[4];
#define OF(backend, name) backend::name
#endif

using P = OF(portable, field);
using affine = OF(portable, ge);
using jacobian = OF(portable, gej);
#if defined(__x86_64__)
using A = OF(x86_bmi2, field);
#else
using A = P;
#endif
