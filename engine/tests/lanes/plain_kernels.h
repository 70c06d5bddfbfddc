/* The kernels of lanes in plain code, compiled once for all tests. */
#ifndef KOBLITZ_TESTS_LANES_PLAIN_KERNELS_H
#define KOBLITZ_TESTS_LANES_PLAIN_KERNELS_H

#include "lanes/interface.h"

extern const koblitz_lanes::kernels plain_kernels;

#endif
