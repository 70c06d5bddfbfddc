/* What the fuzz targets share. A property that does not hold ends the program. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "secp256k1.h"

#define HOLDS(condition)  \
    do {                  \
        if (!(condition)) \
            abort();      \
    } while (0)
