package batch

import (
	"bytes"

	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/point"
	"koblitz.dev/go/koblitz"
)

// ParsePublicKeys sets keys[i] to the key that [koblitz.ParsePublicKey] finds in
// encoded[i].
func ParsePublicKeys(ok []bool, keys []koblitz.PublicKey, encoded [][]byte) (failed int) {
	clear(keys)
	if !sizes(ok, len(keys), len(encoded)) {
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		last := min(first+chunk, len(ok))
		if last-first < point.FewestRoots {
			for i := first; i < last; i++ {
				key, err := koblitz.ParsePublicKey(encoded[i])
				keys[i], ok[i] = key, err == nil
			}
		} else {
			parsePublicKeys(ok[first:last], keys[first:last], encoded[first:last])
		}
	}
	return count(ok)
}

// parsePublicKeys does a chunk.
func parsePublicKeys(ok []bool, keys []koblitz.PublicKey, encoded [][]byte) {
	var l lifts
	for i, b := range encoded {
		if len(b) != koblitz.CompressedSize || b[0]&^1 != 2 {
			if key, err := koblitz.ParsePublicKey(b); err == nil {
				keys[i], ok[i] = key, true
			}
		} else if l.x[l.n].SetBytes((*[32]byte)(b[1:])) {
			l.at[l.n], l.odd[l.n] = i, int(b[0]&1)
			l.n++
		}
	}
	var found [chunk]bool
	var points [chunk]group.AffinePoint
	group.SetXsVartime(found[:l.n], points[:l.n], l.x[:l.n], l.odd[:l.n])
	for j, i := range l.at[:l.n] {
		if found[j] {
			var p group.Point
			p.SetAffine(&points[j])
			key, err := koblitz.PublicKeyOf(&p)
			keys[i], ok[i] = key, err == nil
		}
	}
}

// TweakAdd sets sums[i] to keys[i] + tweaks[i] G, as [koblitz.PublicKey.TweakAdd]
// does. sums may be keys.
func TweakAdd(ok []bool, sums, keys []koblitz.PublicKey, tweaks [][]byte) (failed int) {
	if !sizes(ok, len(sums), len(keys), len(tweaks)) {
		clear(sums)
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			at := w.add(i)
			if keys[i].IsValid() && w.setTweak(tweaks[i]) {
				w.points[at] = keys[i].Point()
				w.keep()
			}
			sums[i] = koblitz.PublicKey{}
		}
		w.addTweaks()
		w.publish(ok, sums)
	}
	return count(ok)
}

// CheckTweaks tells whether internal[i] with tweaks[i] added has the 32-byte x
// tweaked[i] and an odd y, if odd[i] is set, or an even one: it is
// [koblitz.XOnlyPublicKey.TweakAddCheck].
func CheckTweaks(ok []bool, tweaked [][]byte, odd []bool, internal []koblitz.XOnlyPublicKey, tweaks [][]byte) (failed int) {
	if !sizes(ok, len(tweaked), len(odd), len(internal), len(tweaks)) {
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			at := w.add(i)
			if internal[i].IsValid() && w.setTweak(tweaks[i]) {
				w.points[at] = internal[i].Point()
				w.keep()
			}
		}
		w.addTweaks()
		group.NormalizePointsVartime(w.points[:w.n])
		for i, row := range w.rows[:w.n] {
			var a group.AffinePoint
			var x [32]byte
			finite := a.SetVartime(&w.points[i])
			a.PutX(&x)
			ok[row] = finite && bytes.Equal(x[:], tweaked[row]) && (a.IsOddY() == 1) == odd[row]
		}
	}
	return count(ok)
}

func (w *work) setTweak(tweak []byte) bool {
	return len(tweak) == 32 && w.s[w.n].SetBytes((*[32]byte)(tweak))
}

func (w *work) addTweaks() {
	points := w.points[:w.n]
	group.AddBaseMulsVartime(points, points, w.s[:w.n])
}
