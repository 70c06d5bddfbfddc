// The worker's side of docs/protocol.md.
#pragma once

#include "operation.h"

namespace lab {

// Answers commands from one file descriptor on another until quit or the end
// of the input. Returns the exit status: 1 when the answers cannot be written.
int serve(const Contender& contender, int in, int out);

} // namespace lab
