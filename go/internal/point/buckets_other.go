//go:build !amd64 || purego

package point

import "koblitz.dev/secp256k1/internal/field"

type bucketMemory struct{}

func (c *coordinate) set(x *field.Element, _ bool) { *c = coordinate{x[0], x[1], x[2], x[3]} }

func (bucketMemory) reserveLanes(bucketPlan) {}

func (bucketMemory) sumLanes(*Jacobian, bucketPlan) {}
