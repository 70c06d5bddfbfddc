package batch

import (
	"bytes"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/point"
)

// ParsePublicKeys sets keys[i] to the public key that encoded[i], 33 or 65 bytes, encodes,
// as [secp256k1.ParsePublicKey] does.
func ParsePublicKeys(ok []bool, keys []secp256k1.PublicKey, encoded [][]byte) (failed int) {
	clear(keys)
	if n := misfit(ok, len(keys), len(encoded)); n > 0 {
		return n
	}
	for first := 0; first < len(ok); first += chunk {
		last := min(first+chunk, len(ok))
		if last-first < point.FewestRoots {
			for i := first; i < last; i++ {
				key, err := secp256k1.ParsePublicKey(encoded[i])
				keys[i], ok[i] = key, err == nil
			}
		} else {
			parsePublicKeys(ok[first:last], keys[first:last], encoded[first:last])
		}
	}
	return count(ok)
}

// parsePublicKeys does a chunk.
func parsePublicKeys(ok []bool, keys []secp256k1.PublicKey, encoded [][]byte) {
	var l lifts
	for i, b := range encoded {
		if len(b) != secp256k1.CompressedSize || b[0]&^1 != 2 {
			if key, err := secp256k1.ParsePublicKey(b); err == nil {
				keys[i], ok[i] = key, true
			}
		} else if l.x[l.n].SetBytes((*[32]byte)(b[1:])) {
			l.at[l.n], l.odd[l.n] = i, int(b[0]&1)
			l.n++
		}
	}
	var found [chunk]bool
	var points [chunk]group.AffinePoint
	if group.SetXsVartime(found[:l.n], points[:l.n], l.x[:l.n], l.odd[:l.n]) != nil {
		return
	}
	for j, i := range l.at[:l.n] {
		if found[j] {
			var p group.Point
			p.SetAffine(&points[j])
			key, err := secp256k1.NewPublicKey(&p)
			keys[i], ok[i] = key, err == nil
		}
	}
}

// TweakAdd sets sums[i] to keys[i] + tweaks[i] G, as [secp256k1.PublicKey.TweakAdd] does.
// Tweaks are 32 bytes. sums and keys may be the same slice.
func TweakAdd(ok []bool, sums, keys []secp256k1.PublicKey, tweaks [][]byte) (failed int) {
	if n := misfit(ok, len(sums), len(keys), len(tweaks)); n > 0 {
		clear(sums)
		return n
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			at := w.add(i)
			if keys[i].IsValid() && w.setTweak(tweaks[i]) {
				w.points[at] = keys[i].Point()
				w.keep()
			}
			sums[i] = secp256k1.PublicKey{}
		}
		if w.addTweaks() {
			w.publish(ok, sums)
		}
	}
	return count(ok)
}

// CheckTweaks checks that internal[i] + tweaks[i] G has the 32-byte x coordinate tweaked[i]
// and a y that is odd exactly if odd[i] is set, as [secp256k1.XOnlyPublicKey.TweakAddCheck]
// does. Tweaks are 32 bytes.
func CheckTweaks(ok []bool, tweaked [][]byte, odd []bool, internal []secp256k1.XOnlyPublicKey, tweaks [][]byte) (failed int) {
	if n := misfit(ok, len(tweaked), len(odd), len(internal), len(tweaks)); n > 0 {
		return n
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
		if !w.addTweaks() {
			continue
		}
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

func (w *work) addTweaks() bool {
	points := w.points[:w.n]
	return group.AddBaseMulsVartime(points, points, w.s[:w.n]) == nil
}
