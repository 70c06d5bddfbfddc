package batch

import (
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/point"
)

// PublicKeys sets pubs[i] to the public key of keys[i], as [secp256k1.SecretKey.PublicKey]
// does, in constant time. To make keys without another copy, call SetBytes or Generate on
// &keys[i].
func PublicKeys(ok []bool, pubs []secp256k1.PublicKey, keys []secp256k1.SecretKey) (failed int) {
	clear(pubs)
	if n := misfit(ok, len(pubs), len(keys)); n > 0 {
		return n
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
			if group.PublicBaseMuls(z[:n], k[:n]) != nil {
				n = 0
			}
		})
		for i, row := range rows[:n] {
			var p group.Point
			p.SetAffine(&z[i])
			key, err := secp256k1.NewPublicKey(&p)
			pubs[row], ok[row] = key, err == nil
		}
		first = last
	}
	return count(ok)
}

// SecretMul sets products[i] to the compressed encoding of d*pubs[i], in constant time in
// the secret key d: the products that a scan for silent payments (BIP-352) needs, and the
// points that ecdh.SharedSecret hashes. The products are as secret as key. If key is nil or
// not a key, no row is valid.
func SecretMul(ok []bool, products [][secp256k1.CompressedSize]byte, key *secp256k1.SecretKey, pubs []secp256k1.PublicKey) (failed int) {
	clear(products)
	if n := misfit(ok, len(products), len(pubs)); n > 0 {
		return n
	}
	if !key.IsValid() {
		return len(ok)
	}
	var multiples group.Multiples
	for first := 0; first < len(ok); first++ {
		// Rows with a key, one behind the other.
		var points [group.MostMultiples]group.Point
		n := 0
		for ; n < len(points) && first+n < len(ok) && pubs[first+n].IsValid(); n++ {
			points[n] = pubs[first+n].Point()
		}
		if n == 0 || multiples.SetVartime(points[:n]) != nil {
			continue
		}
		var made bool
		group.Wiped(func() {
			var d group.SecretScalar
			key.PutScalar(&d)
			made = multiples.SecretMul(products[first:first+n], &d) == nil
		})
		for i := range n {
			ok[first+i] = made
		}
		first += n - 1
	}
	return count(ok)
}
