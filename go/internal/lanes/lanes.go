// Package lanes is arithmetic on eight numbers mod p, or eight points, at a time,
// each in a lane of 64 bits of the registers of AVX-512. It exists where cpu.Lanes
// says so. Types that begin with Secret are for what must not leak.
//
// An Element is in five limbs of 52 bits. Of magnitude 1, limbs 0 to 3 are below
// 2^52 and limb 4 below 2^48 + 2^8; of magnitude M above, limbs 0 to 3 are at most
// 2M (2^52 - 1) and limb 4 at most 2M (2^48 - 1). Routines take and give magnitude
// 1 where nothing else is said; X and Y of a Jacobian are of magnitude 6 and 3.
//
// Nothing here has branches: where an incomplete addition meets equal or opposite
// points, Z becomes 0, and stays 0.
package lanes

// Width is the number of lanes.
const Width = 8

// Element is a number in each lane: limb i of lane j is at [i][j].
type Element [5][Width]uint64

// Jacobian is a point (X / Z^2, Y / Z^3) in each lane.
type Jacobian struct{ X, Y, Z Element }

// Pair is two points in each lane, on one Z. X1 is of magnitude 4 and Y1 of 3.
type Pair struct{ X1, Y1, X2, Y2 Element }
