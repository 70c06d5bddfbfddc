package batch

import (
	"koblitz.dev/go/group"
	"koblitz.dev/go/koblitz"
)

// PublicKeys sets pubs[i] to the public key of keys[i]:
// [koblitz.SecretKey.PublicKey].
func PublicKeys(ok []bool, pubs []koblitz.PublicKey, keys []koblitz.SecretKey) (failed int) {
	clear(pubs)
	if !sizes(ok, len(pubs), len(keys)) {
		return len(ok)
	}
	for i := range keys {
		pubs[i] = keys[i].PublicKey()
		ok[i] = pubs[i].IsValid()
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
	for i := range pubs {
		if !pubs[i].IsValid() {
			continue
		}
		p := pubs[i].Point()
		product := &products[i]
		group.Wiped(func() {
			var d group.SecretScalar
			var z group.SecretPoint
			key.PutScalar(&d)
			z.Mul(&d, &p)
			z.PutCompressed(product)
		})
		ok[i] = true
	}
	return count(ok)
}
