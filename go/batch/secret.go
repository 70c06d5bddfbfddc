package batch

import (
	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/point"
	"koblitz.dev/go/koblitz"
)

// PublicKeys sets pubs[i] to the public key of keys[i]:
// [koblitz.SecretKey.PublicKey].
func PublicKeys(ok []bool, pubs []koblitz.PublicKey, keys []koblitz.SecretKey) (failed int) {
	clear(pubs)
	if !sizes(ok, len(pubs), len(keys)) {
		return len(ok)
	}
	for first := 0; first < len(ok); {
		// Rows up to last, of which n have keys and share an inversion.
		var rows [point.BaseMuls]int
		var z [point.BaseMuls]group.AffinePoint
		n, last := 0, first
		group.Wiped(func() {
			var k [point.BaseMuls]group.SecretScalar
			for ; last < len(ok) && n < point.BaseMuls; last++ {
				if keys[last].IsValid() {
					keys[last].PutScalar(&k[n])
					rows[n] = last
					n++
				}
			}
			group.PublicBaseMuls(z[:n], k[:n])
		})
		for i, row := range rows[:n] {
			var p group.Point
			p.SetAffine(&z[i])
			key, err := koblitz.PublicKeyOf(&p)
			pubs[row], ok[row] = key, err == nil
		}
		first = last
	}
	return count(ok)
}

// SecretMul sets products[i] to the compressed encoding of d pubs[i], where d is
// key: what who scans for silent payments (BIP-352) computes, and the point that
// [ecdh.SharedSecret] hashes. If key is no key, no row is valid.
func SecretMul(ok []bool, products [][koblitz.CompressedSize]byte, key *koblitz.SecretKey, pubs []koblitz.PublicKey) (failed int) {
	clear(products)
	if !sizes(ok, len(products), len(pubs)) || !key.IsValid() {
		return len(ok)
	}
	var multiples group.Multiples
	for first := 0; first < len(ok); first++ {
		// Rows with a key, one behind the other.
		var points [group.MostMultiples]group.Point
		n := 0
		for ; n < len(points) && first+n < len(ok) && pubs[first+n].IsValid(); n++ {
			points[n] = pubs[first+n].Point()
			ok[first+n] = true
		}
		if n == 0 {
			continue
		}
		multiples.SetVartime(points[:n])
		group.Wiped(func() {
			var d group.SecretScalar
			key.PutScalar(&d)
			multiples.SecretMul(products[first:first+n], &d)
		})
		first += n - 1
	}
	return count(ok)
}
