//go:build amd64 && !purego

package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/lanes"
)

// Eight buckets at a time. All additions are complete, as points may be made to meet.

func (c *coordinate) set(x *field.Element, packed bool) {
	if packed {
		(*lanes.Packed)(c).Set(x)
	} else {
		*c = coordinate{x[0], x[1], x[2], x[3]}
	}
}

// A bucketGroup is eight lists of terms, and the sums of as many of their terms as have
// been added. What is added next is fetched while the one before is being added.
type bucketGroup struct {
	sum        lanes.Homogeneous
	x, y       [2]lanes.Element
	keep       [2]uint8 // lanes without a term, in which x and y are those of another
	first, end [lanes.Width]uint32
	longest    uint32
}

// locate finds the lists of eight buckets.
func (g *bucketGroup) locate(p *Products, buckets []uint32) {
	g.longest = 0
	for lane := range lanes.Width {
		b := buckets[lane]
		g.first[lane], g.end[lane] = p.ends[b], p.ends[b+1]
		g.longest = max(g.longest, p.ends[b+1]-p.ends[b])
	}
}

// prefetch begins to load what is at a place of every list that has one.
func (g *bucketGroup) prefetch(p *Products, at uint32) {
	for lane := range lanes.Width {
		if from := g.first[lane] + at; from < g.end[lane] {
			s := p.entries[from]
			p.points[s.x].prefetch()
			p.points[s.y].prefetch()
		}
	}
}

// prefetch begins to load c, behind which there is another one, or room for it.
func (c *coordinate) prefetch() { prefetchAsm((*[digit.EntrySize]byte)(unsafe.Pointer(c))) }

// begin sets the sums to the first terms.
func (g *bucketGroup) begin(p *Products) {
	g.sum = lanes.Homogeneous{}
	for lane := range lanes.Width {
		first := g.first[lane]
		if first == g.end[lane] {
			g.sum.Y[0][lane] = 1 // infinity
			continue
		}
		s := p.entries[first]
		g.sum.X.SetPacked(lane, (*lanes.Packed)(&p.points[s.x]))
		g.sum.Y.SetPacked(lane, (*lanes.Packed)(&p.points[s.y]))
		g.sum.Z[0][lane] = 1
	}
	g.fetch(p, 1)
}

// fetch takes what is at a place of every list that has one.
func (g *bucketGroup) fetch(p *Products, at uint32) {
	x, y := &g.x[at&1], &g.y[at&1]
	var keep uint8
	for lane := range lanes.Width {
		from := g.first[lane] + at
		if from >= g.end[lane] {
			keep |= 1 << lane
			continue
		}
		s := p.entries[from]
		x.SetPacked(lane, (*lanes.Packed)(&p.points[s.x]))
		y.SetPacked(lane, (*lanes.Packed)(&p.points[s.y]))
	}
	g.keep[at&1] = keep
}

// farPoints is how many coordinates a cache of the second level has no room for: 40
// bytes each.
const farPoints = 1 << 14

// addAll adds all other terms, and begins to load those of a later group where they are
// far.
func (g *bucketGroup) addAll(p *Products, later *bucketGroup, w *lanes.SumWork) {
	loaded := uint32(0)
	if len(p.points) < farPoints {
		loaded = later.longest
	}
	for at := uint32(1); at < g.longest; at++ {
		if at+1 < g.longest {
			g.fetch(p, at+1)
		}
		if loaded < later.longest {
			later.prefetch(p, loaded)
			loaded++
		}
		g.sum.AddTerm(&g.x[at&1], &g.y[at&1], g.keep[at&1], w)
	}
}

// A windowSum is, for the part of the buckets that each lane has, their sum and the sum
// of 1 times the first one, 2 times the second one, ...
type windowSum struct{ sum, weighted lanes.Homogeneous }

// bucketState is the memory of sumLanes, and the sums of buckets behind it.
type bucketState struct {
	work    lanes.SumWork
	groups  [3]bucketGroup
	windows [(windowedBits + leastWindow - 1) / leastWindow]windowSum
}

// bucketMemory has room for a bucketState and sums behind it.
type bucketMemory struct{ memory []byte }

// reserveLanes makes room for the buckets, if there are lanes.
func (p *Products) reserveLanes(c bucketPlan) {
	if p.lanes {
		p.memory = grow(p.memory, stateSize+c.buckets()/lanes.Width*int(unsafe.Sizeof(lanes.Homogeneous{}))+64)
	}
}

const stateSize = int(unsafe.Sizeof(bucketState{})+63) &^ 63

