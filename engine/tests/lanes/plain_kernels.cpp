#include "lanes/plain_kernels.h"

#include "lanes/kernels.h"
#include "lanes/plain.h"

constinit const koblitz_lanes::kernels plain_kernels = koblitz::make_kernels<koblitz::plain_lanes>();
