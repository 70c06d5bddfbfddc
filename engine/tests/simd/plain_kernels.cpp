#include "simd/plain_kernels.h"

#include "backends/instantiate.h"
#include "backends/portable.h"
#include "simd/kernels.h"
#include "simd/plain.h"

constinit const koblitz_lanes::kernels plain_kernels = koblitz::make_kernels<koblitz::plain_lanes>();

static constinit const koblitz::arithmetic plain_arithmetic =
    koblitz::make_arithmetic<koblitz::portable, &plain_kernels>();
const koblitz::backend plain_backend = {"plain", [] { return true; }, &plain_arithmetic, &plain_kernels};