// state returns that memory, at a multiple of 64 bytes, with the sums of part buckets.
func (p *Products) state(part int) (*bucketState, []lanes.Homogeneous) {
	at := unsafe.Pointer(&p.memory[0])
	at = unsafe.Add(at, -uintptr(at)&63)
	return (*bucketState)(at), unsafe.Slice((*lanes.Homogeneous)(unsafe.Add(at, stateSize)), part)
}

// sumLanes is sum. The buckets of a window are spread over lanes: lane i has those from
// i part on, part of them. So the window's sum is that over the lanes of their weighted
// sums and i part times their sums.
func (p *Products) sumLanes(z *Jacobian, c bucketPlan) {
	part := c.buckets() / lanes.Width
	s, sums := p.state(part)
	for w := range c.windows() {
		p.sort(c, w)
		p.sumBuckets(s, sums)
		r := &s.windows[w]
		r.sum = sums[part-1]
		r.weighted = r.sum
		for i := part - 2; i >= 0; i-- {
			r.sum.Add(&sums[i], &s.work)
			r.weighted.Add(&r.sum, &s.work)
		}
	}
	const width = lanes.Width
	for last := (c.windows() - 1) / width * width; last >= 0; last -= width {
		n := min(c.windows()-last, width)
		var all, byLane lanes.Homogeneous
		s.across(&all, &byLane, s.windows[last:][:n])
		for i := n - 1; i >= 0; i-- {
			// part = 2^(c-4)
			if !z.IsInfinityVartime() {
				doubleNVartime(z, 4)
			}
			z.addLane(&byLane, i)
			if !z.IsInfinityVartime() {
				doubleNVartime(z, int(c)-4)
			}
			z.addLane(&all, i)
		}
	}
}

// addLane adds the point of a lane.
func (z *Jacobian) addLane(a *lanes.Homogeneous, lane int) {
	var p Jacobian
	p.X, p.Y, p.Z = a.Get(lane)
	p.X.Mul(&p.X, &p.Z)
	p.Y.Mul(&p.Y, &p.Z)
	p.Y.Mul(&p.Y, &p.Z)
	z.AddVartime(z, &p)
}

// across sets lane w of all and byLane to the sum over the lanes of window w's weighted
// sums, and that of i times the sum in lane i.
func (s *bucketState) across(all, byLane *lanes.Homogeneous, windows []windowSum) {
	var sums, weighted [lanes.Width]lanes.Homogeneous
	for i := range lanes.Width {
		sums[i].SetInfinity()
		weighted[i].SetInfinity()
		for w := range windows {
			sums[i].SetLane(w, &windows[w].sum, i)
			weighted[i].SetLane(w, &windows[w].weighted, i)
		}
	}
	*all = weighted[0]
	for i := 1; i < lanes.Width; i++ {
		all.Add(&weighted[i], &s.work)
	}
	running := sums[lanes.Width-1]
	*byLane = running
	for i := lanes.Width - 2; i > 0; i-- {
		running.Add(&sums[i], &s.work)
		byLane.Add(&running, &s.work)
	}
}

// sumBuckets sets lane i of sums[b] to the sum of bucket i part + b.
func (p *Products) sumBuckets(s *bucketState, sums []lanes.Homogeneous) {
	p.orderByLength()
	part := uint32(len(sums))
	// While a group is added, the next one's first terms are there, and those of the one
	// behind are being loaded.
	g, next, later := &s.groups[0], &s.groups[1], &s.groups[2]
	g.locate(p, p.order)
	g.begin(p)
	next.longest, later.longest = 0, 0
	if len(p.order) > lanes.Width {
		next.locate(p, p.order[lanes.Width:])
	}
	for at := 0; at < len(p.order); at += lanes.Width {
		if at+lanes.Width < len(p.order) {
			next.begin(p)
		}
		if behind := at + 2*lanes.Width; behind < len(p.order) {
			later.locate(p, p.order[behind:])
		} else {
			later.longest = 0
		}
		g.addAll(p, later, &s.work)
		for lane := range lanes.Width {
			b := p.order[at+lane]
			sums[b%part].SetLane(int(b/part), &g.sum, lane)
		}
		g, next, later = next, later, g
	}
}

// orderByLength puts the buckets, 0 for magnitude 1, in the order of how many terms they
// have, in steps of a quarter of the mean, so that eight neighbours have about as many.
func (p *Products) orderByLength() {
	const steps = 16
	step := uint32(len(p.terms)/len(p.order)/4 + 1)
	key := func(b int) uint32 { return min((p.ends[b+1]-p.ends[b])/step, steps-1) }
	var at [steps]uint32
	for b := range p.order {
		at[key(b)]++
	}
	before := uint32(0)
	for i, n := range at {
		at[i] = before
		before += n
	}
	for b := range p.order {
		k := key(b)
		p.order[at[k]] = uint32(b)
		at[k]++
	}
}
