//go:build !amd64 || purego

package point

import "koblitz.dev/go/internal/field"

type bucketMemory struct{}

func (c *coordinate) set(x *field.Element, _ bool) { *c = coordinate{x[0], x[1], x[2], x[3]} }

func (p *Products) reserveLanes(bucketPlan) {}

func (p *Products) sumLanes(*Jacobian, bucketPlan) {}
