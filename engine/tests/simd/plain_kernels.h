/* The kernels of lanes in plain code, compiled once for all tests, and a backend of them over the portable
 * field. */
#pragma once

#include "backends/list.h"

extern const koblitz_lanes::kernels plain_kernels;
extern const koblitz::backend plain_backend;
